import type { Inputs, Measured, QueueItem, Variable } from '../../api/types.ts';
import { labelled } from '../../text/format.ts';
import { writeSetting } from '../../text/numbers.ts';
import { readMeasured } from '../results/measured.ts';
import type { Objective } from '../results/objectives.ts';
import { type Column, readCell } from '../table/columns.ts';

/** What is typed for one run: outputs by objective, values that differ from what was planned. */
export interface Typed {
  readonly outputs: Readonly<Record<string, string>>;
  readonly actual: Readonly<Record<string, string>>;
  /** Somebody tried to record it: what is wrong is shown from then on. */
  readonly checked?: boolean;
}

export const nothingTyped: Typed = { outputs: {}, actual: {} };

/** The typed texts as a request, or what is missing, by variable and objective. */
export interface ParsedCompletion {
  readonly errors: Readonly<Record<string, string>>;
  /** What is unusual in settings that are recorded as typed, by variable. */
  readonly warnings: Readonly<Record<string, string>>;
  readonly outputs: readonly Measured[];
  /** Settings as run. */
  readonly inputs: Inputs;
  /** The same; undefined when all are as planned. */
  readonly actual: Inputs | undefined;
}

const asColumn = (variable: Variable): Column => ({
  name: variable.name,
  kind: 'variable',
  unit: variable.unit ?? undefined,
  variable,
});

/** A name inside a sentence: `Humidity` becomes `humidity`, `pH` and `DMF` stay. */
const inSentence = (name: string): string =>
  /^\p{Lu}\p{Ll}+( \p{Ll}+)*$/u.test(name) ? name.toLowerCase() : name;

const request = (text: string, what: string): string => (text.trim() === '' ? `Enter ${what}` : '');

/** The planned value as shown: six digits are what anybody can set. */
export function plannedText(item: QueueItem, name: string): string {
  const value = item.inputs[name];
  return typeof value === 'number' ? writeSetting(value) : (value ?? '');
}

/** Reads what is typed for a run. Values that were observed have no plan and must be given. */
export function readCompletion(
  item: QueueItem,
  variables: readonly Variable[],
  objectives: readonly Objective[],
  typed: Typed,
): ParsedCompletion {
  const errors: Record<string, string> = {};
  const warnings: Record<string, string> = {};
  const inputs: Inputs = {};
  let differs = false;
  for (const variable of variables) {
    const { name } = variable;
    const text = typed.actual[name] ?? plannedText(item, name);
    const exact = item.inputs[name];
    if (exact !== undefined && text === plannedText(item, name)) {
      inputs[name] = exact;
      // Ranges may have changed since the run was staged.
      const { warning } = readCell(text, asColumn(variable));
      if (warning !== undefined) warnings[name] = warning;
      continue;
    }
    differs = true;
    const parsed = readCell(text, asColumn(variable));
    const what = `the ${exact === undefined ? 'current ' : ''}${labelled(inSentence(name), variable.unit)}`;
    if (parsed.error !== undefined) errors[name] = request(text, what) || parsed.error;
    else if (parsed.value !== null) inputs[name] = parsed.value;
    if (parsed.warning !== undefined) warnings[name] = `${parsed.warning}; recorded as typed`;
  }
  const outputs: Measured[] = [];
  for (const { name } of objectives) {
    const { value, problem } = readMeasured(typed.outputs[name] ?? '');
    if (value === undefined) errors[name] = problem;
    else outputs.push(value);
  }
  // Of several objectives some may not have been measured, not all.
  if (outputs.every((value) => value === null))
    for (const { name, label, unit } of objectives)
      errors[name] ??= `Enter the ${labelled(inSentence(label), unit)}`;
  return { errors, warnings, outputs, inputs, actual: differs ? inputs : undefined };
}
