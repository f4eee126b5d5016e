import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { threadId } from 'node:worker_threads';
import type { Program } from '../../../src/engine/compute/backend.ts';
import { type CudaBinding, createCudaBackend, DeviceLostError } from '../../../src/engine/compute/cuda.ts';
import { createSplitBackend } from '../../../src/engine/compute/split-backend.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import type { RunContext } from '../../../src/engine/run-context.ts';
import { tasks as real, stepwise as realSteps, type Stepwise } from '../../../src/service/jobs/tasks.ts';

/** The engine's tasks on an emulated GPU; what crosses to it is told on the channel `GPU`. */
const channel = new BroadcastChannel('device');
channel.unref();

const path = fileURLToPath(new URL('../../../build/athanor_cuda_emulated.node', import.meta.url));

export const tasks = real;

/** A training with the seed 666 takes its worker with it, one with the seed 777 the GPU. */
export const stepwise: Stepwise = {
  async train() {
    const { steps, noted } = await realSteps.train();
    return {
      noted,
      *steps(task, context) {
        if (task.seed === 777 && context.backend.name === 'cuda-emulated') throw new DeviceLostError('gone');
        if (task.seed !== 666) return yield* steps(task, context);
        yield [];
        process.exit(7);
      },
    };
  },
};

/** The light worker opens no GPU. */
export function openBackend({ ownsDevice }: { ownsDevice: boolean }) {
  const cpu = createTsBackend();
  if (!ownsDevice) return { backend: cpu, notes: [] };
  const device = createCudaBackend(createRequire(import.meta.url)(path) as CudaBinding, 'cuda-emulated');
  const told: RunContext['backend'] = {
    ...device,
    write(slot, values) {
      channel.postMessage({ written: values.length });
      device.write(slot, values);
    },
    run(program: Program) {
      channel.postMessage({ ops: program.map(({ op }) => op), thread: threadId });
      device.run(program);
    },
  };
  return { backend: createSplitBackend(told, cpu, { log: () => {}, now: () => 0 }), notes: [] };
}
