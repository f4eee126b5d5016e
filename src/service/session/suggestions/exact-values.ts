import { isOpen } from '../../../contract/queue/run-status.ts';
import type { Inputs } from '../../../contract/values.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import { decodeValue } from '../../../engine/space/encode.ts';
import type { Dimension, Space } from '../../../engine/space/space.ts';
import type { State } from '../state.ts';

/** Values of a variable that are in the session: in the candidate list, in recorded rows, in open runs, and held. */
function* standing({ campaign, rows, queue }: State, name: string, hold: Inputs): Generator<unknown> {
  const { names = [], columns = [] } = campaign.candidates ?? {};
  yield* columns[names.indexOf(name)] ?? [];
  for (const row of rows) yield row[name];
  for (const item of queue) if (isOpen(item)) yield item.inputs[name];
  yield hold[name];
}

/** Code → value with all its digits, of a range on a logarithmic scale; undefined for other variables, whose values are their codes. */
function exactValues(
  state: State,
  dimension: Dimension,
  hold: Inputs,
): ReadonlyMap<number, number> | undefined {
  if (dimension.kind !== 'real' || dimension.log === undefined) return undefined;
  const values = new Map<number, number>();
  for (const value of standing(state, dimension.name, hold))
    if (typeof value === 'number') values.set(Math.log(value), value);
  return values;
}

export type RunDecoder = (point: Float64Array) => Inputs;

/**
 * Decodes points as runs: controllable variables only, as observed ones cannot be set. A logarithm gives back fourteen digits; where the session
 * has the value, it is given as it stands there, so that a run of a list and a replicate are recognized as such.
 */
export function runDecoder(state: State, space: Space, hold: Inputs): RunDecoder {
  const observed = new Set(state.variables.filter(isObserved).map(({ name }) => name));
  const columns = space.dimensions.flatMap((dimension, column) =>
    observed.has(dimension.name) ? [] : [{ dimension, column, exact: exactValues(state, dimension, hold) }],
  );
  return (point) =>
    Object.fromEntries(
      columns.map(({ dimension, column, exact }) => {
        const code = point[column] as number;
        return [dimension.name, exact?.get(code) ?? decodeValue(dimension, code)];
      }),
    );
}
