import type { Readable } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import type { Slices as SlicedWork } from '../../src/engine/slices.ts';
import { attach } from '../../src/service/http/plugins/bodies/files.ts';
import { diff, patched } from '../../src/service/session/document/document-patch.ts';
import { clearExperiments } from '../../src/service/session/experiments/experiments.ts';
import { toDocument } from '../../src/service/session/format/document.ts';
import { sharedEnds } from '../../src/service/session/history/compare.ts';
import { withHistory } from '../../src/service/session/history/history.ts';
import { campaignView } from '../../src/service/session/objectives/campaign.ts';
import { frontAnswer, frontView } from '../../src/service/session/objectives/front.ts';
import { detailsOfRows, withDetails } from '../../src/service/session/rows/row-details.ts';
import { emptyState, type State } from '../../src/service/session/state.ts';
import { putCandidates } from '../../src/service/session/variables/candidates.ts';
import { inSlices } from '../../src/service/slices.ts';
import type { Disk, DiskFile } from '../../src/service/store/disk.ts';
import { type Journal, readJournal, writeLine } from '../../src/service/store/journal.ts';
import { Slices } from '../../src/service/store/slices.ts';

const immediate = () => new Promise((resolve) => void setImmediate(resolve));

afterEach(async () => {
  vi.restoreAllMocks();
  // What is left of a slice ends.
  for (let i = 0; i < 3; i++) await immediate();
});

/** Pieces of work that take one millisecond each by a clock that only they move; how many ran in each turn of the loop. */
function pieces() {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const turns = [0];
  const count = () => {
    clock++;
    turns[turns.length - 1] = (turns.at(-1) as number) + 1;
  };
  const immediate = () => {
    turns.push(0);
    next = setImmediate(immediate);
  };
  let next = setImmediate(immediate);
  return { turns, count, stop: () => clearImmediate(next) };
}

it('work of several requests shares the slice of a turn of the event loop', async () => {
  const { turns, count, stop } = pieces();
  function* generated(): SlicedWork<string> {
    for (let i = 0; i < 100; i++) {
      count();
      yield;
    }
    return 'done';
  }
  const awaited = async () => {
    const slices = new Slices();
    for (let i = 0; i < 100; i++) {
      count();
      await slices.pause();
    }
    return 'done';
  };
  const works = [0, 1, 2, 3, 4].flatMap(() => [inSlices(generated()), awaited()]);
  expect(await Promise.all(works)).toEqual(works.map(() => 'done'));
  stop();
  expect(turns.reduce((sum, one) => sum + one, 0)).toBe(1000);
  // Eight, and where works begin together one piece of each other one.
  expect(Math.max(...turns)).toBeLessThan(8 + works.length);
  expect(turns.filter((one) => one > 8).length).toBeLessThan(2);
});

it('a turn in which work begins as a request is read holds no second slice', async () => {
  let clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
  const events: string[] = [];
  // A timer runs before the immediates of a turn, as the reading of a request does.
  await new Promise<void>((resolve) => {
    setTimeout(async () => {
      const slices = new Slices();
      clock += 8;
      setImmediate(() => setImmediate(() => events.push('next turn')));
      await slices.pause();
      events.push('next slice');
      resolve();
    }, 0);
  });
  await immediate();
  expect(events).toEqual(['next turn', 'next slice']);
});

it('a long text is sent in slices, what was made before the first byte too', async () => {
  const { turns, count, stop } = pieces();
  const reply = {
    request: { method: 'GET' },
    header: () => reply,
    type: () => reply,
    serializer: () => reply,
    send: vi.fn((_payload: unknown) => reply),
  };
  const texts = Array.from({ length: 100 }, () => 'x'.repeat(1 << 15));
  await attach(reply as never, 'table.csv', 'text/csv', texts);
  turns.push(0);
  const payload = reply.send.mock.calls[0]?.[0] as Readable;
  const lengths: number[] = await payload
    .map(({ length }: Buffer) => {
      count();
      return length;
    })
    .toArray();
  stop();
  expect(lengths.reduce((sum, one) => sum + one, 0)).toBe(100 << 15);
  expect(Math.max(...turns)).toBeLessThan(12);
});

