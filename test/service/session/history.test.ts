import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSlices } from '../../../src/engine/slices.ts';
import { toDocument } from '../../../src/service/session/format/document.ts';
import { pastState, revisionOf, withHistory } from '../../../src/service/session/history/history.ts';
import { pastView } from '../../../src/service/session/history/past.ts';
import { sizeOf } from '../../../src/service/session/history/undo.ts';
import type { HistoryRecord, Step } from '../../../src/service/session/history-record.ts';
import { emptyState, type State } from '../../../src/service/session/state.ts';
import { changeVariable } from '../../../src/service/session/variables/change-variable.ts';
import { withRenamed } from '../../../src/service/session/variables/rename-variable.ts';
import { readDocument } from '../support/states.ts';

const recorded = (...all: Parameters<typeof withHistory>) => runSlices(withHistory(...all));

const past = (...all: Parameters<typeof pastState>) => runSlices(pastState(...all));

const now = '2026-01-02T03:04:05.000Z';
const around = { now, newId: () => 'id' };

type Change = (state: State) => State;

const row = (id: number) => ({ ProvenanceId: `p${id}`, x: id, Output: id / 2, Iteration: id });

/** Changes of every kind that a list or a record can go through. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.nat(1000).map(
    (id): Change =>
      (state) => ({ ...state, rows: [...state.rows, row(id)] }),
  ),
  fc.nat(20).map(
    (at): Change =>
      (state) => ({ ...state, rows: state.rows.filter((_, i) => i !== at) }),
  ),
  fc.nat(20).map(
    (at): Change =>
      (state) => ({ ...state, rows: state.rows.map((one, i) => (i === at ? { ...one, x: -1 - at } : one)) }),
  ),
  fc.nat(9).map(
    (k): Change =>
      (state) => ({ ...state, rows: state.rows.map((one) => ({ ...one, y: k })) }),
  ),
  fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 12 })).map(
    ([k, every]): Change =>
      (state) => ({
        ...state,
        rows: state.rows.map((one, i) => (i % every === 0 ? { ...one, x: k } : { ...one })),
      }),
  ),
  fc.constant<Change>((state) => ({ ...state, rows: state.rows.map(({ x: _x, ...rest }) => rest as never) })),
  fc.constant<Change>((state) => ({ ...state, rows: [] })),
  fc.constant<Change>((state) => ({ ...state, rows: [...state.rows].reverse() })),
  fc.nat(5).map(
    (k): Change =>
      (state) => ({ ...state, details: { ...state.details, [`p${k}`]: { comment: `${k}` } } }),
  ),
  fc.constant<Change>((state) => ({ ...state, details: {} })),
  fc.nat(3).map(
    (k): Change =>
      (state) => ({ ...state, campaign: { ...state.campaign, ref_point: [k, k] } }),
  ),
  fc.nat(3).map(
    (k): Change =>
      (state) => ({
        ...state,
        variables: [
          ...state.variables,
          { name: `v${state.variables.length}`, type: 'real', min: 0, max: k + 1 },
        ],
      }),
  ),
);

const content = ({ audit: _a, history: _h, last_accessed: _l, ...state }: State) => state;

describe('the history of a campaign', () => {
  it.each([0, 200])('gives back every state that it went through, with %i rows at first', (count) => {
    const rows = Array.from({ length: count }, (_, i) => row(i));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
        let state: State = { ...emptyState('s', now), rows };
        const seen = new Map([[0, state]]);
        for (const one of changes) {
          state = recorded(state, one(state), around);
          seen.set(revisionOf(state), state);
        }
        const read = readDocument(JSON.parse(JSON.stringify(toDocument(state))), 's', now);
        for (const [revision, then] of seen) {
          expect(content(past(state, revision))).toEqual(content(then));
          expect(content(past(read, revision))).toEqual(content(then));
          expect(past(state, revision).history).toEqual(then.history);
          expect(past(state, revision).rows.map(Object.keys)).toEqual(then.rows.map(Object.keys));
        }
      }),
      { numRuns: count === 0 ? 150 : 30, seed: 5 },
    );
  });

  it('keeps what was replaced up to a limit, and says where it ends', () => {
    let state = emptyState('s', now);
    const wide = (k: number) => Array.from({ length: 100 }, (_, i) => ({ ...row(i + k), k }));
    for (let k = 0; k < 6; k++) state = recorded(state, { ...state, rows: wide(k) }, around, 2000);
    expect(past(state, 5).rows.at(0)).toMatchObject({ k: 4 });
    expect(() => past(state, 1)).toThrow(/no longer kept; the oldest available revision is \d/);
    expect(() => past(state, 7)).toThrow('revision 7 not found; the session has revisions 0 to 6');
  });

  it('keeps the past of a long table through renamings of its variables', () => {
    const count = 3000;
    const variables = [
      { name: 'x', type: 'real' as const, min: 0, max: count },
      { name: 'z', type: 'real' as const, min: 0, max: 1 },
    ];
    const inputs = (i: number) => ({ x: i, z: 0 });
    const rows = Array.from({ length: count }, (_, i) => ({ ...row(i), ...inputs(i) }));
    const provenance = rows.map((one, i) => ({
      id: one.ProvenanceId,
      iteration: i,
      strategy: 'Manual',
      acq_params: {},
      suggested: i % 2 === 0 ? null : inputs(i),
      actual: inputs(i),
      delta: {},
      output: one.Output,
      noise: null,
      timestamp: now,
    }));
    const first = { ...emptyState('s', now), variables, rows, provenance };
    const renamed = recorded(first, runSlices(withRenamed(first, 'x', 'T')), around, 100);
    const corrected = { ...renamed, rows: renamed.rows.with(1, { ...renamed.rows.at(1), T: 7 } as never) };
    const second = recorded(renamed, corrected, around, 100);
    const third = recorded(second, runSlices(withRenamed(second, 'z', 'x')), around, 100);
    const read = readDocument(JSON.parse(JSON.stringify(toDocument(third))), 's', now);
    for (const state of [third, read]) {
      expect(content(past(state, 0))).toEqual({ ...content(first), data_revision: 0 });
      expect(content(past(state, 1))).toEqual(content(renamed));
      expect(content(past(state, 2))).toEqual(content(second));
    }
  });

  it('keeps only the values of a variable whose type changes in 100,000 rows', () => {
    const wide = (i: number) => ({
      ...row(i),
      a: i,
      b: 1 - i,
      c: i / 7,
      d: 1,
      e: 2,
      f: 3,
      g: i % 9 === 0 ? null : i,
    });
    const first: State = {
      ...emptyState('s', now),
      variables: [{ name: 'g', type: 'real', min: 0, max: 1e5 }],
      rows: Array.from({ length: 100_000 }, (_, i) => wide(i)),
    };
    const typed = (state: State, patch: object) => {
      const { state: next } = runSlices(changeVariable(state, { variable: 'g', ...patch }, around));
      return recorded(state, next, around);
    };
    const text = typed(first, { type: 'categorical' });
    const number = typed(text, { type: 'real', name: 'h' });
    const short = number.history.map(({ undo, steps, renamed }) => ({
      undo,
      renamed,
      rows: steps?.flatMap(([kind, path, start, key, values]) =>
        path[0] === 'rows' ? [[kind, start, key, (values as unknown[]).length]] : [],
      ),
    }));
    // What a release that does not know such steps takes for lost.
    expect(short).toEqual([
      { undo: null, rows: [['put', 1, 'g', 99_998]] },
      { undo: null, rows: [['put', 1, 'g', 99_998]], renamed: { from: 'h', to: 'g' } },
    ]);
    const read = readDocument(JSON.parse(JSON.stringify(toDocument(number))), 's', now);
    // Compared as text: the rows are many.
    expect(JSON.stringify(past(read, 1).rows) === JSON.stringify(text.rows)).toBe(true);
    expect(JSON.stringify(past(read, 0).rows) === JSON.stringify(first.rows)).toBe(true);
    expect(past(read, 0).variables).toEqual(first.variables);
  });

  it('walks back in slices', () => {
    const count = 20_000;
    const rows = Array.from({ length: count }, (_, i) => row(i));
    const state = { ...emptyState('s', now), rows };
    const changed = recorded(state, { ...state, rows: rows.map((one) => ({ ...one, x: -1 })) }, around);
    const steps = rows.map(({ x }, i) => ['set', ['rows', i, 'x'], x] as const);
    const singly = { ...changed, history: [{ ...(changed.history[0] as HistoryRecord), steps }] };
    for (const one of [changed, singly]) {
      const work = pastState(one, 0);
      let turns = 0;
      let step = work.next();
      for (; !step.done; step = work.next()) turns++;
      expect(step.value.rows).toEqual(rows);
      expect(turns).toBeGreaterThan(count / 20);
    }
  });

  it('measures many steps of one value in slices, and one step of many', () => {
    const singly = Array.from(
      { length: 6400 },
      (_, i): Step => ['set', ['details', `p${i}`], { comment: 'c' }],
    );
    const together: Step[] = [['put', ['rows'], 0, 'x', Array.from({ length: 6400 }, (_, i) => i)]];
    for (const [steps, size] of [
      [singly, 12_800],
      [together, 6401],
    ] as const) {
      const work = sizeOf(steps);
      let turns = 0;
      let step = work.next();
      for (; !step.done; step = work.next()) turns++;
      expect([step.value, turns]).toEqual([size, 100]);
    }
  });

  it('gives back more rows than a call has arguments', () => {
    const rows = Array.from({ length: 150_000 }, (_, i) => row(i));
    const state = { ...emptyState('s', now), rows };
    expect(past(recorded(state, { ...state, rows: [] }, around, 1e7), 0).rows).toEqual(rows);
  });

  it('costs little for one more row of a long table', () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => row(i));
    const state = { ...emptyState('s', now), rows };
    const next = recorded(state, { ...state, rows: [...rows, row(-1)] }, around);
    expect(JSON.stringify(next.history)).toBe(
      JSON.stringify([
        {
          revision: 1,
          time: now,
          what: ['1 row added'],
          audit: 0,
          entries: 0,
          undo: [['splice', ['rows'], 20_000, 1, []]],
        },
      ]),
    );
  });

  it.each([
    ['a step into a prototype', [['set', ['rows', '__proto__', 'x'], 1]]],
    ['a part that is none of the campaign', [['set', ['lock'], null]]],
    ['no step', [['jump', ['rows'], 1]]],
    ['a step before the first row', [['put', ['rows'], -1, 'x', [1]]]],
    ['a column without values', [['put', ['rows'], 0, 'x', 3]]],
  ])('refuses a file whose history holds %s', (_what, undo) => {
    const state = emptyState('s', now);
    const record = { revision: 1, time: now, what: [], audit: 0, entries: 0, undo };
    const document = JSON.parse(JSON.stringify({ ...toDocument(state) }));
    document.athanor.history = [record];
    expect(() => readDocument(document, 's', now)).toThrow('history record 1 does not fit');
  });

  it.each([
    [['set', ['variables'], [7]]],
    [['put', ['rows'], 0, 'x', [7]]],
    [['omit', ['rows'], 0, 'x', 1e15]],
  ])('refuses to show a state of a file that never was one: %j', (step) => {
    const state = emptyState('s', now);
    const record = { revision: 1, time: now, what: [], audit: 0, entries: 0, undo: null, steps: [step] };
    const document = JSON.parse(JSON.stringify({ ...toDocument(state) }));
    document.athanor.history = [record];
    const read = readDocument(document, 's', now);
    expect(() => runSlices(pastView(read, { revision: 0 }))).toThrow();
  });
});
