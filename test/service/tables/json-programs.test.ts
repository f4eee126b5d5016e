import { describe, expect, it } from 'vitest';
import { read } from './reading.ts';

const json = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

/** What is recorded of each run, and what is said of the file. */
async function taken(value: unknown) {
  const { description, rows } = await read(json(value));
  return {
    runs: rows.map(({ inputs, outputs, failed }) => ({
      ...inputs,
      ...outputs,
      ...(failed ? { failed } : {}),
    })),
    remarks: description.remarks,
  };
}

const minimized = "'value' is maximized until its goal is set with the objectives";
const settings = [
  { T: 60, solvent: 'THF' },
  { T: 80, solvent: 'DMF' },
  { T: 70, solvent: 'DMF' },
];
const values = [44.1, 55, 50.2];
const expected = settings.map((one, i) => ({ ...one, value: values[i] }));
const failed = (runs: readonly object[]) =>
  runs.map((run, i) => (i === 2 ? { ...run, value: null, failed: true } : run));

describe('runs that an optimizer wrote as JSON', () => {
  it.each<[string, (i: number) => object]>([
    ['fields by name', (i) => ({ number: i, state: 'COMPLETE', value: values[i], params: settings[i] })],
    [
      'the fields of FrozenTrial',
      (i) => ({
        ...{ _number: i, state: 1, _values: [values[i]], _params: settings[i], _trial_id: i },
        ...{ _datetime_start: '2024-05-01 10:00:00', intermediate_values: {}, _user_attrs: {} },
        _distributions: { T: `FloatDistribution(high=${i})`, solvent: 'CategoricalDistribution' },
      }),
    ],
  ])('trials of Optuna: %s', async (_, trial) => {
    expect(await taken([0, 1, 2].map(trial))).toEqual({ runs: expected, remarks: [minimized] });
  });

  it('trials of Optuna that failed, and several values', async () => {
    const trials = settings.map((params, i) => ({
      ...{ number: i, state: i === 2 ? 3 : 1, params, user_attrs: { who: 'JD' } },
      values: i === 2 ? null : [values[i], i],
    }));
    expect((await taken(trials)).runs).toEqual([
      { ...settings[0], values_0: 44.1, values_1: 0 },
      { ...settings[1], values_0: 55, values_1: 1 },
      { ...settings[2], values_0: null, values_1: null, failed: true },
    ]);
  });

  it('bayes_opt maximizes its target', async () => {
    const runs = settings.map(({ T }, i) => ({ target: values[i], params: { T, t: [5, 9, 6][i] } }));
    expect(await taken(runs)).toEqual({
      runs: runs.map(({ target, params }) => ({ ...params, target })),
      remarks: [],
    });
  });

  it('trials of hyperopt: an index of a choice, and a failure', async () => {
    const trials = settings.map(({ T }, i) => ({
      ...{ tid: i, state: 2, spec: null, book_time: '2024-05-01' },
      result: i === 2 ? { status: 'fail' } : { loss: values[i], status: 'ok' },
      misc: { tid: i, vals: { T: [T], base: [i % 2] }, idxs: { T: [i], base: [i] } },
    }));
    const runs = settings.map(({ T }, i) => ({ T, base: String(i % 2), value: values[i] }));
    expect(await taken(trials)).toEqual({ runs: failed(runs), remarks: [minimized] });
  });

  const costs = values.map((cost, i) => (i === 2 ? 2147483647 : cost));
  it.each<[string, (cost: number, i: number) => object]>([
    ['2.2', (cost, i) => ({ config_id: i + 1, seed: 0, cost, status: i === 2 ? 2 : 1 })],
    ['2.0', (cost, i) => [i + 1, null, 0, null, cost, 0.01, i === 2 ? 2 : 1, 1, 2, {}]],
    [
      '1',
      (cost, i) => [
        [i + 1, null, 0, 0],
        [cost, 0.01, { __enum__: `StatusType.${i === 2 ? 'CRASHED' : 'SUCCESS'}` }, 1, 2, {}],
      ],
    ],
  ])('the run history of SMAC %s: the cost of a crash is no result', async (_, note) => {
    const configs = Object.fromEntries(settings.map((one, i) => [i + 1, one]));
    expect(await taken({ stats: {}, data: costs.map(note), configs, config_origins: {} })).toEqual({
      runs: failed(expected),
      remarks: ["the runs of SMAC are in 'data', and their settings in 'configs'", minimized],
    });
  });

  it('a result of scikit-optimize, whose settings have no names', async () => {
    const result = {
      ...{ x: [80, 'DMF'], fun: 55, models: [], space: null },
      ...{ x_iters: settings.map((one) => Object.values(one)), func_vals: values },
    };
    expect(await taken(result)).toEqual({
      runs: settings.map(({ T, solvent }, i) => ({ x0: T, x1: solvent, value: values[i] })),
      remarks: [
        "each point in 'x_iters' is a run; its settings are named x0, x1, … as the file does not name them",
        minimized,
      ],
    });
  });

  it('a list beside other settings is read as before', async () => {
    const data = [
      { T: 60, Yield: 44 },
      { T: 70, Yield: 55 },
      { T: 80, Yield: 50 },
    ];
    expect((await taken({ data, configs: { reactor: 'R1' } })).runs).toEqual(data);
  });
});

