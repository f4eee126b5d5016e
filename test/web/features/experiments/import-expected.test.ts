import { describe, expect, it } from 'vitest';
import type { Import } from '../../../../src/web/api/types.ts';
import {
  expected,
  firstReasons,
  recordedUnit,
  sampleWords,
} from '../../../../src/web/features/experiments/import-expected.ts';

const state = {
  mode: 'append',
  settings: { decimal: '.', plate: true },
  ambiguous_number: { text: '1.200', point: 1.2, comma: 1200 },
  columns: [
    { column: 'Base', meaning: 'note', fill_down: false },
    { column: 'T', meaning: 'input', fill_down: false },
  ],
  problem_counts: [
    { kind: 'missing_input', choice: 'ask', count: 2 },
    { kind: 'failed_output', choice: 'failed', count: 1 },
  ],
  remarks: ['as it was'],
} as unknown as Import;

describe('a decision about an import', () => {
  it('asks for the decimal sign once', () => {
    expect(expected(state, { settings: { plate: false } }).ambiguous_number).toEqual(state.ambiguous_number);
    expect(expected(state, { settings: { decimal: ',' } }).ambiguous_number).toBeNull();
  });

  it('stands as it was made while the server reads the file again', () => {
    const next = expected(state, {
      columns: [{ column: 'Base', meaning: 'input', fill_down: true, synonyms: { thf: 'THF' } }],
      settings: { plate: false },
      choices: { missing_input: 'skip' },
      mode: 'replace',
    });
    expect(next).toEqual({
      ...state,
      mode: 'replace',
      settings: { decimal: '.', plate: false },
      columns: [{ column: 'Base', meaning: 'input', fill_down: true }, state.columns[1]],
      problem_counts: [
        { kind: 'missing_input', choice: 'skip', count: 2 },
        { kind: 'failed_output', choice: 'failed', count: 1 },
      ],
    });
    expect(expected(state, { rows: { '1': { action: 'skip' } } })).toEqual(state);
  });

  it('leaves room for what the reasons are about', () => {
    expect(firstReasons(['a', 'b', 'c'])).toEqual(['a', 'b', 'c']);
    expect(firstReasons(['a', 'b', 'c', 'd'])).toEqual([
      'a',
      'b',
      '2 more reasons follow when these are solved',
    ]);
  });

  it('is recorded in the unit to which it is converted', () => {
    const columns = [
      { name: 'T', meaning: 'note', unit: null, convert: false, converts_to: null },
      { name: 'T', meaning: 'input', unit: 'K', convert: true, converts_to: '°C' },
      { name: 't', meaning: 'input', unit: 'min', convert: false, converts_to: 'h' },
    ] as unknown as Import['columns'];
    expect(['T', 't', 'Comment'].map((name) => recordedUnit(columns, name))).toEqual(['°C', 'min', null]);
  });

  it.each([
    ['0.0029999999999999996', '0.003'],
    ['-0.30000000000000004', '-0.3'],
    ['0.003', '0.003'],
    ['1.10', '1.10'],
    ['0,30000000000000004', '0,30000000000000004'],
    ['2026-01-01', '2026-01-01'],
  ])('shows the cell %s as %s', (cell, words) => {
    expect(sampleWords(cell)).toBe(words);
  });
});
