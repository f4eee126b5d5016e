import { hardLevels } from '../../../contract/families.ts';
import type { Row } from '../../../contract/values.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import type { PlotLevel } from '../../../engine/design/analysis/plot-levels.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import type { State } from '../state.ts';
import { changesOf } from './design.ts';

/** Columns of the plots that runs were made in, outermost first. */
const plotNames: readonly string[] = ['WholePlot', 'Subplot'];

/**
 * Plots of the rows, for those columns that have any. A run without a number makes a plot of its own. Subplots may be
 * numbered within their whole plot.
 *
 * @param block a column whose plots are blocks already, and left out
 */
export function* plotsOf(rows: readonly Row[], block: string | null | undefined): Slices<PlotLevel[]> {
  const levels: PlotLevel[] = [];
  for (const name of plotNames) {
    if (!rows.some((row) => row[name] != null)) continue;
    const outer = levels.at(-1)?.groups;
    const numbers = new Map<string, number>();
    const own = yield* mapInSlices(rows, (row, i) => {
      const key = row[name] == null ? `run ${i}` : `${outer?.[i] ?? ''} ${row[name]}`;
      const known = numbers.get(key) ?? numbers.size;
      numbers.set(key, known);
      return known;
    });
    levels.push({ name, groups: Int32Array.from(own) });
  }
  return levels.filter(({ name }) => name !== block);
}

/** Says which variables change within plots although they are hard to change: such plots are likely several. */
export function plotWarnings(state: State, rows: readonly Row[], plots: readonly PlotLevel[]): string[] {
  const names = controllableOf(state.variables).map(({ name }) => name);
  const changes = changesOf(state);
  const present = hardLevels.filter((level) => changes.includes(level));
  const changing = plots.flatMap(({ name, groups }) => {
    const level = present[plotNames.indexOf(name)];
    const first = new Map<number, Row>();
    rows.forEach((row, i) => {
      if (!first.has(groups[i] as number)) first.set(groups[i] as number, row);
    });
    return names.flatMap((variable, k) => {
      const start = (i: number) => first.get(groups[i] as number) as Row;
      const odd = rows.find((row, i) => row[variable] !== start(i)[variable]);
      return changes[k] !== level || odd === undefined ? [] : [`'${variable}' in ${name} ${odd[name]}`];
    });
  });
  if (changing.length === 0) return [];
  return [
    `Variables that are hard to change vary within a plot: ${changing.join(', ')}. Give the plots of different designs different numbers.`,
  ];
}
