import { ShapeError } from '../errors.ts';
import type { Backend, Program, Slot, Step } from './backend.ts';
import { type Clock, expectedSeconds, measureRates, type Rates } from './cost-model.ts';
import { DeviceMemoryError, deviceTakes } from './cuda.ts';

/** One side of a split slot: numbers on the CPU, on the GPU, or both; `fresh` says whether they are the latest. */
interface Copy {
  slot: Slot | undefined;
  fresh: boolean;
}

class SplitSlot implements Slot {
  readonly length: number;
  /** Written from outside, not computed here: what it costs to have it on the GPU does not depend on who had it there. */
  given = false;
  /** When a step on the GPU last needed it. */
  used = 0;
  readonly cpu: Copy = { slot: undefined, fresh: false };
  readonly device: Copy = { slot: undefined, fresh: false };
  freed = false;
  constructor(length: number) {
    this.length = length;
  }
}

type Side = 'cpu' | 'device';

export interface SplitOptions {
  /** Gets a line when work had to leave the GPU. */
  log(message: string): void;
  readonly now: Clock;
  /** Whether the device can run a step that it supports; by default, what the CUDA kernels were written for. */
  readonly takes?: (step: Step) => boolean;
  /** How the two sides are weighed: by rates measured now, or given. Absent: all that the GPU can take goes to it. */
  readonly rates?: 'measure' | Readonly<Record<Side, Rates>>;
}

/** What the functions of one split backend share. */
interface Split {
  readonly backends: Readonly<Record<Side, Backend>>;
  readonly slots: Set<SplitSlot>;
  /** What the log holds already. */
  readonly notes: Set<string>;
  readonly log: (message: string) => void;
  readonly takes: (step: Step) => boolean;
  readonly rates: Readonly<Record<Side, Rates>> | undefined;
  /** Counts the steps on the GPU, to know what it has not needed for longest. */
  clock: number;
}

/**
 * A GPU and a CPU backend as one: every step runs where it is expected to end first, numbers move when needed and
 * stay where they are otherwise, so that the data of a session remains on the GPU between calls.
 *
 * When the GPU's memory is full, what it has not needed for longest leaves it (to the CPU, where only the GPU has it)
 * until the step fits; if nothing is left to leave, the step runs on the CPU, and the log says so.
 */
export function createSplitBackend(device: Backend, cpu: Backend, options: SplitOptions): Backend {
  const rates =
    options.rates === 'measure'
      ? { cpu: measureRates(cpu, options.now), device: measureRates(device, options.now) }
      : options.rates;
  const backends = { cpu, device };
  const { takes = deviceTakes } = options;
  const log = (message: string) => options.log(message);
  const split: Split = { backends, slots: new Set(), notes: new Set(), log, takes, rates, clock: 0 };
  const { slots, notes } = split;
  return {
    name: device.name,
    ...(device.device === undefined ? {} : { device: device.device }),
    memory: () => cpu.memory(),
    keeps: cpu.keeps ?? 0,
    occupied(given) {
      const slot = own(split, given);
      return 8 * slot.length * (Number(slot.cpu.slot !== undefined) + Number(slot.device.slot !== undefined));
    },
    alloc(length) {
      const slot = new SplitSlot(length);
      slots.add(slot);
      return slot;
    },
    write(given, values) {
      const slot = own(split, given);
      cpu.write(place(split, slot, 'cpu'), values);
      slot.given = true;
      slot.cpu.fresh = true;
      slot.device.fresh = false;
    },
    read(given, into) {
      const slot = own(split, given);
      const side = slot.cpu.fresh || !slot.device.fresh ? 'cpu' : 'device';
      backends[side].read(place(split, slot, side), into);
    },
    free(given) {
      const slot = own(split, given);
      drop(split, slot, 'cpu');
      drop(split, slot, 'device');
      slot.freed = true;
      slots.delete(slot);
    },
    supports: (op) => device.supports(op) || cpu.supports(op),
    takeNotes() {
      const taken = [...notes];
      notes.clear();
      return taken;
    },
    run: (program) => runSplit(split, program),
  };
}

function runSplit(split: Split, program: Program): void {
  const waiting: Step[] = [];
  const toDevice = new Set<Slot>();
  for (const step of program) {
    if (choose(split, step, toDevice) === 'device') {
      waiting.push(step);
      for (const slot of step.outputs) toDevice.add(slot);
    } else {
      runTogether(split, waiting);
      toDevice.clear();
      split.backends.cpu.run([stage(split, 'cpu', step)]);
    }
  }
  runTogether(split, waiting);
}

