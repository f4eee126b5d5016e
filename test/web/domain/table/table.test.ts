import { describe, expect, it } from 'vitest';
import type { Row } from '../../../../src/web/api/types.ts';
import {
  type Column,
  isFailed,
  readCell,
  rowErrors,
  sortedOrder,
  tableColumns,
  toExperiment,
  withText,
} from '../../../../src/web/domain/table/columns.ts';
import {
  readConstraint,
  unreachable,
  writeConstraint,
} from '../../../../src/web/domain/variables/expression.ts';
import { emptyDraft, readDraft, toDraft } from '../../../../src/web/features/variables/variable-draft.ts';

const real = (name: string) => ({
  name,
  type: 'real' as const,
  role: 'controllable' as const,
  changes: 'easy' as const,
  bounds: [0, 10],
  categories: null,
});
const solvent = {
  ...real('solvent'),
  type: 'categorical' as const,
  bounds: null,
  categories: ['THF', 'DMF'],
};
const columns = tableColumns(
  [real('t'), solvent],
  ['yield'],
  ['t', 'solvent', 'yield', 'Iteration', 'ProvenanceId'],
);

describe('cells of the table', () => {
  it('shows variables, objectives, noise and what the table keeps, without its hidden key', () => {
    expect(columns.map((column) => column.name)).toEqual(['t', 'solvent', 'yield', 'Noise']);
  });

  it('refuses what cannot be recorded and only warns of what can', () => {
    const [t, label, output, noise] = columns;
    expect(readCell('12', t)).toEqual({ value: 12, warning: 'outside 0 to 10' });
    expect(readCell('warm', t).error).toBe('not a number');
    expect(readCell('Water', label).error).toBe('one of: THF; DMF');
    expect(readCell('', output)).toEqual({ value: null });
    expect(readCell('>99', output)).toEqual({ value: '>99' });
    expect(rowErrors({ t: '1', solvent: 'THF' }, columns)).toEqual({ yield: 'missing' });
    expect(readCell('', noise)).toEqual({ value: null });
    expect(readCell('-1', noise).error).toBe('a variance cannot be negative');
  });

  it('makes requests of rows without mistakes', () => {
    const row = { t: '2,5', solvent: 'THF', yield: '80', Noise: '0.1' };
    expect(rowErrors(row, columns)).toEqual({});
    expect(toExperiment(row, columns)).toEqual({
      inputs: { t: 2.5, solvent: 'THF' },
      output: 80,
      noise: 0.1,
    });
    expect(rowErrors({ t: ' ' }, columns)).toEqual({});
    expect(Object.keys(rowErrors({ t: '1' }, columns))).toEqual(['solvent', 'yield']);
  });

  it('takes failed in place of a result', () => {
    const row = { t: '2', solvent: 'THF', yield: ' Failed', Noise: '' };
    expect(rowErrors(row, columns)).toEqual({});
    expect(toExperiment(row, columns)).toEqual({ inputs: { t: 2, solvent: 'THF' }, status: 'failed' });
    expect(rowErrors({ ...row, t: '' }, columns)).toEqual({ t: 'missing' });
    expect(rowErrors({ ...row, Noise: '2' }, columns)).toEqual({ Noise: 'a failed run has no noise' });
    const two = tableColumns([real('t')], ['a', 'b'], []);
    expect(rowErrors({ t: '1', a: '', b: 'failed' }, two)).toEqual({});
    expect(rowErrors({ t: '1', a: '3', b: 'failed' }, two)).toEqual({ a: 'a failed run has no result' });
    // A recorded result is corrected by a result.
    expect(readCell('failed', columns[2]!).error).toBe('not a number');
  });

  it('gives an object of outputs with several objectives', () => {
    const two = tableColumns([real('t')], ['a', 'b'], []);
    expect(toExperiment({ t: '1', a: '2', b: '3' }, two)).toEqual({
      inputs: { t: 1 },
      output: { a: 2, b: 3 },
    });
  });

  it('sorts with empty cells last, both ways', () => {
    const rows = [{ a: 2 }, { a: null }, { a: 10 }, { a: 1 }];
    expect(sortedOrder(rows, 'a', false)).toEqual([3, 0, 2, 1]);
    expect(sortedOrder(rows, 'a', true)).toEqual([2, 0, 3, 1]);
  });
});

