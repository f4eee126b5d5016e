import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSeparation } from '../../../src/engine/acquisition/search/separation.ts';
import { type StrategyName, strategies } from '../../../src/engine/acquisition/strategies/table.ts';
import { suggest } from '../../../src/engine/acquisition/suggest.ts';
import type { SuggestTask } from '../../../src/engine/acquisition/task.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { InfeasibleRegionError } from '../../../src/engine/errors.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import { createGenerator, type Generator } from '../../../src/engine/random/generator.ts';
import { decodeRows, hull } from '../../../src/engine/space/encode.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../../../src/engine/space/feasible-region.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { nativeBackends } from '../compute/native-support.ts';
import { arbitrarySpace } from '../space/arbitrary-space.ts';
import { randomModel } from './random-model.ts';

/** The fastest backend there is: what is tested lies above it. */
const backend =
  [createTsBackend(), ...nativeBackends(1).map(([, native]) => native)].at(-1) ?? createTsBackend();
const context = { backend };
const runs = Number(process.env.ATHANOR_PROPERTY_RUNS ?? 2000);
const seed = Number(process.env.ATHANOR_PROPERTY_SEED ?? 11);
const quick = { spread: 8, nearby: 4, restarts: 1, iterations: 3 };
const narrowed = [{}, {}, { trust_region: true }, { local: 1 }];
/** Enough for one or two variables to be searched locally. */
const RECORDED = 10;

interface Asked {
  readonly task: SuggestTask;
  readonly region: FeasibleRegion;
}

/** Made-up models of data recorded within the region; nothing is fitted. */
function modelsOver(region: FeasibleRegion, objectives: number, generator: Generator): GpModel[] {
  const { dimensions } = region.space;
  const d = dimensions.length;
  const X = region.sample(RECORDED, generator);
  const spans = dimensions.map((dimension) => hull(dimension));
  return Array.from({ length: objectives }, (_, k) => ({
    ...randomModel(d, RECORDED, generator.integer(1000) + k, 1e-6),
    X,
    inputShift: Float64Array.from(spans, ([low]) => low),
    inputScale: Float64Array.from(spans, ([low, high]) => Math.max(high - low, 1)),
  }));
}

function askedOf(space: Space, strategy: StrategyName, size: number, seed: number): Asked {
  const generator = createGenerator(seed);
  const rule = strategies[strategy];
  const d = space.dimensions.length;
  const whole = createFeasibleRegion(space);
  const models = modelsOver(whole, rule.objectives === 'several' ? 2 : 1, generator);
  const fixed = new Map<number, number>();
  if (d > 1 && generator.uniform() < 0.3) {
    const column = generator.integer(d);
    fixed.set(column, whole.sample(1, generator)[column]);
  }
  const region = createFeasibleRegion(space, fixed);
  const pending =
    generator.uniform() < 0.5 ? region.sample(1 + generator.integer(2), generator) : new Float64Array(0);
  const goal = generator.uniform() < 0.5 ? 'minimize' : 'maximize';
  return {
    region,
    task: {
      models,
      recipe: rule.recipes[0],
      space,
      strategy,
      count: rule.batch ? size : 1,
      goals: models.map(() => goal),
      fixed,
      pending,
      samples: 4,
      seed,
      options: { ...quick, ...narrowed[generator.integer(narrowed.length)] },
    },
  };
}

/** In the space and its constraints, with held columns as held, and of native types. */
function expectInside({ task, region }: Asked, points: Float64Array): void {
  const d = task.space.dimensions.length;
  expect(points.length).toBe(task.count * d);
  for (let i = 0; i < task.count; i++) {
    const point = points.subarray(i * d, (i + 1) * d);
    expect(region.contains(point)).toBe(true);
    for (const [column, value] of task.fixed) expect(point[column]).toBe(value);
  }
  for (const row of decodeRows(task.space, points)) {
    for (const dimension of task.space.dimensions) {
      const value = row[dimension.name];
      if (dimension.kind === 'categorical') {
        const open = dimension.open?.map((code) => dimension.labels[code]);
        expect(open ?? dimension.labels).toContain(value);
      } else if (dimension.kind === 'discrete') expect(dimension.values).toContain(value);
      else {
        expect(value).toBeTypeOf('number');
        expect(value).toBeGreaterThanOrEqual(dimension.low);
        expect(value).toBeLessThanOrEqual(dimension.high);
        if (dimension.kind === 'integer') expect(value).toSatisfy(Number.isInteger);
      }
    }
    expect(JSON.stringify(row)).not.toContain('null');
  }
}

/**
 * No recorded, staged or earlier point of the batch again. A warning that everything repeats must be true: samples of
 * the region are then known points, too.
 */
function expectNew({ task, region }: Asked, points: Float64Array, warnings: readonly string[]): void {
  const d = task.space.dimensions.length;
  const rows = (of: Float64Array) =>
    Array.from({ length: of.length / d }, (_, i) => of.subarray(i * d, (i + 1) * d));
  const known = [...rows(task.models[0].X), ...rows(task.pending)];
  const apart = createSeparation(region);
  const isKnown = (point: Float64Array) => known.some((other) => !apart(other, point, 1e-6));
  const repeats = region.settled.size === d || warnings.some((text) => text.startsWith('every candidate'));
  for (const point of rows(points)) {
    if (!repeats) expect(isKnown(point)).toBe(false);
    known.push(point);
  }
  if (repeats) {
    const samples = rows(region.sample(16, createGenerator(task.seed)));
    expect(samples.filter((sample) => !isKnown(sample))).toEqual([]);
  }
}

describe('suggest over random spaces, constraints, data, pending and held values', () => {
  /** qIPV is qNIPV by another name. */
  const names = (Object.keys(strategies) as StrategyName[]).filter((name) => name !== 'qIPV');
  test(
    `every point is feasible, native, new and reproducible, ${runs} times`,
    () => {
      let answered = 0;
      fc.assert(
        fc.property(
          arbitrarySpace(4, true),
          fc.constantFrom(...names),
          fc.integer({ min: 1, max: 3 }),
          fc.integer({ min: 0, max: 1e9 }),
          (space, strategy, size, seed) => {
            let asked: Asked;
            try {
              asked = askedOf(space, strategy, size, seed);
            } catch (error) {
              if (error instanceof InfeasibleRegionError) return;
              throw error;
            }
            const { points, warnings } = suggest(asked.task, context);
            answered++;
            expectInside(asked, points);
            expectNew(asked, points, warnings.flat());
            expect(suggest(asked.task, context).points).toEqual(points);
          },
        ),
        { numRuns: runs, seed },
      );
      expect(answered).toBeGreaterThan(0.6 * runs);
    },
    60_000 + 100 * runs,
  );
});
