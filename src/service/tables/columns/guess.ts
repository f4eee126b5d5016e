import { blockColumn, detailColumns, plotColumns } from '../../../contract/experiments/bookkeeping.ts';
import { fewTexts, lastNumbers } from '../../../contract/imports/column-reasons.ts';
import { formulaError } from '../cells/cell.ts';
import { type ColumnFacts, isNumeric, unitIn } from '../cells/column-facts.ts';
import { splitUnit } from '../cells/column-name.ts';
import { isPeak, isPeakReport, names, namesResult } from '../cells/column-words.ts';
import { isExported } from '../files/exported-table.ts';
import type { KnownSession } from '../known-session.ts';
import type { Table } from '../table.ts';
import { exclusionIn } from './excluded-rows.ts';
import { aNote, anId, aResult, aSetting, type Columns, type Guess } from './guessed.ts';
import { byName, guessesByNeighbours, numbersRows } from './guesses-by-neighbours.ts';
import { dated, isCalledSetting, ownMean, partsIn, recurs, withMeasured } from './measured-columns.ts';
import {
  holdsStates,
  isErrorOfNone,
  isIndex,
  isOfItself,
  isOrder,
  isPlaced,
  isSerialDay,
  isStandardOrder,
  namesRuns,
} from './named-cells.ts';
import { guessOfStudy, isStudy } from './programs.ts';
import { ofSeries, seriesIn } from './series.ts';

const noteColumn = (why: string) => (name: string) => [name, { meaning: 'note', why }] as const;

/** What columns mean that an exported table has. */
export const ownColumns: ReadonlyMap<string, Guess> = new Map<string, Guess>([
  ['Iteration', { meaning: 'iteration', why: 'the bookkeeping column Iteration' }],
  ['Reason', { meaning: 'reason', why: 'the bookkeeping column Reason' }],
  ['Noise', { meaning: 'noise', why: 'the bookkeeping column Noise' }],
  ['ProvenanceId', anId('the bookkeeping column ProvenanceId')],
  ...plotColumns.map(noteColumn('a bookkeeping column of split-plot designs')),
  ...[blockColumn, 'Blocks'].map(noteColumn('the column of the blocks of a design')),
  ...detailColumns.map(noteColumn('a bookkeeping column')),
]);

/** A result is often written with remarks: a few numbers among texts are enough where the name says so, or failures alone. */
const mayBeResult = (facts: ColumnFacts): boolean =>
  facts.numbers + facts.censored + facts.failed > 0 && (facts.numbers + facts.censored) * 4 >= facts.texts;

const isEmpty = (facts: ColumnFacts): boolean =>
  facts.numbers + facts.texts + facts.censored + facts.failed + facts.unstated === 0;

export const oneText = 'one text, not in every row';

/** What the file works out from its other columns. */
const summed: Guess = aNote('a mean of other columns');

/** It is what was measured where no other result is beside it. */
const onlyMean: Guess = aResult('a mean, and no other result');

const repeated: Guess = aResult('a repeat of a measurement');

/** Beside a result that is named as one, the reading that it comes from is kept as it is. */
const peak: Guess = aResult('a reading of a detector');
const ofPeak: Guess = aNote('the time or the name of a peak');
const weighed: Guess = aResult('what was weighed');

/** Where the file says so of several columns. */
const ofRows: Guess = aResult('one of several results in rows');
const ofPlate: Guess = aResult('a result of the plate');
const ofSection: Guess = aResult('in one of several tables of an instrument');

const share: Guess = aResult('a share of the products');

/** Products in %, and starting material in % beside one or right of a result: what a reaction gave, and no setting. */
function withShares(found: Guess[], named: readonly string[], isShare: (column: number) => boolean): void {
  const isOpen = (i: number) => found[i]?.meaning === 'input' && isShare(i);
  found.forEach((_, i) => {
    if (isOpen(i) && names.product.test(named[i] as string)) found[i] = share;
  });
  found.forEach((_, i) => {
    const isBeside = found[i - 1]?.meaning === 'output' || found[i + 1] === share;
    if (isOpen(i) && isBeside && names.startingMaterial.test(named[i] as string)) found[i] = share;
  });
}

