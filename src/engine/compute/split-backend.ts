import { ShapeError } from '../errors.ts';
import type { Backend, Slot, Step } from './backend.ts';
import { type Clock, expectedSeconds, measureRates, type Rates } from './cost-model.ts';
import { cardTakes, DeviceMemoryError } from './cuda.ts';

/** One side of a split slot: numbers on the CPU, on the card, or both; `fresh` says whether they are the latest. */
interface Copy {
  slot: Slot | undefined;
  fresh: boolean;
}

class SplitSlot implements Slot {
  readonly length: number;
  readonly cpu: Copy = { slot: undefined, fresh: false };
  readonly card: Copy = { slot: undefined, fresh: false };
  freed = false;
  constructor(length: number) {
    this.length = length;
  }
}

type Side = 'cpu' | 'card';

export interface SplitOptions {
  /** Gets a line when work had to leave the card. */
  log(message: string): void;
  readonly now: Clock;
  /** How the two sides are weighed: by rates measured now, or given. Absent: all that the card can take goes to it. */
  readonly rates?: 'measure' | Readonly<Record<Side, Rates>>;
}

/**
 * A card and a CPU backend as one: every step runs where it is expected to end first, numbers move when needed and
 * stay where they are otherwise, so that the data of a session remains on the card between calls.
 *
 * When the card's memory is full, copies that the CPU also holds are dropped and the step is tried again; if that is
 * not enough it runs on the CPU, and the log says so.
 */
export function createSplitBackend(card: Backend, cpu: Backend, options: SplitOptions): Backend {
  const backends = { cpu, card } as const;
  const slots = new Set<SplitSlot>();
  const notes = new Set<string>();
  const rates =
    options.rates === 'measure'
      ? { cpu: measureRates(cpu, options.now), card: measureRates(card, options.now) }
      : options.rates;

  const own = (slot: Slot): SplitSlot => {
    const split = slot as SplitSlot;
    if (split.freed || !slots.has(split)) {
      throw new ShapeError(`${card.name}: expected a slot of this backend that is not freed yet`);
    }
    return split;
  };

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
    const other = side === 'cpu' ? 'card' : 'cpu';
    if (!slot[side].fresh && slot[other].fresh && slot[other].slot) {
      const values = new Float64Array(slot.length);
      backends[other].read(slot[other].slot, values);
      backends[side].write(target, values);
    }
    slot[side].fresh = true;
    return target;
  };

  const moved = (step: Step, side: Side) =>
    step.inputs.reduce((sum, slot) => sum + (own(slot)[side].fresh ? 0 : slot.length), 0);

  const choose = (step: Step): Side => {
    if (!card.supports(step.op) || !cardTakes(step)) return 'cpu';
    if (!rates) return 'card';
    const [onCard, onCpu] = (['card', 'cpu'] as const).map((side) =>
      expectedSeconds(rates[side], step, moved(step, side)),
    );
    return onCard < onCpu ? 'card' : 'cpu';
  };

  const runOn = (side: Side, step: Step) => {
    const inputs = step.inputs.map((slot) => bring(own(slot), side));
    const outputs = step.outputs.map((slot) => place(own(slot), side));
    backends[side].run([{ ...step, inputs, outputs }]);
    for (const slot of step.outputs.map(own)) {
      slot.cpu.fresh = side === 'cpu';
      slot.card.fresh = side === 'card';
    }
  };

  const runOnCard = (step: Step) => {
    for (let attempt = 0; attempt < 2; attempt++) {
      try {
        runOn('card', step);
        return;
      } catch (error) {
        if (!(error instanceof DeviceMemoryError)) throw error;
        const needed = new Set([...step.inputs, ...step.outputs]);
        for (const slot of slots) if (!needed.has(slot) && slot.cpu.fresh) drop(slot, 'card');
      }
    }
    const note = `${step.op}: the card's memory is full; this step ran on ${cpu.name}`;
    if (!notes.has(note)) options.log(note);
    notes.add(note);
    runOn('cpu', step);
  };

  return {
    name: card.name,
    memory: () => cpu.memory(),
    alloc(length) {
      const slot = new SplitSlot(length);
      slots.add(slot);
      return slot;
    },
    write(slot, values) {
      const split = own(slot);
      cpu.write(place(split, 'cpu'), values);
      split.cpu.fresh = true;
      split.card.fresh = false;
    },
    read(slot, into) {
      const split = own(slot);
      const side = split.cpu.fresh || !split.card.fresh ? 'cpu' : 'card';
      backends[side].read(place(split, side), into);
    },
    free(slot) {
      const split = own(slot);
      drop(split, 'cpu');
      drop(split, 'card');
      split.freed = true;
      slots.delete(split);
    },
    // Likelihoods on the card alone end before those with their information, which no card computes yet, on the CPU.
    supports: (op) => card.supports(op) || (cpu.supports(op) && op !== 'gp_information'),
    takeNotes() {
      const taken = [...notes];
      notes.clear();
      return taken;
    },
    run(program) {
      for (const step of program) {
        if (choose(step) === 'card') runOnCard(step);
        else runOn('cpu', step);
      }
    },
  };
}
