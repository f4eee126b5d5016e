import type { Posterior } from '../../gp/posterior/posterior.ts';
import { createTape, type Tensor } from '../../tensor/index.ts';
import { startsIn } from '../problem.ts';
import type { Scorer } from '../search/climb.ts';
import { countedIn, search } from '../search/search.ts';
import type { AnalyticOptions } from './analytic.ts';
import type { RunStrategy } from './definition.ts';
import { analyticOptions } from './one-point.ts';

/**
 * An acquisition without code of its own: mean and deviation [m] of single points in output units in, values [m] to be
 * maximized out, in tensor ops.
 */
export type ComposedAcquisition = (mean: Tensor, deviation: Tensor, goal: AnalyticOptions) => Tensor;

/** Scores single points by a composed acquisition, op by op on the posterior's backend; gradients come from the tape. */
export function composedScorer(
  posterior: Posterior,
  define: ComposedAcquisition,
  goal: AnalyticOptions,
): Scorer {
  const { d } = posterior.model;

  /** Values, and with the flag derivatives by mean and deviation, each [m]. */
  function evaluate(mean: Float64Array, deviation: Float64Array, withGradient: boolean): Float64Array[] {
    const tape = createTape(posterior.backend);
    try {
      const given = [mean, deviation].map((values) => tape.tensor(values, [values.length]));
      const value = define(given[0], given[1], goal);
      const slopes = withGradient ? tape.gradient(value, given) : [];
      return [value, ...slopes].map((tensor) => tape.read(tensor));
    } finally {
      tape.free();
    }
  }

  return {
    q: 1,
    values(points) {
      const { mean, std } = posterior.predict(points, points.length / d);
      return evaluate(mean, std, false)[0];
    },
    gradients(points) {
      const { mean, variance, dMean, dVariance } = posterior.predictGradient(points, points.length / d);
      const deviation = variance.map(Math.sqrt);
      const [value, byMean, byDeviation] = evaluate(mean, deviation, true);
      const gradient = points.map((_, at) => {
        const i = Math.floor(at / d);
        const perVariance = deviation[i] > 0 ? byDeviation[i] / (2 * deviation[i]) : 0;
        return byMean[i] * dMean[at] + perVariance * dVariance[at];
      });
      return { value, gradient };
    },
  };
}

/**
 * A strategy that climbs a composed acquisition: for rows of the table without a faster implementation. The log says so once. Nothing
 * shipped needs it; `test/service/toy-members.test.ts` adds one that does.
 *
 * @public
 */
export function climbComposed(name: string, define: ComposedAcquisition): RunStrategy {
  return (problem) => {
    const { region, generator, options, repeats, remarks, fantasies, context } = problem;
    context.note?.(
      `acquisition ${name} has no kernel: it is composed of elementwise ops on ${context.backend.name}, which is slower`,
    );
    const scorer = composedScorer(fantasies[0].after([]), define, analyticOptions(problem));
    const counted = countedIn(problem.posteriors[0].outputScale, options);
    const starts = startsIn(problem, options);
    const found = search(scorer, region, starts, generator, counted);
    const { point, value } = repeats.choose(found, remarks);
    return { points: [point], value };
  };
}
