import { BackendUnavailableError } from '../errors.ts';
import { counted } from '../words.ts';
import type { Backend } from './backend.ts';
import type { BackendChoice, BackendName } from './backend-names.ts';
import type { NativeBinding } from './binding.ts';
import { createNativeBackend } from './native.ts';
import { opNames } from './ops.ts';
import { createSplitBackend } from './split-backend.ts';
import { createTsBackend } from './ts/index.ts';

/** What the caller can offer; each opener throws an Error that says why it cannot. */
export interface BackendSources {
  /** Loads the native CPU addon. */
  native?(): NativeBinding;
  /** Opens a GPU. */
  cuda?: (() => Backend) | undefined;
  /** Opens TensorFlow. */
  tfjs?: (() => Backend) | undefined;
  /** Threads that one native step may use. */
  readonly threads: number;
  /** Milliseconds of a steady clock, by which a GPU and the CPU are compared once. */
  now(): number;
  /** Gets one line per choice and fall-back. */
  log(message: string): void;
}

/** A GPU never works alone: what it cannot take, or (under `auto`) would do slower, runs on the CPU beside it. */
function openCuda(sources: BackendSources, wanted: BackendChoice): Backend {
  if (!sources.cuda) throw new Error('this process has no CUDA addon');
  const device = sources.cuda();
  const cpu = pickBackend('auto', { ...sources, cuda: undefined });
  return createSplitBackend(device, cpu, {
    log: sources.log,
    now: sources.now,
    ...(wanted === 'auto' ? { rates: 'measure' } : {}),
  });
}

function openNative(sources: BackendSources): Backend {
  if (!sources.native) throw new Error('this process has no native addon');
  const binding = sources.native();
  sources.log(`backend native: ${binding.instructionSets().at(-1)}, ${counted(sources.threads, 'thread')}`);
  return createNativeBackend(binding, { threads: sources.threads });
}

/** TensorFlow runs what is composed of tensor ops. Designs and sparse models run on the CPU beside it. */
function openTfjs(sources: BackendSources): Backend {
  if (!sources.tfjs) throw new Error('this process has no TensorFlow');
  const tensorFlow = sources.tfjs();
  const cpu = pickBackend('auto', { ...sources, cuda: undefined });
  return createSplitBackend(tensorFlow, cpu, { log: sources.log, now: sources.now, takes: () => true });
}

/** How each backend opens, and what to do where it cannot. What is missing of an installation, and how to get it, its source says. */
const openers: Readonly<
  Record<
    BackendName,
    { open(sources: BackendSources, wanted: BackendChoice): Backend; readonly wayOut: string }
  >
> = {
  cuda: {
    open: openCuda,
    wayOut:
      'check that the NVIDIA driver (525 or later) is installed (docs/gpu.md), or set ATHANOR_BACKEND=auto',
  },
  native: { open: openNative, wayOut: 'set ATHANOR_BACKEND=auto' },
  tfjs: { open: openTfjs, wayOut: 'set ATHANOR_BACKEND=auto' },
  ts: { open: () => createTsBackend(), wayOut: 'set ATHANOR_BACKEND=auto' },
};

/**
 * The requested backend; `auto` takes the first of cuda, native, ts that opens and logs why others did not.
 *
 * @throws BackendUnavailableError when one requested cannot open; the message says how to get it
 */
export function pickBackend(wanted: BackendChoice, sources: BackendSources): Backend {
  for (const name of wanted === 'auto' ? (['cuda', 'native'] as const) : [wanted]) {
    const { open, wayOut } = openers[name];
    try {
      const backend = open(sources, wanted);
      const missing = opNames.filter((op) => !backend.supports(op));
      if (missing.length > 0)
        throw new Error(`built from other sources: it lacks ${missing.join(', ')}; build it again`);
      return backend;
    } catch (cause) {
      const [reason] = (cause as Error).message.split('\n');
      if (wanted !== 'auto') {
        throw new BackendUnavailableError(
          `backend '${name}' was requested and could not load (${reason}); ${wayOut}`,
          { cause },
        );
      }
      if (name !== 'cuda' || sources.cuda) sources.log(`backend ${name}: not used (${reason})`);
    }
  }
  sources.log('backend ts: pure TypeScript, several times slower than native');
  return createTsBackend();
}
