import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { presentBackends } from '../engine/compute/backends.ts';
import { differences, recordOf } from './recording.ts';
import { type Alteration, alterationsFile, answerOf, type BackendName, readRecording } from './replay.ts';
import { rows } from './rows/all.ts';

/**
 * What was answered before must be answered again: bit for bit on `ts`, within the tolerance of the row on `native`,
 * whose last digits hang on the instruction set. A change that means to answer otherwise records its rows anew and
 * says why: see record.ts.
 */
describe.each(presentBackends)('answers recorded before, on %s', (name, backend) => {
  const kind = name.split(' ')[0] as BackendName;
  const recording = readRecording(kind);

  it.each(rows.map((row) => [row.name, row] as const))('%s', async (rowName, row) => {
    const expected = recording.rows[rowName];
    expect(expected, 'not recorded yet: run record.ts').toBeDefined();
    const actual = await answerOf(row, backend);
    expect(differences(expected ?? {}, actual, kind === 'ts' ? undefined : row.tolerance)).toEqual([]);
  });
});

describe('the recording', () => {
  it('holds the rows that there are, and no others', () => {
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.length).toBeGreaterThanOrEqual(300);
    for (const backend of ['ts', 'native'] as const)
      expect(Object.keys(readRecording(backend).rows)).toEqual(names);
  });

  it('distinguishes answers by one bit of any number, and by texts', () => {
    const long = Array.from({ length: 40 }, (_, i) => Math.sin(i));
    const record = recordOf({ value: 0.1, text: 'a', long, zero: 0 });
    expect(differences(record, recordOf({ value: 0.1, text: 'a', long, zero: 0, more: 1 }))).toEqual([]);
    const other = long.map((x, i) => (i === 5 ? x + 2 ** -53 : x));
    expect(differences(record, recordOf({ value: 0.1, text: 'a', long: other, zero: 0 }))).toHaveLength(1);
    const changed = recordOf({ value: 0.1 + 2 ** -56, text: 'b', long: long.slice(1), zero: -0 });
    expect(
      differences(record, changed)
        .map((line) => line.split(':')[0])
        .slice(0, 4),
    ).toEqual(['value', 'text', 'long#', 'long!']);
    expect(differences(record, recordOf({ value: 0.1000001, text: 'a', long, zero: 0 }), 1e-5)).toEqual([]);
    expect(differences(record, recordOf({ value: 0.1001, text: 'a', long, zero: 0 }), 1e-5)).toHaveLength(1);
    expect(differences(record, recordOf({ value: Number.NaN, text: 'a', long, zero: 0 }), 1e-5)).toHaveLength(
      1,
    );
    expect(differences(record, recordOf({ text: 'a', long, zero: 0 }), 1e-5)).toHaveLength(1);
  });

  it('gives a reason for every row that was altered', () => {
    const list = JSON.parse(readFileSync(alterationsFile, 'utf8')) as Alteration[];
    const names = new Set(rows.map(({ name }) => name));
    for (const { why, rows: altered } of list) {
      expect(why.length).toBeGreaterThan(10);
      expect(altered.filter((name) => !names.has(name))).toEqual([]);
    }
  });
});
