import { grid, type ResultRow, read, show, tableIn, tableOf, withInterval } from './text.ts';

const medians = 'median over seeds; regret: lower is better, hypervolume: higher';
const quartiles = (row: ResultRow) => `${show(row['lower quartile'])} to ${show(row['upper quartile'])}`;

/** What the recommended loop reaches, against the goals. */
export const loopGoals = (): string[] =>
  tableOf(
    tableIn(read('quality'), medians).map((row) => ({
      problem: row.problem,
      evaluations: row.evaluations,
      median: row.median,
      quartiles: quartiles(row),
      goal: row.goal,
      reached: row.met,
      'CPU s per iteration': row['CPU s per iteration'],
      seeds: row.seeds,
    })),
  );

/** The tools behind the nearest goals, beside ours. */
export const loopPeers = (): string[] =>
  tableOf(
    tableIn(read('quality-peers'), 'simple regret over seeds, lower is better').map((row) => ({
      problem: row.problem,
      evaluations: row.evaluations,
      tool: row.tool,
      median: row.median,
      quartiles: quartiles(row),
      'CPU s per iteration': row['CPU s per iteration'],
      seeds: row.seeds,
    })),
  );

/** Two starts where the optimum may be anywhere. */
export function movedOptima(): string[] {
  const sobol = tableIn(read('quality-moved-sobol-2'), medians);
  return tableOf(
    tableIn(read('quality-moved'), medians).map((row) => ({
      'optimum anywhere in the box': String(row.problem).replace(/ moved$/, ''),
      evaluations: row.evaluations,
      concentric: row.median,
      'as many Sobol points': sobol.find(
        ({ problem, evaluations }) => problem === row.problem && evaluations === row.evaluations,
      )?.median,
    })),
  );
}

const inOrder = (values: readonly ResultRow[string][]) => [...new Set(values)];
const two = (value: ResultRow[string]) => show(Number(Number(value).toPrecision(2)));

/** Simple regret with many variables: a row for each loop. */
export function manyVariables(): string[] {
  const rows = tableIn(read('quality-many'), 'simple regret after 60 evaluations, lower is better');
  const problems = inOrder(rows.map(({ problem }) => problem));
  const lines = inOrder(rows.map(({ loop }) => loop)).map((loop) => {
    const own = rows.filter((row) => row.loop === loop);
    const seconds = own.map((row) => Number(row['CPU s per iteration']));
    const cells = problems.map((problem) => {
      const row = own.find((one) => one.problem === problem);
      return row === undefined ? '–' : withInterval(two(row.median), two(row.best), two(row.worst));
    });
    return [String(loop), ...cells, `${two(Math.min(...seconds))} to ${two(Math.max(...seconds))}`];
  });
  return grid(['loop', ...problems.map(String), 'CPU s per iteration'], lines);
}

/** How many times faster than TensorFlow on a CPU the native backend is, at every size that was measured. */
export function tfjsTable(): string[] {
  const result = read('backends');
  const rows = Object.entries(result.tables).flatMap(([title, table]) =>
    table.map((row) => ({
      work: `${title}: ${row.work}`,
      'native, ms': Number(row['native µs']) / 1000,
      'tfjs, ms': Number(row['tfjs µs']) / 1000,
      'times faster': Math.round(Number(row['tfjs / native'])),
    })),
  );
  return tableOf(rows);
}
