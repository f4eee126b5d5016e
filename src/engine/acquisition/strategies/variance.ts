import { searchBatch } from '../search/batch.ts';
import { measurementNoise } from '../search/repeats.ts';
import { countedIn } from '../search/search.ts';
import { spreadPoints } from '../search/starts.ts';
import { botorch, type RunStrategy, type Strategy } from './definition.ts';
import { JOINT_LIMIT } from './monte-carlo.ts';
import { integratedVarianceScorer } from './variance-scorer.ts';

/** Points that stand for the region when variances are averaged over it. */
const VARIANCE_POINTS = 500;

/** The batch after which the average variance over the region is least. Source: Seo et al. 2000, doi:10.1109/IJCNN.2000.861310. */
const integratedVariance: RunStrategy = (problem) => {
  const { task, posteriors, fantasies, region, generator } = problem;
  const over = spreadPoints(region, VARIANCE_POINTS, generator);
  const noise = measurementNoise(posteriors[0]);
  const scale = posteriors[0].outputScale ** 2;
  const sizes = { ...problem.options, spread: 128, nearby: 0, restarts: 6, tolerance: 1e-5 };
  const options = countedIn(scale, sizes);
  const after = (chosen: readonly Float64Array[], q: number) =>
    integratedVarianceScorer(fantasies[0].after(chosen), over, q, noise);
  const whole = task.count > JOINT_LIMIT || task.count === 1 ? undefined : after([], task.count);
  return searchBatch({ ...problem, options }, (chosen) => after(chosen, 1), whole);
};

const learn = {
  recipes: botorch,
  batch: true,
  objectives: 'one',
  fixed: false,
  parameters: {},
  purpose: 'Reduces the uncertainty of the model everywhere; ignores the goal.',
  value: 'minus the average variance over 500 points once the batch is measured',
  run: integratedVariance,
} as const;

/** Batches that reduce the variance of the whole region most. */
export const variance = {
  qIPV: learn,
  qNIPV: { ...learn, label: 'Learn (qNIPV)', aliases: ['qnegintegratedposteriorvariance'] },
} as const satisfies Record<string, Strategy>;
