import fc from 'fast-check';
import type {
  CostFunction,
  PiecewiseLinearCost,
  PiecewiseStepCost,
} from '../../../src/engine/cost/record.ts';
import { linear, piecewiseLinear, piecewiseStep, quadratic } from './records.ts';

/** Any finite double. */
export const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
/** Multiples of 1/8 of moderate size: sums and products of a few are exact, so results can be compared exactly. */
const eighth = fc.integer({ min: -64, max: 64 }).map((i) => i / 8);
const units = fc.option(fc.string(), { nil: null });

const records = (number: fc.Arbitrary<number>, unit: fc.Arbitrary<string | null>) => {
  const ascending = (least: number) =>
    fc.array(number, { minLength: least, maxLength: 6 }).map((xs) => xs.sort((a, b) => a - b));
  return {
    linear: fc.record({ units: unit, proportional_term: number, constant_term: number }).map(linear),
    quadratic: fc
      .record({ units: unit, quadratic_term: number, proportional_term: number, constant_term: number })
      .map(quadratic),
    piecewiseLinear: fc
      .tuple(
        ascending(2).chain((xs) => fc.tuple(...xs.map((x) => fc.tuple(fc.constant(x), number)))),
        unit,
      )
      .map(([points, units]): PiecewiseLinearCost => piecewiseLinear({ points, units })),
    piecewiseStep: ascending(2)
      .chain((xs) =>
        fc.record({
          units: unit,
          x_coords: fc.constant(xs),
          y_coords: fc.array(number, { minLength: xs.length - 1, maxLength: xs.length - 1 }),
        }),
      )
      .map((fields): PiecewiseStepCost => piecewiseStep(fields)),
  };
};

const wild = records(finite, units);
/** Any record at all. */
export const anyRecord: fc.Arbitrary<CostFunction> = fc.oneof(...Object.values(wild));

/** Records whose numbers are multiples of 1/8, without units. */
export const exact = records(eighth, fc.constant(null));
export const exactRecord: fc.Arbitrary<CostFunction> = fc.oneof(...Object.values(exact));
