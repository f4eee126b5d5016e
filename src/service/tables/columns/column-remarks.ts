import { fewTexts } from '../../../contract/imports/column-reasons.ts';
import type { AmbiguousNumber, ImportColumn, ImportColumnPatch } from '../../../contract/imports/imports.ts';
import { list } from '../../../engine/words.ts';
import { hasOtherSign, isPlainThousand, isText, readCell, twoReadings } from '../cells/cell.ts';
import { months, unitIn } from '../cells/column-facts.ts';
import { isUnit, splitUnit } from '../cells/column-name.ts';
import { names, namesResult } from '../cells/column-words.ts';
import { rowsOfRuns, type Table } from '../table.ts';
import { repeatGroups } from '../transforms/repeats.ts';
import { recurringRuns } from '../transforms/stacked-parts.ts';
import { isSameUnit } from '../units/same-unit.ts';
import { codedLevels } from './coded-levels.ts';
import { constantSums } from './constant-sums.ts';
import { oneText, textResult } from './guess.ts';
import { numbering } from './guesses-by-neighbours.ts';
import { measuredRemarks } from './measured-columns.ts';
import { isMinimized } from './programs.ts';
import { seriesRemarks } from './series.ts';

/** What to say of one column; nothing where that does not hold. */
type Say = (column: ImportColumn, at: number, table: Table) => string | false | undefined;

const isRead = ({ meaning }: ImportColumn): boolean => meaning === 'input' || meaning === 'output';

/** The categories of a new variable; none of any other column. */
const newCategories = ({ meaning, type, exists, categories }: ImportColumn): readonly string[] =>
  meaning === 'input' && type === 'categorical' && !exists ? (categories ?? []) : [];

/** A column where some numbers have a unit and others have none may mix two scales. */
const mixedUnits: Say = (column, at, table) => {
  if (!isRead(column)) return;
  const amounts = rowsOfRuns(table).flatMap((row) => {
    const parsed = readCell(row[at] ?? '', table.settings.decimal);
    return parsed.kind === 'number' || parsed.kind === 'censored' ? [parsed.unit] : [];
  });
  const unit = amounts.find((one) => one !== null && isUnit(one));
  const stated = unitIn(table, at);
  return (
    unit != null &&
    amounts.includes(null) &&
    (stated === null || !isSameUnit(unit, stated)) &&
    `column '${column.column}': some numbers have the unit '${unit}' and others have none; all are read on one scale`
  );
};

/** Notations in which a small letter is another atom than a large one. */
const caseMatters = /smiles|smarts|inchi/i;

/** Categories of new variables that differ in letter case or blanks alone: often one thing that was typed in two ways. */
const alikeCategories = (columns: readonly ImportColumn[]): string[] =>
  columns.flatMap((one) => {
    const alike = Map.groupBy(caseMatters.test(one.column) ? [] : newCategories(one), (label) =>
      label.toLowerCase().replaceAll(/\s+/g, ''),
    );
    return [...alike.values()].flatMap(([first, ...others]) =>
      others.map(
        (label) =>
          `column '${one.column}': '${first}' and '${label}' are two categories; if they are one, make them equal in the file`,
      ),
    );
  });

/** Two numbers with a sign or word between them: a range, a ratio, a fraction. */
const twoNumbers =
  /^[~<>≈]?\s*\d[\d.,]*\s*[\p{L}°%]{0,4}\s*(?:[-–—:/x×]|to|bis)\s*\d[\d.,]*\s*[\p{L}°%]{0,6}$/u;

