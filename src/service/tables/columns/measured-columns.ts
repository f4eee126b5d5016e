import { differingNumbers } from '../../../contract/imports/column-reasons.ts';
import type { ImportColumn } from '../../../contract/imports/imports.ts';
import { list } from '../../../engine/words.ts';
import { type ColumnFacts, isNumeric, unitIn } from '../cells/column-facts.ts';
import { names } from '../cells/column-words.ts';
import type { Table } from '../table.ts';
import { mixturesIn } from './constant-sums.ts';
import { aNote, aResult, aSetting, type Columns, type Guess } from './guessed.ts';

/** Fewer runs do not show whether the numbers of a column recur. */
const fewestRuns = 4;

/** So many settings that recur are a design, whose other numbers came out of it. */
export const fewestSettings = 2;

const differing: Guess = aResult(differingNumbers);
const behind: Guess = aResult('numbers that differ in most runs, right of a result');
const doubtful: Guess = aSetting('numbers that differ in most runs, beside results');
const described: Guess = aNote('texts right of the results');

/** When a run was made or read. */
export const dated: Guess = aNote('dates or times of day');

/** `Average diameter`: in a design it came out of the runs. */
export const ownMean: Guess = aNote('a mean');

/** Quantities that are set in almost every table. */
const set =
  /(?:^|[^\p{L}])(?:conc|konz|dos(?:e|is|age)|amount|menge|equiv|load|speed|drehzahl|feed|power|additiv|cataly|katalys|ligand|surfact|binder|filler)/iu;

/** Quantities that are set more often than they come out. */
const usuallySet =
  /time|zeit|temps|tiempo|tempo|時間|时间|temp|温度|press|druck|flow|voltage|current|volume|(?:^|[^\p{L}])ratio|mass(?:e)?(?:[^\p{L}]|$)|weight|^p\.?H|^[TtPpcVv]$/iu;

/** Whether a quantity is set more often than it comes out, by its name. */
export const isCalledSetting = (name: string): boolean => set.test(name) || usuallySet.test(name);

/** Units of what is weighed and measured out, which differs a little in each run, and of what is set otherwise. */
const unitOfSetting =
  /^(?:[kmµμu]?g|[mµμu]?[Ll]|[mµμu]?mol|[mµμu]?M|mol\/[Ll]|mol[.-]?%|eq\.?|equiv\.?|rpm|sccm|slm|[mµμ]?[Ll]\/(?:min|h)|k?g\/(?:min|h))$/;

/** Whether the numbers of a column recur, as those of a design do. */
export const recurs = ({ numbers, levels }: ColumnFacts): boolean =>
  numbers >= fewestRuns && levels * 5 <= numbers * 3;

/** Whether the runs go through steps of one size, each once. */
const isStepped = ({ numbers, levels, isEven }: ColumnFacts): boolean => isEven && levels === numbers;

/** Columns (from 0) of a table that are the parts of a mixture. */
export function partsIn(table: Table, places: readonly number[], facts: readonly ColumnFacts[]): Set<number> {
  const own = places.filter((i) => (facts[i]?.min ?? -1) >= 0);
  const groups = Map.groupBy(own, (i) => unitIn(table, i));
  return new Set(mixturesIn(table, [...groups.values()]).flatMap(({ parts }) => parts));
}

/** A name without its number, where there is more of it; columns without a name have numbers alone. */
const stem = (name: string): string | undefined =>
  names.unnamed.test(name) ? undefined : /^(\p{L}{3,}.*?)[\s_.-]*\d+$/u.exec(name)?.[1];

/** What differs from a result right of it in the number of its name alone is a result, too, though it recurs: `Day 0` beside `Day 7`. */
function withSiblings(
  found: readonly Guess[],
  numeric: readonly number[],
  named: readonly string[],
): Guess[] {
  const read = [...found];
  for (const i of numeric.toReversed()) {
    const next = read[i + 1];
    const own = stem(named[i] as string);
    const isLike = own !== undefined && own === stem(named[i + 1] ?? '');
    if (isLike && (next === differing || next === behind)) read[i] = next;
  }
  return read;
}

