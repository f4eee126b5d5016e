import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExchangeState } from '../../../../src/engine/compute/ts/exchange-forms.ts';
import { planExchange } from '../../../../src/engine/compute/ts/exchange-plan.ts';
import { createRowVisitor } from '../../../../src/engine/compute/ts/exchange-row.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { modelMatrix } from '../../../../src/engine/design/optimal/model/coding.ts';
import { buildModel, type LinearModel } from '../../../../src/engine/design/optimal/model/model-terms.ts';
import { boxMoments } from '../../../../src/engine/design/optimal/model/moments.ts';
import { latticeLevels } from '../../../../src/engine/design/optimal/region/levels.ts';
import {
  type ExchangeBatch,
  exchangeModel,
  exchangeSizes,
  runExchange,
} from '../../../../src/engine/design/optimal/search/exchange-step.ts';
import { ShapeError } from '../../../../src/engine/errors.ts';
import { choleskyLower, inverseFromFactor, logDeterminant } from '../../../../src/engine/linalg/cholesky.ts';
import {
  addInformation,
  identity,
  sandwich,
  traceOfProduct,
} from '../../../../src/engine/linalg/products.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { discrete, integer, labels, real } from '../support.ts';
import { batchOf, nativeVariants, none, quadratic } from './support.ts';

const ts = createTsBackend();

/** Value of a design from scratch: log det M, or −trace(W·M⁻¹). */
function valueFromScratch(batch: ExchangeBatch, design: Float64Array): number {
  const p = batch.model.columns.length;
  const M = addInformation(batch.fixedInformation.slice(), modelMatrix(batch.model, design), p);
  const L = choleskyLower(M, p);
  if (L === undefined) return Number.NEGATIVE_INFINITY;
  return batch.weights === undefined
    ? logDeterminant(L, p)
    : -traceOfProduct(inverseFromFactor(L, p), batch.weights);
}

const dimension = fc.oneof(
  fc.constant(real('x')),
  fc.constant(integer('x', 0, 4)),
  fc.constant(discrete('x', 1, 2, 4, 8)),
  fc.integer({ min: 2, max: 4 }).map((k) => labels('x', ...['p', 'q', 'r', 's'].slice(0, k))),
);

/** Models over two to four mixed variables. */
const model: fc.Arbitrary<LinearModel> = fc
  .tuple(
    fc.array(dimension, { minLength: 2, maxLength: 4 }),
    fc.constantFrom('linear' as const, 'interaction' as const, 'quadratic' as const),
  )
  .map(([dimensions, modelType]) =>
    buildModel(
      dimensions.map((own, j) => ({ ...own, name: `x${j}` })),
      { modelType },
    ),
  );

const problem = fc.record({
  model,
  extra: fc.integer({ min: 0, max: 6 }),
  criterion: fc.constantFrom('D', 'A', 'I'),
  seed: fc.integer({ min: 0, max: 2 ** 40 }),
});

function batchFor({
  model,
  extra,
  criterion,
  seed,
}: {
  model: LinearModel;
  extra: number;
  criterion: string;
  seed: number;
}) {
  const p = model.columns.length;
  const uniform = model.dimensions.map((own) => (own.kind === 'real' ? undefined : latticeLevels(own, 3)));
  const weights =
    criterion === 'D' ? undefined : criterion === 'A' ? identity(p) : boxMoments(model, uniform);
  return batchOf(model, p + extra, { seed, weights });
}

