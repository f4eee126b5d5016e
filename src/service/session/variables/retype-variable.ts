import type { Inputs, Row } from '../../../contract/values.ts';
import type { StoredVariable, VariablePatch } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import { eachInSlices, type Slices } from '../../../engine/slices.ts';
import { mapList } from '../document/document-list.ts';
import type { State } from '../state.ts';
import { checkUnlimited } from './rules.ts';

const isText = ({ type }: Pick<StoredVariable, 'type'>): boolean => type === 'categorical';

/** A category that spells a decimal number; undefined: it does not. */
function numberIn(text: string | number): number | undefined {
  if (typeof text === 'number') return text;
  return /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?$/i.test(text.trim()) ? Number(text) : undefined;
}

/** Different recorded values: numbers in their order, else as they came. */
function* recordedValues({ rows }: State, name: string): Slices<(string | number)[]> {
  const found = new Set<string | number>();
  yield* eachInSlices(rows, ({ [name]: value }) => {
    if (value !== null && value !== undefined) found.add(value);
  });
  const distinct = [...found];
  return distinct.every((value) => typeof value === 'number')
    ? distinct.sort((a, b) => Number(a) - Number(b))
    : distinct;
}

/** @throws ValueError naming the rows whose values are no numbers */
function* refuseText({ rows }: State, name: string, type: string): Slices<void> {
  const at: number[] = [];
  yield* eachInSlices(rows, ({ [name]: value }, i) => {
    if (value !== null && value !== undefined && numberIn(value) === undefined) at.push(i);
  });
  if (at.length === 0) return;
  const places = at
    .slice(0, 5)
    .map((i) => i + 1)
    .join(', ');
  const more = at.length > 5 ? ` and ${at.length - 5} more` : '';
  const value = JSON.stringify(rows.at(at[0] as number)?.[name]);
  throw new ValueError(
    `variable '${name}': recorded ${at.length === 1 ? 'row' : 'rows'} ${places}${more} ${at.length === 1 ? 'holds' : 'hold'} text, such as ${value}; it cannot become ${type}`,
  );
}

/** What a patch leaves open where numbers become categories, or categories numbers: the recorded values say it. */
export function* retypedPatch(
  state: State,
  before: StoredVariable,
  patch: VariablePatch,
): Slices<VariablePatch> {
  const { type = before.type } = patch;
  if (isText({ type } as StoredVariable) === isText(before)) return patch;
  if (type === 'categorical') {
    if (patch.categories != null || patch.values != null) return patch;
    return {
      ...patch,
      categories: (before.allowed_values ?? (yield* recordedValues(state, before.name))).map(String),
    };
  }
  yield* refuseText(state, before.name, type);
  const numbers = (before.values ?? []).flatMap((value) => numberIn(value) ?? []);
  if (type === 'discrete' && patch.allowed_values == null) return { ...patch, allowed_values: numbers };
  const hasRange = patch.bounds != null || patch.min != null || patch.max != null;
  const low = numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
  const high = numbers.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  return hasRange || type === 'discrete' || !(low < high) ? patch : { ...patch, bounds: [low, high] };
}

/**
 * Recorded and staged values as the new type has them: `80` and `'80'` are the same value. A category that is no number stays as it is,
 * for whoever checks the rows to name them.
 *
 * @throws ValueError the candidate list has the old values
 */
export function* withRetyped(state: State, before: StoredVariable, after: StoredVariable): Slices<State> {
  const { name } = before;
  if (isText(before) === isText(after)) return state;
  checkUnlimited(state.rules, name);
  if (state.campaign.candidates !== null) {
    throw new ValueError(
      `variable '${name}': the candidate list contains its old values; delete the list first`,
    );
  }
  const retyped = <T extends Row | Inputs>(record: T): T => {
    const value = record[name];
    if (value === null || value === undefined) return record;
    return { ...record, [name]: isText(after) ? String(value) : (numberIn(value) ?? value) };
  };
  return {
    ...state,
    rows: yield* mapList(state.rows, retyped),
    queue: state.queue.map((item) => ({ ...item, inputs: retyped(item.inputs) })),
    data_revision: state.data_revision + (state.rows.length > 0 ? 1 : 0),
  };
}
