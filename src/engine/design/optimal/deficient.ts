import { ValueError } from '../../errors.ts';
import { dependentColumns } from '../../linalg/cholesky.ts';
import type { LinearModel } from './model-terms.ts';

/** Names of terms that some information does not estimate beside the others. */
function dependentTerms({ columns, terms }: LinearModel, information: Float64Array): string {
  const dependent = dependentColumns(information, columns.length);
  return [...new Set(dependent.map((c) => `'${terms[columns[c].term].name}'`))].join(', ');
}

/** @throws ValueError for terms that existing runs cannot estimate, where a design adds none to them */
export function refuseWithoutNewRuns(model: LinearModel, fixedInformation: Float64Array, runs: number): void {
  const names = dependentTerms(model, fixedInformation);
  if (names !== '')
    throw new ValueError(
      `optimal design: n_points is ${runs}, as many as there are existing runs, which cannot estimate ${names}; request more`,
    );
}

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
  const names = dependentTerms(model, together);
  if (names === '') return;
  throw new ValueError(
    `optimal design: the candidate points cannot estimate ${names} ` +
      'together with the other terms; remove these terms, allow more n_levels, relax the constraints, or for a mixture leave algorithm out',
  );
}
