import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { addonFile } from '../../assets.ts';
import type { Backend } from '../../engine/compute/backend.ts';
import { type CudaBinding, createCudaBackend } from '../../engine/compute/cuda.ts';
import { pickBackend } from '../../engine/compute/pick.ts';
import { composeCovariances } from '../../engine/reference/composed.ts';
import { loadNativeBinding } from './addon.ts';
import type { WorkerSettings } from './messages.ts';
import { openTfjs } from './open-tfjs.ts';
import { quietTensorFlow } from './quiet-tensorflow.ts';

/**
 * Opens the backend a worker computes on; `notes` are lines for the log: what was picked and why. What there is to say
 * once it works goes to `log`.
 */
export type OpenBackend = (
  settings: WorkerSettings,
  log?: (line: string) => void,
) => {
  readonly backend: Backend;
  readonly notes: readonly string[];
};

/** What the driver makes where there is a GPU (the second one under WSL); without it the addon is not even opened. */
const deviceFiles = ['/dev/nvidiactl', '/dev/dxg'];

function openDevice(notes: string[]): Backend {
  if (!deviceFiles.some((path) => existsSync(path))) throw new Error('no NVIDIA GPU on this machine');
  const backend = createCudaBackend(createRequire(import.meta.url)(addonFile('cuda')) as CudaBinding, 'cuda');
  notes.push(`backend cuda: ${backend.device}`);
  return backend;
}

/** @throws BackendUnavailableError a backend requested cannot open */
export const openBackend: OpenBackend = ({ backend: choice, threads, ownsDevice }, log = () => {}) => {
  quietTensorFlow(choice);
  const notes: string[] = [];
  let say = (line: string): void => {
    notes.push(line);
  };
  const backend = pickBackend(choice, {
    native: loadNativeBinding,
    ...(ownsDevice ? { cuda: () => openDevice(notes) } : {}),
    tfjs: () => openTfjs(notes),
    threads,
    now: () => performance.now(),
    log: (line) => say(line),
  });
  say = log;
  return { backend: composeCovariances(backend, log), notes };
};
