import { memoryStore } from '../../../src/service/store/memory.ts';
import type { Store } from '../../../src/service/store/store.ts';
import { openFiles } from './file-server.ts';
import { type Plan, SimulatedDisk } from './simulated-disk.ts';

/** A store as a server has it. */
export interface Server {
  readonly store: Store;
  /** Its process ends where it stands: no call comes back. */
  kill(): void;
  /** It stands still, and whoever looks takes it for dead. */
  sleep(): void;
  wake(): void;
}

/** Where a store keeps things, and what can happen there. */
export interface Place {
  /** As a server that starts. */
  open(): Promise<Server>;
  /** From now on calls fail by this plan; undefined: none. */
  fail(plan: Plan | undefined): void;
  /** From now on syncs and renames take that many turns at most, besides those that every call takes. */
  slow(turns: number): void;
  /** To be called when no server lives. */
  powerCut(): void;
  /** Ends whatever still stands or sleeps: the timers of owners would keep the disk for good. */
  close(): void;
}

/** Files on a simulated disk. */
export function filePlace(seed: number): Place {
  const disk = new SimulatedDisk(seed);
  const ends: (() => void)[] = [];
  return {
    open: async () => {
      const view = disk.view();
      const { owner, store } = await openFiles(view, { smallJournal: 2000 });
      ends.push(() => {
        view.kill();
        void owner.release();
      });
      return {
        store,
        kill: () => view.kill(),
        sleep: () => {
          view.sleep();
          disk.forgetLocks();
        },
        wake: () => view.wake(),
      };
    },
    fail: (plan = () => undefined) => {
      disk.plan = plan;
    },
    slow: (turns) => {
      disk.slow = { sync: turns, syncFolder: turns, rename: turns };
    },
    powerCut: () => disk.powerCut(),
    close: () => {
      for (const end of ends) end();
    },
  };
}

/** In memory: nothing outlives the server there, so it is never killed, and nothing fails. */
export function memoryPlace(shared: boolean): Place {
  const store = memoryStore(shared);
  const never = () => {
    throw new Error('a store in memory ends with its server');
  };
  return {
    open: async () => ({ store, kill: never, sleep: never, wake: never }),
    fail: () => {},
    slow: () => {},
    powerCut: never,
    close: () => {},
  };
}