/** What readings are beside a result. */
const beside: ReadonlyMap<Guess, Guess> = new Map([
  [peak, aNote('a reading of a detector, beside a result')],
  [weighed, aNote('a weighed amount, beside a result')],
]);

export const textResult: Guess = aNote('named as a result, and contains texts');

const uncertainty: Guess = { meaning: 'noise', why: 'named as an uncertainty' };

const theoretical: Guess = aNote('a theoretical value');

/** Whether a column holds results, also one that is a note because of those beside it. */
export const isResult = (guess: Guess): boolean =>
  guess.meaning === 'output' || [...beside.values(), summed, ownMean, theoretical].includes(guess);

/** A plan whose runs are still to be made. */
const planned: Guess = aResult('named as a result, and empty so far');

/** What programs note in addition to the state of a run. */
const runtime = /^(?:run[\s_-]?time|duration)$/i;

interface NamedColumn {
  /** As the file has it. */
  readonly column: string;
  /** Without its unit. */
  readonly name: string;
  readonly unit: string | null;
  readonly facts: ColumnFacts;
}

/** The kind of table that a column is in. */
interface TableKind {
  /** One row per well of a plate. */
  readonly inWells: boolean;
  /** The peaks of a chromatogram. */
  readonly inReport: boolean;
}

/** Numbers that something was read or weighed as. */
function readingGuess(
  { name, unit, facts }: NamedColumn,
  { inWells, inReport }: TableKind,
): Guess | undefined {
  if (names.repeat.test(name)) return repeated;
  if (unit === '%' && names.share.test(name)) return byName;
  if (unit !== null && /(?:g\/mol|g mol(?:-1|⁻¹)|Da)$/.test(unit) && names.molarMass.test(name))
    return byName;
  // A detector reads another number in almost every run.
  if (isPeak(name, unit, inReport) && (inReport || facts.levels * 2 > facts.numbers)) return peak;
  if (names.weighed.test(name)) return weighed;
  if (inReport && (names.time.test(name) || names.retention.test(name))) return ofPeak;
  if (inWells && names.wavelength.test(name)) return aResult('named by a wavelength, beside wells');
  return names.mean.test(name) ? summed : undefined;
}

/** What name and cells say about a column, whatever the others are. */
function firstGuess(named: NamedColumn, known: KnownSession, kind: TableKind): Guess | undefined {
  const { column, name, facts } = named;
  const own = ownColumns.get(column);
  if (own !== undefined && own.meaning !== 'note') return own;
  const has = (list: readonly string[]) => list.includes(column) || list.includes(name);
  if (has(known.variables.map((variable) => variable.name))) return aSetting('a variable of the session');
  if (has(known.targets)) return aResult('an objective of the session');
  if (own !== undefined) return own;
  if (isEmpty(facts)) return names.output.test(name) ? planned : { meaning: 'ignore', why: 'it is empty' };
  if (namesRuns(name, facts) && splitUnit(column).unit === null) return anId('named as an identifier');
  if (numbersRows(facts) && names.unnamed.test(name)) return anId('numbers the rows');
  if (exclusionIn(column, facts.distinct) !== undefined) return aNote('says which runs the file excludes');
  if (facts.isDates) return dated;
  if (holdsStates(name, facts)) return aNote('the state of each run');
  if (names.note.test(name) && !(isNumeric(facts) && names.output.test(name)))
    return aNote('named as a remark');
  const isLeft = names.residual.test(name) && (facts.min ?? 0) < 0;
  if (isNumeric(facts) && (names.fitted.test(name) || isLeft)) return aNote('computed by a model');
  if (isNumeric(facts) && facts.allIntegers && isSerialDay(facts) && names.calendar.test(name))
    return aNote('dates as spreadsheet serial numbers');
  if (isOrder(name, facts)) return anId('the place of each run in an order');
  if (isStandardOrder(name, facts)) return anId('the standard order of a design');
  if (
    isNumeric(facts) &&
    facts.errors === 0 &&
    names.noise.test(name) &&
    !names.standard.test(name) &&
    name !== 'Se'
  )
    return facts.max === 0 ? aNote('an uncertainty of 0 throughout') : uncertainty;
  if (isNumeric(facts) && /^st/i.test(name) && names.standard.test(name))
    return aNote('a standard of a calibration');
  if (names.bracketed.test(name)) return aNote('in brackets after other numbers');
  if (isNumeric(facts) && names.theoretical.test(name)) return theoretical;
  if (facts.isPencils && namesResult(name)) return textResult;
  if (mayBeResult(facts) && namesResult(name)) return byName;
  const reading = isNumeric(facts) ? readingGuess(named, kind) : undefined;
  if (reading !== undefined) return reading;
  if (facts.distinct.some((text) => formulaError.test(text)))
    return aNote('computed by formulas, some of which fail');
  if (isNumeric(facts) && names.day.test(name)) return aResult('its name is a date: results of that day');
  if (isNumeric(facts) && facts.censored + facts.failed + facts.unstated > 0)
    return aResult('contains limits or failures');
  return undefined;
}

