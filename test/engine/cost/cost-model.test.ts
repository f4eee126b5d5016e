import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CostedVariable, checkFits, parseCostModel } from '../../../src/engine/cost/cost-model.ts';
import { encodeCostModel, runCost, runCosts, switchCosts } from '../../../src/engine/cost/run-cost.ts';
import { leastSwitchingOrder, orderCost } from '../../../src/engine/cost/run-order.ts';
import { CostValidationError } from '../../../src/engine/cost/validation.ts';

fc.configureGlobal({ seed: 1 });

const document = {
  units: 'EUR',
  run_cost: 20,
  variables: {
    temperature: {
      kind: 'quadratic',
      units: 'EUR',
      quadratic_term: 0.01,
      proportional_term: 0,
      constant_term: 1,
    },
    solvent: { kind: 'table', values: { THF: 3, water: 0 } },
  },
  changes: {
    temperature: { kind: 'linear', units: null, proportional_term: 0.5, constant_term: 2 },
    solvent: { kind: 'table', values: { THF: { water: 5 }, water: { THF: 8 } } },
  },
  measurements: { Yield: 12, Purity: 30 },
  budget: 500,
  value_per_unit: { Yield: 100 },
};
const variables: CostedVariable[] = [
  { name: 'temperature', low: 20, high: 120 },
  { name: 'solvent', labels: ['THF', 'water'] },
  { name: 'time', low: 0, high: 5 },
];
const places = (data: unknown) => {
  try {
    parseCostModel(data);
  } catch (error) {
    if (error instanceof CostValidationError)
      return error.issues.map((issue) => [issue.loc.join('.'), issue.type]);
    throw error;
  }
  return 'accepted';
};
const fits = (changes: object) =>
  checkFits(parseCostModel({ ...document, ...changes }), variables, ['Yield', 'Purity']);

describe('parseCostModel', () => {
  it('keeps a whole model unchanged through JSON', () => {
    const model = parseCostModel(document);
    expect(JSON.parse(JSON.stringify(model))).toEqual(document);
    expect(parseCostModel(JSON.parse(JSON.stringify(model)))).toStrictEqual(model);
  });

  it('fills what is left out with nothing', () => {
    expect(parseCostModel({})).toStrictEqual({
      units: null,
      run_cost: 0,
      variables: {},
      changes: {},
      measurements: {},
      budget: null,
      value_per_unit: {},
    });
  });

  it('takes the units of its parts, and refuses parts that disagree', () => {
    const { units: _, ...undeclared } = document;
    expect(parseCostModel(undeclared).units).toBe('EUR');
    expect(places({ ...document, units: 'h' })).toEqual([['variables.temperature.units', 'value_error']]);
  });

  it.each([
    [{ run_cost: -1 }, 'run_cost', 'greater_than_equal'],
    [{ run_cost: '1' }, 'run_cost', 'float_type'],
    [{ budget: Number.NaN }, 'budget', 'finite_number'],
    [{ color: 'red' }, 'color', 'extra_forbidden'],
    [{ variables: [] }, 'variables', 'dict_type'],
    [{ variables: { t: { kind: 'cubic' } } }, 'variables.t.kind', 'union_tag_invalid'],
    [{ variables: { t: { kind: 'linear', constant_term: 1 } } }, 'variables.t.proportional_term', 'missing'],
    [{ variables: { s: { kind: 'table' } } }, 'variables.s.values', 'missing'],
    [
      { variables: { s: { kind: 'table', values: { a: -2 } } } },
      'variables.s.values.a',
      'greater_than_equal',
    ],
    [
      { variables: { s: { kind: 'table', values: {}, units: 'EUR' } } },
      'variables.s.units',
      'extra_forbidden',
    ],
    [{ changes: { s: { kind: 'table', values: { a: 1 } } } }, 'changes.s.values.a', 'dict_type'],
    [{ measurements: { Yield: null } }, 'measurements.Yield', 'float_type'],
  ])('refuses %j', (data, loc, type) => {
    expect(places(data)).toEqual([[loc, type]]);
  });

  it('refuses what is no object', () => {
    for (const bad of [null, 3, []]) expect(places(bad)).toEqual([['', 'model_type']]);
  });
});

