import type { buildModel } from '../../src/engine/design/optimal/model/model-terms.ts';
import type { latticeLevels } from '../../src/engine/design/optimal/region/levels.ts';
import type { ExchangeBatch } from '../../src/engine/design/optimal/search/exchange-step.ts';

/** The two functions of the engine that a batch is made with; those of another commit serve `bench before`. */
interface Makers {
  readonly buildModel: typeof buildModel;
  readonly latticeLevels: typeof latticeLevels;
}

/** `chains` random starts of a full quadratic model in real factors, each optimized once. */
export function exchangeBatch(
  { buildModel, latticeLevels }: Makers,
  [factors, runs, levels, chains]: readonly [number, number, number, number],
): ExchangeBatch {
  const dimensions = Array.from(
    { length: factors },
    (_, k) => ({ kind: 'real', name: `x${k + 1}`, low: -1, high: 1 }) as const,
  );
  const model = buildModel(dimensions, { modelType: 'quadratic' });
  const none = new Float64Array(0);
  return {
    model,
    runs,
    levels: dimensions.map((dimension) => latticeLevels(dimension, levels)),
    ends: dimensions.map(() => false),
    fixedInformation: new Float64Array(model.columns.length ** 2),
    normals: none,
    limits: none,
    forbidden: none,
    pool: none,
    chains,
    rounds: 1,
    maxPasses: 200,
    seed: 1,
    firstChain: 0,
    perturb: 0,
  };
}