/** Text as long as a sentence, or different in every row, is no setting; SMILES have no blanks. */
function isProse(facts: ColumnFacts, rows: number): boolean {
  if (facts.averageLength > 30 && facts.distinct.some((text) => /\s/.test(text.trim()))) return true;
  return facts.distinct.length > Math.max(8, rows / 2);
}

function settingGuess(name: string, facts: ColumnFacts, rows: number): Guess {
  if (isNumeric(facts)) {
    if (facts.levels > 1) return aSetting('numbers that vary');
    // `rt` beside 60 is another setting; a remark in few rows is none.
    const isSetting = facts.distinct.some((text) => names.temperature.test(text.trim()));
    return isSetting || (facts.texts * 2 >= facts.numbers && facts.texts > 0)
      ? aSetting('a number and texts')
      : aNote(`one number in ${facts.texts > 0 ? 'most rows' : 'every row'}`);
  }
  if (facts.distinct.length < 2) return aNote(facts.blank > 0 ? oneText : 'one text in every row');
  if (facts.blank * 2 > rows && !names.kinds.test(name)) return aNote(fewTexts);
  return isProse(facts, rows)
    ? aNote('different text in most rows')
    : aSetting(facts.distinct.length < rows - facts.blank ? 'a few repeated texts' : 'a few texts');
}

/** Without a result by name it is the last column of numbers: results stand right of what they come from. A part of a mixture is none, nor is a temperature left of other settings. One that holds texts is none, and no setting; nor is one left of a series of readings. */
function withOutput(
  found: Guess[],
  first: readonly (Guess | undefined)[],
  { table, named, facts }: Columns,
): void {
  const texts = found.findLastIndex(
    ({ meaning }, i) => meaning === 'input' && namesResult(named[i] as string),
  );
  const numeric = found.flatMap((guess, i) =>
    guess.meaning === 'input' && first[i] === undefined && isNumeric(facts[i] as ColumnFacts) ? [i] : [],
  );
  const parts = partsIn(table, numeric, facts);
  const isLeft = (i: number) =>
    found.some(({ meaning }, k) => k > i && meaning === 'input' && first[k] === undefined);
  const isSet = (i: number) => parts.has(i) || (isLeft(i) && isCalledSetting(named[i] as string));
  const last =
    numeric.findLast((i) => !isSet(i)) ??
    (parts.size < 3 ? numeric.findLast((i) => !isLeft(i)) : undefined) ??
    -1;
  if (texts > last) found[texts] = textResult;
  else if (last >= 0 && last > first.lastIndexOf(ofSeries)) found[last] = aResult(lastNumbers);
}

