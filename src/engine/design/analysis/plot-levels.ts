/** Plots of one level: runs with equal numbers, within the same plot of the level before, were made in one plot. */
export interface PlotLevel {
  readonly name: string;
  /** [n]. */
  readonly groups: Int32Array;
}

/** A level whose plots are numbered through, from 0. */
export type NumberedLevel<Level extends PlotLevel> = Level & { readonly count: number };

/** The levels, numbered through, that group runs: not one plot, nor one run a plot, nor the plots of another level. */
export function groupingLevels<Level extends PlotLevel>(
  plots: readonly Level[],
  n: number,
): NumberedLevel<Level>[] {
  const kept: NumberedLevel<Level>[] = [];
  for (const level of plots) {
    const outer = kept.at(-1);
    const numbers = new Map<string, number>();
    const groups = level.groups.map((group, i) => {
      const key = `${outer?.groups[i] ?? 0} ${group}`;
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    });
    const count = numbers.size;
    if (count > (outer?.count ?? 1) && count < n) kept.push({ ...level, groups, count });
  }
  return kept;
}
