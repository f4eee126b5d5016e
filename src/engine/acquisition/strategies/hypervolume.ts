import { concatenate } from '../../linalg/concatenate.ts';
import { sobolNormal } from '../../random/sobol.ts';
import { attainablePoints } from '../models/attainable.ts';
import { type Problem, withPending } from '../problem.ts';
import { searchBatch } from '../search/batch.ts';
import type { Scorer } from '../search/climb.ts';
import { logBoxImprovement } from './box-improvement.ts';
import { botorch, type RunStrategy, type Strategy } from './definition.ts';
import { logFeasibility } from './feasibility.ts';
import { type Front, frontOf, outputsOf } from './front.ts';
import { byDesirability } from './joined.ts';
import { meetsLimits, rangesOf } from './limits.ts';
import { paretoRows, tileNondominated } from './pareto.ts';
import { logImprovementOfScalar, type Scalarization, scalarizationOf } from './scalarization.ts';
import {
  type ScenarioObjective,
  type ScenarioValue,
  scenarioNormals,
  scenarioObjective,
  scenarioScorer,
} from './scenarios.ts';

/** Above this many objectives tilings grow too fast; random scalarizations take over. */
const TILED = 4;
/** Scenarios of the values at base points; one point given a scenario is exact, so few are enough. */
const SCENARIOS = 32;
/** Recorded points that the noisy form draws with; those likeliest to lie on the front. */
const BASELINE = 30;

/** The search of one member, smaller than usual as scores cost more, started from the front. */
function searchAround(problem: Problem, front: Front): Problem {
  const { region, recorded, options } = problem;
  const d = region.space.dimensions.length;
  const rows = front.rows.slice(0, 10).map((row) => region.repair(recorded.subarray(row * d, (row + 1) * d)));
  const smaller = {
    ...options,
    spread: Math.min(options.spread, 256),
    nearby: Math.min(options.nearby, 96),
    restarts: Math.min(options.restarts, 5),
    iterations: Math.min(options.iterations, 40),
    tolerance: 1e-4,
  };
  return { ...problem, good: concatenate(rows), options: smaller };
}

/**
 * Expected hypervolume improvement, member by member. `noisy` measures against draws of the front at recorded points
 * (qNEHVI), else against the recorded outputs (qEHVI). Pending and chosen points take part by their draws.
 *
 * Source: Daulton, Balandat and Bakshy 2020, arXiv:2006.05078 (qEHVI), and 2021, arXiv:2105.08195 (qNEHVI).
 */
function hypervolumeImprovement(noisy: boolean): RunStrategy {
  return (problem) => {
    if (problem.task.models.length > TILED) return { ...scalarization(problem), strategy: 'Scalarization' };
    const front = frontOf(problem.task);
    const seed = problem.generator.childSeed();
    const baseline = noisy ? likelyFront(problem, seed) : [];
    const opened: ScenarioObjective[] = [];
    const member = (chosen: readonly Float64Array[]) => {
      for (const objective of opened.splice(0)) objective.free();
      return improvementScorer(problem, { front, baseline, seed, opened }, chosen);
    };
    try {
      const batch = searchBatch(searchAround(problem, front), member);
      const value = isWithinReach(problem, front) ? sumOfGains(batch.values) : 0;
      return { points: batch.points, value };
    } finally {
      for (const objective of opened) objective.free();
    }
  };
}

/** Whether anything within the limits is above the reference point. */
const isWithinReach = ({ task, signs }: Problem, { reference }: Front): boolean =>
  rangesOf(task.outcomeConstraints, signs)?.every(({ low, high }, k) => Math.max(low, reference[k]) < high) ??
  true;

const sumOfGains = (logs: readonly number[]): number => logs.reduce((sum, log) => sum + Math.exp(log), 0);

interface FrontSearch {
  readonly front: Front;
  /** Recorded points that may be on the front of the latent values; none without noise. */
  readonly baseline: readonly Float64Array[];
  readonly seed: number;
  /** Receives the objectives that the caller frees. */
  readonly opened: ScenarioObjective[];
}

function improvementScorer(
  problem: Problem,
  { front, baseline, seed, opened }: FrontSearch,
  chosen: readonly Float64Array[],
): Scorer {
  const { task, posteriors, signs } = problem;
  const M = posteriors.length;
  const d = task.space.dimensions.length;
  const base = withPending(task, [...baseline, ...chosen]);
  const p = base.length / d;
  const S = p === 0 ? 1 : (task.samples ?? SCENARIOS);
  const normals = scenarioNormals(S, p, M, seed);
  posteriors.forEach((posterior, k) => {
    opened.push(scenarioObjective(posterior, base, normals[k], S));
  });
  const recorded = baseline.length > 0 ? [] : front.rows.map((row) => outputsOf(front, row));
  const tilings = Array.from({ length: S }, (_, s) => {
    const drawn = Array.from({ length: p }, (_, j) =>
      Float64Array.from({ length: M }, (_, k) => signs[k] * opened[k].samples[s * p + j]),
    ).filter((y) => isInside(problem, y));
    return tileNondominated(maximalOf([...recorded, ...drawn], M), front.reference);
  });
  const within = rangesOf(task.outcomeConstraints, signs);
  const isPossible = isWithinReach(problem, front);
  return scenarioScorer({ objectives: opened.slice(), signs, S, d }, (s, mean, deviation, slopes) => {
    if (isPossible) return logBoxImprovement(tilings[s], mean, deviation, slopes, within);
    // Nothing within the limits is above the reference point: towards the limits.
    const value = logBoxImprovement(tilings[s], mean, deviation, slopes);
    return value + logFeasibility(within, mean, deviation, slopes);
  });
}

