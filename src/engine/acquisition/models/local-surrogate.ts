import type { Backend } from '../../compute/backend.ts';
import type { GpModel } from '../../gp/model.ts';
import { createExactPosterior } from '../../gp/posterior/exact-posterior.ts';
import { createPosterior, type Posterior } from '../../gp/posterior/posterior.ts';
import { indexedRowsOf } from '../../gp/sparse/indexed-rows.ts';
import { exactModelOfRows } from '../../gp/sparse/posterior.ts';
import { NEIGHBOURS } from '../../gp/sparse/sizes.ts';
import { type Goal, signOf } from '../goal.ts';

/** Exact models around the best row, by the theta of the model they are part of: their factors are kept with them. */
const localModels = new WeakMap<
  Float64Array,
  { readonly model: GpModel; readonly goal: string; readonly part: GpModel }
>();

/**
 * The posterior that a search takes: of a sparse model itself where the strategy can and the model is not `local`, else
 * of the rows nearest to the best measured one, with the hyperparameters of all.
 */
export function openSurrogate(
  model: GpModel,
  goal: Goal,
  takesSparse: boolean,
  backend: Backend,
): { readonly posterior: Posterior; readonly remark?: string } {
  if (!model.sparse || (takesSparse && model.sparse.kind === 'vecchia'))
    return { posterior: createPosterior(model, backend) };
  const part = localModel(model, goal);
  const remark = `searched with the exact model of the ${part.n} rows nearest to the best one`;
  return { posterior: createExactPosterior(part, backend), remark };
}

function localModel(model: GpModel, goal: Goal): GpModel {
  const known = localModels.get(model.theta);
  if (known && known.goal === goal && known.model.X === model.X && known.model.y === model.y)
    return known.part;
  const sign = signOf(goal);
  let best = 0;
  for (let i = 1; i < model.n; i++) if (sign * (model.y[i] - model.y[best]) > 0) best = i;
  const indexed = indexedRowsOf(model);
  const D = indexed.X.length / indexed.n;
  const count = Math.min(NEIGHBOURS.local, model.n);
  const nearest = indexed.nearest(indexed.X.subarray(best * D, (best + 1) * D), 1, count);
  const part = exactModelOfRows(model, indexed, Int32Array.from(nearest).sort());
  localModels.set(model.theta, { model, goal, part });
  return part;
}
