import type { SuggestTask } from '../../src/engine/acquisition/task.ts';
import type { Backend } from '../../src/engine/compute/backend.ts';
import type { GpModel } from '../../src/engine/gp/model.ts';
import { train } from '../../src/engine/gp/train.ts';
import { hartmannData } from './hartmann.ts';

/** A suggestion that is timed. */
export interface Case {
  readonly name: 'LogEI' | 'qEI' | 'qUCB' | 'qNIPV';
  readonly q: number;
  readonly samples: number;
}

/** A model of noisy Hartmann-6, inputs as they are, outputs standardized. */
export function fittedModel(n: number, backend: Backend): GpModel {
  const { X, y, d } = hartmannData(n);
  const categorical = new Array<boolean>(d).fill(false);
  const kernelParams = {};
  const task = {
    X,
    n,
    d,
    categorical,
    outputs: [y],
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams,
    seed: 1,
  } as const;
  return train({ ...task, inputTransform: 'none' }, { backend }).models[0];
}

/** A suggestion on the unit box by our defaults. */
export function suggestTask(model: GpModel, { name, q, samples }: Case): SuggestTask {
  return {
    models: [model],
    recipe: 'botorch',
    space: {
      dimensions: Array.from({ length: model.d }, (_, k) => ({
        kind: 'real',
        name: `x${k}`,
        low: 0,
        high: 1,
      })),
      constraints: [],
    },
    strategy: name,
    count: q,
    goals: ['maximize'],
    fixed: new Map(),
    pending: new Float64Array(0),
    samples,
    seed: 42,
  };
}
