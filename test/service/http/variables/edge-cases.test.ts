import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const steps = [0, 1, 2, 3, 4, 5, 6];

/** A session of the given variables, one row per step, trained on botorch by default. */
async function trained(
  variables: readonly object[],
  row: (step: number) => { inputs: object; output: unknown },
  backend = 'botorch',
): Promise<string> {
  const path = await service.session();
  for (const variable of variables) await service.call('POST', `${path}/variables`, variable);
  await service.call('POST', `${path}/experiments/batch`, { experiments: steps.map(row) });
  const answer = await service.call('POST', `${path}/model/train`, { backend });
  expect(answer.body).toMatchObject({ success: true });
  return path;
}

const x = { name: 'x', type: 'real', bounds: [0, 10] };
const humidity = { name: 'h', type: 'real', bounds: [0, 10], role: 'observed' };
const suggest = (path: string, body: object) => service.call('POST', `${path}/acquisition/suggest`, body);

describe('observed variables', () => {
  const both = () =>
    trained([x, humidity], (i) => ({ inputs: { x: i, h: (i * 3) % 7 }, output: Math.sin(i) + i / 10 }));

  it('a session of observed variables alone has nothing to suggest', async () => {
    const path = await trained([humidity], (i) => ({ inputs: { h: i }, output: Math.sin(i) }));
    const answer = await suggest(path, { observed: { h: 3 } });
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      expect.stringContaining("no controllable variable ('h' are observed)"),
    ]);
  });

  it('context and observed are one: joined where they agree, refused where they differ', async () => {
    const path = await both();
    const differ = await suggest(path, { observed: { h: 3 }, context: { h: 4 } });
    expect([differ.status, differ.body.detail[0].loc]).toEqual([422, ['body', 'context', 'h']]);
    const same = await suggest(path, { observed: { h: 3 }, context: { h: 3 }, seed: 1 });
    const one = await suggest(path, { context: { h: 3 }, seed: 1 });
    expect(same.body.suggestions).toEqual(one.body.suggestions);
  });

  it('a name that no observed variable has is refused, by every strategy', async () => {
    const path = await both();
    for (const strategy of ['auto', 'EI']) {
      const answer = await suggest(path, { strategy, observed: { h: 3, H: 4 } });
      const words = "observed: 'H' is not an observed variable; use 'h'";
      expect([answer.status, answer.body.detail]).toEqual([400, words]);
    }
  });

  it('a wrong name or value is reported under the field that gives it', async () => {
    const path = await both();
    const refused = async (call: string, body: object) => {
      const answer = await service.call('POST', `${path}/acquisition/${call}`, body);
      return [answer.status, answer.body.detail];
    };
    for (const field of ['observed', 'context'])
      for (const [call, more] of [
        ['suggest', { strategy: 'auto' }],
        ['suggest', { strategy: 'EI' }],
        ['find-optimum', {}],
      ] as const) {
        expect(await refused(call, { ...more, [field]: { h: 'wet' } })).toEqual([
          400,
          `${field}: variable 'h': expected a finite number, got 'wet'`,
        ]);
        expect(await refused(call, { ...more, [field]: { h: 3, H: 4 } })).toEqual([
          400,
          `${field}: 'H' is not an observed variable; use 'h'`,
        ]);
        expect(await refused(call, { ...more, [field]: { x: 4 } })).toEqual([
          400,
          `${field}: 'x' is set, not observed; use hold to give it a fixed value`,
        ]);
      }
  });

  it('a misspelled variable is named, not only the one that then has no value', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    for (const x of [0, 0.4, 1])
      await service.call('POST', `${path}/experiments`, { inputs: { x }, output: x });
    await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
    const inputs = { temp: 1 };
    const answers = [
      await service.call('POST', `${path}/experiments`, { inputs, output: 1 }),
      await service.call('POST', `${path}/experiments/staged`, { inputs }),
      await service.call('POST', `${path}/model/predict`, { inputs: [inputs] }),
    ];
    expect(answers.map(({ body }) => body.detail)).toEqual([
      "inputs: 'temp' is not a variable; the variables are 'x'",
      "inputs: 'temp' is not a variable; the variables are 'x'",
      "input 1 (index 0): 'temp' is not a column of the model; its columns are 'x'",
    ]);
  });

  it('a queued run is completed with what was observed in actual_inputs, as the message says', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    await service.call('POST', `${path}/variables`, { name: 'h', type: 'real', role: 'observed' });
    const staged = await service.call('POST', `${path}/experiments/queue`, { items: [{ inputs: { x: 1 } }] });
    const complete = (body: object) =>
      service.call('POST', `${path}/experiments/queue/${staged.body.items[0].id}/complete`, {
        outputs: [1],
        ...body,
      });
    const answers = [
      await complete({}),
      await complete({ actual_inputs: { H: 3 } }),
      await complete({ actual_inputs: { h: 3 } }),
    ];
    expect(answers.map(({ status, body }) => body.detail ?? status)).toEqual([
      "actual_inputs: variable 'h' has no value; give one",
      expect.stringMatching(/^actual_inputs: 'H' is not a variable; /),
      200,
    ]);
  });

  it('a suggestion without a model says which strategy needs none', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
    const { status, body } = await service.call('POST', `${path}/acquisition/suggest`, {});
    expect([status, body.error_type]).toEqual([400, 'NoModelError']);
    expect(body.detail).toMatch(/train one with POST …\/model\/train, or send strategy: 'auto'/);
  });

  it('a name that nothing has is refused, also where there are no names to use', async () => {
    const path = `/sessions/${(await service.call('POST', '/sessions', {})).body.session_id}`;
    const variables = { x: { kind: 'linear', proportional_term: 1, constant_term: 0 } };
    const answers = [
      await service.call('POST', `${path}/experiments/queue/lease`, { worker: 'robot', hold: { x: 1 } }),
      await service.call('PUT', `${path}/cost-model`, { variables }),
      await service.call('PUT', `${path}/cost-model`, { measurements: { x: 1 } }),
    ];
    expect(answers.map(({ body }) => body.detail)).toEqual([
      "hold: 'x' is not a variable; there are none",
      "cost model: variables names 'x', which is not a controllable variable; there are none",
      "cost model: measurements names 'x', which is not an objective; use 'Output'",
    ]);
  });

  it.each(['qIPV', 'qNIPV'])('%s works at the observed values, and asks for them', async (strategy) => {
    const path = await both();
    const answer = await suggest(path, { strategy, observed: { h: 3 }, n_suggestions: 2, seed: 1 });
    expect([answer.status, answer.body.n_suggestions]).toEqual([200, 2]);
    expect(Object.keys(answer.body.suggestions[0])).toEqual(['x']);
    const without = await suggest(path, { strategy });
    expect(without.body.detail).toContain('observed: enter the current h');
    expect((await suggest(path, { strategy, observed: { h: 3 }, hold: { x: 1 } })).status).toBe(400);
  });
});

