import { ShapeError } from '../errors.ts';
import type { Backend, Slot, Step } from './backend.ts';
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

/**
 * A GPU and a CPU backend as one: every step runs where it is expected to end first, numbers move when needed and
 * stay where they are otherwise, so that the data of a session remains on the GPU between calls.
 *
 * When the GPU's memory is full, what it has not needed for longest leaves it (to the CPU, where only the GPU has it)
 * until the step fits; if nothing is left to leave, the step runs on the CPU, and the log says so.
 */
export function createSplitBackend(device: Backend, cpu: Backend, options: SplitOptions): Backend {
  const backends = { cpu, device } as const;
  const slots = new Set<SplitSlot>();
  const notes = new Set<string>();
  const { takes = deviceTakes } = options;
  const rates =
    options.rates === 'measure'
      ? { cpu: measureRates(cpu, options.now), device: measureRates(device, options.now) }
      : options.rates;

  const own = (slot: Slot): SplitSlot => {
    const split = slot as SplitSlot;
    if (split.freed || !slots.has(split)) {
      throw new ShapeError(`${device.name}: expected a slot of this backend that is not freed yet`);
    }
    return split;
  };

  const onDevice = ({ device: copy, length }: SplitSlot): number => (copy.slot ? 8 * length : 0);

  let clock = 0;

  const drop = (slot: SplitSlot, side: Side) => {
    const copy = slot[side];
    if (copy.slot) backends[side].free(copy.slot);
    copy.slot = undefined;
    copy.fresh = false;
  };

  /** The slot's place on a side, made when there is none. */
  const place = (slot: SplitSlot, side: Side): Slot => {
    slot[side].slot ??= backends[side].alloc(slot.length);
    return slot[side].slot;
  };

  const bring = (slot: SplitSlot, side: Side): Slot => {
    const target = place(slot, side);
    const other = side === 'cpu' ? 'device' : 'cpu';
    if (!slot[side].fresh && slot[other].fresh && slot[other].slot) {
      const values = new Float64Array(slot.length);
      backends[other].read(slot[other].slot, values);
      backends[side].write(target, values);
    }
    slot[side].fresh = true;
    return target;
  };

  /** Numbers to copy first. It must not depend on earlier calls, or the same task could run elsewhere the second time. */
  const moved = (step: Step, side: Side, toDevice: ReadonlySet<Slot>) =>
    step.inputs.map(own).reduce((sum, slot) => {
      const onDevice = toDevice.has(slot) || (!slot.given && slot.device.fresh);
      return sum + (onDevice === (side === 'device') ? 0 : slot.length);
    }, 0);

  /** Where the step runs; `toDevice` are the slots that steps before it, still to be run, make on the GPU. */
  const choose = (step: Step, toDevice: ReadonlySet<Slot>): Side => {
    if (!device.supports(step.op) || !takes(step)) return 'cpu';
    if (!rates) return 'device';
    const [onDevice, onCpu] = (['device', 'cpu'] as const).map((side) =>
      expectedSeconds(rates[side], step, moved(step, side, toDevice)),
    );
    return onDevice < onCpu ? 'device' : 'cpu';
  };

  /** Brings what the step reads and makes room for what it writes; from here on its outputs count as made there. */
  const stage = (side: Side, step: Step): Step => {
    const inputs = step.inputs.map((slot) => bring(own(slot), side));
    const outputs = step.outputs.map((slot) => place(own(slot), side));
    for (const slot of step.outputs.map(own)) {
      slot.given = false;
      slot.cpu.fresh = side === 'cpu';
      slot.device.fresh = side === 'device';
    }
    if (side === 'device') for (const slot of [...step.inputs, ...step.outputs]) own(slot).used = ++clock;
    return { ...step, inputs, outputs };
  };

  /** Takes off the GPU what it has not needed for longest; false when the step needs all that is there. */
  const evict = (step: Step): boolean => {
    const needed = new Set([...step.inputs, ...step.outputs]);
    let oldest: SplitSlot | undefined;
    for (const slot of slots) {
      const candidate = slot.device.slot && !needed.has(slot);
      if (candidate && (!oldest || slot.used < oldest.used)) oldest = slot;
    }
    if (!oldest) return false;
    if (oldest.device.fresh) bring(oldest, 'cpu');
    drop(oldest, 'device');
    return true;
  };

  const runOnCard = (step: Step) => {
    do {
      try {
        device.run([stage('device', step)]);
        return;
      } catch (error) {
        if (!(error instanceof DeviceMemoryError)) throw error;
        for (const slot of step.outputs) own(slot).device.fresh = false;
      }
    } while (evict(step));
    const note = `${step.op}: the GPU's memory is full; this step ran on ${cpu.name}`;
    if (!notes.has(note)) options.log(note);
    notes.add(note);
    cpu.run([stage('cpu', step)]);
  };

  /** Steps for the GPU in one crossing, or one by one where they do not fit it together. */
  const runAllOnCard = (steps: Step[]) => {
    const waiting = steps.splice(0);
    if (waiting.length === 0) return;
    try {
      device.run(waiting.map((step) => stage('device', step)));
    } catch (error) {
      if (!(error instanceof DeviceMemoryError)) throw error;
      for (const slot of waiting.flatMap((step) => step.outputs)) own(slot).device.fresh = false;
      for (const step of waiting) runOnCard(step);
    }
  };

  return {
    name: device.name,
    memory: () => cpu.memory(),
    keeps: cpu.keeps ?? 0,
    occupied: (slot) => 8 * slot.length * Number(own(slot).cpu.slot !== undefined) + onDevice(own(slot)),
    alloc(length) {
      const slot = new SplitSlot(length);
      slots.add(slot);
      return slot;
    },
    write(slot, values) {
      const split = own(slot);
      cpu.write(place(split, 'cpu'), values);
      split.given = true;
      split.cpu.fresh = true;
      split.device.fresh = false;
    },
    read(slot, into) {
      const split = own(slot);
      const side = split.cpu.fresh || !split.device.fresh ? 'cpu' : 'device';
      backends[side].read(place(split, side), into);
    },
    free(slot) {
      const split = own(slot);
      drop(split, 'cpu');
      drop(split, 'device');
      split.freed = true;
      slots.delete(split);
    },
    supports: (op) => device.supports(op) || cpu.supports(op),
    takeNotes() {
      const taken = [...notes];
      notes.clear();
      return taken;
    },
    run(program) {
      const forCard: Step[] = [];
      const toDevice = new Set<Slot>();
      for (const step of program) {
        if (choose(step, toDevice) === 'device') {
          forCard.push(step);
          for (const slot of step.outputs) toDevice.add(slot);
        } else {
          runAllOnCard(forCard);
          toDevice.clear();
          cpu.run([stage('cpu', step)]);
        }
      }
      runAllOnCard(forCard);
    },
  };
}
