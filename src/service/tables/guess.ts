import type { Constraint } from '../../contract/constraints.ts';
import type { ColumnMeaning, DurationUnit, ImportColumn, ImportColumnPatch } from '../../contract/imports.ts';
import type { Rules } from '../../contract/rules.ts';
import type { StoredVariable } from '../../contract/variables.ts';
import { type ColumnFacts, factsOf } from './column-facts.ts';
import { loose, splitUnit, usableName } from './column-name.ts';
import type { Table } from './table.ts';

/** What of a session says what columns are. */
export interface KnownSession {
  readonly variables: readonly StoredVariable[];
  /** Objectives that were chosen; a new session has none yet. */
  readonly targets: readonly string[];
  /** Provenance IDs that rows of the session have. */
  readonly ids: readonly string[];
  /** Whether there are rows. */
  readonly hasRows: boolean;
  readonly rules: Pick<Rules, 'limits' | 'linear'>;
  readonly constraints: readonly Constraint[];
}

const word = (...stems: readonly string[]) => new RegExp(`(^|[^\\p{L}])(${stems.join('|')})`, 'iu');

const names = {
  id: /^(provenanceid|id|no\.?|nr\.?|num|number|#|run|index|entry|name|versuch|lfd\.?|(lfd\.?|laufende)[\s._-]*(no\.?|nr\.?|nummer)|code|barcode|(sample|run|exp|experiment|versuchs?|proben?|batch|lot|charge|test)[\s._-]*(id|no\.?|nr\.?|num|number|#|name|code)|(sample|exp\.?|experiment|batch|lot|charge|probe|label|title|titel))$/i,
  note: word(
    'remark',
    'comment',
    'note',
    'bemerk',
    'kommentar',
    'notiz',
    'observation',
    'remarque',
    'operator',
    'bediener',
    'chemist',
    'user',
    'person',
    'author',
    'bearbeiter',
    'instrument',
    'file',
    'link',
    'url',
    'date',
    'datum',
    'time ?stamp',
    'zeitstempel',
    'started',
    'finished',
    'status',
    'supplier',
    'lieferant',
    'lab ?book',
    'eln',
  ),
  noise:
    /(^|[^\p{L}])(noise|variance|var|varianz|std|sd|s\.d\.|stdev|std\.? ?dev|standard deviation|σ|sigma|rauschen|standardabweichung|err|error|se|s\.e\.|sem|standard error|standardfehler|uncertainty|unsicherheit|±)([^\p{L}]|$)/iu,
  isVariance: /(noise|varian|var([^\p{L}]|$)|²|\^2)/iu,
  output: word(
    'output',
    'yield',
    'yld([^\\p{L}]|$)',
    'ausbeute',
    'rendement',
    'conversion',
    'conv',
    'umsatz',
    'selectivity',
    'selektivität',
    'response',
    'target',
    'result',
    'ergebnis',
    'purity',
    'reinheit',
    'ee([^\\p{L}]|$)',
    'e\\.e\\.',
    'titer',
    'titre',
    'activity',
    'aktivität',
    'assay',
    'impurit',
    'by-?product',
    'nebenprodukt',
    'viscosity',
    'viskosität',
    'strength',
    'festigkeit',
    'hardness',
    'härte',
    'absorb',
    'intensit',
    'particle size',
    'cost',
    'kosten',
    'e-?factor',
    'space.time',
    'sty([^\\p{L}]|$)',
    'ton([^\\p{L}]|$)',
    'tof([^\\p{L}]|$)',
    'score',
    'measured',
    'gemessen',
    'zielgröße',
    '收率',
    '产率',
    '转化率',
    'выход',
  ),
  mean: /^(?:mean|average|avg\.?|median|mittelwert|mittel|durchschnitt|moyenne|media|promedio)(?:[^\p{L}]|$)/iu,
  response: /^y[\d_ ]*$/i,
  day: /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{2,4})(?:[T ][\d:.]+Z?)?$/,
  /** Columns without a name, as programs and this reader call them. */
  unnamed: /^(?:column \d+|unnamed: \d+)$/i,
  /** What comes in kinds, even where the kinds are numbered. */
  kinds: word(
    'catalyst',
    'katalysator',
    'catalyseur',
    'ligand',
    'solvent',
    'lösungsmittel',
    'solvant',
    'base([^\\p{L}]|$)',
    'additiv',
    'reactor',
    'reaktor',
    'supplier',
    'plate',
    'operator',
  ),
};

