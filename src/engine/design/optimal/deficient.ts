import { ValueError } from '../../errors.ts';
import { dependentColumns } from '../../linalg/cholesky.ts';
import type { LinearModel } from './model-terms.ts';

/**
 * @param moments [p, p] of the candidate points  @param fixedInformation [p, p] of existing runs
 * @throws ValueError for terms that both together cannot estimate
 */
export function refuseDeficient(
  model: LinearModel,
  moments: Float64Array,
  fixedInformation: Float64Array,
): void {
  const together = moments.map((value, k) => value + fixedInformation[k]);
  const dependent = dependentColumns(together, model.columns.length);
  if (dependent.length === 0) return;
  const names = [...new Set(dependent.map((c) => model.terms[model.columns[c].term].name))];
  throw new ValueError(
    `optimal design: the candidate points cannot estimate ${names.map((name) => `'${name}'`).join(', ')} ` +
      'together with the other terms; remove these terms, allow more n_levels, relax the constraints, or for a mixture leave algorithm out',
  );
}
