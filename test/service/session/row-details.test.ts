import { expect, it } from 'vitest';
import { runSlices } from '../../../src/engine/slices.ts';
import { keptKeys, keysOf } from '../../../src/service/session/document/document-keys.ts';
import { applySteps, diff, patched } from '../../../src/service/session/document/document-patch.ts';
import { checkDocument } from '../../../src/service/session/format/document-check.ts';
import {
  detailsOfRows,
  hasDetails,
  type RowDetails,
  withDetails,
} from '../../../src/service/session/rows/row-details.ts';
import { emptyState } from '../../../src/service/session/state.ts';
import { jsonChunks } from '../../../src/service/store/json-chunks.ts';
import { parseInSlices } from '../../../src/service/store/json-slices.ts';

const comments = (from: number, to: number): Record<string, { comment: string }> =>
  Object.fromEntries(
    Array.from({ length: to - from }, (_, i) => [`p${from + i}`, { comment: `c${from + i}` }]),
  );

it('the keys of many details that are kept are those that they have, after any changes', () => {
  let details: RowDetails = {};
  let plain: Record<string, object> = {};
  const steps: Record<string, { comment?: string }>[] = [
    comments(0, 1500),
    { p7: { comment: 'another' } },
    { p3: {}, p1499: {}, none: {} },
    { ...comments(1498, 1600), p3: { comment: 'again' } },
    Object.fromEntries(Object.keys(comments(0, 400)).map((id) => [id, {}])),
  ];
  for (const step of steps) {
    const before = { athanor: { row_details: details } };
    details = runSlices(withDetails(details, new Map(Object.entries(step))));
    const after = { athanor: { row_details: details } };
    plain = Object.fromEntries(
      Object.entries({ ...plain, ...step }).filter(([, detail]) => Object.keys(detail).length > 0),
    );
    expect(keptKeys(details)).toBeDefined();
    expect([...keysOf(details)].sort()).toEqual(Object.keys(plain).sort());
    expect(JSON.parse([...jsonChunks(details)].join(''))).toEqual(plain);
    expect(runSlices(patched(before, runSlices(diff(before, after))))).toEqual({
      athanor: { row_details: plain },
    });
  }
  const rows = [...Object.keys(plain), 'unknown'].map((ProvenanceId) => ({ ProvenanceId }));
  const left = runSlices(detailsOfRows(details, [...rows, ...rows].slice(20)));
  expect([...keysOf(left)].sort()).toEqual(Object.keys(left).sort());
  expect(left).toEqual(plain);
});

it('few details, and none, keep no list', () => {
  const few = runSlices(withDetails({}, new Map(Object.entries(comments(0, 10)))));
  expect([keptKeys(few), hasDetails(few), hasDetails({})]).toEqual([undefined, true, false]);
  expect(keysOf(few)).toHaveLength(10);
});

it('many details that are read have the keys of the document and of the steps behind it', async () => {
  const details = comments(0, 3000);
  const target = (await parseInSlices(JSON.stringify({ athanor: { row_details: details } }))) as {
    athanor: { row_details: RowDetails };
  };
  const path = ['athanor', 'row_details'] as const;
  runSlices(
    applySteps(target, [
      ['set', [...path, 'new'], { comment: 'n' }],
      ['drop', [...path, 'p7']],
      ['set', [...path, 'p8'], { comment: 'other' }],
    ]),
  );
  const state = { ...emptyState('s', 'now'), details: target.athanor.row_details };
  runSlices(checkDocument(state));
  const { p7: _, ...rest } = details;
  expect(keptKeys(state.details)).toHaveLength(3000);
  expect(new Set(keysOf(state.details))).toEqual(new Set(Object.keys({ ...rest, new: {} })));
});