/** Whether a name is one that results have. */
export const namesResult = (name: string): boolean => names.output.test(name) || names.response.test(name);

/** What a spreadsheet shows where a formula has no value. */
const formulaError = /^#(?:div\/0!|value!|ref!|name\?|num!|null!)$/i;

interface Guess {
  readonly meaning: ColumnMeaning;
  readonly why: string;
}

const noteColumn = (why: string) => (name: string) => [name, { meaning: 'note', why }] as const;

const bookkeeping: ReadonlyMap<string, Guess> = new Map<string, Guess>([
  ['Iteration', { meaning: 'iteration', why: 'the bookkeeping column Iteration' }],
  ['Reason', { meaning: 'reason', why: 'the bookkeeping column Reason' }],
  ['Noise', { meaning: 'noise', why: 'the bookkeeping column Noise' }],
  ['ProvenanceId', { meaning: 'id', why: 'the bookkeeping column ProvenanceId' }],
  ...['WholePlot', 'Subplot', 'RunOrder'].map(noteColumn('a bookkeeping column of split-plot designs')),
  ...['Status', 'Comment', 'Censored', 'Attachments'].map(noteColumn('a bookkeeping column')),
]);

/** Whether most cells that say something say a number. */
export const isNumeric = (facts: ColumnFacts): boolean =>
  facts.numbers + facts.censored > 0 && facts.numbers + facts.censored + facts.unstated >= facts.texts;

/** A result is often written with remarks: a few numbers among texts are enough where the name says so. */
const mayBeResult = (facts: ColumnFacts): boolean =>
  facts.numbers + facts.censored > 0 && (facts.numbers + facts.censored) * 4 >= facts.texts;

const isEmpty = (facts: ColumnFacts): boolean =>
  facts.numbers + facts.texts + facts.censored + facts.failed + facts.unstated === 0;

/** What the file works out from its other columns. */
const summed: Guess = { meaning: 'note', why: 'a mean of other columns' };

/** A plan whose runs are still to be made. */
const planned: Guess = { meaning: 'output', why: 'named as a result, and empty so far' };

/** What name and cells say about a column, whatever the others are. */
function firstGuess(
  column: string,
  name: string,
  facts: ColumnFacts,
  known: KnownSession,
): Guess | undefined {
  const own = bookkeeping.get(column);
  if (own !== undefined && own.meaning !== 'note') return own;
  const has = (list: readonly string[]) => list.includes(column) || list.includes(name);
  if (has(known.variables.map((variable) => variable.name)))
    return { meaning: 'input', why: 'a variable of the session' };
  if (has(known.targets)) return { meaning: 'output', why: 'an objective of the session' };
  if (own !== undefined) return own;
  if (isEmpty(facts)) return names.output.test(name) ? planned : { meaning: 'ignore', why: 'it is empty' };
  if (names.id.test(name)) return { meaning: 'id', why: 'named as an identifier' };
  if (facts.counts && names.unnamed.test(name)) return { meaning: 'id', why: 'counts the rows' };
  if (facts.isDates) return { meaning: 'note', why: 'dates or times of day' };
  if (names.note.test(name) && !(isNumeric(facts) && names.output.test(name)))
    return { meaning: 'note', why: 'named as a remark' };
  if (isNumeric(facts) && names.noise.test(name)) return { meaning: 'noise', why: 'named as an uncertainty' };
  if (mayBeResult(facts) && namesResult(name)) return { meaning: 'output', why: 'named as a result' };
  if (isNumeric(facts) && names.mean.test(name)) return summed;
  if (facts.distinct.some((text) => formulaError.test(text)))
    return { meaning: 'note', why: 'worked out by formulas, some of which fail' };
  if (isNumeric(facts) && names.day.test(name))
    return { meaning: 'output', why: 'its name is a date: measured on that day' };
  if (isNumeric(facts) && facts.censored + facts.failed + facts.unstated > 0)
    return { meaning: 'output', why: 'holds limits or failures' };
  return undefined;
}

