import { blockColumn, plotColumns } from '../../../contract/experiments/bookkeeping.ts';
import { isOpen } from '../../../contract/queue/run-status.ts';
import type { Cell } from '../../../contract/values.ts';
import { mapInSlices, type Slices } from '../../../engine/slices.ts';
import { runOf } from '../queue/steps.ts';
import type { State } from '../state.ts';
import type { ExportedTable, TableOptions } from './exported-table.ts';

/** Where a remark is written by hand; an import takes it as the comment of the run. */
const commentColumn = 'Comment';

/** Heads with units behind the names, as `T (°C)`, except where two heads would be the same. */
function headsOf(state: State, names: readonly string[], { units }: TableOptions): readonly string[] {
  if (!units) return names;
  const unitOf = new Map<string, string | null | undefined>([
    ...state.variables.map(({ name, unit }) => [name, unit] as const),
    ...state.targets.map((name) => [name, state.objective_metadata[name]?.unit] as const),
  ]);
  const heads = names.map((name) => (unitOf.get(name) ? `${name} (${unitOf.get(name)})` : name));
  return heads.map((head, i) =>
    heads.indexOf(head) === heads.lastIndexOf(head) ? head : (names[i] as string),
  );
}

/**
 * The runs without a result, in the order of the queue: number, labels of the candidate list, block and plot, settings, and
 * empty columns for results and a comment. An import of the filled table completes these runs.
 */
export function* exportedQueue(state: State, options: TableOptions): Slices<ExportedTable> {
  const all = yield* mapInSlices(state.queue, (item, i) =>
    isOpen(item) ? { ...item, number: i + 1, labels: runOf(state, item.id).labels ?? {} } : undefined,
  );
  const runs = all.filter((one) => one !== undefined);
  const own = [...state.variables.map(({ name }) => name), ...state.targets];
  const others = [
    ...runs.flatMap(({ labels }) => Object.keys(labels)),
    ...[blockColumn, ...plotColumns].filter((name) => runs.some(({ plot }) => plot !== null && name in plot)),
  ];
  const names = [...new Set(['Run', ...others, ...own, commentColumn])];
  function* lines(write: (cells: readonly Cell[]) => string): Generator<string> {
    yield write(headsOf(state, names, options));
    for (const { number, labels, plot, inputs } of runs) {
      const cells: Readonly<Record<string, Cell>> = { Run: number, ...labels, ...plot, ...inputs };
      yield write(names.map((name) => cells[name] ?? null));
    }
  }
  return { columns: names, count: runs.length, lines };
}