/**
 * What stands right of the settings, where names say too little. Settings of a design recur, or rise in equal steps; what came out
 * is another number in most runs. Texts right of the results describe them.
 *
 * @param isOpen whether neither the name nor the cells of a column (from 0) said what it is
 */
export function withMeasured(
  found: readonly Guess[],
  { table, named, facts }: Columns,
  isOpen: (column: number) => boolean,
): Guess[] {
  const factsAt = (i: number) => facts[i] as ColumnFacts;
  const inputs = found.flatMap(({ meaning }, i) => (meaning === 'input' ? [i] : []));
  const numeric = inputs.filter((i) => isOpen(i) && isNumeric(factsAt(i)));
  const first = found.findIndex(({ meaning }, i) => meaning === 'output' && i > (inputs[0] ?? i));
  const result = first < 0 ? found.length : first;
  const parts = partsIn(table, numeric, facts);
  const isSet = (i: number) => {
    if (!isOpen(i)) return true;
    if (isNumeric(factsAt(i))) return recurs(factsAt(i)) || isStepped(factsAt(i)) || parts.has(i);
    return i < result || names.kinds.test(named[i] as string);
  };
  const last = inputs.findLast(isSet) ?? -1;
  const isDesign = numeric.filter((i) => recurs(factsAt(i))).length >= fewestSettings;
  // Samples with the times of their readings are what an instrument notes.
  const isLog = found.includes(dated) && found.some(({ meaning }) => meaning === 'id');
  const isWhole = numeric.every((i) => i > last || isSet(i));
  // Numbers right of a thing that is another one in most runs may describe it.
  const isThing =
    last >= 0 && !isNumeric(factsAt(last)) && factsAt(last).distinct.length * 5 > table.rows.length * 3;
  const read = found.map((guess, i): Guess => {
    if (guess === ownMean) return isDesign && i > last ? (i > result ? behind : differing) : guess;
    if (i <= last || guess.meaning !== 'input') return guess;
    const isBehind = i > result;
    if (!isNumeric(factsAt(i))) return isBehind && table.rows.length >= fewestRuns ? described : guess;
    if (factsAt(i).numbers < fewestRuns) return guess;
    const name = named[i] as string;
    const isUsual = usuallySet.test(name);
    const isOften = set.test(name) || unitOfSetting.test(unitIn(table, i) ?? '');
    if (isBehind) return isDesign || !(isUsual || isOften) ? behind : guess;
    if (!isDesign) return isLog && last < 0 && !(isUsual || isOften) ? doubtful : guess;
    return isOften || isThing || (isUsual && !isWhole) ? doubtful : differing;
  });
  return withSiblings(read, numeric, named);
}

/** Columns that were taken for results, or for none, because of their cells and their place. */
export function measuredRemarks(columns: readonly ImportColumn[]): string[] {
  const said = (guesses: readonly Guess[], one: string, several: string) => {
    const found = columns.filter(({ why }) => guesses.some((guess) => guess.why === why));
    const [what, rest] = found.length === 1 ? ['column', one] : ['columns', several];
    return found.length === 0 ? [] : [`${what} ${list(found.map(({ column }) => column))} ${rest}`];
  };
  return [
    ...said(
      [differing, behind],
      'is read as a result, because its numbers differ in most runs; if it was set, read it as an input',
      'are read as results, because their numbers differ in most runs; if one was set, read it as an input',
    ),
    ...said(
      [doubtful],
      'differs in most runs, beside results; if it was measured, read it as an output',
      'differ in most runs, beside results; if one was measured, read it as an output',
    ),
    ...said(
      [described],
      'is a note, because it stands right of the results; if it was set, read it as an input',
      'are notes, because they stand right of the results; if one was set, read it as an input',
    ),
  ];
}
