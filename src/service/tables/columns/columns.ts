import type { DurationUnit, ImportColumn, ImportColumnPatch } from '../../../contract/imports/imports.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { ExportedVariable } from '../../../contract/variables/variable-sheet.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { type ColumnFacts, factsOf, isNumeric } from '../cells/column-facts.ts';
import { looseName, usableName, withoutMarks } from '../cells/column-name.ts';
import { names } from '../cells/column-words.ts';
import { isExported } from '../files/exported-table.ts';
import { type KnownSession, sessionUnit } from '../known-session.ts';
import type { Table } from '../table.ts';
import { nameAndUnit, unitsOfVariables } from '../units/name-and-unit.ts';
import { isSameUnit } from '../units/same-unit.ts';
import { convertsTo } from '../units/unit-conversion.ts';
import { guessesOfExport } from './export-guesses.ts';
import { guesses, ownColumns, typeOf } from './guess.ts';
import type { Guess } from './guessed.ts';
import { withoutParams } from './programs.ts';

/** What only variables have; steps, scales and descriptions come from an exported workbook (`withRanges`). */
const notInput = {
  ...{ type: null, role: null, bounds: null, categories: null, allowed_values: null },
  ...{ step: null, scale: null, changes: null, description: null },
};

/** A variable of the session, or a new one; its range and its categories come with the rows (`withRanges`). */
function inputPart(
  patch: ImportColumnPatch | undefined,
  variable: StoredVariable | undefined,
  stated: ExportedVariable | undefined,
  guessed: 'real' | 'categorical',
) {
  if (variable !== undefined) {
    const { min, max } = variable;
    return {
      ...notInput,
      type: variable.type === 'context' ? ('real' as const) : variable.type,
      role: isObserved(variable) ? ('observed' as const) : ('controllable' as const),
      bounds: min === undefined || max === undefined ? null : [min, max],
      categories: variable.values ?? null,
    };
  }
  const type = patch?.type ?? stated?.type ?? guessed;
  const isRange = type === 'real' || type === 'integer';
  return {
    ...notInput,
    type,
    role: patch?.role ?? stated?.role ?? ('controllable' as const),
    bounds: isRange ? (patch?.bounds ?? null) : null,
  };
}

/** The unit that the file states; that of the session where it states none, or the same in another spelling. */
const unitOf = (written: string | null, session: string | null): string | null =>
  written === null || (session !== null && isSameUnit(written, session)) ? session : written;

/** Names that are not taken apart: those of the session, and all of an exported table, where `T (°C)` was one. */
function wholeNames({ columns }: Table, { variables, targets }: KnownSession) {
  const isExport = isExported(columns);
  return { all: [...variables.map(({ name }) => name), ...targets, ...(isExport ? columns : [])], isExport };
}

/** Units of the session by the names of its variables and objectives. */
const unitsIn = ({ variables, units }: KnownSession): ReadonlyMap<string, string> =>
  new Map([...unitsOfVariables(variables), ...units]);

/**
 * Names of columns without their units. A column whose name differs from one of the session only by case, blanks or
 * signs between words has that name, unless another column has it exactly.
 */