describe('numbers far from one', () => {
  it.each([
    [0, 1e10],
    [-9e15, 9e15],
  ])('integer bounds from %d to %d', async (low, high) => {
    const path = await trained([{ name: 'i', type: 'integer', bounds: [low, high] }], (i) => ({
      inputs: { i: low + Math.round((i / 7) * (high - low)) },
      output: Math.sin(i),
    }));
    const { status, body } = await suggest(path, { strategy: 'qEI', n_suggestions: 2, seed: 1 });
    expect(status).toBe(200);
    for (const { i } of body.suggestions) expect(Number.isInteger(i) && i >= low && i <= high).toBe(true);
  });

  it.each(['sklearn', 'botorch'])(
    '%s predicts its prior far away, and data that lie far away',
    async (backend) => {
      const near = await trained([x], (i) => ({ inputs: { x: i }, output: Math.sin(i) }), backend);
      const predict = (path: string, value: number) =>
        service.call('POST', `${path}/model/predict`, { inputs: [{ x: value }] });
      const [usual, far] = [await predict(near, 1e6), await predict(near, 1e160)];
      expect(far.body.predictions[0].mean).toBeCloseTo(usual.body.predictions[0].mean, 9);
      expect(far.body.predictions[0].std).toBeCloseTo(usual.body.predictions[0].std, 9);
      const wide = await trained(
        [{ name: 'x', type: 'real', bounds: [-1e300, 1e300] }],
        (i) => ({ inputs: { x: i * 1e160 }, output: Math.sin(i) }),
        backend,
      );
      const between = await predict(wide, 2.5e160);
      expect(Math.abs(between.body.predictions[0].mean - Math.sin(2.5))).toBeLessThan(0.3);
      expect((await predict(wide, 1e300)).body.predictions[0].mean).toEqual(expect.any(Number));
    },
  );

  it.each([1e-200, 1e-300, 1e200])('outputs of size %d are those of size 1, scaled', async (size) => {
    const one = await trained([x], (i) => ({ inputs: { x: i }, output: Math.sin(i) }));
    const other = await trained([x], (i) => ({ inputs: { x: i }, output: size * Math.sin(i) }));
    const inputs = [{ x: 2.5 }, { x: 9 }];
    const plain = (await service.call('POST', `${one}/model/predict`, { inputs })).body.predictions;
    const scaled = (await service.call('POST', `${other}/model/predict`, { inputs })).body.predictions;
    inputs.forEach((_, i) => {
      expect(scaled[i].mean / size).toBeCloseTo(plain[i].mean, 6);
      expect(scaled[i].std / size).toBeCloseTo(plain[i].std, 6);
    });
    const metrics = async (path: string) => (await service.call('GET', `${path}/model`)).body.metrics;
    const [small, usual] = [await metrics(other), await metrics(one)];
    expect(small.cv_rmse / size).toBeCloseTo(usual.cv_rmse, 6);
    expect(small.cv_r2).toBeCloseTo(usual.cv_r2, 6);
    expect(small.std_z).toBeCloseTo(usual.std_z, 6);
    const optimum = async (path: string) =>
      (await service.call('POST', `${path}/acquisition/find-optimum`, { goal: 'maximize', seed: 1 })).body;
    const [far, near] = [await optimum(other), await optimum(one)];
    expect(far.optimum.x).toBeCloseTo(near.optimum.x, 4);
    expect(far.predicted_value / size).toBeCloseTo(near.predicted_value, 8);
  });
});