/** What names and cells say about each column alone. */
function firstGuesses(columns: Columns, known: KnownSession): (Guess | undefined)[] {
  const { table, named, facts } = columns;
  const kind = { inReport: isPeakReport(named), inWells: named.some((name) => names.well.test(name)) };
  const inStudy = isStudy(table.columns);
  const inPlate = isPlaced(columns);
  const inStates = named.some((name, i) => holdsStates(name, facts[i] as ColumnFacts));
  const series = new Set(isExported(table.columns) ? [] : seriesIn(table.columns).flat());
  return table.columns.map((column, i) => {
    if (table.joined.has(i)) return aNote('joined from several rows');
    const name = named[i] as string;
    const cells = facts[i] as ColumnFacts;
    const own = firstGuess({ column, name, unit: unitIn(table, i), facts: cells }, known, kind);
    if (own === undefined && i === 0 && table.settings.header_row > 0 && isIndex(name, cells))
      return anId('the index of a table');
    if (inPlate && names.place.test(name)) return anId('a place on a plate');
    if (inStates && own === undefined && runtime.test(name)) return aNote('how long a run took');
    if (own === summed && isOfItself(name, named)) return ownMean;
    if (own?.meaning === 'noise' && isErrorOfNone(name, named)) return aResult('an error of no other column');
    if (own === undefined && kind.inReport && names.peakDetail.test(name)) return ofPeak;
    return (inStudy ? guessOfStudy(column, own) : own) ?? (series.has(i) ? ofSeries : undefined);
  });
}

/** Whether a column has a unit, and no result has the same. */
const isInOwnUnit = (table: Table, found: readonly Guess[], column: number): boolean => {
  const unit = unitIn(table, column);
  return unit !== null && !found.some(({ meaning }, i) => meaning === 'output' && unitIn(table, i) === unit);
};

/** `s` right of a result or a mean, in the same unit and smaller: its standard deviation. */
const isSpread = ({ table, named, facts }: Columns, found: readonly Guess[], i: number): boolean =>
  named[i] === 's' &&
  found[i]?.meaning === 'input' &&
  (found[i - 1]?.meaning === 'output' || found[i - 1] === summed) &&
  [unitIn(table, i - 1), null].includes(unitIn(table, i)) &&
  (facts[i]?.max ?? 0) < (facts[i - 1]?.max ?? 0);

/** One noise: a σ in its own unit is another quantity, and a second one, a relative one and the number of measurements are kept beside it. */
function withOneNoise(found: Guess[], columns: Columns): void {
  const { table, named, facts } = columns;
  found.forEach((guess, i) => {
    if (isSpread(columns, found, i)) found[i] = uncertainty;
    if (guess.meaning === 'noise' && names.sigma.test(named[i] as string) && isInOwnUnit(table, found, i))
      found[i] = aResult('in a unit that no other result has');
  });
  const noise = found.findIndex(({ meaning }) => meaning === 'noise');
  found.forEach((guess, i) => {
    const counts = guess.meaning === 'input' && facts[i]?.allIntegers && names.count.test(named[i] as string);
    if (counts && noise >= 0) found[i] = aNote('the number of measurements');
  });
  found.forEach(({ meaning }, i) => {
    const of = (named[i] as string).replace(names.relative, '').trim();
    if (meaning === 'input' && of !== named[i] && named.includes(of))
      found[i] = aNote('a deviation relative to a result');
  });
  found.forEach((guess, i) => {
    if (guess.meaning === 'noise' && i !== noise) found[i] = aNote('a second uncertainty');
  });
}

/** Wells from which on numbers that do not recur are no layout. */
const fewestWells = 24;

/** Whether the numbers of a plate were read: layouts have the same number in several wells. */
const isReading = (name: string, facts: ColumnFacts): boolean =>
  isNumeric(facts) && facts.numbers >= fewestWells && !recurs(facts) && !isCalledSetting(name);

/** Means of columns that are beside them. */
function withMeans(found: Guess[], named: readonly string[]): void {
  found.forEach(({ meaning }, i) => {
    const [, behind, before] = names.meanOf.exec(named[i] as string) ?? [];
    const stem = (behind ?? before)?.toLowerCase();
    const isOfMean = (other: string, k: number) =>
      stem !== undefined && k !== i && found[k]?.meaning === 'output' && other.toLowerCase().startsWith(stem);
    const isNamed = named.some((other, k) => isOfMean(other, k) && other.toLowerCase() === stem);
    if (meaning === 'output' && (isNamed || named.filter(isOfMean).length > 1)) found[i] = summed;
  });
}