function namedInSession(
  columns: readonly string[],
  all: readonly string[],
  units: ReadonlyMap<string, string>,
) {
  const split = withoutParams(withoutMarks(columns), all).map((column) => nameAndUnit(column, units));
  const free = new Set(
    all.filter((name) => !columns.includes(name) && !split.some((one) => one.name === name)),
  );
  return split.map(({ name, unit }, i) => {
    const column = columns[i] as string;
    if (all.includes(column)) return { name: column, unit };
    if (all.includes(name)) return { name, unit };
    const alike = [...free].find((one) => looseName(one) === looseName(name));
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

const noiseKind = (column: string, patch: ImportColumnPatch | undefined): 'variance' | 'standard_deviation' =>
  patch?.noise_is ?? (names.isVariance.test(column) ? 'variance' : 'standard_deviation');

const withConversions = (columns: readonly ImportColumn[], known: KnownSession): ImportColumn[] =>
  columns.map((column) => ({ ...column, converts_to: convertsTo(column, known) }));

/** In a column of texts, words for a missing value are texts, too. */
const countsOf = (facts: ColumnFacts) => ({
  n_numbers: facts.numbers,
  n_texts: isNumeric(facts) ? facts.texts : facts.texts + facts.missing - facts.blank,
  n_missing: isNumeric(facts) ? facts.missing : facts.blank,
  n_censored: facts.censored,
  n_unstated: facts.unstated,
  n_failed: facts.failed,
  n_errors: facts.errors,
  min: facts.min,
  max: facts.max,
  samples: facts.distinct.slice(0, 5),
});

/** What every column is taken for, and its name without a unit. An export of a session says more of its columns than their cells do. */
function meaningsOf(table: Table, facts: readonly ColumnFacts[], known: KnownSession) {
  const { all, isExport } = wholeNames(table, known);
  const split = namedInSession(table.columns, all, unitsIn(known));
  const bareNames = split.map(({ name }) => name);
  const guessed = guesses({ table, named: bareNames, facts }, known);
  const isNew = isExport && all.length === table.columns.length;
  const meant = isNew ? guessesOfExport(guessed, table, facts) : guessed;
  return { all, isExport, isNew, split, meant };
}

/** Every column with its guessed meaning, and what was decided about it over that. */
export function describeColumns(
  table: Table,
  known: KnownSession,
  patches: readonly ImportColumnPatch[],
  durations: readonly (DurationUnit | null)[] = [],
): ImportColumn[] {
  const facts = table.columns.map((_, i) => factsOf(table, i));
  const { all, isExport, isNew, split, meant } = meaningsOf(table, facts, known);
  const taken = new Set<string>();
  const columns = table.columns.map((column, i): ImportColumn => {
    const own = facts[i] as ColumnFacts;
    const patch = patches.find((one) => one.column === column);
    const guess = meant[i] as Guess;
    const meaning = patch?.meaning ?? guess.meaning;
    const { name: bare, unit: named } = split[i] as { name: string; unit: string | null };
    const unit = isExport ? null : named;
    const ownUnit = unit ?? table.units[i] ?? own.unit;
    const isKept = meaning === 'note' || meaning === 'id' || ownColumns.has(column);
    const plain = all.includes(column) || isKept ? column : bare;
    // An objective may have a slash in its name, or be a point alone; a variable has none.
    const isWhole = (isNew && meaning === 'output') || (all.includes(column) && !taken.has(column));
    const name = patch?.name ?? (isWhole ? column : usableName(taken.has(plain) ? column : plain, taken));
    if (patch?.name === undefined) taken.add(name);
    // A name of the session is one as a whole, whatever looks like a unit in it.
    const written = (all.includes(column) ? null : unit) ?? table.units[i] ?? null;
    const variable = meaning === 'input' ? known.variables.find((one) => one.name === name) : undefined;
    return {
      column,
      meaning,
      guessed: patch?.meaning === undefined,
      why: patch?.meaning === undefined ? guess.why : 'chosen',
      name,
      unit:
        patch?.unit !== undefined
          ? patch.unit
          : (durations[i] ?? unitOf(written, sessionUnit({ name, meaning }, known)) ?? ownUnit),
      exists: variable !== undefined || (meaning === 'output' && known.targets.includes(name)),
      ...(meaning === 'input'
        ? inputPart(
            patch,
            variable,
            table.variables?.get(column),
            typeOf(own, name, ownUnit, written !== null),
          )
        : notInput),
      noise_is: meaning === 'noise' ? noiseKind(column, patch) : null,
      errors_as: null,
      duration: durations[i] ?? null,
      convert: patch?.convert ?? false,
      converts_to: null,
      fill_down: patch?.fill_down ?? false,
      limit: meaning === 'output' ? (patch?.limit ?? null) : null,
      ...countsOf(own),
    };
  });
  return withErrors(withConversions(columns, known), patches);
}
