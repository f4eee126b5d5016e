import type { SuccessModel } from '../../gp/success/success.ts';
import type { Scorer } from './climb.ts';

/**
 * A score times the probability that the runs give a result at all: for a score on a logarithmic scale the sum of both
 * logarithms; for others the logarithm counts in units of the score, as a product would turn over where it is negative.
 *
 * @param unit 1 for a logarithmic score, else the size of the score's values
 */
export function successScorer(scorer: Scorer, success: SuccessModel | undefined, unit = 1): Scorer {
  if (success === undefined) return scorer;
  const { q, screen, rough, exact } = scorer;
  const add = (value: Float64Array, log: Float64Array): Float64Array => {
    const total = value.slice();
    log.forEach((each, i) => {
      total[Math.floor(i / q)] += unit * each;
    });
    return total;
  };
  return {
    q,
    ...(screen === undefined ? {} : { screen: successScorer(screen, success, unit) }),
    ...(rough === undefined ? {} : { rough: successScorer(rough, success, unit) }),
    ...(exact === undefined ? {} : { exact: successScorer(exact, success, unit) }),
    ...(scorer.around === undefined
      ? {}
      : {
          around: (points, work) =>
            scorer.around?.(points, (local) => work(successScorer(local, success, unit))) ?? work(scorer),
        }),
    values(points) {
      const value = scorer.values(points);
      return add(value, success.logProbability(points, value.length * q));
    },
    gradients(points) {
      const own = scorer.gradients(points);
      const more = success.gradient(points, own.value.length * q);
      return {
        value: add(own.value, more.value),
        gradient: own.gradient.map((slope, i) => slope + unit * more.gradient[i]),
      };
    },
  };
}
