import {
  type Limit,
  type Side,
  sideOfLimit,
  sides,
  valueOfLimit,
} from '../../../contract/experiments/censored.ts';
import type { Attachment, RowDetail } from '../../../contract/experiments/row-details.ts';
import type { Measured, Output } from '../../../contract/values.ts';
import { ValueError } from '../../../engine/errors.ts';
import { counted } from '../../../engine/words.ts';
import { fieldError } from '../../errors.ts';
import { didYouMean, list } from '../words.ts';

type Sides = Record<string, Side>;

/** What a run gave: objective → value, null where it was not measured, and which values are limits. */
export interface Results {
  readonly outputs: Record<string, number | null>;
  readonly censored: Sides;
}

/** A result as a client sends it. */
interface SentResult {
  readonly output?: Output | null | undefined;
  readonly status?: 'failed' | null | undefined;
}

const isLimit = (value: unknown): value is Limit =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One limit of one objective may stand without its name. */
function isBareLimit(targets: readonly string[], output: Output): boolean {
  if (targets.length !== 1 || !isLimit(output)) return false;
  const [name, ...more] = Object.keys(output);
  const isSide = sides.some((side) => side === name);
  return isSide && more.length === 0 && name !== targets[0];
}

function inOrder(targets: readonly string[], values: readonly Measured[]): Record<string, Measured> {
  if (values.length !== targets.length) {
    throw new ValueError(
      `output: the session has ${counted(targets.length, 'objective')} (${list(targets)}), got ${counted(values.length, 'value')}; ` +
        'send every objective, as an object or in this order',
    );
  }
  return Object.fromEntries(targets.map((target, i) => [target, values[i] as Measured]));
}

function byName(
  targets: readonly string[],
  values: Readonly<Record<string, Measured>>,
  isPartial: boolean,
): Record<string, Measured> {
  const unknown = Object.keys(values).filter((name) => !targets.includes(name));
  if (unknown.length > 0) {
    throw new ValueError(
      `output: ${list(unknown)} ${unknown.length === 1 ? 'is not an objective' : 'are not objectives'}; ${didYouMean(unknown[0], targets)}the objectives are ${list(targets)}; PUT …/objectives declares others`,
    );
  }
  const missing = targets.filter((target) => !Object.hasOwn(values, target));
  if (missing.length > 0 && !isPartial) {
    const what =
      missing.length === 1
        ? `objective ${list(missing)} has no value`
        : `objectives ${list(missing)} have no values`;
    throw new ValueError(
      `output: ${what}; send every objective (${list(targets)}), null where it was not measured`,
    );
  }
  const present = targets.filter((target) => Object.hasOwn(values, target));
  return Object.fromEntries(present.map((target) => [target, values[target] as Measured]));
}

function measuredOf(
  targets: readonly string[],
  output: Output,
  isPartial: boolean,
): Record<string, Measured> {
  if (typeof output === 'number') return inOrder(targets, [output]);
  if (Array.isArray(output)) return inOrder(targets, output);
  if (isBareLimit(targets, output)) return inOrder(targets, [output as unknown as Measured]);
  return byName(targets, output, isPartial);
}

/**
 * The outputs of a run: a number, a limit, an array in target order, or an object by name.
 *
 * @param isPartial whether an object may leave objectives out
 * @throws ValueError an objective too many or too few, or a number that is not finite
 */
export function outputsOf(targets: readonly string[], output: Output, isPartial = false): Results {
  const outputs: Record<string, number | null> = {};
  const censored: Sides = {};
  for (const [name, given] of Object.entries(measuredOf(targets, output, isPartial))) {
    const value = isLimit(given) ? valueOfLimit(given) : given;
    if (value !== null && !Number.isFinite(value)) {
      throw new ValueError(`output '${name}' must be finite, got ${value}`);
    }
    outputs[name] = value;
    if (isLimit(given)) censored[name] = sideOfLimit(given);
  }
  return { outputs, censored };
}

/** The results of a run that failed. */
export const noResults = (targets: readonly string[]): Results => ({
  outputs: Object.fromEntries(targets.map((target) => [target, null])),
  censored: {},
});

/** @throws ValueError a run that failed has an output */
export function checkFailure(status: SentResult['status'], { outputs }: Pick<Results, 'outputs'>): void {
  if (status === 'failed' && Object.values(outputs).some((value) => value !== null))
    throw new ValueError('status: a failed run has no output; leave out status, or output');
}

/** As `outputsOf`; a run that failed has none. */
export function resultsOf(targets: readonly string[], { output, status }: SentResult): Results {
  if (output === undefined || output === null) {
    if (status === 'failed') return noResults(targets);
    throw fieldError(
      ['body', 'output'],
      "field is required; a run that gave no result has status 'failed'",
      'missing',
    );
  }
  const results = outputsOf(targets, output);
  checkFailure(status, results);
  return results;
}

/** What is kept of a run besides its numbers. */
export function remarksOf(
  given: {
    readonly status?: 'failed' | null | undefined;
    readonly error?: string | null | undefined;
    readonly comment?: string | null | undefined;
    readonly attachments?: readonly Attachment[] | null | undefined;
  },
  censored: Sides,
): RowDetail {
  const { status, error, comment, attachments } = given;
  if (error && status !== 'failed') {
    throw new ValueError("error: only a run of status 'failed' has an error; use comment");
  }
  return {
    ...(status === 'failed' ? { status } : {}),
    ...(error ? { error } : {}),
    ...(Object.keys(censored).length === 0 ? {} : { censored }),
    ...(comment ? { comment } : {}),
    ...(attachments && attachments.length > 0 ? { attachments: [...attachments] } : {}),
  };
}