describe('checkFits', () => {
  it('accepts a model that fits', () => {
    expect(() => fits({})).not.toThrow();
  });

  it.each([
    [
      { variables: { pressure: document.changes.temperature } },
      /variables names 'pressure'.*use .*'temperature'/,
    ],
    [{ changes: { pressure: document.changes.temperature } }, /changes names 'pressure'/],
    [{ measurements: { Cost: 1 } }, /measurements names 'Cost'.*use one of 'Yield', 'Purity'/],
    [{ value_per_unit: { Cost: 1 } }, /value_per_unit names 'Cost'/],
    [
      { variables: { solvent: document.changes.temperature } },
      /'solvent' should be a table over its categories, got kind 'linear'/,
    ],
    [
      { variables: { time: { kind: 'table', values: {} } } },
      /'time' should be a cost function, got kind 'table'/,
    ],
    [{ variables: { solvent: { kind: 'table', values: { THF: 1 } } } }, /missing: water/],
    [{ variables: { solvent: { kind: 'table', values: { THF: 1, water: 1, oil: 1 } } } }, /got 'oil'/],
    [
      { changes: { solvent: { kind: 'table', values: { THF: {}, water: { THF: 1 } } } } },
      /from 'THF' needs a cost for every category/,
    ],
    [
      { changes: { solvent: { kind: 'table', values: { THF: { water: 1, THF: 2 }, water: { THF: 1 } } } } },
      /^cost model: .*staying at 'THF' costs nothing, got 2/,
    ],
    [
      { variables: { temperature: { kind: 'piecewise_step', x_coords: [30, 120], y_coords: [1] } } },
      /'temperature' is needed from 20 to 120, got a curve from 30 to 120/,
    ],
    [
      { changes: { temperature: { kind: 'piecewise_step', x_coords: [1, 100], y_coords: [1] } } },
      /changing 'temperature' is needed from 0 to 100/,
    ],
    [
      {
        variables: {
          temperature: { kind: 'quadratic', quadratic_term: 1, proportional_term: -100, constant_term: 2000 },
        },
      },
      /should not be negative, got -500 at 50/,
    ],
    [
      {
        variables: {
          time: {
            kind: 'piecewise_linear',
            points: [
              [0, 1],
              [2, -0.5],
              [5, 1],
            ],
          },
        },
      },
      /should not be negative, got -0.5 at 2/,
    ],
    [
      { variables: { temperature: { kind: 'linear', proportional_term: 1e308, constant_term: 0 } } },
      /the cost of variable 'temperature' is beyond the range of a 64-bit float at 20/,
    ],
  ])('refuses a misfit, case %#', (changes, message) => {
    expect(() => fits(changes)).toThrow(message);
  });
});

describe('run costs', () => {
  const columns = [
    { name: 'temperature', labels: null },
    { name: 'solvent', labels: ['THF', 'water'] },
    { name: 'time', labels: null },
  ];
  const model = encodeCostModel(parseCostModel(document), columns);

  it('add up by hand', () => {
    const from = Float64Array.of(40, 0, 1);
    const first = runCost(model, null, from);
    expect(first).toMatchObject({ fixed: 62, total: 62 + 17 + 3 });
    expect([...first.running]).toEqual([17, 3, 0]);
    const next = runCost(model, from, Float64Array.of(60, 1, 5));
    expect([...next.running]).toEqual([37, 0, 0]);
    expect([...next.changing]).toEqual([12, 5, 0]);
    expect(next.total).toBe(62 + 37 + 17);
    expect([...runCost(model, from, Float64Array.of(40, 0, 9)).changing]).toEqual([0, 0, 0]);
    expect([...runCost(model, Float64Array.of(40, 1, 1), from).changing]).toEqual([0, 8, 0]);
  });

  it('in batches equal those one by one, with gradients that central differences confirm', () => {
    const from = Float64Array.of(40, 0, 1);
    const point = fc.tuple(
      fc.double({ min: 20, max: 120, noNaN: true }),
      fc.integer({ min: 0, max: 1 }),
      fc.double({ min: 0, max: 5, noNaN: true }),
    );
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 5 }), fc.boolean(), (rows, started) => {
        const start = started ? from : null;
        const { values, gradients } = runCosts(model, start, Float64Array.from(rows.flat()), rows.length);
        const h = 1e-4;
        for (const [i, row] of rows.entries()) {
          const cost = (x: number) => runCost(model, start, Float64Array.of(x, row[1], row[2])).total;
          expect(values[i]).toBeCloseTo(cost(row[0]), 10);
          expect([gradients[3 * i + 1], gradients[3 * i + 2]]).toEqual([0, 0]);
          if (Math.abs(row[0] - 40) > 2 * h)
            expect(gradients[3 * i]).toBeCloseTo((cost(row[0] + h) - cost(row[0] - h)) / (2 * h), 5);
        }
      }),
    );
  });

  it('charge a value outside a curve as the nearest one inside', () => {
    const steps = encodeCostModel(
      parseCostModel({
        variables: { temperature: { kind: 'piecewise_step', x_coords: [20, 50, 120], y_coords: [1, 2] } },
      }),
      columns,
    );
    expect(runCost(steps, null, Float64Array.of(5, 0, 0)).total).toBe(1);
    expect(runCost(steps, null, Float64Array.of(500, 0, 0)).total).toBe(2);
  });

  it('charge labels that a table leaves out nothing, whatever they are called', () => {
    const labels = ['A', 'constructor', 'toString'];
    const table = encodeCostModel(
      parseCostModel({
        variables: { solvent: { kind: 'table', values: { A: 2 } } },
        changes: { solvent: { kind: 'table', values: { A: { A: 0 } } } },
      }),
      [{ name: 'solvent', labels }],
    );
    expect([0, 1, 2].map((at) => runCost(table, Float64Array.of(0), Float64Array.of(at)).total)).toEqual([
      2, 0, 0,
    ]);
  });

  it('charge nothing for what is not known', () => {
    const from = Float64Array.of(40, 0, 1);
    expect(runCost(model, from, Float64Array.of(Number.NaN, 1, 1)).total).toBe(62 + 5);
    expect(runCost(model, Float64Array.of(Number.NaN, 0, 1), from).total).toBe(62 + 17 + 3);
    const unknown = Float64Array.of(Number.NaN, 1, 1);
    expect(runCosts(model, from, unknown, 1)).toEqual({
      values: Float64Array.of(62 + 5),
      gradients: new Float64Array(3),
    });
    // 0.01·40² + 1 at 40; what changes from an unknown temperature costs nothing.
    expect(runCosts(model, unknown, Float64Array.of(40, 1, 1), 1)).toEqual({
      values: Float64Array.of(62 + 17),
      gradients: Float64Array.of(0.8, 0, 0),
    });
  });

  it('have a slope for each column, of its own cost and of what changes', () => {
    const line = (slope: number) => ({
      kind: 'linear' as const,
      proportional_term: slope,
      constant_term: 1,
    });
    const two = encodeCostModel(
      parseCostModel({ variables: { a: line(2), b: line(3) }, changes: { a: line(5), b: line(7) } }),
      [
        { name: 'a', labels: null },
        { name: 'b', labels: null },
      ],
    );
    const points = Float64Array.of(1, 2, 4, 1);
    // a: 2a + 1 + 5|Δa| + 1, b: 3b + 1 + 7|Δb| + 1; what does not change costs nothing and has no slope.
    expect(runCosts(two, Float64Array.of(4, 1), points, 2)).toEqual({
      values: Float64Array.of(3 + 7 + 16 + 8, 9 + 4),
      gradients: Float64Array.of(2 - 5, 3 + 7, 2, 3),
    });
  });

  it('know no category beyond those of the table', () => {
    expect(() => runCost(model, null, Float64Array.of(40, 2, 1))).toThrow(
      'cost: column 1 has 2 categories, got position 2',
    );
  });

  it('of switching are those of the changes alone', () => {
    const points = [Float64Array.of(40, 0, 1), Float64Array.of(60, 1, 1)];
    const { first, between } = switchCosts(model, Float64Array.of(40, 0, 0), points);
    expect([...first]).toEqual([0, 17]);
    expect(between.map((row) => [...row])).toEqual([
      [0, 17],
      [20, 0],
    ]);
    expect([...switchCosts(model, null, points).first]).toEqual([0, 0]);
  });
});

