import type { Backend, Slot } from '../../compute/backend.ts';
import type { GpModel } from '../model.ts';
import type { Evictable } from './byte-budget.ts';
import type { Factored } from './extend.ts';
import { modelMemory } from './memory.ts';

/** Bytes that the smallest factor counts for, so that their number stays bounded. */
const LEAST_BYTES = 2 ** 18;

interface Entry<T> extends Evictable {
  /** As measured when it was last used. */
  bytes: number;
  readonly backend: Backend;
  readonly model: GpModel;
  readonly made: T;
  /** Posteriors that use it now. */
  users: number;
  /** Later calls find it. Once given up, it is freed with its last user. */
  kept: boolean;
}

/** Everything that a factor depends on, by identity: plain data is not changed in place. */
export function sameData(a: GpModel, b: GpModel): boolean {
  return (
    a.theta === b.theta &&
    a.code === b.code &&
    a.X === b.X &&
    a.y === b.y &&
    a.noise === b.noise &&
    a.censored?.y === b.censored?.y &&
    a.censored?.extra === b.censored?.extra &&
    a.inputShift === b.inputShift &&
    a.inputScale === b.inputScale &&
    a.inputLog === b.inputLog &&
    a.inputWarp === b.inputWarp &&
    a.outputShift === b.outputShift &&
    a.outputScale === b.outputScale
  );
}

/** What is made of a model once and used by all its posteriors. */
export interface ModelCache<T> {
  /**
   * What was made of a model, by an earlier call on the same arrays where there is one. Each call must be answered by
   * one of `release`; what nobody uses stays for later calls within the budget of `modelMemory`.
   */
  of(model: GpModel, backend: Backend, make: () => T): { readonly made: T; release(): void };
  /** Gives up what was made of a model of this theta; what is used now goes with its last user. */
  giveUp(theta: Float64Array): void;
}

function bytesOf(backend: Backend, slots: readonly Slot[]): number {
  return slots.reduce((sum, slot) => sum + (backend.occupied?.(slot) ?? 8 * slot.length), 0);
}

/**
 * Keeps what was computed from models, such as their factors, and frees the least recently used when model memory is full.
 *
 * @param slotsOf buffers of a value that are returned to the backend when it is freed
 * @param besides bytes of a value outside of the backend
 * @param same    whether two models with the same theta share a value
 */
export function createModelCache<T>(
  slotsOf: (made: T) => readonly Slot[],
  besides: (made: T) => number = () => 0,
  same: (a: GpModel, b: GpModel) => boolean = () => true,
): ModelCache<T> {
  /** By the theta of their model; models that share it differ in what is done with the outputs. */
  const all = new Map<Float64Array, Entry<T>[]>();

  function free({ backend, made }: Entry<T>): void {
    for (const slot of slotsOf(made)) backend.free(slot);
  }

  /** Holds it at what it takes now, wherever its numbers are. */
  function measure(entry: Entry<T>): void {
    const bytes = bytesOf(entry.backend, slotsOf(entry.made)) + besides(entry.made);
    modelMemory.forget(entry);
    entry.bytes = Math.max(bytes, LEAST_BYTES);
    modelMemory.use(entry);
  }

  function keep(model: GpModel, backend: Backend, made: T): Entry<T> {
    const entry: Entry<T> = {
      ...{ backend, model, made, users: 0, kept: true, bytes: 0 },
      drop() {
        entry.kept = false;
        const rest = (all.get(model.theta) ?? []).filter((other) => other !== entry);
        if (rest.length > 0) all.set(model.theta, rest);
        else all.delete(model.theta);
        if (entry.users === 0) free(entry);
      },
    };
    all.set(model.theta, [...(all.get(model.theta) ?? []), entry]);
    return entry;
  }

  return {
    of(model, backend, make) {
      const fits = (entry: Entry<T>) => sameData(entry.model, model) && same(entry.model, model);
      const known = all.get(model.theta)?.find((entry) => entry.backend === backend && fits(entry));
      const entry = known ?? keep(model, backend, make());
      entry.users++;
      measure(entry);
      return {
        made: entry.made,
        release() {
          if (--entry.users > 0) return;
          // By now its numbers may be on a GPU as well.
          if (entry.kept) measure(entry);
          else free(entry);
        },
      };
    },
    giveUp(theta) {
      for (const entry of all.get(theta) ?? []) {
        modelMemory.forget(entry);
        entry.drop();
      }
    },
  };
}

/** Factors of exact models. */
export const factors = createModelCache<Factored>(({ X, theta, L, alpha }) => [X, theta, L, alpha]);
