import type {
  EvaluateFunctionRequest,
  EvaluateFunctionResponse,
  ValidateCostRequest,
  ValidateCostResponse,
} from '../../contract/cost.ts';
import { convexity, integralBetween } from '../../engine/cost/calculus.ts';
import { domain, evaluateMany } from '../../engine/cost/evaluate.ts';
import { base, parse } from '../../engine/cost/record.ts';
import { asValidationError } from './cost.ts';

const place = ['body', 'record'];

/**
 * The record as it would be stored, and what is known of its curve.
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
  return {
    values: [...values],
    slopes: [...slopes],
    ...(request.integral === true
      ? { integrals: request.x.map((x) => integralBetween(record, from, x)) }
      : {}),
  };
}