/** The same numbers as a result in every run, and others in most runs: an objective beside the output that it is. */
const copied: Guess = aResult('the numbers of a result');
const isCopy = ({ table: { rows }, facts }: Columns, found: readonly Guess[], i: number): boolean =>
  (facts[i]?.levels ?? 0) > 3 &&
  found.some((one, k) => one.meaning === 'output' && rows.every((row) => row[i] === row[k]));

/** What every column is. */
export function guesses(columns: Columns, known: KnownSession): Guess[] {
  const { table, named, facts } = columns;
  const first = firstGuesses(columns, known);
  const alone = first.map((guess, i) => {
    const [name, own] = [named[i] as string, facts[i] as ColumnFacts];
    return (
      guess ??
      (table.settings.plate && isReading(name, own) ? ofPlate : settingGuess(name, own, table.rows.length))
    );
  });
  const isOpen = (i: number) => first[i] === undefined && unitIn(table, i) === null;
  // What an instrument wrote has no settings left of its results.
  const isReport = table.settings.plate || table.results.size === table.columns.length;
  const found = isReport ? alone : guessesByNeighbours(alone, columns, isOpen);
  const isSetting = ({ meaning }: Guess, i: number) => meaning === 'input' && !table.results.has(i);
  const { plate, stacked } = table.settings;
  const ofAll = plate ? ofPlate : stacked === null ? ofSection : ofRows;
  if (stacked === null || found.some(isSetting) || isPeakReport(named)) {
    for (const i of table.results) {
      if (first[i] === undefined && isNumeric(facts[i] as ColumnFacts)) found[i] = ofAll;
    }
  }
  withOneNoise(found, columns);
  withMeans(found, named);
  const hasValues = found.some(({ meaning }, i) => meaning === 'output' && !isEmpty(facts[i] as ColumnFacts));
  found.forEach(({ meaning }, i) => {
    if (hasValues && meaning === 'output' && first[i]?.why === planned.why)
      found[i] = { meaning: 'ignore', why: 'it is empty' };
  });
  if (found.some((guess) => guess.meaning === 'output' && !beside.has(guess)))
    found.forEach((guess, i) => {
      found[i] = beside.get(guess) ?? guess;
    });
  // The mean of repeated results is what was measured where they are not there.
  if (!hasValues) {
    const mean = found.findIndex((guess) => guess === summed || guess === ownMean);
    if (mean >= 0) found[mean] = onlyMean;
  }
  const isShare = (i: number) =>
    isNumeric(facts[i] as ColumnFacts) && (unitIn(table, i) ?? facts[i]?.unit) === '%';
  withShares(found, named, isShare);
  if (!found.some(({ meaning }) => meaning === 'output')) withOutput(found, first, columns);
  found.forEach(({ meaning }, i) => {
    const holdsTexts = meaning === 'input' && first[i] === undefined && !isNumeric(facts[i] as ColumnFacts);
    if (holdsTexts && names.measured.test(named[i] as string)) found[i] = textResult;
  });
  if (isExported(table.columns) || isStudy(table.columns)) return found;
  found.forEach(({ meaning }, i) => {
    if (meaning === 'input' && first[i] === undefined && isCopy(columns, found, i)) found[i] = copied;
  });
  const read = withMeasured(found, columns, (i) => first[i] === undefined);
  const others = read.filter((guess) => guess.meaning === 'output' && guess !== onlyMean);
  return others.length > 1 ? read.map((guess) => (guess === onlyMean ? summed : guess)) : read;
}

/** A column with a unit holds numbers, though some cells are none (`80-90`). Few integers under a name such as `Ligand` number kinds; with a unit they are amounts. */
export function typeOf(
  facts: ColumnFacts,
  name: string,
  unit: string | null,
  isMeasured: boolean,
): 'real' | 'categorical' {
  const numbersKinds = facts.allIntegers && facts.levels <= 12 && unit === null && names.kinds.test(name);
  const isNumber = isNumeric(facts) || (isMeasured && mayBeResult(facts));
  return isNumber && !numbersKinds ? 'real' : 'categorical';
}