describe('leastSwitchingOrder', () => {
  const permutations = (items: number[]): number[][] =>
    items.length === 0
      ? [[]]
      : items.flatMap((item) =>
          permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]),
        );
  const matrix = (m: number) =>
    fc.tuple(
      fc.array(fc.nat(50), { minLength: m, maxLength: m }).map((row) => Float64Array.from(row)),
      fc.array(
        fc.array(fc.nat(50), { minLength: m, maxLength: m }).map((row) => Float64Array.from(row)),
        { minLength: m, maxLength: m },
      ),
    );

  it('finds what trying all orders finds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 6 }).chain(matrix), ([first, between]) => {
        const order = leastSwitchingOrder(first, between);
        expect([...order].sort()).toEqual([...first.keys()]);
        const best = Math.min(
          ...permutations([...first.keys()]).map((one) => orderCost(one, first, between)),
        );
        expect(orderCost(order, first, between)).toBe(best);
      }),
    );
  });

  it('leaves an order as it is unless another is cheaper', () => {
    const isNotWorse = fc.property(
      fc.constantFrom(5, 20).chain(matrix),
      fc.boolean(),
      ([first, between], isEven) => {
        const costs = isEven ? between.map((row) => row.map(() => 3)) : between;
        const asIs = [...first.keys()];
        const order = leastSwitchingOrder(isEven ? first.map(() => 1) : first, costs);
        if (isEven) expect(order).toEqual(asIs);
        else expect(orderCost(order, first, between)).toBeLessThanOrEqual(orderCost(asIs, first, between));
      },
    );
    fc.assert(isNotWorse);
  });

  it('visits every run of a long list once, and runs on a line in their order', () => {
    const at = Array.from({ length: 40 }, (_, i) => (i * 17) % 40);
    const between = at.map((a) => Float64Array.from(at, (b) => Math.abs(a - b)));
    const order = leastSwitchingOrder(Float64Array.from(at), between);
    expect([...order].sort((a, b) => a - b)).toEqual([...at.keys()]);
    expect(orderCost(order, Float64Array.from(at), between)).toBe(39);
  });

  it.each([3, 20])('keeps all of %i runs whose changes add up beyond the range of numbers', (m) => {
    const first = new Float64Array(m).fill(Number.POSITIVE_INFINITY);
    const between = Array.from({ length: m }, (_, i) =>
      Float64Array.from({ length: m }, (_to, j) => (j === (i + 1) % m ? 1e308 : 1.5e308)),
    );
    const order = leastSwitchingOrder(first, between);
    expect([...order].sort((a, b) => a - b)).toEqual([...first.keys()]);
    order.slice(1).forEach((run, i) => {
      expect(run).toBe(((order[i] as number) + 1) % m);
    });
  });
});