/** One number with a doubt, a bracket or a sign: `25?`, `[25]`, `=25`, `25 (n=3)`, `T=25`, `pH 5`. */
const signedNumber =
  /^(?:pH|[\p{L}_]{1,20}\s?[=:]|[^\p{L}\d]){0,3}(?!0\d)\d[\d.,]{0,20}(?:\s?[^\p{L}\d(]{1,3}|\s?\([^()]{1,40}\)){0,2}$/u;

/** Ranges, ratios and numbers with more than a unit are categories, each without a place between the others. */
const amountsInTexts: Say = (column) => {
  const all = newCategories(column);
  const found = all.filter((text) => twoNumbers.test(text) || (signedNumber.test(text) && isText(text)));
  return (
    found.length > 1 &&
    found.length * 2 >= all.length &&
    `column '${column.column}': '${found[0]}' and the like are categories; if they are amounts, write each as one number`
  );
};

/** Other texts in all rows may name the runs; kinds of a reagent are each tried once in a first screening. */
const mayBeNames: Say = (column, _, { rows, summary }) => {
  const runs = rows.length - summary.size;
  const isKind = names.kinds.test(column.column) || caseMatters.test(column.column);
  return (
    runs > 3 &&
    newCategories(column).length === runs &&
    !isKind &&
    `column '${column.column}' has a different text in every row; if it names the runs, read it as an identifier`
  );
};

/** A first column that numbers the runs may as well be a setting that was raised from run to run. */
const mayBeSetting: Say = ({ column, meaning, why }) =>
  meaning === 'id' &&
  why === numbering.why &&
  `column '${column}' has a different value in every row; if it is a setting, read it as an input`;

/** `T=60 °C, t=2 h`: several settings in one text, whose numbers a category does not have. */
const severalSettings: Say = (column) => {
  const [first, second] = newCategories(column).filter((text) => /[=:]\s*\d.*[,;/].*[=:]\s*\d/.test(text));
  return (
    second !== undefined &&
    `column '${column.column}': '${first}' and the like are categories; to use the numbers in them, give each a column`
  );
};

/** Ratios as results are texts: a model cannot learn them. */
const ratiosAsResults: Say = ({ column, why, meaning }, at, { rows }) => {
  if (meaning !== 'note' || why !== textResult.why) return;
  const cells = rows.flatMap((row) => (row[at] === '' ? [] : [String(row[at])]));
  const found = cells.filter((text) => twoNumbers.test(text));
  return (
    found.length * 2 > cells.length &&
    `column '${column}' is a note: '${found[0]}' and the like are not one number; to use it as a result, write one, such as ${Number.parseFloat((found[0] as string).replace(/^\D+/, ''))}`
  );
};

/** Errors of settings have no place beside a run. */
const errorsOfSettings: Say = ({ column, meaning, type, n_errors }) =>
  meaning === 'input' &&
  type !== 'categorical' &&
  n_errors > 0 &&
  `column '${column}': errors after its values (±) are ignored, as for all settings`;

/** One text in some rows and nothing in the others may be a setting: a mark, or an additive. */
const marks: Say = ({ column, why, n_texts, samples }) =>
  why === oneText &&
  n_texts > 1 &&
  `column '${column}' is a note with '${samples[0]}' in some rows; if an empty cell means no or none, write so in the file`;

const lowIsGood =
  /impurit|verunreinig|by-?product|nebenprodukt|waste|abfall|\bcosts?\b|kosten|e-?factor|\bloss\b|\berror\b|rmse|residual/i;

/** Starting material and side products. */
const isLeftOver = (name: string): boolean =>
  names.startingMaterial.test(name) || /^(?:np|dimer|trimer)[\s_.-]*\d*$/i.test(name);

/** A new result is maximized until its goal is set, which some names contradict. */
const goalsToSet: Say = ({ column, name, meaning, exists, why }) =>
  meaning === 'output' &&
  !exists &&
  (lowIsGood.test(name) || isLeftOver(name) || isMinimized(column, why)) &&
  `'${name}' is maximized until its goal is set with the objectives`;

/** Numbers from 0 to 1 alone in % by the name of a result or by the session, and not by the cells: they may be fractions. */
const fractionsAsShares: Say = (own, at, { units, rows }) => {
  const { column, name, meaning, exists, unit, min, max } = own;
  const isShare = exists
    ? isRead(own) && splitUnit(column).unit === null
    : meaning === 'output' && namesResult(name) && !lowIsGood.test(name);
  const isBare = units[at] === null && rows.every((row) => !String(row[at] ?? '').includes('%'));
  const isInOne = min !== null && max !== null && min >= 0 && max <= 1 && min < max;
  const [what, then] = exists ? [`'${name}' is in %`, ' and convert them'] : ['its unit is %', ''];
  return (
    unit === '%' &&
    isShare &&
    isBare &&
    isInOne &&
    `column '${column}': all numbers are from 0 to 1, and ${what}; if they are fractions, set the unit of the column to 'fraction'${then}`
  );
};

/** Whether two columns of numbers lie on one scale: their ranges have a quarter of both together in common. */
const shareScale = (one: ImportColumn, other: ImportColumn): boolean => {
  if (one.min === null || one.max === null || other.min === null || other.max === null) return false;
  const both = Math.max(one.max, other.max) - Math.min(one.min, other.min);
  return Math.min(one.max, other.max) - Math.max(one.min, other.min) >= both / 4;
};

/** Numbers without units beside each other, on one scale, where no result is named: the results of a table of two settings. */
function crossTable(columns: readonly ImportColumn[]): string[] {
  const [corner, ...others] = columns;
  const bare = others.filter(({ n_numbers, unit, exists }) => n_numbers > 1 && unit === null && !exists);
  const [first] = bare;
  const isNamed = others.some(({ name }) => namesResult(name));
  if (corner === undefined || first === undefined || bare.length < 3 || isNamed) return [];
  if (bare.length < others.length || !bare.every((one) => shareScale(first, one))) return [];
  return [
    `columns ${list(bare.slice(0, 3).map(({ column }) => column))}${bare.length > 3 ? ' …' : ''} have numbers of one scale; if they are one result under several settings, write a row for each, with a column for the setting and one for the result`,
  ];
}

/** Results that may be repeats of one measurement are objectives each until that is said. */
const repeats = (columns: readonly ImportColumn[]): string[] =>
  repeatGroups(columns).map(
    (group) =>
      `columns ${list(group)} are separate objectives; if they repeat one measurement, choose them as repeats, so that each value is a run`,
  );

/** A value over empty cells may hold for those below it, as people write tables. */
const overGaps = ({ rows }: Table, columns: readonly ImportColumn[]): string[] =>
  columns.flatMap(({ column, why, meaning, fill_down, n_missing, samples }, i) => {
    const isLeft = columns.slice(0, i).every((one) => one.meaning === 'id' || one.meaning === 'note');
    const changes = rows.every((row, at) => row[i] === '' || row[i] !== rows[at - 1]?.[i]);
    const isNote = (isLeft || changes) && why === fewTexts && samples.length > 1;
    const isOpen = (isNote || meaning === 'input') && !fill_down && n_missing > 0;
    return isOpen && (rows[0]?.[i] ?? '') !== '' && rows.some((row) => row[i] === '')
      ? `column '${column}' has empty cells${isNote ? ', and is a note because most of them are' : ''}; if each value applies to the rows below it, fill the column down`
      : [];
  });

/**
 * A number such as `1.200` in a file in which nothing tells the decimal sign, or in a column that has another one than the file,
 * as `0.125` among decimal commas shows; null where only notes have such numbers.
 *
 * @param asked decimal sign that the plan states
 */
export function ambiguousNumber(
  table: Table,
  columns: readonly ImportColumn[],
  asked: '.' | ',' | undefined,
): AmbiguousNumber | null {
  if (asked !== undefined) return null;
  const { rows, summary, isDecimalOpen, settings } = table;
  const isRead = columns.map(
    ({ meaning, type }, i) =>
      ['input', 'output', 'noise'].includes(meaning) &&
      type !== 'categorical' &&
      (isDecimalOpen || rows.some((row) => hasOtherSign(row[i] ?? '', settings.decimal))),
  );
  for (const [at, row] of rows.entries()) {
    const i = summary.has(at) ? -1 : row.findIndex((cell, k) => isRead[k] && twoReadings(cell));
    const readings = twoReadings(row[i] ?? '');
    if (readings !== undefined) return { text: String(row[i]), ...readings };
  }
  return null;
}

/** The first text of a column that is read, and is such a one. */
const textWith = (column: ImportColumn, at: number, { rows }: Table, is: (text: string) => boolean) =>
  (isRead(column) ? rows : [])
    .map((row) => row[at])
    .find((cell): cell is string => typeof cell === 'string' && is(cell));

/** Numbers that could have the other decimal sign, in a column where nothing shows that they are thousands. */
export function couldBeDecimals(table: Table, columns: readonly ImportColumn[]): string[] {
  const [sign, other] = table.settings.decimal === ',' ? [',', '.'] : ['.', ','];
  const group = new RegExp(`^[-+−]?[1-9]\\d{0,2}\\${other}\\d{3}$`);
  const sure = new RegExp(`\\${other}\\d{3}[.,]\\d|\\d{4}\\${sign}`);
  return columns.flatMap((column, i) => {
    const example = textWith(column, i, table, (text) => group.test(text));
    const isSure = table.rows.some((row) => isPlainThousand(row[i] ?? ''));
    if (example === undefined || isSure || textWith(column, i, table, (text) => sure.test(text))) return [];
    return `column '${column.column}': '${example}' is read as ${example.replace(/[.,]/, '')}; if it is not a thousand, write it with a decimal ${sign === ',' ? 'comma' : 'point'}`;
  });
}

/** `3,000` beside `3000` in a file of decimal commas. */
export function couldBeThousands(table: Table, columns: readonly ImportColumn[]): string[] {
  const group = new RegExp(`^[-+−]?[1-9]\\d{0,2}\\${table.settings.decimal}\\d{3}$`);
  return columns.flatMap((column, i) => {
    const example = textWith(column, i, table, (text) => group.test(text));
    const beside = table.rows.map((row) => row[i] ?? '').find(isPlainThousand);
    return example === undefined || beside === undefined
      ? []
      : `column '${column.column}': '${example}' is read as ${Number(example.replace(',', '.'))}, beside ${beside}; if it is a thousand, write it without the separator`;
  });
}

const dayOfMonth = new RegExp(`^(?:\\d{1,2}[-. ]{1,2}${months}|${months}[-. ]{1,2}\\d{2})\\.?$`, 'i');

/** Days without a year among texts or numbers: spreadsheets make them of `1-2`, `1/2` and names such as `MAR1`. */
const madeDates: Say = (column, at, table) => {
  const example = textWith(column, at, table, (text) => dayOfMonth.test(text.trim()));
  return (
    example !== undefined &&
    `column '${column.column}': '${example}' looks like a date that a spreadsheet made of a ratio, a range or a name; correct the file if it is one`
  );
};

/** Integers above 2⁵³ that a 64-bit float does not hold. */
const lostDigits: Say = (column, at, table) => {
  const isLong = (text: string) => /^\d{16,40}$/.test(text) && BigInt(text) !== BigInt(Number(text));
  const example = textWith(column, at, table, isLong);
  return (
    example !== undefined &&
    `column '${column.column}': ${example} has more digits than a number holds and is read as ${BigInt(Number(example))}; if it is a name, ignore the column or write it with a letter`
  );
};

/** Rows that one identifier joins and a text tells apart may be results of one run. */
function sharedRuns(table: Table, columns: readonly ImportColumn[]): string[] {
  if (table.results.size > 0 || columns.some(({ name, n_numbers }) => n_numbers > 0 && namesResult(name)))
    return [];
  const rows = rowsOfRuns(table);
  const found = recurringRuns(table, rows);
  if (found === undefined) return [];
  const value =
    columns.find(({ n_numbers, meaning }) => n_numbers > 0 && meaning === 'output') ?? columns.at(-1);
  const [id, text] = [table.columns[found.id], table.columns[found.names]];
  return [
    `'${id}' has the same value in several rows, which '${text}' distinguishes; if each row is one result of a run, choose one result per row, with the columns of names ('${text}') and of values (such as '${value?.column}')`,
  ];
}

/** Texts that were declared to stand for another category. */
const synonymsOf = (patches: readonly ImportColumnPatch[]): string[] =>
  patches.flatMap(({ column, synonyms = {} }) =>
    Object.entries(synonyms).flatMap(([text, category]) =>
      text === category ? [] : [`column '${column}': '${text}' is read as '${category}'`],
    ),
  );

/** What the columns may mean besides what they are taken for, in words. */
export function columnRemarks(
  table: Table,
  columns: readonly ImportColumn[],
  patches: readonly ImportColumnPatch[],
): string[] {
  const ofEach = (...says: readonly Say[]) =>
    says.flatMap((say) => columns.flatMap((column, at) => say(column, at, table) || []));
  return [
    ...synonymsOf(patches),
    ...ofEach(mixedUnits),
    ...alikeCategories(columns),
    ...ofEach(
      amountsInTexts,
      mayBeNames,
      mayBeSetting,
      severalSettings,
      ratiosAsResults,
      errorsOfSettings,
      marks,
    ),
    ...crossTable(columns),
    ...measuredRemarks(columns),
    ...seriesRemarks(table, columns),
    ...constantSums(table, columns),
    ...ofEach(goalsToSet, fractionsAsShares),
    ...codedLevels(table, columns),
    ...repeats(columns),
    ...overGaps(table, columns),
    ...ofEach(madeDates, lostDigits),
    ...sharedRuns(table, columns),
  ];
}