it('a front of thousands of rows, and how it grew, are found in slices', () => {
  const rows = Array.from({ length: 4000 }, (_, i) => ({ x: i, a: i, b: -i }));
  const state = { ...emptyState('s', 'now'), targets: ['a', 'b'], rows };
  const steps = (work: SlicedWork<unknown>) => {
    let count = 0;
    while (!work.next().done) count++;
    return count;
  };
  expect(steps(frontView(state))).toBeGreaterThan(300);
  expect(steps(campaignView(state))).toBeGreaterThan(300);
});

it('what is known of thousands of rows is copied, compared and cleared in slices', () => {
  const around = { now: 'now', newId: () => 'id' };
  const rows = Array.from({ length: 5000 }, (_, i) => ({ x: i, Output: i, ProvenanceId: `p${i}` }));
  const details = Object.fromEntries(rows.map(({ ProvenanceId }) => [ProvenanceId, { comment: 'c' }]));
  const state = { ...emptyState('s', 'now'), rows, details };
  const counted = <T>(work: SlicedWork<T>): { count: number; value: T } => {
    for (let count = 0; ; count++) {
      const step = work.next();
      if (step.done) return { count, value: step.value };
    }
  };
  const documentOf = (one: State) => ({ ...toDocument(one) });
  const put = counted(withDetails(details, new Map([['p7', { comment: 'd' }]])));
  expect(put.count).toBeGreaterThan(15);
  expect(put.value).toEqual({ ...details, p7: { comment: 'd' } });
  expect(counted(detailsOfRows(details, rows.slice(1000)))).toMatchObject({
    count: 15,
    value: Object.fromEntries(Object.entries(details).slice(1000)),
  });
  const changed = { ...state, details: put.value };
  const steps = counted(diff(documentOf(state), documentOf(changed)));
  expect(steps.count).toBeGreaterThan(30);
  expect(steps.value).toEqual([['set', ['athanor', 'row_details', 'p7', 'comment'], 'd']]);
  const again = counted(patched(documentOf(state), steps.value));
  expect(again.count).toBeGreaterThan(15);
  expect(again.value).toEqual(documentOf(changed));
  // One step, and not one for each of them.
  const cleared = clearExperiments(state).state;
  const clearing = counted(diff(documentOf(state), documentOf(cleared)));
  expect(clearing.count).toBeGreaterThan(15);
  expect(clearing.value).toContainEqual(['set', ['athanor', 'row_details'], {}]);
  expect(clearing.value.length).toBeLessThan(10);
  expect(counted(withHistory(state, changed, around)).count).toBeGreaterThan(30);
});

it('a hypervolume that would take too long is null, and the rows of the front are reported', () => {
  const front = { rows: Int32Array.of(1, 3), hypervolume: Number.NaN, referencePoint: Float64Array.of(0, 0) };
  const state = emptyState('s', '2026-01-01T00:00:00.000Z');
  expect(frontAnswer(state, ['a', 'b'], front, ['maximize', 'minimize'])).toEqual({
    rows: [1, 3],
    hypervolume: null,
    reference_point: [0, 0],
    goals: ['maximize', 'minimize'],
  });
});

it('a list of candidates is put in place in slices', () => {
  const x = { name: 'x', type: 'real', min: 0, max: 1 } as const;
  const state = { ...emptyState('s', '2026-01-01T00:00:00.000Z'), variables: [x] };
  const rows = Array.from({ length: 10_240 }, (_, i) => ({ x: i / 10_240 }));
  const environment = { now: '2026-01-01T00:00:00.000Z', newId: () => 'new' };
  const work = putCandidates(state, { candidates: rows, repeats: true }, environment);
  let slices = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) slices++;
  expect(step.value.state.campaign.candidates?.columns).toEqual([rows.map((row) => row.x)]);
  // Rows are checked by 64 and put in columns by 16.
  expect(slices).toBe(10_240 / 64 + 10_240 / 16);
});

/** A file in memory, and the disk that has no other; `written` is called after each write. */
function oneFile(written: () => void = () => {}) {
  let content = Buffer.alloc(0);
  const file = {
    stat: async () => ({ size: content.length, links: 1, modified: 0, changed: 0, inode: 1 }),
    read: async (into: Buffer, at: number) => content.copy(into, 0, at),
    write: async (bytes: Uint8Array, at: number) => {
      const longer = Buffer.alloc(Math.max(content.length, at + bytes.length));
      content.copy(longer);
      longer.set(bytes, at);
      content = longer;
      written();
      return bytes.length;
    },
    close: async () => {},
  } as unknown as DiskFile;
  return { file, disk: { open: async () => file } as unknown as Disk, size: () => content.length };
}

