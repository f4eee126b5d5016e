import { runColumns } from '../../../contract/experiments/bookkeeping.ts';
import type { PreviewResponse } from '../../../contract/experiments/experiments.ts';
import type { Import } from '../../../contract/imports/imports.ts';
import type { KnownSession } from '../known-session.ts';

const usualTargets = ['output', 'y', 'target', 'yield', 'response'];

/** What an upload of the file could name as its objective, and which column looks like one. */
export function previewOf(
  { columns, n_rows }: Pick<Import, 'columns' | 'n_rows'>,
  known: KnownSession,
): PreviewResponse {
  const isVariable = (name: string) => known.variables.some((variable) => variable.name === name);
  const available = columns.filter(
    ({ column, meaning, name }) =>
      !runColumns.includes(column) && !isVariable(column) && !(meaning === 'input' && isVariable(name)),
  );
  const hasOutput = columns.some(({ column }) => column === 'Output');
  const usual = usualTargets.flatMap((wanted) =>
    available.filter(({ column }) => column.toLowerCase() === wanted),
  );
  const likely = available.filter(({ meaning }) => meaning === 'output');
  // Identifiers and remarks are no results, whatever numbers they hold.
  const other = available.filter(({ meaning, n_numbers }) => meaning === 'input' && n_numbers > 0);
  const best = [...usual, ...likely, ...other][0];
  return {
    columns: columns.map(({ column }) => column),
    available_targets: available.map(({ column }) => column),
    has_output: hasOutput,
    recommended_target: hasOutput ? null : (best?.column ?? null),
    n_rows,
  };
}