/** Text as long as a sentence, or another one in every row, is no setting. */
function isProse(facts: ColumnFacts, rows: number): boolean {
  if (facts.averageLength > 30) return true;
  return facts.distinct.length > Math.max(8, rows / 2);
}

function settingGuess(facts: ColumnFacts, rows: number): Guess {
  if (isNumeric(facts)) {
    return facts.levels > 1
      ? { meaning: 'input', why: 'numbers that vary' }
      : { meaning: 'note', why: 'one number in every row' };
  }
  if (facts.distinct.length < 2) return { meaning: 'note', why: 'one text in every row' };
  if (facts.blank * 2 > rows) return { meaning: 'note', why: 'text in few rows' };
  return isProse(facts, rows)
    ? { meaning: 'note', why: 'different text in most rows' }
    : { meaning: 'input', why: 'a few texts that recur' };
}

function guesses(
  table: Table,
  named: readonly string[],
  facts: readonly ColumnFacts[],
  known: KnownSession,
): Guess[] {
  const first = table.columns.map((column, i) =>
    firstGuess(column, named[i] as string, facts[i] as ColumnFacts, known),
  );
  const found = first.map((guess, i) => guess ?? settingGuess(facts[i] as ColumnFacts, table.rows.length));
  const noise = found.findIndex(({ meaning }) => meaning === 'noise');
  found.forEach((guess, i) => {
    if (guess.meaning === 'noise' && i !== noise) found[i] = { meaning: 'note', why: 'a second uncertainty' };
  });
  const hasValues = found.some(({ meaning }, i) => meaning === 'output' && !isEmpty(facts[i] as ColumnFacts));
  found.forEach(({ meaning }, i) => {
    if (hasValues && meaning === 'output' && first[i]?.why === planned.why)
      found[i] = { meaning: 'ignore', why: 'it is empty' };
  });
  // The mean of repeated results is what was measured where they are not there.
  if (!hasValues) {
    const mean = found.findIndex(({ why }) => why === summed.why);
    if (mean >= 0) found[mean] = { meaning: 'output', why: 'a mean, and no other result' };
  }
  // Without a result by name it is the last column of numbers: results stand right of what they come from.
  if (!found.some(({ meaning }) => meaning === 'output')) {
    const last = found.findLastIndex(
      (guess, i) => guess.meaning === 'input' && first[i] === undefined && isNumeric(facts[i] as ColumnFacts),
    );
    if (last >= 0) found[last] = { meaning: 'output', why: 'the last column of numbers' };
  }
  return found;
}

/** Few whole numbers under a name such as `Ligand` number kinds; with a unit they are amounts. */
function typeOf(facts: ColumnFacts, name: string, unit: string | null): 'real' | 'categorical' {
  const numbersKinds = facts.allIntegers && facts.levels <= 12 && unit === null && names.kinds.test(name);
  return isNumeric(facts) && !numbersKinds ? 'real' : 'categorical';
}

/** Categories of a new variable: what is written, blanks around it left out, in the order of the file. */
const categoriesOf = (facts: ColumnFacts): string[] => [
  ...new Set(facts.distinct.map((text) => text.trim())),
];

function inputPart(
  facts: ColumnFacts,
  patch: ImportColumnPatch | undefined,
  variable: StoredVariable | undefined,
  guessed: 'real' | 'categorical',
) {
  if (variable !== undefined) {
    const isObserved = variable.role === 'observed' || variable.type === 'context';
    const { min, max } = variable;
    return {
      type: variable.type === 'context' ? ('real' as const) : variable.type,
      role: isObserved ? ('observed' as const) : ('controllable' as const),
      bounds: min === undefined || max === undefined ? null : [min, max],
      categories: variable.values ?? null,
    };
  }
  const type = patch?.type ?? guessed;
  const isRange = type === 'real' || type === 'integer';
  const range =
    facts.min === null || facts.max === null || facts.min === facts.max ? null : [facts.min, facts.max];
  return {
    type,
    role: patch?.role ?? ('controllable' as const),
    bounds: isRange ? (patch?.bounds ?? range) : null,
    categories: type === 'categorical' ? categoriesOf(facts) : null,
  };
}