it('the end of a long line of a journal is looked for in parts', async () => {
  const steps = [['set', ['rows'], Array.from({ length: 300_000 }, (_, i) => ({ x: i }))]] as const;
  const { file, disk, size } = oneFile();
  const first = (await writeLine(file, 0, steps)) as number;
  const second = (await writeLine(file, first, [['drop', ['a']]])) as number;
  expect(first + second).toBe(size());
  const search = vi.spyOn(Buffer.prototype, 'indexOf');
  const taken: unknown[] = [];
  const journal = await readJournal(disk, 'journal', (write) => void taken.push(write));
  expect(journal).toEqual({ writes: 2, bytes: size(), torn: false });
  expect(taken).toEqual([steps, [['drop', ['a']]]]);
  expect(size()).toBeGreaterThan(3 << 20);
  expect(Math.max(...search.mock.contexts.map((searched) => (searched as Buffer).length))).toBe(1 << 20);
});

it('a long line is written while it is made, and counts as cut off until its sum is there', async () => {
  const text = 'grün '.repeat(1000);
  const steps = [['set', ['rows'], Array.from({ length: 200 }, (_, i) => ({ text, i }))]] as const;
  const journals: Promise<Journal | undefined>[] = [];
  const taken: unknown[] = [];
  const read = () => readJournal(disk, 'journal', (write) => void taken.push(write));
  const { file, disk, size } = oneFile(() => journals.push(read()));
  const length = await writeLine(file, 0, steps);
  const found = await Promise.all(journals);
  expect(found.length).toBeGreaterThan(8);
  expect(found.pop()).toEqual({ writes: 1, bytes: length, torn: false });
  expect(found).toEqual(found.map(() => ({ writes: 0, bytes: 0, torn: true })));
  expect(taken).toEqual([steps]);
  expect(size()).toBe(length);
});

it('a line is made while the disk is asked whether it may begin, and written only then', async () => {
  const long = Array.from({ length: 300_000 }, (_, i) => ({ x: i }));
  for (const value of [1, long]) {
    const { file, size } = oneFile();
    const steps = [['set', ['a'], value]] as const;
    const made = vi.spyOn(JSON, 'stringify');
    const answers: ((may: boolean) => void)[] = [];
    const asked = () => new Promise<boolean>((resolve) => void answers.push(resolve));
    const refused = writeLine(file, 0, steps, asked());
    expect(made).toHaveBeenCalled();
    made.mockRestore();
    answers[0]?.(false);
    expect(await refused).toBeUndefined();
    await expect(writeLine(file, 0, steps, Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(size()).toBe(0);
    const written = writeLine(file, 0, steps, asked());
    answers[1]?.(true);
    expect(await written).toBe(size());
  }
});

it('a journal is carried out write by write while it is read', async () => {
  const { file, disk } = oneFile();
  const lines = Array.from({ length: 5 }, (_, i) => [['set', ['a'], i]] as const);
  let at = 0;
  for (const line of lines) at += (await writeLine(file, at, line)) as number;
  const parsed = vi.spyOn(JSON, 'parse');
  const parsedBefore: number[] = [];
  await readJournal(disk, 'journal', async () => {
    await null;
    parsedBefore.push(parsed.mock.calls.length);
  });
  expect(parsedBefore).toEqual([1, 2, 3, 4, 5]);
});

/** How often sliced work can be interrupted. */
function interruptions(work: SlicedWork<unknown>): number {
  let count = 0;
  while (!work.next().done) count++;
  return count;
}

it('long lists are compared in slices: for the disk, for the way back and for the words', () => {
  const before = emptyState('s', '2026-01-01T00:00:00.000Z');
  const rows = Array.from({ length: 40_960 }, (_, i) => ({ x: i }));
  const one = { ...before, rows };
  const other = { ...before, rows: rows.with(40_000, { x: 0 }) };
  // Twice: the changes are counted, then listed.
  expect(interruptions(diff({ rows }, { rows: other.rows }))).toBe(20);
  expect(interruptions(sharedEnds(rows, other.rows))).toBeGreaterThan(70);
  const now = '2026-01-01T00:00:00.000Z';
  const around = { now, person: undefined, newId: () => 'id' };
  const whole = interruptions(withHistory(one, other, around));
  expect(whole).toBeGreaterThan(10 + interruptions(sharedEnds(rows, other.rows)));
});
