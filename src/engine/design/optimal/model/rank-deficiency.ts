import { ValueError } from '../../../errors.ts';
import { dependentColumns } from '../../../linalg/cholesky.ts';
import { isLattice } from '../../../space/encode.ts';
import { mixtureOfSpace } from '../../mixture-space.ts';
import type { OptimalDesignTask } from '../task.ts';
import type { LinearModel } from './model-terms.ts';

/** Whether candidate points with these moments [p, p] estimate the model. */
export const isEstimable = ({ columns }: LinearModel, moments: Float64Array): boolean =>
  dependentColumns(moments, columns.length).length === 0;

/** Names of terms that an information matrix does not estimate in addition to the others. */
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

type Searched = Pick<OptimalDesignTask, 'space' | 'forbidden' | 'algorithm'>;

/** What gives the candidate points more terms, of what the task has. */
function waysOut({ space, forbidden = [], algorithm = 'coordinate_exchange' }: Searched): string[] {
  return [
    'remove these terms',
    ...(space.dimensions.every(isLattice) ? [] : ['allow more n_levels']),
    ...(space.constraints.length > 0 ? ['relax the constraints'] : []),
    ...(forbidden.length > 0 ? ['forbid fewer combinations'] : []),
    ...(mixtureOfSpace(space) && algorithm !== 'coordinate_exchange' ? ['leave algorithm out'] : []),
  ];
}

/**
 * @param moments [p, p] of the candidate points  @param fixedInformation [p, p] of existing runs  @param who begins the message
 * @throws ValueError for terms that both together cannot estimate
 */
export function requireFullRank(
  model: LinearModel,
  moments: Float64Array,
  fixedInformation: Float64Array,
  task: Searched,
  who = 'optimal design',
): void {
  const together = moments.map((value, k) => value + fixedInformation[k]);
  const names = dependentTerms(model, together);
  if (names === '') return;
  throw new ValueError(
    `${who}: the candidate points cannot estimate ${names} ` +
      `together with the other terms; ${waysOut(task).join(', or ')}`,
  );
}