function own({ slots, backends }: Split, given: Slot): SplitSlot {
  const slot = given as SplitSlot;
  if (slot.freed || !slots.has(slot)) {
    throw new ShapeError(`${backends.device.name}: expected a slot of this backend that is not freed yet`);
  }
  return slot;
}

function drop({ backends }: Split, slot: SplitSlot, side: Side): void {
  const copy = slot[side];
  if (copy.slot) backends[side].free(copy.slot);
  copy.slot = undefined;
  copy.fresh = false;
}

/** The slot's place on a side, made when there is none. */
function place({ backends }: Split, slot: SplitSlot, side: Side): Slot {
  slot[side].slot ??= backends[side].alloc(slot.length);
  return slot[side].slot;
}

function bring(split: Split, slot: SplitSlot, side: Side): Slot {
  const { backends } = split;
  const target = place(split, slot, side);
  const other = side === 'cpu' ? 'device' : 'cpu';
  if (!slot[side].fresh && slot[other].fresh && slot[other].slot) {
    const values = new Float64Array(slot.length);
    backends[other].read(slot[other].slot, values);
    backends[side].write(target, values);
  }
  slot[side].fresh = true;
  return target;
}

/** Numbers to copy first. It must not depend on earlier calls, or the same task could run elsewhere the second time. */
function moved(split: Split, step: Step, side: Side, toDevice: ReadonlySet<Slot>): number {
  return step.inputs.reduce((sum, given) => {
    const slot = own(split, given);
    const onDevice = toDevice.has(slot) || (!slot.given && slot.device.fresh);
    return sum + (onDevice === (side === 'device') ? 0 : slot.length);
  }, 0);
}

/** Where the step runs; `toDevice` are the slots that steps before it, still to be run, make on the GPU. */
function choose(split: Split, step: Step, toDevice: ReadonlySet<Slot>): Side {
  const { backends, rates, takes } = split;
  if (!backends.device.supports(step.op) || !takes(step)) return 'cpu';
  if (!rates) return 'device';
  const [onDevice, onCpu] = (['device', 'cpu'] as const).map((side) =>
    expectedSeconds(rates[side], step, moved(split, step, side, toDevice)),
  );
  return onDevice < onCpu ? 'device' : 'cpu';
}

/** Brings what the step reads and makes room for what it writes; from here on its outputs count as made there. */
function stage(split: Split, side: Side, step: Step): Step {
  const inputs = step.inputs.map((slot) => bring(split, own(split, slot), side));
  const made = step.outputs.map((slot) => own(split, slot));
  const outputs = made.map((slot) => place(split, slot, side));
  for (const slot of made) {
    slot.given = false;
    slot.cpu.fresh = side === 'cpu';
    slot.device.fresh = side === 'device';
  }
  if (side === 'device')
    for (const slot of [...step.inputs, ...step.outputs]) own(split, slot).used = ++split.clock;
  return { ...step, inputs, outputs };
}

/** Takes off the GPU what it has not needed for longest; false when the step needs all that is there. */
function evict(split: Split, step: Step): boolean {
  const needed = new Set([...step.inputs, ...step.outputs]);
  let oldest: SplitSlot | undefined;
  for (const slot of split.slots) {
    const candidate = slot.device.slot && !needed.has(slot);
    if (candidate && (!oldest || slot.used < oldest.used)) oldest = slot;
  }
  if (!oldest) return false;
  if (oldest.device.fresh) bring(split, oldest, 'cpu');
  drop(split, oldest, 'device');
  return true;
}

/** One step on the GPU, or on the CPU where the GPU's memory cannot hold it. */
function runAlone(split: Split, step: Step): void {
  const { backends, notes } = split;
  do {
    try {
      backends.device.run([stage(split, 'device', step)]);
      return;
    } catch (error) {
      if (!(error instanceof DeviceMemoryError)) throw error;
      for (const slot of step.outputs) own(split, slot).device.fresh = false;
    }
  } while (evict(split, step));
  const note = `${step.op}: the GPU's memory is full; this step ran on ${backends.cpu.name}`;
  if (!notes.has(note)) split.log(note);
  notes.add(note);
  backends.cpu.run([stage(split, 'cpu', step)]);
}

/** Steps for the GPU in one crossing, or one by one where they do not fit it together. */
function runTogether(split: Split, steps: Step[]): void {
  const waiting = steps.splice(0);
  if (waiting.length === 0) return;
  try {
    split.backends.device.run(waiting.map((step) => stage(split, 'device', step)));
  } catch (error) {
    if (!(error instanceof DeviceMemoryError)) throw error;
    for (const slot of waiting.flatMap((step) => step.outputs)) own(split, slot).device.fresh = false;
    for (const step of waiting) runAlone(split, step);
  }
}
