import type {
  EvaluateFunctionRequest,
  EvaluateFunctionResponse,
  ValidateCostRequest,
  ValidateCostResponse,
} from '../../../contract/costs/cost.ts';
import { convexity, integralBetween } from '../../../engine/cost/calculus.ts';
import { domain, evaluateMany } from '../../../engine/cost/evaluate.ts';
import { base, parse } from '../../../engine/cost/record.ts';
import { ValueError } from '../../../engine/errors.ts';
import { asValidationError } from './cost.ts';

const place = ['body', 'record'];

/**
 * The record as it would be stored, and what is known about its curve.
 *
 * @throws ValidationError (422) with one problem per broken rule
 */
export function validateCost(request: ValidateCostRequest): ValidateCostResponse {
  const { kind } = request;
  if (kind === 'base') {
    const record = asValidationError(place, () => base(request.record));
    return { kind, record: { ...record }, domain: null, convexity: null };
  }
  const record = asValidationError(place, () => parse(kind, request.record));
  const limits = domain(record).map((x) => (Number.isFinite(x) ? x : null));
  return { kind, record: { ...record }, domain: limits, convexity: convexity(record) };
}

/**
 * Values, slopes and, when asked for, integrals of one record.
 *
 * @throws ValidationError (422) the record breaks a rule
 * @throws ValueError (400) an x lies outside the domain
 */
export function evaluateCost(request: EvaluateFunctionRequest): EvaluateFunctionResponse {
  const record = asValidationError(place, () => parse(request.kind, request.record));
  const { values, slopes } = evaluateMany(record, Float64Array.from(request.x));
  const from = Number.isFinite(domain(record)[0]) ? domain(record)[0] : 0;
  const wanted: EvaluateFunctionResponse = {
    values: [...values],
    slopes: [...slopes],
    ...(request.integral === true
      ? { integrals: request.x.map((x) => integralBetween(record, from, x)) }
      : {}),
  };
  for (const [what, numbers] of Object.entries(wanted)) checkRepresentable(what, numbers, request.x);
  return wanted;
}

/** JSON has no infinities. */
function checkRepresentable(what: string, numbers: readonly number[], x: readonly number[]): void {
  const at = numbers.findIndex((number) => !Number.isFinite(number));
  if (at < 0) return;
  throw new ValueError(
    `cost: ${what} at x = ${x[at]} are beyond the range of a 64-bit float; use larger units`,
  );
}
