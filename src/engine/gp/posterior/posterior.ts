import type { Backend } from '../../compute/backend.ts';
import type { GpModel } from '../model.ts';
import { createSparsePosterior } from '../sparse/posterior.ts';
import { createExactPosterior, type Posterior } from './exact-posterior.ts';

export type { Posterior } from './exact-posterior.ts';

/**
 * The posterior of a model, as its training chose: exact, or given the nearest rows of each point.
 *
 * @throws NotPositiveDefiniteError when no jitter of the ladder suffices
 */
export function createPosterior(model: GpModel, backend: Backend): Posterior {
  return model.sparse ? createSparsePosterior(model, backend) : createExactPosterior(model, backend);
}