describe('names and reasons', () => {
  it("'_reason' is no name of a variable", async () => {
    const path = await service.session();
    const answer = await service.call('POST', `${path}/variables`, { name: '_reason', bounds: [0, 1] });
    expect([answer.status, answer.body.detail]).toEqual([400, expect.stringContaining("'_reason'")]);
    const loaded = await service.call('POST', `${path}/variables/load`, [
      { name: '_reason', type: 'real', min: 0, max: 1 },
    ]);
    expect(loaded.status).toBe(400);
  });

  it('a reason among staged inputs is kept, before that of the batch', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, x);
    const experiments = [{ x: 1, _reason: 'mine' }, { x: 2 }];
    await service.call('POST', `${path}/experiments/staged/batch`, { experiments, reason: 'all' });
    const list = await service.call('GET', `${path}/experiments/staged`);
    expect(list.body.reasons).toEqual(['mine', 'all']);
    expect(list.body.experiments).toEqual([
      { x: 1, _reason: 'mine' },
      { x: 2, _reason: 'all' },
    ]);
  });

  it('a variable that was deleted is no choice for a contour', async () => {
    const y = { name: 'y', type: 'real', bounds: [0, 10] };
    const path = await trained([x, y], (i) => ({ inputs: { x: i, y: (i * 3) % 7 }, output: Math.sin(i) }));
    await service.call('DELETE', `${path}/variables/y`);
    const contour = (x_var: string, y_var: string) =>
      service.call('POST', `${path}/visualizations/contour`, { x_var, y_var });
    const gone = await contour('x', 'y');
    expect(gone.body.detail).toContain("'y' was deleted since the model was trained; train again");
    const other = await contour('q', 'x');
    expect(other.body.detail).toContain("'q' is not a variable of the model; use 'x'");
    expect(other.body.detail).not.toContain("'y'");
  });

  it.each([
    ['{"inputs": [], "__proto__": 1}', ['__proto__']],
    ['{"inputs": [], "\\u005f_proto__": 1}', ['__proto__']],
    ['{"inputs": [{"x": "__proto__"}, {"x": 1, "__proto__": {"y": 2}}]}', ['inputs', '1', '__proto__']],
  ])('%s names its key where it stands', async (body, place) => {
    const path = await service.session();
    const answer = await service.call('POST', `${path}/model/predict`, body);
    expect([answer.status, answer.body.detail[0]]).toEqual([
      422,
      {
        loc: ['body', ...place],
        msg: expect.stringContaining("'__proto__' is not allowed"),
        type: 'key_forbidden',
      },
    ]);
    const broken = await service.call('POST', `${path}/model/predict`, '{"inputs": [], "__proto__": 1');
    expect(broken.body.detail[0].msg).toContain('not JSON');
  });

  it('provenance holds every output of a row', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, x);
    await service.upload(`${path}/experiments/upload`, 'x,a,b\n1,2,3\n', { target_column: 'a,b' });
    await service.call('POST', `${path}/experiments`, { inputs: { x: 2 }, output: { a: 4, b: 5 } });
    const { records } = (await service.call('GET', `${path}/experiments/provenance`)).body;
    expect(records.map((record: { outputs: object }) => record.outputs)).toEqual([
      { a: 2, b: 3 },
      { a: 4, b: 5 },
    ]);
  });
});

