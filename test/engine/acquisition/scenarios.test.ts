import { describe, expect, it } from 'vitest';
import { scenarioObjective } from '../../../src/engine/acquisition/strategies/scenarios.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { fitModel } from '../../../src/engine/gp/plan-fit.ts';
import { createPosterior } from '../../../src/engine/gp/posterior.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { sobolNormal } from '../../../src/engine/random/sobol.ts';

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
