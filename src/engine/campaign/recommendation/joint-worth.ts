import {
  type Desirability,
  desirabilityMoments,
  jointDesirability,
} from '../../acquisition/strategies/desirability.ts';
import { meetsLimits, type OutcomeLimit } from '../../acquisition/strategies/limits.ts';
import { NotPositiveDefiniteError } from '../../errors.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import { createGenerator, type Generator } from '../../random/generator.ts';
import type { Predictor } from '../surrogates.ts';
import type { StopAdvice } from '../task.ts';
import { drawnCurves, drawnResults, type FutureRuns, summaryOf } from './stop-advice.ts';

/** Curves that advice is drawn from. */
const CURVES = 512;

/** Expected joint desirability of rows [n, d], 0 in the draws that break a limit; [n]. */
export function worthOfRows(
  parts: readonly Desirability[],
  predictors: readonly Predictor[],
  X: Float64Array,
  n: number,
  limits?: readonly OutcomeLimit[],
): Float64Array {
  const each = predictors.map((predictor) => predictor.latent(X, n));
  return Float64Array.from({ length: n }, (_, i) => {
    const { expected } = desirabilityMoments(
      parts,
      each.map(({ mean }) => mean[i]),
      each.map(({ std }) => std[i]),
      predictors,
      limits,
    );
    return expected;
  });
}

/** Curves [CURVES, m] of one objective at points of which the first is measured, from all its members by their shares, in a shuffled order. */
function curvesOf(
  predictor: Predictor,
  points: Float64Array,
  m: number,
  generator: Generator,
): Float64Array[] {
  const curves: Float64Array[] = [];
  let share = 0;
  for (const [part, { weight }] of predictor.parts.entries()) {
    share += weight;
    const count = Math.round(share * CURVES) - curves.length;
    if (count <= 0) continue;
    const draws = drawnCurves(predictor, part, points, { m, first: 1, count }, generator);
    for (let s = 0; s < count; s++) curves.push(draws.subarray(s * m, (s + 1) * m));
  }
  return generator.shuffle(curves);
}

/**
 * As `gainOf`, in joint desirability: the gain of the best of these runs over the run that is expected to be the best so far, over curves drawn for
 * every objective. What breaks a limit, or is drawn to give no result, counts for nothing.
 *
 * @param best [d], the settings of that run
 */
export function desirabilityGainOf(
  parts: readonly Desirability[],
  predictors: readonly Predictor[],
  best: Float64Array,
  ahead: FutureRuns,
  limits?: readonly OutcomeLimit[],
): StopAdvice | undefined {
  const generator = createGenerator(`stop/${ahead.seed}`);
  const points = concatenate([best, ...ahead.points]);
  const m = 1 + ahead.points.length;
  const nextResults = drawnResults(ahead);
  try {
    const curves = predictors.map((predictor) => curvesOf(predictor, points, m, generator));
    const count = Math.min(...curves.map(({ length }) => length));
    const gains = Array.from({ length: count }, (_, s) => {
      const givesResult = nextResults();
      const worthAt = (i: number): number => {
        if (i > 0 && !givesResult(i - 1)) return 0;
        const outputs = curves.map((draws) => draws[s][i]);
        return meetsLimits(limits, (objective) => outputs[objective]) ? jointDesirability(parts, outputs) : 0;
      };
      const [before, ...after] = Array.from({ length: m }, (_, i) => worthAt(i));
      return Math.max(0, Math.max(...after) - before);
    });
    return { runs: ahead.points.length, ...summaryOf(gains) };
  } catch (error) {
    if (error instanceof NotPositiveDefiniteError) return undefined;
    throw error;
  }
}
