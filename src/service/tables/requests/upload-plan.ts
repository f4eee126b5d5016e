import { bookkeeping, detailColumns } from '../../../contract/experiments/bookkeeping.ts';
import type { ImportColumnPatch, ImportPlan } from '../../../contract/imports/imports.ts';
import { ValueError } from '../../../engine/errors.ts';
import { list, show } from '../../../engine/words.ts';
import { composedJson } from '../../normal-form.ts';
import type { KnownSession } from '../known-session.ts';
import type { Table } from '../table.ts';
import { checkRepeated, variableColumns } from '../units/variable-columns.ts';

/** What an upload says besides its file. */
export interface UploadChoices {
  /** Objectives: a name, names with commas between, or a JSON array of names. */
  readonly targets: string | undefined;
  /** JSON object: column of the file → name in the session. */
  readonly mapping: string | undefined;
  readonly noiseColumn: string | undefined;
  readonly iterationColumn: string | undefined;
}

const notResults: readonly string[] = [...bookkeeping, ...detailColumns];

function parsedOr(text: string, field: string): unknown {
  try {
    return composedJson(text, ['body', field]);
  } catch (cause) {
    // Errors of the service lose their fields on the way out of the thread.
    if (!(cause instanceof SyntaxError)) throw new ValueError((cause as Error).message, { cause });
    return undefined;
  }
}

function mappingOf(choices: UploadChoices): Map<string, string> {
  const parsed: unknown = choices.mapping ? parsedOr(choices.mapping, 'column_mapping') : {};
  if (parsed === undefined)
    throw new ValueError(`column_mapping: expected JSON, got ${show(choices.mapping)}`);
  const entries = Object.entries(parsed as object);
  const wrong = entries.find(([, name]) => typeof name !== 'string');
  if (typeof parsed !== 'object' || Array.isArray(parsed) || wrong !== undefined) {
    throw new ValueError(`column_mapping: expected an object of CSV column → name, got ${show(parsed)}`);
  }
  const mapping = new Map<string, string>(entries as [string, string][]);
  if (choices.noiseColumn) mapping.set(choices.noiseColumn, 'Noise');
  if (choices.iterationColumn) mapping.set(choices.iterationColumn, 'Iteration');
  return mapping;
}

/** The columns under the names of the session. */
function renamed(table: Table, mapping: ReadonlyMap<string, string>): string[] {
  const absent = [...mapping.keys()].filter((name) => !table.columns.includes(name));
  if (absent.length > 0) {
    throw new ValueError(
      `column_mapping: the file has no column ${list(absent)}; it has ${list(table.columns)}`,
    );
  }
  const names = table.columns.map((name) => mapping.get(name) ?? name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new ValueError(`column_mapping: two columns are mapped to ${show(twice)}`);
  return names;
}

/** Names with commas between, where a name may have commas itself: the longest column that fits comes first. */
function split(text: string, names: readonly string[]): string[] {
  const byLength = [...names].sort((a, b) => b.length - a.length);
  const found: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const name =
      byLength.find(
        (one) => rest === one || (rest.startsWith(one) && /^\s*,/.test(rest.slice(one.length))),
      ) ?? (rest.split(',')[0] as string);
    if (name.trim() !== '') found.push(names.includes(name) ? name : name.trim());
    rest = rest.slice(name.length).replace(/^\s*,\s*/, '');
  }
  return found;
}

function targetsOf(text: string | undefined, names: readonly string[]): string[] {
  const array = text?.trimStart().startsWith('[') ? parsedOr(text, 'target_column') : undefined;
  const named =
    Array.isArray(array) && array.every((name) => typeof name === 'string')
      ? array
      : split(text ?? '', names);
  return named.length > 0 ? named : ['Output'];
}

/** Why columns cannot be the objectives. */
function checkTargets(targets: readonly string[], names: readonly string[], known: KnownSession): void {
  for (const target of targets) {
    if (!names.includes(target))
      throw new ValueError(`target_column: the file has no column ${show(target)}; it has ${list(names)}`);
    const isVariable = known.variables.some((variable) => variable.name === target);
    if (isVariable || notResults.includes(target)) {
      const what = isVariable ? 'variable' : 'bookkeeping column';
      throw new ValueError(`target_column: ${show(target)} is a ${what}; name the column that was measured`);
    }
    if (targets.indexOf(target) !== targets.lastIndexOf(target))
      throw new ValueError(`target_column: ${show(target)} is named twice; name each column once`);
  }
}

const meanings: Readonly<Record<string, ImportColumnPatch['meaning']>> = {
  Noise: 'noise',
  Iteration: 'iteration',
  Reason: 'reason',
  ProvenanceId: 'id',
};

/**
 * The plan of an upload: its columns are recognized by name, so nothing is guessed. What is neither variable, objective nor
 * bookkeeping is kept as it is.
 *
 * @throws ValueError naming the field of the form
 */
export function planOfUpload(
  table: Table,
  known: KnownSession,
  choices: UploadChoices,
  plan: ImportPlan,
): ImportPlan {
  checkRepeated(table);
  const names = renamed(table, mappingOf(choices));
  const targets = targetsOf(choices.targets, names);
  checkTargets(targets, names, known);
  const variables = known.variables.map(({ name }) => name);
  const inputs = variableColumns(names, known.variables, targets);
  const absent = variables.filter((name) => ![...inputs.values()].includes(name));
  if (absent.length > 0) {
    throw new ValueError(`CSV: variable ${list(absent)} has no column; the file has ${list(names)}`);
  }
  const columns = table.columns.map((column, i): ImportColumnPatch => {
    const name = names[i] as string;
    const variable = inputs.get(i);
    if (variable !== undefined) return { column, meaning: 'input', name: variable };
    if (targets.includes(name)) return { column, meaning: 'output', name };
    return { column, meaning: meanings[name] ?? 'note', name, noise_is: 'variance' };
  });
  return { ...plan, columns, mode: 'replace' };
}
