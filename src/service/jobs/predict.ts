import type { Backend } from '../../engine/compute/backend.ts';
import { CancelledError } from '../../engine/errors.ts';
import type { GpModel } from '../../engine/gp/model.ts';
import { createPosterior, type Posterior } from '../../engine/gp/posterior.ts';
import type { RunContext } from '../../engine/run-context.ts';
import type { PredictResult, PredictTask } from './task-table.ts';

/** Factored models of this worker, least recently used first; `model-memory.ts` gives equal models one identity. */
const posteriors = new Map<GpModel, { readonly backend: Backend; readonly posterior: Posterior }>();

/** The buffers of older ones are given back: a factor of n rows takes 8n² bytes. */
const capacity = 4;

function posteriorOf(model: GpModel, backend: Backend): Posterior {
  const known = posteriors.get(model);
  const posterior = known?.backend === backend ? known.posterior : createPosterior(model, backend);
  posteriors.delete(model);
  posteriors.set(model, { backend, posterior });
  const [oldest] = posteriors;
  if (posteriors.size > capacity && oldest !== undefined) {
    oldest[1].posterior.free();
    posteriors.delete(oldest[0]);
  }
  return posterior;
}

/** Points per call of the backend: bounds its buffers, and how long a cancelled job goes on. */
const chunk = 4096;

/** Posterior mean and deviation of every objective at every point. O(n³) once per model, then O(n²) per point. */
export function predict(task: PredictTask, context: RunContext): PredictResult {
  const mean = task.models.map(() => new Float64Array(task.m));
  const std = task.models.map(() => new Float64Array(task.m));
  for (const [k, model] of task.models.entries()) {
    const posterior = posteriorOf(model, context.backend);
    for (let from = 0; from < task.m; from += chunk) {
      if (context.cancelled?.()) throw new CancelledError('predict: given up, as nobody waits for it');
      const m = Math.min(chunk, task.m - from);
      const part = posterior.predict(task.X.slice(from * model.d, (from + m) * model.d), m);
      mean[k]!.set(part.mean, from);
      std[k]!.set(part.std, from);
    }
  }
  return { mean, std };
}