const notInput = { type: null, role: null, bounds: null, categories: null };

/**
 * Names of columns without their units. A column whose name differs from one of the session only by case, blanks or
 * signs between words has that name, unless another column has it exactly.
 */
function namedInSession(columns: readonly string[], known: KnownSession) {
  const split = columns.map((column) => splitUnit(column));
  const all = [...known.variables.map(({ name }) => name), ...known.targets];
  const free = new Set(
    all.filter((name) => !columns.includes(name) && !split.some((one) => one.name === name)),
  );
  return split.map(({ name, unit }, i) => {
    const column = columns[i] as string;
    if (all.includes(column)) return { name: column, unit };
    if (all.includes(name)) return { name, unit };
    const alike = [...free].find((one) => loose(one) === loose(name));
    if (alike === undefined) return { name, unit };
    free.delete(alike);
    return { name: alike, unit };
  });
}

/** Errors behind the values of one output are its noise, unless another column is. */
function withErrors(columns: ImportColumn[], patches: readonly ImportColumnPatch[]): ImportColumn[] {
  let isFree = !columns.some(({ meaning }) => meaning === 'noise');
  return columns.map((column) => {
    if (column.meaning !== 'output' || column.n_errors === 0) return column;
    const said = patches.find((one) => one.column === column.column)?.errors_as;
    const errors_as = said ?? (isFree ? ('noise' as const) : ('ignore' as const));
    if (errors_as === 'noise') isFree = false;
    return { ...column, errors_as };
  });
}

const countsOf = (facts: ColumnFacts) => ({
  n_numbers: facts.numbers,
  n_texts: facts.texts,
  n_missing: isNumeric(facts) ? facts.missing : facts.blank,
  n_censored: facts.censored,
  n_unstated: facts.unstated,
  n_failed: facts.failed,
  n_errors: facts.errors,
  min: facts.min,
  max: facts.max,
  samples: facts.distinct.slice(0, 5),
});

/** Every column with its guessed meaning, and what was decided about it over that. */
export function describeColumns(
  table: Table,
  known: KnownSession,
  patches: readonly ImportColumnPatch[],
  durations: readonly (DurationUnit | null)[] = [],
): ImportColumn[] {
  const facts = table.columns.map((_, i) => factsOf(table, i));
  const split = namedInSession(table.columns, known);
  const guessed = guesses(
    table,
    split.map(({ name }) => name),
    facts,
    known,
  );
  const taken = new Set<string>();
  const columns = table.columns.map((column, i): ImportColumn => {
    const own = facts[i] as ColumnFacts;
    const patch = patches.find((one) => one.column === column);
    const guess = guessed[i] as Guess;
    const meaning = patch?.meaning ?? guess.meaning;
    const all = [...known.variables.map(({ name }) => name), ...known.targets];
    const { name: bare, unit } = split[i] as { name: string; unit: string | null };
    const ownUnit = unit ?? table.units[i] ?? own.unit;
    const isKept = meaning === 'note' || meaning === 'id' || bookkeeping.has(column);
    const plain = all.includes(column) || isKept ? column : bare;
    const name = patch?.name ?? usableName(plain, taken);
    if (patch?.name === undefined) taken.add(name);
    const variable = meaning === 'input' ? known.variables.find((one) => one.name === name) : undefined;
    return {
      column,
      meaning,
      guessed: patch?.meaning === undefined,
      why: patch?.meaning === undefined ? guess.why : 'chosen',
      name,
      unit: patch?.unit !== undefined ? patch.unit : (variable?.unit ?? durations[i] ?? ownUnit),
      exists: variable !== undefined || (meaning === 'output' && known.targets.includes(name)),
      ...(meaning === 'input' ? inputPart(own, patch, variable, typeOf(own, name, ownUnit)) : notInput),
      noise_is:
        meaning === 'noise'
          ? (patch?.noise_is ?? (names.isVariance.test(column) ? 'variance' : 'standard_deviation'))
          : null,
      errors_as: null,
      duration: durations[i] ?? null,
      limit: meaning === 'output' ? (patch?.limit ?? null) : null,
      ...countsOf(own),
    };
  });
  return withErrors(columns, patches);
}
