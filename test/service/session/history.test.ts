import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromDocument, toDocument } from '../../../src/service/session/document.ts';
import { pastState, revisionOf, withHistory } from '../../../src/service/session/history.ts';
import { pastView } from '../../../src/service/session/past.ts';
import { withRenamed } from '../../../src/service/session/rename-variable.ts';
import { atOnce } from '../../../src/service/session/slices.ts';
import { emptyState, type State } from '../../../src/service/session/state.ts';

const recorded = (...all: Parameters<typeof withHistory>) => atOnce(withHistory(...all));

const past = (...all: Parameters<typeof pastState>) => atOnce(pastState(...all));

const readDocument = (...all: Parameters<typeof fromDocument>) => atOnce(fromDocument(...all));

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
      (state) => ({ ...state, rows: state.rows.map((one, i) => (i === at ? { ...one, x: -at } : one)) }),
  ),
  fc.nat(9).map(
    (k): Change =>
      (state) => ({ ...state, rows: state.rows.map((one) => ({ ...one, y: k })) }),
  ),
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
  it('gives back every state that it went through', () => {
    fc.assert(
      fc.property(fc.array(change, { maxLength: 25 }), (changes) => {
        let state = emptyState('s', now);
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
        }
      }),
      { numRuns: 150, seed: 5 },
    );
  });

  it('keeps what was replaced up to a limit, and says where it ends', () => {
    let state = emptyState('s', now);
    const wide = (k: number) => Array.from({ length: 100 }, (_, i) => ({ ...row(i), k }));
    for (let k = 0; k < 6; k++) state = recorded(state, { ...state, rows: wide(k) }, around, 2000);
    expect(past(state, 5).rows[0]).toMatchObject({ k: 4 });
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
    const renamed = recorded(first, atOnce(withRenamed(first, 'x', 'T')), around, 100);
    const corrected = { ...renamed, rows: renamed.rows.with(1, { ...renamed.rows[1], T: 7 } as never) };
    const second = recorded(renamed, corrected, around, 100);
    const third = recorded(second, atOnce(withRenamed(second, 'z', 'x')), around, 100);
    const read = readDocument(JSON.parse(JSON.stringify(toDocument(third))), 's', now);
    for (const state of [third, read]) {
      expect(content(past(state, 0))).toEqual({ ...content(first), data_revision: 0 });
      expect(content(past(state, 1))).toEqual(content(renamed));
      expect(content(past(state, 2))).toEqual(content(second));
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
  ])('refuses a file whose history holds %s', (_what, undo) => {
    const state = emptyState('s', now);
    const record = { revision: 1, time: now, what: [], audit: 0, entries: 0, undo };
    const document = JSON.parse(JSON.stringify({ ...toDocument(state) }));
    document.athanor.history = [record];
    expect(() => readDocument(document, 's', now)).toThrow('history record 1 does not fit');
  });

  it('refuses to show a state of a file that never was one', () => {
    const state = emptyState('s', now);
    const record = {
      revision: 1,
      time: now,
      what: [],
      audit: 0,
      entries: 0,
      undo: [['set', ['variables'], [7]]],
    };
    const document = JSON.parse(JSON.stringify({ ...toDocument(state) }));
    document.athanor.history = [record];
    const read = readDocument(document, 's', now);
    expect(() => atOnce(pastView(read, { revision: 0 }))).toThrow();
  });
});