it('names are sorted as people count, run 2 before run 10', () => {
  const rows = ['run 10', 'Run 2', 'run 1', null, 'ether'].map((a) => ({ a }));
  expect(sortedOrder(rows, 'a', false).map((row) => rows[row]?.a)).toEqual([
    'ether',
    'run 1',
    'Run 2',
    'run 10',
    null,
  ]);
});

describe('a recorded run that failed', () => {
  const result = columns.find(({ kind }) => kind === 'target') as Column;
  const good: Row = { t: 1, solvent: 'THF', yield: 5, Noise: 0.1, ProvenanceId: 'a' };
  const failed: Row = { t: 1, solvent: 'THF', yield: null, Status: 'failed: spilled', ProvenanceId: 'a' };

  it('is one by the word in place of its result, and good again with a result', () => {
    const after = withText(good, result, ' Failed', columns);
    expect(after).toMatchObject({ t: 1, yield: null, Noise: null, Status: 'failed' });
    expect(isFailed(after, columns)).toBe(true);
    const again = withText(failed, result, '7', columns);
    expect(again).toMatchObject({ t: 1, yield: 7 });
    expect(isFailed(again, columns)).toBe(false);
  });

  it('stays as it is where nothing or the same is written over the word', () => {
    expect(withText(failed, result, '', columns)).toBe(failed);
    expect(withText(failed, result, 'failed', columns)).toBe(failed);
  });

  it('is not told by a variable with the name of the column that says so', () => {
    const own = tableColumns([{ ...solvent, name: 'Status', categories: ['failed', 'ok'] }], ['yield'], []);
    expect(isFailed({ Status: 'failed', yield: null }, own)).toBe(false);
  });
});

describe('constraints as text', () => {
  it.each([
    ['2*a + b <= 10', 'inequality', { a: 2, b: 1 }, 10],
    ['a ≥ 3 + b', 'inequality', { a: -1, b: 1 }, -3],
    ['a = 1 − 0.5 b', 'equality', { a: 1, b: 0.5 }, 1],
    ['3e-1·a b <= 1', undefined, {}, 0],
    ['0,5 a + b ≤ 118,5', 'inequality', { a: 0.5, b: 1 }, 118.5],
    ['a ≤ 1,500', undefined, {}, 0],
    ['a + ab <= 2', 'inequality', { a: 1, ab: 1 }, 2],
  ])('%s', (text, type, coefficients, rhs) => {
    const read = readConstraint(text, ['a', 'b', 'ab']);
    if (type === undefined) expect(read.ok).toBe(false);
    else expect(read).toEqual({ ok: true, type, coefficients, rhs });
  });

  it('is written so that it can be read again', () => {
    const constraint = { type: 'inequality' as const, coefficients: { a: -1, b: 2.5 }, rhs: -4 };
    expect(writeConstraint(constraint)).toBe('−a + 2.5·b ≤ −4');
    expect(readConstraint(writeConstraint(constraint), ['a', 'b'])).toEqual({ ok: true, ...constraint });
  });

  it('names what it does not understand', () => {
    expect(readConstraint('a + x <= 1', ['a'])).toEqual({
      ok: false,
      problem: 'no numeric variable named “x”',
    });
    expect(readConstraint('a + 1', ['a'])).toEqual({
      ok: false,
      problem: 'needs ≤, ≥ or = (type <=, >=, =)',
    });
    expect(readConstraint('a + <= 1', ['a'])).toMatchObject({ ok: false });
    expect(readConstraint('1 <= a <= 2', ['a'])).toMatchObject({
      problem: 'one comparison only, without “<= 2”',
    });
  });

  it('takes names that hold signs of comparison, as they are and in quotes', () => {
    const names = ['C=O', 'flow <1>', 'C'];
    const read = { ok: true, type: 'inequality', coefficients: { 'C=O': 1, 'flow <1>': 2 }, rhs: 5 };
    expect(readConstraint('C=O + 2 flow <1> <= 5', names)).toEqual(read);
    expect(readConstraint('"C=O" + 2·“flow <1>” ≤ 5', names)).toEqual(read);
    expect(readConstraint("'C'=5", names)).toMatchObject({
      coefficients: { C: 1 },
      rhs: 5,
      type: 'equality',
    });
    const constraint = { type: 'inequality' as const, coefficients: { 'C=O': 1, 'flow <1>': 2 }, rhs: 5 };
    expect(writeConstraint(constraint)).toBe('"C=O" + 2·"flow <1>" ≤ 5');
    expect(readConstraint(writeConstraint(constraint), names)).toEqual(read);
    expect(readConstraint('"C=N" <= 5', names)).toEqual({
      ok: false,
      problem: 'no numeric variable named “C=N”; names with =, < or > read in "quotes"',
    });
  });

  it('takes the unit of its variables behind a number', () => {
    const units = { a: '%', b: '%', V: 'mL', g: 'g' };
    const read = { ok: true, type: 'equality', coefficients: { a: 1, b: 1 }, rhs: 100 };
    for (const text of ['a + b = 100 %', 'a + b = 100%', 'a − 10 % + b = 90 %'])
      expect(readConstraint(text, Object.keys(units), units)).toEqual(read);
    expect(readConstraint('a + V <= 100 %', Object.keys(units), units)).toEqual({
      ok: false,
      problem: '“V” is not in %; write numbers without a unit',
    });
    // A name is no unit.
    expect(readConstraint('2 g <= 5', Object.keys(units), units)).toMatchObject({
      coefficients: { g: 2 },
      rhs: 5,
    });
  });

  it('reports a constraint that no settings satisfy', () => {
    const list = [real('a'), real('b'), { ...real('d'), bounds: null, allowed_values: [3, 8] }];
    const names = ['a', 'b', 'd'];
    const messageOf = (text: string) => {
      const read = readConstraint(text, names);
      return read.ok ? unreachable(read, list) : read.problem;
    };
    expect(messageOf('a + b >= 30')).toBe(
      'No settings satisfy it: in the ranges of the variables, a + b is 0 to 20.',
    );
    expect(messageOf('a - d = 9')).toBe(
      'No settings satisfy it: in the ranges of the variables, a − d is −8 to 7.',
    );
    expect(messageOf('d <= 2')).toContain('d is 3 to 8');
    for (const text of ['a + b >= 20', 'a - d = 7', 'd <= 3', 'a + b <= 100'])
      expect(messageOf(text)).toBeUndefined();
  });
});