const maximalOf = (points: readonly Float64Array[], m: number): Float64Array[] =>
  paretoRows(concatenate(points), m).map((i) => points[i]);

/** Whether outputs (maximize form) meet the outcome constraints. */
const isInside = ({ task, signs }: Problem, y: Float64Array): boolean =>
  meetsLimits(task.outcomeConstraints, (objective) => signs[objective] * y[objective]);

/** Recorded points that meet the limits and lie on the front in some draw of their latent values, the likeliest ones, each once. */
function likelyFront(problem: Problem, seed: number): Float64Array[] {
  const { posteriors, recorded, signs, region, task } = problem;
  const X = attainablePoints(problem.whole, recorded);
  const d = region.space.dimensions.length;
  const M = posteriors.length;
  const unique = new Map<string, Float64Array>();
  for (let i = 0; i < X.length / d; i++) {
    const point = X.slice(i * d, (i + 1) * d);
    unique.set(point.join(), point);
  }
  const rows = promising(problem, [...unique.values()]);
  const n = rows.length;
  const draws = 64;
  const flat = concatenate(rows);
  const normals = scenarioNormals(draws, n, M, seed);
  const samples = posteriors.map((posterior, k) => posterior.sample(flat, n, normals[k]));
  const times = new Float64Array(n);
  for (let s = 0; s < draws; s++) {
    const Y = Float64Array.from(
      { length: n * M },
      (_, i) => signs[i % M] * samples[i % M][s * n + Math.floor(i / M)],
    );
    const inside = Array.from({ length: n }, (_, i) => i).filter((i) =>
      isInside(problem, Y.subarray(i * M, (i + 1) * M)),
    );
    const drawn = concatenate(inside.map((i) => Y.subarray(i * M, (i + 1) * M)));
    for (const i of paretoRows(drawn, M)) times[inside[i]]++;
  }
  const order = Array.from(times.keys()).filter((row) => times[row] > 0);
  order.sort((a, b) => times[b] - times[a]);
  return order.slice(0, task.models.length === 2 ? BASELINE : BASELINE / 2).map((row) => rows[row]);
}

/** Points whose upper bounds (two deviations) are not below the front of the means that meet the limits. */
function promising(problem: Problem, rows: readonly Float64Array[]): Float64Array[] {
  const { posteriors, signs } = problem;
  const M = posteriors.length;
  const n = rows.length;
  const predictions = posteriors.map((posterior) => posterior.predict(concatenate(rows), n));
  const Y = Float64Array.from(
    { length: n * M },
    (_, i) => signs[i % M] * predictions[i % M].mean[Math.floor(i / M)],
  );
  const inside = rows.flatMap((_, i) => {
    const y = Y.subarray(i * M, (i + 1) * M);
    return isInside(problem, y) ? [y] : [];
  });
  const front = maximalOf(inside, M);
  return rows.filter((_, i) =>
    front.every((y) => {
      for (let k = 0; k < M; k++) {
        if (Y[i * M + k] + 2 * predictions[k].std[i] >= y[k]) return true;
      }
      return false;
    }),
  );
}

/** Draws of one point in the scalarized acquisition. */
const SCALAR_SAMPLES = 64;

/** Random augmented Chebyshev scalarizations, one per member; for any number of objectives. */
const scalarization: RunStrategy = (problem) => {
  const { task, fantasies, signs, generator } = problem;
  const front = frontOf(task);
  const M = signs.length;
  const d = task.space.dimensions.length;
  const Z = sobolNormal(SCALAR_SAMPLES, M, generator.childSeed());
  const within = rangesOf(task.outcomeConstraints, signs);
  const member = (chosen: readonly Float64Array[]) => {
    const scalar: Scalarization = scalarizationOf(front, generator);
    const value: ScenarioValue = (s, mean, deviation, slopes) =>
      logImprovementOfScalar(scalar, mean, deviation, Z.subarray(s * M, (s + 1) * M), slopes) +
      logFeasibility(within, mean, deviation, slopes);
    const objectives = fantasies.map((fantasy) =>
      scenarioObjective(fantasy.after(chosen), new Float64Array(0), new Float64Array(0), SCALAR_SAMPLES),
    );
    return scenarioScorer({ objectives, signs, S: SCALAR_SAMPLES, d }, value);
  };
  const batch = searchBatch(searchAround(problem, front), member);
  return { points: batch.points, value: sumOfGains(batch.values) };
};

/** What all members have in common. */
const common = {
  recipes: botorch,
  batch: true,
  objectives: 'several',
  fixed: true,
  parameters: {},
  // One joint value: the hypervolume that it dominates is the value itself.
  joined: byDesirability({ by: 'gain' }),
} as const;

/** Batches for several objectives. */
export const hypervolume = {
  qEHVI: {
    ...common,
    label: 'Extend the front (qEHVI)',
    purpose: 'Looks for points that enlarge the hypervolume of the Pareto front; for results without noise.',
    value: 'expected hypervolume gained over the recorded front',
    samples: true,
    run: hypervolumeImprovement(false),
  },
  qNEHVI: {
    ...common,
    label: 'Extend the front, noisy results (qNEHVI)',
    usual: ['botorch'],
    purpose: 'Looks for points that enlarge the hypervolume of the Pareto front; for noisy results.',
    value: 'the same gain, averaged over fronts drawn from the posterior at the recorded points',
    samples: true,
    run: hypervolumeImprovement(true),
  },
  Scalarization: {
    ...common,
    purpose: 'Improves one random weighting of the objectives per run; for any number of them.',
    value:
      'improvement of one random augmented Chebyshev scalarization per member; replaces the hypervolume above four objectives',
    run: scalarization,
  },
} as const satisfies Record<string, Strategy>;
