/** Basis function `basis` ≥ 1 at a coded value: a power, or the indicator of a category. */
export function basisValue(categorical: boolean, value: number, basis: number): number {
  if (categorical) return value === basis ? 1 : 0;
  let power = value;
  for (let k = 1; k < basis; k++) power *= value;
  return power;
}
