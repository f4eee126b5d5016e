import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../support/app.ts';

let service: TestApp;
let path: string;

beforeAll(async () => {
  service = await testApp();
  path = await service.session();
  for (const [name, changes] of [
    ['oven', 'hard'],
    ['time', 'easy'],
    ['dose', 'easy'],
  ])
    await service.call('POST', `${path}/variables`, { name, type: 'real', bounds: [0, 10], changes });
});

afterAll(() => service.close());

const evaluate = (body: object) => service.call('POST', `${path}/design/evaluate`, body);

/** 2³ in eight whole plots of four runs. */
const points = Array.from({ length: 32 }, (_, i) => ({
  oven: ((i >> 2) % 2) * 10,
  time: (i % 2) * 10,
  dose: ((i >> 1) % 2) * 10,
  WholePlot: (i >> 2) + 1,
}));

interface Coefficient {
  name: string;
  standard_error: number;
  degrees: number | null;
  power: number | null;
}

const byName = (body: { quality: { coefficients: Coefficient[] } }) =>
  Object.fromEntries(body.quality.coefficients.map((one) => [one.name, one])) as Record<string, Coefficient>;

it('takes the plots of runs into account, with a given ratio of variances', async () => {
  const { status, body } = await evaluate({
    model_type: 'linear',
    points,
    variance_ratios: { WholePlot: 1.5 },
  });
  expect([status, body.detail]).toEqual([200, undefined]);
  expect(body.strata).toEqual([
    { name: 'WholePlot', count: 8, variance_ratio: 1.5, degrees: 6 },
    { name: 'Residual', count: 32, variance_ratio: 1, degrees: 22 },
  ]);
  const { oven, time } = byName(body);
  expect(oven?.standard_error).toBeCloseTo(Math.sqrt(7 / 32), 10);
  expect(oven?.degrees).toBeCloseTo(6, 8);
  expect(time?.standard_error).toBeCloseTo(Math.sqrt(1 / 32), 10);
  const standard = byName((await evaluate({ model_type: 'linear', points })).body);
  expect(standard.oven?.standard_error).toBeCloseTo(Math.sqrt(5 / 32), 10);
  const apart = await evaluate({
    model_type: 'linear',
    points: points.map(({ WholePlot: _, ...run }) => run),
  });
  expect(apart.body.strata).toBeUndefined();
  expect(byName(apart.body).oven).toMatchObject({ degrees: 28 });
});

it('tests variables of several categories as a whole', async () => {
  const own = await service.session();
  const values = ['THF', 'DMF', 'MeCN'];
  await service.call('POST', `${own}/variables`, { name: 'solvent', type: 'categorical', values });
  const { status, body } = await service.call('POST', `${own}/design/evaluate`, {
    model_type: 'linear',
    points: [...values, ...values, ...values].map((solvent) => ({ solvent })),
  });
  expect(status).toBe(200);
  // Nine runs: the noncentrality is 3·(1 + 1), with 2 and 6 degrees of freedom (SciPy: ncf.sf).
  expect(body.quality.terms).toEqual([
    { name: 'solvent', degrees: 2, error_degrees: 6, power: expect.closeTo(0.3808947437752594, 9) },
  ]);
});

it('takes blocks into the model', async () => {
  const { body } = await evaluate({
    model_type: 'linear',
    points: points.map(({ WholePlot, ...run }) => ({ ...run, Block: WholePlot > 4 ? 'June' : 'May' })),
    block: 'Block',
  });
  expect(body.column_names).toEqual(['Intercept', 'Block[June]', 'oven', 'time', 'dose']);
  expect(body.error_degrees).toBe(27);
  expect(body.alias_names).not.toContain('oven*Block[June]');
  const lost = await evaluate({ model_type: 'linear', points, block: 'WholePlot' });
  expect(lost.body).toMatchObject({ quality: null, inestimable: ['oven'] });
  expect(lost.body.confounded).toEqual([{ term: 'oven', with: ['WholePlot'] }]);
  expect(lost.body.strata).toBeUndefined();
});

it('keeps constraints beside blocks', async () => {
  const own = await service.session();
  for (const name of ['a', 'b'])
    await service.call('POST', `${own}/variables`, { name, type: 'real', bounds: [0, 1] });
  await service.call('POST', `${own}/constraints`, {
    type: 'inequality',
    coefficients: { a: 1, b: 1 },
    rhs: 1.5,
  });
  const runs = [0, 1, 2, 3].flatMap((i) =>
    ['x', 'y'].map((Block) => ({ a: i % 2, b: (i >> 1) / (1 + (i % 2)), Block })),
  );
  const { status, body } = await service.call('POST', `${own}/design/evaluate`, {
    model_type: 'interaction',
    points: runs,
    block: 'Block',
  });
  expect([status, body.detail]).toEqual([200, undefined]);
  expect(body.quality.average_variance).toBeGreaterThan(0);
});

it.each([
  [
    { points: points.map(({ WholePlot: _, ...run }) => run), variance_ratios: { WholePlot: 2 } },
    400,
    /variance_ratios: .*'WholePlot'; leave it out/,
  ],
  [{ points, variance_ratios: { Subplot: 2 } }, 400, /variance_ratios: .*'Subplot'; use 'WholePlot'/],
  [{ points, variance_ratios: { WholePlot: -1 } }, 422, /WholePlot/],
  [{ points, variance_ratios: { hard: 1 } }, 422, /hard/],
  [{ points, block: 'day' }, 400, /block: 'day'.*use 'WholePlot'/],
  [{ points: [{ oven: 0, time: 1, dose: 2 }], block: 'Block' }, 400, /block: 'Block'.*no other column/],
])('says what is wrong with %j', async (body, status, message) => {
  const answer = await evaluate({ model_type: 'linear', ...body });
  expect(answer.status).toBe(status);
  expect(JSON.stringify(answer.body)).toMatch(message);
});

it('says which points lie outside the region, and that amounts miss their total', async () => {
  const own = await service.session();
  for (const name of ['a', 'b'])
    await service.call('POST', `${own}/variables`, { name, type: 'real', bounds: [0, 1] });
  await service.call('POST', `${own}/variables`, { name: 'n', type: 'integer', bounds: [1, 3] });
  const total = { type: 'equality', coefficients: { a: 1, b: 1 }, rhs: 1, name: 'total' };
  await service.call('POST', `${own}/constraints`, total);
  const runs = [0, 0.5, 1].flatMap((a) => [1, 3].map((n) => ({ a, b: 1 - a, n })));
  const judge = async (sent: object[]) => {
    const { status, body } = await service.call('POST', `${own}/design/evaluate`, {
      model_type: 'linear',
      points: sent,
    });
    expect([status, body.detail]).toEqual([200, undefined]);
    return [body.warnings, body.mixture?.total];
  };
  expect(await judge(runs)).toEqual([[], 1]);
  expect(await judge([...runs, { a: 0, b: 1, n: 5 }, { a: 0, b: 1, n: 1.5 }])).toEqual([
    [
      "Point 7 (index 6) lies outside the region that variables and constraints allow: variable 'n': 5 is outside its bounds [1, 3]. 2 of 8 points lie outside it. Efficiencies may then exceed those of any design within it.",
    ],
    1,
  ]);
  expect(await judge([...runs, { a: 0.5, b: 0.7, n: 1 }])).toEqual([
    [
      'The amounts of point 7 (index 6) add up to 1.2 instead of 1, so the runs are not evaluated as a mixture; correct or remove it.',
      expect.stringContaining("constraint 'total' of 'a', 'b': 1.2 differs from 1."),
    ],
    undefined,
  ]);
});
