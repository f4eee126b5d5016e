import { describe, expect, it } from 'vitest';
import { read } from '../reading.ts';

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

  it.each([
    ['Dragonfly', 'query_points', 'query_vals', values],
    ['Trieste', 'query_points', 'observations', values.map((value) => [value])],
    ['Olympus', 'params', 'values', values.map((value) => [value])],
  ])('points of %s beside their values', async (_, name, valuesName, list) => {
    const points = settings.map((one) => Object.values(one));
    expect((await taken({ [name]: points, [valuesName]: list, curr_opt_val: 55 })).runs).toEqual(
      settings.map(({ T, solvent }, i) => ({ x0: T, x1: solvent, value: values[i] })),
    );
  });

  it('several values of a point are a result each', async () => {
    const both = {
      params: [[60], [70], [80]],
      values: [
        [1, 4],
        [2, 5],
        [3, 6],
      ],
    };
    expect((await taken(both)).runs).toEqual([
      { x0: 60, values_0: 1, values_1: 4 },
      { x0: 70, values_0: 2, values_1: 5 },
      { x0: 80, values_0: 3, values_1: 6 },
    ]);
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

  it('lines of the logger of Nevergrad', async () => {
    const line = (tell: number, loss: number, T: number, solvent: string) =>
      JSON.stringify({
        '#parametrization': 'Dict(T,solvent)',
        '#num-tell': tell,
        '#loss': loss,
        '#meta-sigma': 1,
        T,
        solvent,
      });
    const lines = [line(0, -45.2, 61.2, 'THF'), line(1, -61.9, 83.3, 'DMF'), line(2, -50.3, 70.8, 'THF')];
    const { description, rows } = await read(new TextEncoder().encode(lines.join('\n')));
    expect(description.columns.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['number', 'id'],
      ['T', 'input'],
      ['solvent', 'input'],
      ['value', 'output'],
    ]);
    expect(rows[1]).toMatchObject({ inputs: { T: 83.3, solvent: 'DMF' }, outputs: { value: -61.9 } });
    expect(description.remarks).toContain(minimized);
  });

  it('a data set of the Open Reaction Database: lists of objects and amounts with units', async () => {
    const reaction = (id: string, T: number, base: string, h: number, percent: number) => ({
      reaction_id: id,
      inputs: {
        Base: {
          components: [
            {
              identifiers: [
                { type: 'NAME', value: base },
                { type: 'SMILES', value: `[${base}]` },
              ],
              amount: { moles: { value: 0.3, units: 'MILLIMOLE' } },
            },
          ],
        },
      },
      conditions: { temperature: { setpoint: { value: T, units: 'CELSIUS' } } },
      outcomes: [
        {
          reaction_time: { value: h, units: 'HOUR' },
          products: [{ measurements: [{ type: 'YIELD', percentage: { value: percent, precision: 1 } }] }],
        },
      ],
    });
    const { description, rows } = await read(
      json({
        name: 'screen',
        reactions: [
          reaction('ord-1', 60, 'K3PO4', 2, 45.2),
          reaction('ord-2', 80, 'K3PO4', 4, 61.7),
          reaction('ord-3', 60, 'CsF', 4, 52.2),
          reaction('ord-4', 80, 'CsF', 2, 70.9),
        ],
      }),
    );
    expect(description.columns.map(({ name, unit, meaning }) => [name, unit, meaning])).toEqual([
      ['reaction_id', null, 'id'],
      ['inputs.Base.components.identifiers.NAME.value', null, 'input'],
      ['inputs.Base.components.identifiers.SMILES.value', null, 'input'],
      ['inputs.Base.components.amount.moles', 'mmol', 'note'],
      ['conditions.temperature.setpoint', '°C', 'input'],
      ['outcomes.reaction_time', 'h', 'input'],
      ['outcomes.products.measurements.YIELD.percentage', null, 'output'],
    ]);
    expect(rows[1]?.outputs).toEqual({ 'outcomes.products.measurements.YIELD.percentage': 61.7 });
  });

  it('objects of a list without types are numbered, and long lists are not read', async () => {
    const run = (T: number, rest: object) => ({ T, ...rest, trace: [1, 2, 3] });
    const { description } = await read(
      json([
        run(60, { peaks: [{ area: 1.5 }, { area: 2.5 }] }),
        run(70, { peaks: [{ area: 1.7 }, { area: 2.6 }] }),
        run(80, { peaks: [{ area: 1.1 }, { area: 2.1 }] }),
      ]),
    );
    expect(description.columns.map(({ column }) => column)).toEqual(['T', 'peaks.1.area', 'peaks.2.area']);
    expect(description.remarks.join('\n')).toContain("lists in 'trace' are not read");
  });

  it('a text that is too long is refused as one, also beside NaN', async () => {
    const long = new TextEncoder().encode(`[{"note":"${'x'.repeat(12e6)}","T":60,"yield":NaN}]`);
    await expect(read(long)).rejects.toMatchObject({ what: 'textLength' });
  });
});