describe('warnings', () => {
  it('stand on the member of a batch that they are about', async () => {
    const path = await trained([{ name: 'k', type: 'integer', bounds: [0, 9] }], (i) => ({
      inputs: { k: i },
      output: i,
    }));
    const { body } = await suggest(path, { strategy: 'qEI', n_suggestions: 4, seed: 1 });
    const known = new Set(steps);
    const said = body.diagnostics.map((one: { warnings: string[] }) =>
      one.warnings.join().includes('repeat'),
    );
    const repeats = body.suggestions.map(({ k }: { k: number }) => {
      const again = known.has(k);
      known.add(k);
      return again;
    });
    expect(said).toEqual(repeats);
    expect(repeats.filter(Boolean)).toHaveLength(1);
  });
});

describe('whole numbers over a wide range', () => {
  it.each([
    ['auto', 40],
    ['EI', 40],
    ['auto', 52],
  ])('are proposed by %s up to 2^%i', async (strategy, bits) => {
    const path = await trained([{ name: 'k', type: 'integer', bounds: [0, 2 ** bits] }], (i) => ({
      inputs: { k: i * 2 ** (bits - 3) },
      output: i * (5.5 - i),
    }));
    const { status, body } = await suggest(path, { strategy, goal: 'maximize', seed: 1 });
    expect([status, body.detail]).toEqual([200, undefined]);
    const [{ k }] = body.suggestions;
    expect(Number.isInteger(k) && k >= 0 && k <= 2 ** bits).toBe(true);
  });
});

it('an observed variable is no value to hold, before the first row as after it', async () => {
  const path = await service.session();
  for (const variable of [x, humidity]) await service.call('POST', `${path}/variables`, variable);
  for (const output of [0, 1]) {
    const { status, body } = await suggest(path, { strategy: 'auto', hold: { h: 3 } });
    expect([status, body.detail]).toEqual([400, expect.stringContaining("'h' is observed, not set")]);
    await service.call('POST', `${path}/experiments`, { inputs: { x: 1, h: 2 }, output });
  }
});

it.each([' a', 'b ', 'c\nd', 'e\t f'])('the export of a variable named %j can be uploaded', async (name) => {
  const path = await service.session();
  // Files may hold names that are no longer given.
  await service.call('POST', `${path}/variables/load`, [{ name, type: 'real', min: 0, max: 10 }]);
  await service.call('POST', `${path}/experiments`, { inputs: { [name]: 7 }, output: 1 });
  const { body } = await service.call('GET', `${path}/experiments/export`);
  const loaded = await service.upload(`${path}/experiments/upload`, body);
  expect([loaded.status, loaded.body.detail]).toEqual([200, undefined]);
  const { experiments } = (await service.call('GET', `${path}/experiments`)).body;
  expect(experiments).toMatchObject([{ [name]: 7, Output: 1 }]);
});

