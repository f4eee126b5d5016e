import type { Backend } from '../../../../src/engine/compute/backend.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import {
  buildModel,
  type LinearModel,
  type ModelType,
} from '../../../../src/engine/design/optimal/model/model-terms.ts';
import { codedRegion } from '../../../../src/engine/design/optimal/region/coded-region.ts';
import { latticeLevels } from '../../../../src/engine/design/optimal/region/levels.ts';
import type { ExchangeBatch } from '../../../../src/engine/design/optimal/search/exchange-step.ts';
import type { DesignProblem } from '../../../../src/engine/design/optimal/search/problem.ts';
import type { Space } from '../../../../src/engine/space/space.ts';
import { nativeBackends } from '../../compute/native-support.ts';
import { box } from '../support.ts';

/** Every instruction set of the addon with one thread, and the best one with three. */
export const nativeVariants: readonly (readonly [string, Backend])[] = [
  ...nativeBackends(1),
  ...nativeBackends(3)
    .slice(-1)
    .map(([set, backend]) => [`${set}, three threads`, backend] as const),
];

/** The fastest backend of this machine. */
export const backend: Backend = nativeVariants.at(-1)?.[1] ?? createTsBackend();

export const none = new Float64Array(0);

export function batchOf(
  model: LinearModel,
  runs: number,
  changes: Partial<ExchangeBatch> = {},
): ExchangeBatch {
  const p = model.columns.length;
  return {
    model,
    runs,
    levels: model.dimensions.map((dimension) => latticeLevels(dimension, 3)),
    ends: model.dimensions.map((dimension) => dimension.kind === 'real'),
    fixedInformation: new Float64Array(p * p),
    normals: none,
    limits: none,
    forbidden: none,
    pool: none,
    chains: 11,
    rounds: 3,
    maxPasses: 50,
    seed: 1,
    firstChain: 0,
    perturb: 3,
    ...changes,
  };
}

export function problemOf(
  space: Space,
  modelType: ModelType,
  runs: number,
  changes: Partial<DesignProblem> = {},
) {
  const model = buildModel(space.dimensions, { modelType });
  const p = model.columns.length;
  const problem: DesignProblem = {
    model,
    runs,
    existing: none,
    fixedInformation: new Float64Array(p * p),
    region: codedRegion(space),
    levels: space.dimensions.map((dimension) => latticeLevels(dimension, 3)),
    pool: none,
    judged: none,
    finePool: none,
    seed: 1,
    maxIterations: 100,
    effort: 1,
    ...changes,
  };
  return problem;
}

export const quadratic = (factors: number): LinearModel =>
  buildModel(box(factors).dimensions, { modelType: 'quadratic' });
