import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { Import, ImportPatch, Variable } from '../../api/types.ts';
import { SelectField } from '../../components/field.tsx';
import { count } from '../../text/format.ts';
import { isAbsent } from './import-words.ts';

type WaitingRuns = Import['settings']['waiting_runs'];

const wordsOf = (way: WaitingRuns): string => {
  if (way === null) return 'the file';
  if (way.by === 'column') return `pending runs that ${way.column} names`;
  return way.by === 'order' ? 'pending runs, in queue order' : 'pending runs, down plate columns';
};

/** Where the settings of rows can come from; by their order as many runs must wait. */
function waysOf({
  columns,
  n_waiting: n,
  n_rows: rows,
  settings: { waiting_runs: now },
}: Import): WaitingRuns[] {
  const names = columns.filter(({ meaning }) => meaning === 'id' || meaning === 'note');
  const hasWells = columns.some(({ column }) => /^well$/i.test(column));
  const orders = rows !== n ? [] : (['order', ...(hasWells ? ['plate_columns' as const] : [])] as const);
  const found: WaitingRuns[] = [
    null,
    ...names.map(({ column }) => ({ by: 'column' as const, column })),
    ...orders.map((by) => ({ by })),
  ];
  return now !== null && found.every((way) => wordsOf(way) !== wordsOf(now)) ? [...found, now] : found;
}

/** Where settings come from that the file does not have: results of staged runs often are beside their wells alone. */
export function ImportWaiting(props: {
  state: Import;
  variables: readonly Variable[];
  onPatch: (patch: ImportPatch) => void;
}) {
  const { state, variables, onPatch } = props;
  const { waiting_runs: now } = state.settings;
  const lacks = variables.some((one) => !isObserved(one) && isAbsent(state, one.name));
  if (state.n_waiting === 0 || (now === null && !lacks)) return null;
  const ways = waysOf(state);
  return (
    <SelectField
      label={`Settings come from (${count(state.n_waiting, 'run')} in the queue)`}
      value={wordsOf(now)}
      onChange={(words) =>
        onPatch({ settings: { waiting_runs: ways.find((way) => wordsOf(way) === words) ?? null } })
      }
      options={ways.map(wordsOf)}
      narrow
    />
  );
}