describe('op exchange', () => {
  it('reports the value of each design as computed from scratch', () => {
    fc.assert(
      fc.property(problem, (drawn) => {
        const batch = batchFor(drawn);
        const { values, designs } = runExchange(ts, batch);
        const size = batch.runs * batch.model.dimensions.length;
        values.forEach((value, k) => {
          if (Number.isNaN(value)) return;
          const scratch = valueFromScratch(batch, designs.subarray(k * size, (k + 1) * size));
          expect(Math.abs(value - scratch)).toBeLessThanOrEqual(1e-8 * Math.max(1, Math.abs(scratch)));
        });
        expect(values.some((value) => !Number.isNaN(value))).toBe(true);
      }),
      { numRuns: 25, seed: 1 },
    );
  });

  it('never lowers the criterion, and updates the inverse to what inversion gives', () => {
    fc.assert(
      fc.property(problem, (drawn) => {
        const batch = batchFor(drawn);
        const { model, runs } = batch;
        const p = model.columns.length;
        const d = model.dimensions.length;
        const plan = planExchange({ ...exchangeSizes(batch), rest: Int32Array.from(exchangeModel(batch)) });
        const levels = Float64Array.from(batch.levels.flatMap((own) => [...own]));
        const visit = createRowVisitor(plan, { levels, normals: none, limits: none, forbidden: none });
        const generator = createGenerator(drawn.seed);
        const x = Float64Array.from({ length: runs * d }, (_, k) => {
          const own = batch.levels[k % d] as Float64Array;
          return own[generator.integer(own.length)] as number;
        });
        const L = choleskyLower(addInformation(new Float64Array(p * p), modelMatrix(model, x), p), p, 1e-6);
        fc.pre(L !== undefined);
        const C = inverseFromFactor(L as Float64Array, p);
        const weights = batch.weights;
        const state: ExchangeState = {
          x,
          C,
          B: weights === undefined ? none : sandwich(C, weights, p),
          trace: weights === undefined ? 0 : traceOfProduct(C, weights),
          ratio: 1,
        };
        let value = valueFromScratch(batch, x);
        for (let i = 0; i < runs; i++) {
          const moved = visit(state, i);
          const after = valueFromScratch(batch, x);
          expect(after).toBeGreaterThanOrEqual(value - 1e-10 * Math.max(1, Math.abs(value)));
          if (moved) expect(after).toBeGreaterThan(value);
          value = after;
        }
        const scratch = addInformation(new Float64Array(p * p), modelMatrix(model, x), p);
        const inverse = inverseFromFactor(choleskyLower(scratch, p) as Float64Array, p);
        const B = weights === undefined ? none : sandwich(inverse, weights, p);
        const scale = Math.max(...inverse.map(Math.abs));
        for (let i = 0; i < p; i++) {
          for (let k = 0; k <= i; k++) {
            expect(Math.abs((state.C[i * p + k] as number) - (inverse[i * p + k] as number))).toBeLessThan(
              1e-6 * scale,
            );
            if (weights === undefined) continue;
            const difference = (state.B[i * p + k] as number) - (B[i * p + k] as number);
            expect(Math.abs(difference)).toBeLessThan(1e-5 * Math.max(1, scale * scale));
          }
        }
        if (weights !== undefined) expect(state.trace).toBeCloseTo(-value, 6);
      }),
      { numRuns: 40, seed: 2 },
    );
  });

  it.each(nativeVariants)('gives the same designs as TypeScript, bit for bit (%s)', (_, native) => {
    fc.assert(
      fc.property(problem, (drawn) => {
        const batch = batchFor(drawn);
        const expected = runExchange(ts, batch);
        const found = runExchange(native, batch);
        expect(found.designs).toEqual(expected.designs);
        expect(found.passes).toEqual(expected.passes);
        found.values.forEach((value, k) => {
          const other = expected.values[k] as number;
          if (Number.isNaN(other)) expect(value).toBeNaN();
          else expect(Math.abs(value - other)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(other)));
        });
      }),
      { numRuns: 15, seed: 3 },
    );
  });

  it('keeps constraints and forbidden combinations, on every backend alike', () => {
    const own = quadratic(3);
    const pool = Float64Array.from([
      -1, -1, -1, 1, -1, -1, -1, 1, -1, -1, -1, 1, 0, 0, 0, 0.5, 0, -1, -1, 0.5, 0,
    ]);
    const normals = Float64Array.from([0.6, 0.8, 0]);
    const limits = Float64Array.of(0.3);
    const open = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const forbidden = Float64Array.from([...open, 0.9, 1, 0.9, 1]);
    const batch = batchOf(own, 14, { pool, normals, limits, forbidden });
    const { designs, values } = runExchange(ts, batch);
    expect(values.every((value) => !Number.isNaN(value))).toBe(true);
    let onPlane = 0;
    for (let at = 0; at < designs.length; at += 3) {
      const [a, b, c] = designs.subarray(at, at + 3) as unknown as [number, number, number];
      expect(0.6 * a + 0.8 * b).toBeLessThanOrEqual(0.3 + 1e-8);
      expect(b >= 0.9 && c >= 0.9).toBe(false);
      if (Math.abs(0.6 * a + 0.8 * b - 0.3) < 1e-9) onPlane++;
    }
    expect(onPlane).toBeGreaterThan(0);
    for (const [, native] of nativeVariants) expect(runExchange(native, batch).designs).toEqual(designs);
  });

  it('draws each chain from its own stream, whatever batch it is in', () => {
    const whole = runExchange(ts, batchOf(quadratic(2), 8, { chains: 6 }));
    const tail = runExchange(ts, batchOf(quadratic(2), 8, { chains: 2, firstChain: 4 }));
    expect(tail.designs).toEqual(whole.designs.slice(4 * 16));
  });

  it('never ends a chain worse for more rounds, and begins from the designs given', () => {
    const short = runExchange(ts, batchOf(quadratic(3), 12, { rounds: 1 }));
    const long = runExchange(ts, batchOf(quadratic(3), 12, { rounds: 6 }));
    long.values.forEach((value, k) => {
      expect(value).toBeGreaterThanOrEqual((short.values[k] as number) - 1e-9);
    });
    const again = runExchange(ts, batchOf(quadratic(3), 12, { rounds: 1, starts: long.designs }));
    again.values.forEach((value, k) => {
      expect(value).toBeGreaterThanOrEqual((long.values[k] as number) - 1e-9);
    });
  });

  it('refuses dims and buffers that do not fit', () => {
    const run = (changes: Partial<ExchangeBatch>) => () => runExchange(ts, batchOf(quadratic(2), 8, changes));
    expect(run({ chains: 0 })).toThrow(ShapeError);
    expect(run({ fixedInformation: none })).toThrow('exchange: expected M0 of shape [6, 6], got length 0');
    expect(run({ starts: new Float64Array(3) })).toThrow('expected starts of shape');
    for (const [, native] of nativeVariants) {
      expect(() => runExchange(native, batchOf(quadratic(2), 8, { fixedInformation: none }))).toThrow(
        /exchange/,
      );
      expect(() => runExchange(native, batchOf(quadratic(2), 8, { maxPasses: 0 }))).toThrow(/exchange/);
    }
  });
});
