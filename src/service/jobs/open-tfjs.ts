import { createRequire } from 'node:module';
import { tfjsBinding } from '../../assets.ts';
import type { Backend } from '../../engine/compute/backend.ts';
import type { OpName } from '../../engine/compute/ops.ts';
import { createTfjsBackend } from '../../engine/compute/tfjs/index.ts';
import type { TfjsBinding } from '../../engine/compute/tfjs/work.ts';
import { ShapeError } from '../../engine/errors.ts';
import { byDefinition } from '../../engine/reference/ops.ts';

/** Definitions of these are loops over rows: the CPU beside TensorFlow is faster. */
const elsewhere: readonly OpName[] = ['exchange', 'vecchia_likelihood', 'vecchia_predict', 'nearest_rows'];

/** TensorFlow as a backend: the fused ops are composed of its tensor ops by their definitions. */
export function tfjsBackend(binding: TfjsBinding): Backend {
  const tensors = createTfjsBackend(binding);
  const composed = byDefinition(tensors, ({ op }) => !tensors.supports(op));
  return {
    ...composed,
    supports: (op) => !elsewhere.includes(op) && composed.supports(op),
    run(program) {
      for (const step of program) {
        try {
          composed.run([step]);
        } catch (cause) {
          const { message } = cause as Error;
          if (!(cause instanceof ShapeError) || message.startsWith(step.op)) throw cause;
          throw new ShapeError(`${step.op}: ${message}`, { cause });
        }
      }
    },
  };
}

/** @throws Error where the binding is not built or TensorFlow cannot be loaded */
export function openTfjs(notes: string[]): Backend {
  const binding = createRequire(import.meta.url)(tfjsBinding()) as TfjsBinding;
  const backend = tfjsBackend(binding);
  notes.push(`backend tfjs: ${backend.device}`);
  return backend;
}
