import { describe, expect, it } from 'vitest';
import { hypervolume } from '../../../src/engine/acquisition/strategies/dominated-volume.ts';
import { scenarioNormals, scenarioObjective } from '../../../src/engine/acquisition/strategies/scenarios.ts';
import { suggest } from '../../../src/engine/acquisition/suggest.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { fitModel } from '../../../src/engine/gp/fit/plan-fit.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { sobolNormal } from '../../../src/engine/random/sobol.ts';
import { randomModel } from './random-model.ts';

const backend = createTsBackend();

describe('scenarios of an objective', () => {
  it('are finite where all that is left of the variance at recorded points is rounding', () => {
    // A price: a smooth exact function of the settings.
    const generator = createGenerator('price');
    const n = 40;
    const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
    const y = Float64Array.from({ length: n }, (_, i) => 3 * (X[2 * i] as number) + (X[2 * i + 1] as number));
    const task = {
      X,
      n,
      d: 2,
      categorical: [false, false],
      outputs: [y],
      recipe: 'botorch' as const,
      kernel: 'rbf',
      kernelParams: {},
      seed: 1,
      noise: new Float64Array(n).fill(1e-10),
    };
    const posterior = createPosterior(fitModel(task, y, { backend }), backend);
    const p = 12;
    const objective = scenarioObjective(posterior, X.slice(0, 2 * p), sobolNormal(8, p, 'price'), 8);
    objective.samples.forEach((value, i) => {
      expect(Math.abs(value - (y[i % p] as number))).toBeLessThan(1e-3);
    });
    const { mean } = objective.at(Float64Array.of(0.3, 0.6), 1, false);
    for (const value of mean) expect(Math.abs(value - 1.5)).toBeLessThan(0.01);
    objective.free();
    posterior.free();
  });
});

describe('draws of several objectives', () => {
  it('are independent of each other, and the same whatever points follow', () => {
    const S = 512;
    for (let seed = 0; seed < 5; seed++) {
      const [one, two] = scenarioNormals(S, 2, 2, seed) as [Float64Array, Float64Array];
      const product = one.reduce((sum, value, i) => sum + value * (two[i] as number), 0);
      expect(Math.abs(product / one.length)).toBeLessThan(0.05);
      const [, longer] = scenarioNormals(S, 5, 2, seed) as [Float64Array, Float64Array];
      const [, after] = scenarioNormals(S, 1, 2, seed, 1) as [Float64Array, Float64Array];
      expect(longer[5]).toBe(two[2]);
      expect(after[1]).toBe(two[3]);
    }
  });

  it('take part in the value of qEHVI as draws from the joint posteriors do', () => {
    const n = 4;
    const [first, second] = [randomModel(2, n, 3), randomModel(2, n, 4)];
    const models = [first, { ...second, X: first.X }];
    const pending = Float64Array.of(0.3, 0.5, 0.3, 0.9);
    const [p, count, draws] = [2, 3, 4096];
    const referencePoint = models.map(({ y }) => Math.min(...y) - 0.5);
    const dimensions = [0, 1].map((k) => ({ kind: 'real' as const, name: `x${k}`, low: 0, high: 1 }));
    const recorded = Array.from({ length: n }, (_, i) => models.map(({ y }) => y[i] as number));
    const posteriors = models.map((model) => createPosterior(model, backend));
    for (const seed of [1, 3]) {
      const { points, value } = suggest(
        {
          ...{ models, recipe: 'botorch', strategy: 'qEHVI', goals: ['maximize', 'maximize'], count, seed },
          ...{ space: { dimensions, constraints: [] }, fixed: new Map([[0, 0.3]]), referencePoint },
          ...{ pending, samples: 512 },
        },
        { backend },
      );
      const generator = createGenerator('draws');
      const all = Float64Array.of(...pending, ...points);
      const q = p + count;
      const drawn = posteriors.map((posterior) => posterior.sample(all, q, generator.normals(q * draws)));
      let gained = 0;
      for (let s = 0; s < draws; s++) {
        const runs = Array.from({ length: q }, (_, j) => drawn.map((of) => of[q * s + j] as number));
        const before = [...recorded, ...runs.slice(0, p)];
        gained += hypervolume([...recorded, ...runs], referencePoint) - hypervolume(before, referencePoint);
      }
      expect(Math.abs(value / (gained / draws) - 1)).toBeLessThan(0.05);
    }
    for (const posterior of posteriors) posterior.free();
  });
});