it.each([
  [{ _type: 'AxClient', experiment: { trials: {} } }, 'ax_client.get_trials_data_frame()'],
  [{ _type: 'Client', experiment: { trials: {} } }, 'client.summarize()'],
  [{ __type: 'Experiment', search_space: {}, trials: {} }, 'experiment.to_df()'],
  [{ searchspace: {}, objective: {}, recommender: {}, _measurements_exp: 'UEFS' }, 'campaign.measurements'],
])('the state of a program is refused with the line that writes its runs: %j', async (value, line) => {
  await expect(read(json(value))).rejects.toThrow(
    `import its table of runs, which ${line}.to_csv('runs.csv', index=False) writes in Python`,
  );
});

it('a configuration space has no runs', async () => {
  const space = { hyperparameters: [{ name: 'T', lower: 20 }], conditions: [], forbiddens: [] };
  await expect(read(json(space))).rejects.toThrow(
    'JSON: this is a configuration space without runs; the runs of SMAC are in runhistory.json',
  );
});

describe('JSON that programs write otherwise', () => {
  it('objects of the same parts in an object are runs with their names', async () => {
    const { description } = await read(
      json({
        'run 1': { T: 60, yield: 45.2 },
        'run 2': { yield: 61.1, T: 80 },
        'run 3': { T: 70, yield: 55 },
      }),
    );
    expect(description.columns.map(({ column, meaning }) => [column, meaning])).toEqual([
      ['Run', 'id'],
      ['T', 'input'],
      ['yield', 'output'],
    ]);
    expect(description.n_recorded).toBe(3);
    expect(description.remarks).toContain('each object in the object is a run');
    const other = { conditions: { T: 60, t: 5 }, results: { yield: 45, ee: 90 } };
    await expect(read(json(other))).rejects.toThrow('the file is one object');
  });

  it('NaN is no value outside of texts, and stays in them', async () => {
    const { rows } = await read(
      new TextEncoder().encode(
        String.raw`[{"note":"a \"NaN\" \\","T":60,"yield":NaN},{"note":"b","T":80,"yield":45},{"note":"c","T":70,"yield":-Infinity}]`,
      ),
    );
    expect(rows.map(({ outputs }) => outputs.yield)).toEqual([null, 45, null]);
    expect(rows[0]?.extras.note).toBe('a "NaN" \\');
  });

  it('a text that is too long is refused as one, also beside NaN', async () => {
    const long = new TextEncoder().encode(`[{"note":"${'x'.repeat(12e6)}","T":60,"yield":NaN}]`);
    await expect(read(long)).rejects.toMatchObject({ what: 'textLength' });
  });
});
