import type { Constraint, Row, Variable } from '../../api/types.ts';
import { rangeOf } from '../../domain/variables/variable-range.ts';
import type { Made } from './preview.tsx';

/** As for proposed values (docs/suggest-details.md): parts of the span that differ visibly, and significant digits where it spans a decade. */
const parts = 2000;
const digits = 4;

/** Decimal places after the point that a value of a variable is rounded to; negative before it. */
function placeOf(value: number, [low, high]: readonly [number, number], isLog: boolean): number {
  const span = isLog ? value * Math.log(high / low) : high - low;
  const bySpan = Math.ceil(Math.log10(parts / span));
  const spansDecade = isLog || (low > 0 && high >= 10 * low);
  return spansDecade ? Math.max(bySpan, digits - 1 - Math.floor(Math.log10(value))) : bySpan;
}

function rounded(value: number, range: readonly [number, number], isLog: boolean): number {
  if (value <= range[0] || value >= range[1]) return value;
  const place = placeOf(value, range, isLog);
  const [mantissa, exponent = '0'] = String(value).split('e');
  const whole = Math.round(Number(`${mantissa}e${Number(exponent) + place}`));
  return Math.min(range[1], Math.max(range[0], Number(`${whole}e${-place}`)));
}

/**
 * The runs of a design with values that a person can set: real variables without a step are rounded as proposed values are. Bounds and
 * values of recorded runs stay, and so do variables that `exact` names and those of linear constraints, because rounding could break them.
 */
export function roundedRuns(
  { points, kept = [], exact = [] }: Pick<Made, 'points' | 'kept' | 'exact'>,
  variables: readonly Variable[],
  constraints: readonly Pick<Constraint, 'coefficients'>[],
): Row[] {
  const unrounded = new Set([...exact, ...constraints.flatMap((one) => Object.keys(one.coefficients))]);
  const free = variables.filter(
    ({ name, type, step }) => type === 'real' && step === undefined && !unrounded.has(name),
  );
  return points.map((run) => {
    const values = free.flatMap((variable) => {
      const [value, range] = [run[variable.name], rangeOf(variable)];
      const isRecorded = kept.some((one) => one[variable.name] === value);
      return typeof value !== 'number' || range === undefined || isRecorded
        ? []
        : [[variable.name, rounded(value, range, variable.scale === 'log')]];
    });
    return { ...run, ...Object.fromEntries(values) };
  });
}
