import { ValueError } from '../../errors.ts';
import type { SparseForm } from '../model.ts';
import type { TrainTask } from '../task.ts';
import { FULL_WEIGHTS, inducingFor, NEIGHBOURS, SPARSE_ABOVE } from './sizes.ts';

/**
 * What a task asks of its posterior; undefined for the exact one, which a task with results that are limits gets unless
 * it asks for another.
 *
 * @throws ValueError when a sparse model is requested for limits, which it cannot take, or exact means of a model without
 *   inducing points
 */
export function sparseFormOf({
  n,
  options,
  censored,
}: Pick<TrainTask, 'n' | 'options' | 'censored'>): SparseForm | undefined {
  const wanted = options?.approximation ?? 'auto';
  const limits = censored?.reduce((sum, one) => sum + (one?.rows.length ?? 0), 0) ?? 0;
  if (wanted === 'exact' || (wanted === 'auto' && (n <= SPARSE_ABOVE || limits > 0))) return undefined;
  if (limits > 0) {
    throw new ValueError(
      `options.approximation: '${wanted}' cannot use results that are limits, got ${limits}; use exact, or leave them out`,
    );
  }
  const given = options?.neighbours;
  const kind = wanted === 'vecchia' ? 'vecchia' : 'local';
  const inducing = kind === 'local' ? Math.min(n, options?.inducing ?? inducingFor(n)) : 0;
  if (options?.exact_mean === true && inducing === 0)
    throw new ValueError("options.exact_mean: true needs approximation 'local' with inducing points");
  const exactMean =
    inducing > 0 && n >= FULL_WEIGHTS.least && (options?.exact_mean ?? n <= FULL_WEIGHTS.most);
  return {
    kind,
    ...(inducing > 0 && { inducing }),
    ...(exactMean && { exactMean }),
    neighbours: given === undefined ? NEIGHBOURS.likelihood : Math.ceil(given / 2),
    predictive: given ?? (exactMean ? FULL_WEIGHTS.neighbours : NEIGHBOURS.prediction),
  };
}
