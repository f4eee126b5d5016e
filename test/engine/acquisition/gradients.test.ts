import { expect, test } from 'vitest';
import type { Scorer } from '../../../src/engine/acquisition/search/climb.ts';
import { logExpectedImprovement } from '../../../src/engine/acquisition/strategies/analytic.ts';
import { logBoxImprovement } from '../../../src/engine/acquisition/strategies/box-improvement.ts';
import { hypervolume } from '../../../src/engine/acquisition/strategies/dominated-volume.ts';
import { onePointScorer } from '../../../src/engine/acquisition/strategies/one-point-scorer.ts';
import { tileNondominated } from '../../../src/engine/acquisition/strategies/pareto.ts';
import { logImprovementOfScalar } from '../../../src/engine/acquisition/strategies/scalarization.ts';
import { scenarioObjective, scenarioScorer } from '../../../src/engine/acquisition/strategies/scenarios.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { createPosterior } from '../../../src/engine/gp/posterior/posterior.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import { sobolNormal } from '../../../src/engine/random/sobol.ts';
import { randomModel } from './random-model.ts';

const backend = createTsBackend();
const d = 3;
const posteriors = [1, 2].map((seed) => createPosterior(randomModel(d, 14, seed), backend));

/** Gradients against central differences at a few points. */
function expectGradients(scorer: Scorer, tolerance = 1e-5): void {
  const generator = createGenerator(8);
  for (let trial = 0; trial < 3; trial++) {
    const point = Float64Array.from({ length: scorer.q * d }, () => generator.uniform());
    const { value, gradient } = scorer.gradients(point);
    expect(value[0]).toBeCloseTo(scorer.values(point)[0], 10);
    for (let k = 0; k < point.length; k++) {
      const step = 1e-5;
      const sides = [1, -1].map((side) => {
        const moved = point.slice();
        moved[k] += side * step;
        return scorer.values(moved)[0];
      });
      const slope = (sides[0] - sides[1]) / (2 * step);
      expect(Math.abs(gradient[k] - slope)).toBeLessThan(tolerance * Math.max(1, Math.abs(slope)));
    }
  }
}

test('log EI with outcome constraints', () => {
  const constraints = [
    { range: { low: 0.2, high: Number.POSITIVE_INFINITY }, posterior: posteriors[1] },
    { range: { low: -1.5, high: 2 }, posterior: posteriors[0] },
  ] as const;
  const options = { sign: -1, best: -0.5, xi: 0, kappa: 0 } as const;
  expectGradients(onePointScorer(posteriors[0], logExpectedImprovement, options, constraints));
});

test.each([0, 4])('log expected hypervolume improvement given %d drawn points', (p) => {
  const base = Float64Array.from({ length: p * d }, (_, i) => ((i * 0.37) % 1) * 0.9 + 0.05);
  const S = p === 0 ? 1 : 8;
  const objectives = posteriors.map((posterior, k) =>
    scenarioObjective(posterior, base, sobolNormal(S, Math.max(1, p), k), S),
  );
  const front = [
    [0.5, -0.2],
    [-0.3, 0.6],
  ];
  const tiling = tileNondominated(front, [-2, -2]);
  const scorer = scenarioScorer({ objectives, signs: [1, -1], S, d }, (_, mean, deviation, slopes) =>
    logBoxImprovement(tiling, mean, deviation, slopes),
  );
  expectGradients(scorer);
});

test('scalarized improvement', () => {
  const Z = sobolNormal(16, 2, 5);
  const none = new Float64Array(0);
  const objectives = posteriors.map((posterior) => scenarioObjective(posterior, none, none, 16));
  const scalar = {
    weights: Float64Array.of(0.3, 0.7),
    low: Float64Array.of(-1, -2),
    range: Float64Array.of(2, 3),
    best: 0.4,
  };
  const scorer = scenarioScorer({ objectives, signs: [1, 1], S: 16, d }, (s, mean, deviation, slopes) =>
    logImprovementOfScalar(scalar, mean, deviation, Z.subarray(2 * s, 2 * s + 2), slopes),
  );
  expectGradients(scorer, 1e-4);
});

test('closed-form hypervolume improvement equals its Monte-Carlo average', () => {
  const front = [
    [1, 3],
    [2, 2],
    [3, 0.5],
  ];
  const reference = [0, 0];
  const tiling = tileNondominated(front, reference);
  const mean = [2, 1.8];
  const deviation = [0.7, 0.9];
  const generator = createGenerator(2);
  const before = hypervolume(front, reference);
  let sum = 0;
  const draws = 20000;
  for (let s = 0; s < draws; s++) {
    const y = mean.map((mu, k) => mu + deviation[k] * generator.normal());
    sum += hypervolume([...front, y], reference) - before;
  }
  expect(Math.exp(logBoxImprovement(tiling, mean, deviation)) / (sum / draws)).toBeCloseTo(1, 1);
});

test('a scenario conditions on its draws', () => {
  const base = Float64Array.of(0.2, 0.4, 0.6, 0.9, 0.1, 0.5);
  const Z = sobolNormal(4, 2, 3);
  const objective = scenarioObjective(posteriors[0], base, Z, 4);
  const { mean, deviation } = objective.at(base, 2, false);
  for (let s = 0; s < 4; s++) {
    for (let j = 0; j < 2; j++) expect(mean[j * 4 + s]).toBeCloseTo(objective.samples[s * 2 + j], 4);
  }
  expect(Math.max(...deviation)).toBeLessThan(1e-3);
});
