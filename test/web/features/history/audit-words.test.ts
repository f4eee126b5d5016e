import { describe, expect, it } from 'vitest';
import { auditWords, kindWords } from '../../../../src/web/features/history/audit-words.ts';

const entry = (entry_type: string, parameters: Record<string, unknown>) => ({
  timestamp: '2026-01-02T03:04:05Z',
  entry_type,
  parameters,
  hash: '0'.repeat(16),
  notes: '',
});

describe('entries of the audit log', () => {
  it('calls a design a design, and locked data locked', () => {
    expect(auditWords(entry('data_locked', { method: 'box_behnken', n_points: 15 }), [])).toMatchObject({
      title: 'Design generated',
      text: '15 runs by box behnken.',
    });
    expect(auditWords(entry('data_locked', { n_experiments: 4, data_hash: 'x' }), []).title).toBe(
      'Data locked',
    );
  });

  it('names the smoothness of a kernel where the entry has it', () => {
    const model = { backend: 'sklearn', kernel: 'Matern' };
    const text = (more: object) => auditWords(entry('model_locked', { ...model, ...more }), []).text;
    expect(text({})).toBe('Matérn kernel.');
    expect(text({ kernel_params: {} })).toBe('Matérn 3/2 kernel.');
    expect(text({ kernel_params: { matern_nu: 2.5 } })).toBe('Matérn 5/2 kernel.');
  });

  it('says before and after of settings', () => {
    const old = entry('config_changed', {
      component: 'model',
      new: { kernel: 'Matern', backend: 'botorch' },
    });
    const now = entry('config_changed', { component: 'model', new: { kernel: 'RBF', backend: 'botorch' } });
    expect(auditWords(now, [old])).toMatchObject({
      title: 'Model settings',
      text: 'kernel RBF.',
      changes: [{ field: 'kernel', before: 'Matern', after: 'RBF' }],
    });
    expect(auditWords(old, [old]).text).toBe('As before.');
  });

  it('says what was planned and what was run, and who asked', () => {
    const run = {
      strategy: 'qEI',
      suggested: { t: 80, s: 'THF' },
      actual: { t: 82, s: 'THF' },
      output: 91.25,
    };
    expect(auditWords(entry('experiment_completed', run), [])).toMatchObject({
      text: 'Result 91.25, proposed by qEI.',
      changes: [{ field: 't', before: '80', after: '82' }],
    });
    expect(
      auditWords(entry('control_requested', { requested: 'pause', requested_by: 'Ada' }), []),
    ).toMatchObject({
      title: 'Pause requested',
      who: 'Ada',
    });
  });

  it('says that a run failed, and not that its result is missing', () => {
    const run = { strategy: 'auto', suggested: { t: 80 }, actual: { t: 80 }, output: null };
    const words = (more: object) => auditWords(entry('experiment_completed', { ...run, ...more }), []).text;
    expect(words({ status: 'failed' })).toBe('The run failed, proposed by auto.');
    expect(words({})).toBe('Result missing, proposed by auto.');
  });

  it('says which results are limits', () => {
    const run = { strategy: 'auto', suggested: null, actual: { t: 80 } };
    const words = (more: object) => auditWords(entry('experiment_completed', { ...run, ...more }), []).text;
    expect(words({ output: 99, censored: { yield: 'above' } })).toBe('Result >99.');
    expect(words({ output: 99, outputs: { yield: 99, ee: 5 }, censored: { ee: 'below' } })).toBe(
      'Result yield 99, ee <5.',
    );
  });

  it('says what of a row was corrected, and which rows went and came back', () => {
    const corrected = {
      id: 'x',
      row: 3,
      before: { yield: 98, censored: null },
      after: { yield: 99, censored: { yield: 'above' } },
    };
    expect(auditWords(entry('experiment_corrected', corrected), [])).toMatchObject({
      title: 'Experiment corrected',
      text: 'Row 4.',
      changes: [
        { field: 'yield', before: '98', after: '99' },
        { field: 'limits', before: 'nothing', after: 'yield >' },
      ],
    });
    const removed = {
      id: 'x',
      row: 0,
      before: { yield: 99, Reason: 'Manual', Status: null, Censored: 'yield >' },
      detail: { censored: { yield: 'above' } },
      targets: ['yield'],
    };
    expect(auditWords(entry('experiment_removed', removed), [])).toMatchObject({
      text: 'Row 1.',
      changes: [
        { field: 'yield', before: '>99', after: 'nothing' },
        { field: 'Reason', before: 'Manual', after: 'nothing' },
      ],
    });
    expect(auditWords(entry('experiment_restored', { id: 'x', row: 0 }), [])).toMatchObject({
      title: 'Experiment put back',
      text: 'Row 1.',
      changes: [],
    });
  });

  it('has words for kinds that it does not know', () => {
    expect(kindWords('sample_lost')).toBe('Sample lost');
    expect(kindWords('__proto__')).toBe('  proto  ');
    expect(auditWords(entry('constructor', { person: 'Ada', by: 'Bob' }), [])).toMatchObject({
      title: 'Constructor',
      who: 'Ada',
    });
    expect(auditWords(entry('sample_lost', { vial: 7 }), []).changes).toEqual([
      { field: 'vial', before: 'nothing', after: '7' },
    ]);
  });

  it('says what of a variable was changed', () => {
    const before = { name: 'T', type: 'real', min: 20, max: 120 };
    const after = { ...before, max: 100 };
    const changes = ['bounds: 20 to 120 → 20 to 100'];
    const changed = entry('variable_changed', { variable: 'T', before, after, changes });
    expect(auditWords(changed, [])).toMatchObject({
      title: 'Variable changed',
      text: 'T: bounds: 20 to 120 → 20 to 100.',
      changes: [{ field: 'max', before: '120', after: '100' }],
    });
    const added = entry('variable_added', {
      variable: 'p',
      before: null,
      after: { name: 'p' },
      recorded_value: 1,
    });
    expect(auditWords(added, []).text).toBe('p, 1 in the rows before.');
  });
});
