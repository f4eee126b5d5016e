/**
 * Euclidean norm of a vector [n], without overflow of the squares: entries over the largest one, their squares summed with
 * compensation (Kahan, 1965). Unlike `Math.hypot`, whose bits depend on the release of V8, it is the same everywhere and has no limit of entries.
 */
export function vectorLength(values: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]));
  if (largest === 0 || largest === Number.POSITIVE_INFINITY) return largest;
  let sum = 0;
  let compensation = 0;
  for (let i = 0; i < values.length; i++) {
    const share = Math.abs(values[i]) / largest;
    const summand = share * share - compensation;
    const next = sum + summand;
    compensation = next - sum - summand;
    sum = next;
  }
  return Math.sqrt(sum) * largest;
}
