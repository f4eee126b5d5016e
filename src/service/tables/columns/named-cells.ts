import type { ColumnFacts } from '../cells/column-facts.ts';
import { names } from '../cells/column-words.ts';
import type { Columns } from './guessed.ts';

/** `Std` of a design: integers, different in every row, or 1 to n. Deviations repeat or have decimals. */
export const isStandardOrder = (
  name: string,
  { allIntegers, levels, numbers, min, max }: ColumnFacts,
): boolean =>
  allIntegers &&
  levels === numbers &&
  ((/^std\.?$/i.test(name) && numbers > 1) ||
    (names.noise.test(name) && numbers > 3 && min === 1 && max === numbers));

/** The place of each run in an order: 1 to n, each once. */
export const isOrder = (name: string, { numbers, levels, allIntegers, min, max }: ColumnFacts): boolean =>
  names.order.test(name) && allIntegers && numbers > 2 && levels === numbers && min === 1 && max === numbers;

/** Numbers that spreadsheets show as dates between 1990 and 2060. */
export const isSerialDay = ({ min, max }: ColumnFacts): boolean =>
  min !== null && max !== null && min > 32_874 && max < 58_440;

/** What programs say about their runs. */
const states =
  /^(?:completed?|finished|done|ok|success(?:ful)?|fail(?:ed|ure)?|crashed|aborted|abandoned|killed|pruned|running|waiting|pending|queued|candidate|early[_ ]stopped)$/i;

export const holdsStates = (name: string, { distinct }: ColumnFacts): boolean =>
  names.state.test(name) && distinct.every((text) => states.test(text.trim()));

/** A well, perhaps behind its number and that of its plate: `A1`, `1(1,A1)`. */
const inWell = /^(?:\d+\(\d+,)?[A-P]0?\d{1,2}\)?$/;

/** `batch` of 32, 64 and 128: how many samples a program learns from at once. */
const batchSize = /^(?:8|16|32|64|128|256|512|1024|2048)$/;

/** Whether a column is named as one of identifiers. An index or a vessel that recurs, as the isocyanate index, was set. */
export const namesRuns = (
  name: string,
  { distinct, texts, numbers, allIntegers, min, levels, max }: ColumnFacts,
): boolean =>
  (/^(?:condition|bedingung|treatment)$/i.test(name) && allIntegers && min === 1 && max === levels) ||
  (/^(?:location|pos(?:ition)?)$/i.test(name) && texts > 0 && distinct.every((text) => inWell.test(text))) ||
  (names.id.test(name) &&
    !(/^(?:index|vessel)$/i.test(name) && distinct.length < texts + numbers) &&
    !(/^batch$/i.test(name) && distinct.every((text) => batchSize.test(text)))) ||
  names.joinedId.test(name) ||
  names.well.test(name);

/** Rows that pandas chose from a longer table keep its index, another whole number each. */
export const isIndex = (name: string, { allIntegers, min, levels, numbers, texts }: ColumnFacts): boolean =>
  names.unnamed.test(name) &&
  allIntegers &&
  (min ?? -1) >= 0 &&
  levels === numbers &&
  numbers > 3 &&
  texts === 0;

/** Whether columns `Row` and `Column` hold the letters and numbers of wells, or numbers of which each pair stands once. */
export function isPlaced({ table: { rows }, named, facts }: Columns): boolean {
  const places = facts.flatMap((own, i) => (names.place.test(named[i] as string) ? [{ ...own, i }] : []));
  const letters = places.filter(({ distinct }) => distinct.every((text) => /^[A-P]$/.test(text)));
  const numbers = places.filter(({ allIntegers, min, max }) => allIntegers && min === 1 && (max ?? 99) <= 24);
  const pairs = () => new Set(rows.map((row) => places.map(({ i }) => row[i]).join(' ')));
  return (
    places.length === 2 &&
    letters.length + numbers.length === 2 &&
    letters.length < 2 &&
    (letters.length === 1 || pairs().size === rows.length)
  );
}

/** `Average diameter` where no other column is of diameters: a quantity of its own, and no mean of what is beside it. */
export function isOfItself(name: string, named: readonly string[]): boolean {
  const [, what = ''] =
    /^\S+\s+(?!(?:of|over|from|von|value|result|wert)[^\p{L}])(\p{L}{4,})/iu.exec(name) ?? [];
  const has = (other: string) => other !== name && other.toLowerCase().includes(what.toLowerCase());
  return what !== '' && !named.some(has);
}

/** `dim_error_um` where no other column has `dim` in its name: a quantity, and no noise of a result. */
export function isErrorOfNone(name: string, named: readonly string[]): boolean {
  const [, what] = names.errorOf.exec(name) ?? [];
  return (
    what !== undefined &&
    !named.some((other) => other !== name && other.toLowerCase().includes(what.toLowerCase()))
  );
}