it.each(['auto', 'EI'])('a value between steps is not held as another one: %s', async (strategy) => {
  const path = await trained(
    [
      { ...x, step: 0.3 },
      { ...x, name: 'y' },
    ],
    (i) => ({
      inputs: { x: 0.3 * i, y: i },
      output: Math.sin(i),
    }),
  );
  const { status, body } = await suggest(path, { strategy, hold: { x: 0.4 } });
  expect([status, body.detail]).toEqual([
    400,
    expect.stringContaining('0.4 is between its steps of 0.3; the nearest one is 0.3'),
  ]);
  const held = await suggest(path, { strategy, hold: { x: 0.1 + 0.2 } });
  expect(held.body.suggestions).toMatchObject([{ x: 0.3 }]);
});

it('a number beyond the range of doubles in place of a text or a choice breaks the schema', async () => {
  const path = await service.session();
  for (const [body, field] of [
    ['{"name": 1e999}', 'name'],
    ['{"name": "n", "tags": -1e999}', 'tags'],
  ] as const) {
    const { status, body: answer } = await service.call('PATCH', `${path}/metadata`, body);
    expect([status, answer.detail[0].loc]).toEqual([422, ['body', field]]);
    expect(answer.detail[0].msg).toContain('got a number, one beyond the range of a 64-bit float');
  }
});

it('a number beyond the range of doubles is named once', async () => {
  const path = await service.session();
  const answer = await service.call('POST', `${path}/experiments`, '{"inputs": {}, "output": 1e999}');
  expect(answer.body.detail).toMatch(/^output: expected a finite number/);
});

it('a constraint of a document that is no object is shown', async () => {
  const path = await service.session();
  const { status, body } = await service.call('POST', `${path}/variables/load`, { constraints: ['k1'] });
  expect([status, body.detail]).toEqual([
    400,
    expect.stringMatching(/^constraint 1 of 1: expected type, coefficients and rhs, .*, got 'k1'$/),
  ]);
  const variables = await service.call('POST', `${path}/variables/load`, [{ name: 'a', type: 'real' }, 7]);
  expect(variables.body.detail).toMatch(/^variable 1 of 2: /);
});

describe('addresses', () => {
  it('that cannot be read are refused as everything else is', async () => {
    for (const url of ['/sessions/%zz', '/%']) {
      const { status, body } = await service.call('GET', url);
      expect(status).toBe(400);
      const detail = expect.stringContaining(`${url}' is not a valid url component; encode each name`);
      expect(body).toEqual({ detail, error_type: 'ValueError', status_code: status });
    }
  });

  it('reach a variable with a long name', async () => {
    const name = 'é'.repeat(1500);
    const path = await service.session();
    expect((await service.call('POST', `${path}/variables`, { ...x, name })).status).toBe(201);
    expect((await service.call('DELETE', `${path}/variables/${encodeURIComponent(name)}`)).status).toBe(204);
  });
});

