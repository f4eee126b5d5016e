import type { Backend, Program } from './backend.ts';

/**
 * Work that hands out the programs it needs run, one after another, and continues when each has been run.
 *
 * Whoever drives it decides what else runs in the same crossing; what is written to and read from slots is the same
 * either way, so the result is too.
 */
export type Steps<T> = Generator<Program, T, void>;

/** Runs the programs of one piece of work as they come. */
export function runAlone<T>(steps: Steps<T>, backend: Backend): T {
  for (let next = steps.next(); ; next = steps.next()) {
    if (next.done) return next.value;
    backend.run(next.value);
  }
}

/** Who hears how a piece of work ended, with the notes that the backend left about its steps. */
interface Ending<T> {
  done(result: T, notes: readonly string[]): void;
  failed(error: unknown): void;
}

interface Member {
  /** Continues to the next program; undefined when it has ended and said so. */
  advance(error?: unknown): Program | undefined;
  readonly notes: Set<string>;
}

/** Several pieces of work advanced together: their present programs are one program of the backend. */
export interface Lockstep {
  readonly size: number;
  /** Takes part from the next round on. */
  add<T>(steps: Steps<T>, ending: Ending<T>): void;
  /** Takes every piece of work one program further. */
  round(): void;
}

/** Pieces of work on one backend, each with the program that it waits for. */
interface Group {
  readonly backend: Backend;
  readonly members: Map<Member, Program>;
}

/**
 * One that fails ends alone: when the common program throws, each member's is run for itself (steps write their
 * outputs whole, so running one twice is harmless), and the error goes to the member that it belongs to.
 */
export function createLockstep(backend: Backend): Lockstep {
  const members = new Map<Member, Program>();
  const group: Group = { backend, members };
  return {
    get size() {
      return members.size;
    },
    add: (steps, ending) => go(group, memberOf(group, steps, ending)),
    round() {
      const waiting = [...members];
      if (waiting.length === 0) return;
      try {
        backend.run(waiting.flatMap(([, program]) => program));
      } catch (error) {
        if (waiting.length > 1) runApart(group, waiting);
        else go(group, waiting[0][0], error);
        return;
      }
      note(backend, members.keys());
      for (const [member] of waiting) go(group, member);
    },
  };
}

/** Keeps what the backend has to say since it was last asked. */
function note(backend: Backend, to: Iterable<Member>): void {
  const taken = backend.takeNotes?.() ?? [];
  for (const { notes } of to) for (const line of taken) notes.add(line);
}

function go({ members }: Group, member: Member, error?: unknown): void {
  const program = member.advance(error);
  if (program === undefined) members.delete(member);
  else members.set(member, program);
}

function runApart(group: Group, waiting: readonly [Member, Program][]): void {
  for (const [member, program] of waiting) {
    try {
      group.backend.run(program);
    } catch (error) {
      go(group, member, error);
      continue;
    }
    note(group.backend, [member]);
    go(group, member);
  }
}

function memberOf<T>({ backend }: Group, steps: Steps<T>, ending: Ending<T>): Member {
  const notes = new Set<string>();
  const member: Member = {
    notes,
    advance(error) {
      try {
        const next = error === undefined ? steps.next() : steps.throw(error);
        note(backend, [member]);
        if (!next.done) return next.value;
        ending.done(next.value, [...notes]);
      } catch (thrown) {
        note(backend, [member]);
        ending.failed(thrown);
      }
      return undefined;
    },
  };
  return member;
}

/** Several pieces of work as one: in each round the programs of all unfinished ones run as one program. Returns their results in the given order. */
export function* joinSteps<T>(works: readonly Steps<T>[]): Steps<T[]> {
  const states = works.map((work) => work.next());
  for (;;) {
    const program = states.flatMap((state) => (state.done ? [] : [...state.value]));
    if (program.length === 0) break;
    yield program;
    works.forEach((work, i) => {
      if (!states[i].done) states[i] = work.next();
    });
  }
  return states.map((state) => state.value as T);
}