describe('variables as typed', () => {
  it('reports a wrong range, reserved names and single labels', () => {
    expect(readDraft({ ...emptyDraft, name: 'a', min: '2', max: '1' }).errors).toEqual({ max: 'above 2' });
    expect(readDraft({ ...emptyDraft, name: ' a ', min: '1', max: '2' }, ['a']).errors).toEqual({
      name: '“a” already exists',
    });
    expect(readDraft({ ...emptyDraft, name: 'RunOrder', min: '0', max: '1' }).errors.name).toContain(
      'RunOrder',
    );
    expect(
      readDraft({ ...emptyDraft, name: 'a', type: 'categorical', values: ['x'] }).errors.values,
    ).toContain('two');
    expect(readDraft({ ...emptyDraft, name: 'a', type: 'integer', min: '0.5', max: '3' }).errors.min).toBe(
      'a whole number',
    );
  });

  it('keeps categories with commas, and every digit, when another field is edited', () => {
    const dioxane = { ...solvent, categories: ['1,4-dioxane', 'N,N-DMF', ' spaced '] };
    expect(readDraft({ ...toDraft(dioxane), unit: 'mL' }).request).toMatchObject({
      categories: ['1,4-dioxane', 'N,N-DMF', ' spaced '],
      unit: 'mL',
    });
    const steps = {
      ...real('x'),
      type: 'discrete' as const,
      bounds: null,
      allowed_values: [0.1 + 0.2, 1.234],
    };
    expect(readDraft(toDraft(steps)).request.allowed_values).toEqual([0.1 + 0.2, 1.234]);
    expect(readDraft(toDraft({ ...real('y'), bounds: [1.125, 2000.5] })).request.bounds).toEqual([
      1.125, 2000.5,
    ]);
  });

  it('reads discrete values with decimal commas', () => {
    const draft = { ...emptyDraft, name: 'a', type: 'discrete' as const, values: ['0,5', '1', '2'] };
    expect(readDraft(draft).request.allowed_values).toEqual([0.5, 1, 2]);
    expect(readDraft({ ...draft, values: ['0,5', 'x'] }).errors.values).toBe('“x”: not a number');
  });

  it('leaves the range of an observed variable open', () => {
    const { request, errors } = readDraft({ ...emptyDraft, name: 'a', role: 'observed' });
    expect(errors).toEqual({});
    expect(request).toEqual({ name: 'a', type: 'real', role: 'observed' });
  });

  it('says nothing of how hard a variable of the context is to change: it is never set', () => {
    const draft = { ...emptyDraft, name: 'a', type: 'context' as const, changes: 'hard' as const };
    expect(readDraft(draft).request).not.toHaveProperty('changes');
  });
});
