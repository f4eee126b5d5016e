/**
 * Every combination of levels, as level positions.
 *
 * @param levels number of levels per factor
 * @param fastest which factor varies fastest
 * @returns rows of positions 0 … levels − 1
 */
export function fullFactorial(levels: readonly number[], fastest: 'first' | 'last'): number[][] {
  const runs = levels.reduce((product, count) => product * count, 1);
  const order = levels.map((_, factor) => factor);
  if (fastest === 'last') order.reverse();
  return Array.from({ length: runs }, (_, run) => {
    const row = new Array<number>(levels.length);
    let rest = run;
    for (const factor of order) {
      row[factor] = rest % levels[factor];
      rest = Math.floor(rest / levels[factor]);
    }
    return row;
  });
}

/** The 2^k corners −1/+1, last factor fastest. */
export function corners(factors: number): number[][] {
  return fullFactorial(new Array<number>(factors).fill(2), 'last').map((row) =>
    row.map((level) => 2 * level - 1),
  );
}