describe('a run typed by hand', () => {
  it('that breaks a constraint is recorded with a warning, as one outside its bounds is', async () => {
    const path = await service.session();
    for (const name of ['A', 'B']) {
      await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 100] });
    }
    const sum = { type: 'equality', coefficients: { A: 1, B: 1 }, rhs: 100, name: 'sum' };
    await service.call('POST', `${path}/constraints`, sum);
    const record = async (A: number, B: number) =>
      (await service.call('POST', `${path}/experiments`, { inputs: { A, B }, output: 1 })).body.warnings;
    expect(await record(33.3, 66.7)).toEqual([]);
    expect(await record(50, 80)).toEqual(["constraint 'sum' of 'A', 'B': 130 differs from 100"]);
  });

  it('with a result of an unknown name is refused by that name, with the way to declare it', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, x);
    const run = { inputs: { x: 1 }, output: { Ausbeute: 50 } };
    const { status, body } = await service.call('POST', `${path}/experiments`, run);
    expect([status, body.detail]).toEqual([
      400,
      "output: 'Ausbeute' is not an objective; the objectives are 'Output'; PUT …/objectives declares others",
    ]);
  });

  it('with a comma in its result is refused in one line', async () => {
    const path = await service.session();
    const { status, body } = await service.call('POST', `${path}/experiments`, {
      inputs: {},
      output: '45,2',
    });
    const msg = 'must be a number, an object by name or an array, got "45,2"';
    expect([status, body.detail]).toEqual([422, [{ loc: ['body', 'output'], msg, type: 'type' }]]);
  });

  it.each([
    [
      { output: { y: '45,2' } },
      ['output', 'y'],
      "must be a number or an object with 'above' or 'below', got \"45,2\"",
    ],
    [
      { output: [1, '45,2'] },
      ['output', '1'],
      "must be a number or an object with 'above' or 'below', got \"45,2\"",
    ],
    [
      { output: '45.2' },
      ['output'],
      'must be a number, an object by name or an array, got "45.2"; send it without quotes',
    ],
    [
      { output: { y: '>99' } },
      ['output', 'y'],
      'must be a number or an object with \'above\' or \'below\', got ">99"; send {"above":99}',
    ],
    [
      { output: ['≤ 0.5'] },
      ['output', '0'],
      'must be a number or an object with \'above\' or \'below\', got "≤ 0.5"; send {"below":0.5}',
    ],
    [
      { output: { y: { above: 9, below: 3 } } },
      ['output', 'y', 'below'],
      'cannot be combined with the others here',
    ],
  ])('is refused by the field that is wrong alone: %j', async (more, where, words) => {
    const path = await service.session();
    const { status, body } = await service.call('POST', `${path}/experiments`, { inputs: {}, ...more });
    expect(status).toBe(422);
    expect(body.detail).toMatchObject([{ loc: ['body', ...where], msg: expect.stringContaining(words) }]);
  });

  it('with a misspelled limit is refused by its name and by what is missing', async () => {
    const path = await service.session();
    const output = { y: { belo: 1 } };
    const { status, body } = await service.call('POST', `${path}/experiments`, { inputs: {}, output });
    expect([status, body.detail]).toEqual([
      422,
      [
        { loc: ['body', 'output', 'y'], msg: "needs the field 'above' or 'below'", type: 'missing' },
        {
          loc: ['body', 'output', 'y', 'belo'],
          msg: "field is unknown here; did you mean 'below'?",
          type: 'extra_forbidden',
        },
      ],
    ]);
  });

  it.each([
    ['/acquisition/suggest', { strategy: 'qIE' }, "; did you mean 'qEI'? use one of auto, EI, "],
    ['/model/train', { backend: 'botorh' }, '"auto", got "botorh"; did you mean "botorch"?'],
    ['/initial-design', { method: 'lhss' }, 'got "lhss"; did you mean "lhs"?'],
    ['/constraints', { type: 'inequality', coefficients: {}, rhs: 1 }, 'must not be empty, got {}'],
    [
      '/constraints',
      { type: 'inequality', coefficients: { tim: 1 }, rhs: 1 },
      "did you mean 'time'? use one of 'time', 'c'",
    ],
    [
      '/experiments',
      { inputs: { tiem: 1, c: 'a' }, output: 1 },
      "did you mean 'time'? the variables are 'time', 'c'",
    ],
    ['/variables', { name: 5 }, 'must be a string, got 5'],
  ])('to %s says what to send instead: %j', async (route, request, words) => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { ...x, name: 'time' });
    await service.call('POST', `${path}/variables`, { name: 'c', type: 'categorical', values: ['a', 'b'] });
    const { body } = await service.call('POST', `${path}${route}`, request);
    expect(JSON.stringify(body.detail).replaceAll('\\"', '"')).toContain(words);
  });

  it('a goal of another name is refused in one line', async () => {
    const { body } = await suggest(await service.session(), { goal: 'min' });
    const msg = 'must be one of "maximize", "minimize", got "min"; did you mean "minimize"?';
    expect(body.detail).toEqual([{ loc: ['body', 'goal'], msg, type: 'enum' }]);
  });
});

it('a name of blanks alone is refused, for a new variable and for a renamed one', async () => {
  const path = await service.session();
  const added = await service.call('POST', `${path}/variables`, { ...x, name: ' \t' });
  expect([added.status, added.body.detail]).toMatchObject([422, [{ loc: ['body', 'name'], type: 'format' }]]);
  await service.call('POST', `${path}/variables`, x);
  const renamed = await service.call('PATCH', `${path}/variables/x`, { name: '  ' });
  expect([renamed.status, renamed.body.detail]).toMatchObject([
    422,
    [{ loc: ['body', 'name'], type: 'format' }],
  ]);
});
