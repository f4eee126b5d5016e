import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  base,
  type CostKind,
  checkNested,
  costKinds,
  fieldNames,
  kindOf,
  nested,
  parse,
} from '../../../src/engine/cost/record.ts';
import { type CostIssue, CostValidationError, collecting } from '../../../src/engine/cost/validation.ts';
import { anyRecord, finite } from './arbitraries.ts';
import { linear, piecewiseLinear, piecewiseStep, quadratic } from './records.ts';

fc.configureGlobal({ seed: 1 });

/** The issues a call fails with; a call that passes fails the test. */
function issues(call: () => unknown): readonly CostIssue[] {
  try {
    call();
  } catch (error) {
    if (error instanceof CostValidationError) return error.issues;
    throw error;
  }
  throw new Error('expected a CostValidationError');
}
const parseNested = (data: unknown) => collecting('cost function', (report) => checkNested(data, [], report));
const places = (call: () => unknown) => issues(call).map((issue) => [issue.loc.join('.'), issue.type]);

const examples: Record<CostKind, Record<string, unknown>> = {
  linear: { units: 'EUR', proportional_term: 2, constant_term: 1 },
  quadratic: { units: 'EUR', quadratic_term: 3, proportional_term: 2, constant_term: 1 },
  piecewise_linear: {
    units: 'EUR',
    points: [
      [0, 1],
      [2, 5],
    ],
  },
  piecewise_step: { units: 'EUR', x_coords: [0, 1, 4], y_coords: [7, 9] },
};
const required = costKinds.flatMap((kind) =>
  fieldNames(kind)
    .slice(1)
    .map((field) => [kind, field] as const),
);

describe('construction', () => {
  it.each(costKinds)('%s: keeps its fields, in order, frozen, units null by default', (kind) => {
    const record = parse(kind, examples[kind]);
    expect(record).toStrictEqual(examples[kind]);
    expect(Object.isFrozen(record)).toBe(true);
    const { units: _, ...fields } = examples[kind];
    expect(parse(kind, fields).units).toBeNull();
    expect(parse(kind, { ...fields, units: null }).units).toBeNull();
    expect(kindOf(record)).toBe(kind);
  });

  it('offers a typed constructor for each kind and for the base', () => {
    expect(base()).toStrictEqual({ units: null });
    expect(base({ units: ' h ' })).toStrictEqual({ units: 'h' });
    expect(places(() => base({ unit: 'h' } as object))).toEqual([['unit', 'extra_forbidden']]);
    expect(linear({ proportional_term: 2, constant_term: 1 })).toStrictEqual({
      units: null,
      proportional_term: 2,
      constant_term: 1,
    });
    expect(quadratic({ quadratic_term: 1, proportional_term: 0, constant_term: 0 }).quadratic_term).toBe(1);
    expect(
      piecewiseLinear({
        points: [
          [0, 0],
          [1, 1],
        ],
      }).points[1],
    ).toEqual([1, 1]);
    expect(piecewiseStep({ x_coords: [0, 1], y_coords: [2] }).y_coords).toEqual([2]);
  });

  it('does not keep hold of the arrays it was given', () => {
    const x_coords = [0, 1];
    const record = piecewiseStep({ x_coords, y_coords: [2] });
    x_coords[0] = 99;
    expect(record.x_coords).toEqual([0, 1]);
    expect(Object.isFrozen(record.x_coords)).toBe(true);
  });

  it.each(required)('%s: %s is required', (kind, field) => {
    const { [field]: _, ...others } = examples[kind];
    expect(places(() => parse(kind, others))).toEqual([[field, 'missing']]);
    expect(places(() => parse(kind, { ...others, [field]: undefined }))).toEqual([[field, 'missing']]);
  });

  it.each(costKinds)('%s: refuses any unknown field, each by name', (kind) => {
    fc.assert(
      fc.property(fc.string(), fc.anything(), (name, value) => {
        fc.pre(!fieldNames(kind).includes(name));
        const document = JSON.parse(JSON.stringify(examples[kind])) as Record<string, unknown>;
        Object.defineProperty(document, name, { value, enumerable: true });
        expect(places(() => parse(kind, document))).toEqual([[name, 'extra_forbidden']]);
      }),
    );
    expect(places(() => parse(kind, JSON.parse('{"__proto__":{"units":1}}'))).at(-1)).toEqual([
      '__proto__',
      'extra_forbidden',
    ]);
  });

  it.each(required)('%s: %s refuses every value of a wrong type', (kind, field) => {
    const isNumber = !['points', 'x_coords', 'y_coords'].includes(field);
    fc.assert(
      fc.property(fc.anything(), (value) => {
        fc.pre(value !== undefined && typeof value !== 'number' && !(Array.isArray(value) && !isNumber));
        const found = issues(() => parse(kind, { ...examples[kind], [field]: value }));
        expect(found).toHaveLength(1);
        expect(found[0]).toMatchObject({ loc: [field], type: isNumber ? 'float_type' : 'list_type' });
      }),
    );
  });

  it('refuses NaN and infinities wherever a number stands', () => {
    for (const bad of [Number.NaN, Infinity, -Infinity]) {
      expect(places(() => linear({ proportional_term: bad, constant_term: 1 }))).toEqual([
        ['proportional_term', 'finite_number'],
      ]);
      expect(
        places(() =>
          piecewiseLinear({
            points: [
              [0, 1],
              [1, bad],
            ],
          }),
        ),
      ).toEqual([['points.1.1', 'finite_number']]);
      expect(places(() => piecewiseStep({ x_coords: [0, bad], y_coords: [1] }))).toEqual([
        ['x_coords.1', 'finite_number'],
      ]);
      expect(places(() => piecewiseStep({ x_coords: [0, 1], y_coords: [bad] }))).toEqual([
        ['y_coords.0', 'finite_number'],
      ]);
    }
  });

  it('strips white space around units, inside not, and refuses other types', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('', ' ', '\t', '\n ', ' '), (text, space) => {
        const { units } = linear({
          units: space + text + space,
          proportional_term: 1,
          constant_term: 0,
        });
        expect(units).toBe(text.trim());
      }),
    );
    for (const bad of [1, true, [], {}])
      expect(places(() => parse('linear', { ...examples.linear, units: bad }))).toEqual([
        ['units', 'string_type'],
      ]);
  });

  it('wants at least two points, and pairs', () => {
    expect(places(() => piecewiseLinear({ points: [] }))).toEqual([['points', 'too_short']]);
    expect(places(() => piecewiseLinear({ points: [[1, 2]] }))).toEqual([['points', 'too_short']]);
    for (const bad of [[1], [1, 2, 3], 'ab', null, { 0: 1, 1: 2 }])
      expect(places(() => parse('piecewise_linear', { points: [[0, 0], bad] }))).toEqual([
        ['points.1', 'tuple_type'],
      ]);
    expect(places(() => parse('piecewise_linear', { points: [[0, '1'], new Array(2)] }))).toEqual([
      ['points.0.1', 'float_type'],
      ['points.1.0', 'float_type'],
      ['points.1.1', 'float_type'],
    ]);
  });

  it('wants at least two x_coords and one value fewer, in that order', () => {
    expect(places(() => piecewiseStep({ x_coords: [1], y_coords: [] }))).toEqual([['x_coords', 'too_short']]);
    expect(places(() => piecewiseStep({ x_coords: [1, 2], y_coords: [] }))).toEqual([
      ['y_coords', 'value_error'],
    ]);
    expect(places(() => piecewiseStep({ x_coords: [1, 2], y_coords: [1, 2] }))).toEqual([
      ['y_coords', 'value_error'],
    ]);
    // The x rule comes first: lengths are compared only where x passes.
    expect(places(() => piecewiseStep({ x_coords: [2, 1], y_coords: [] }))).toEqual([
      ['x_coords', 'value_error'],
    ]);
    fc.assert(
      fc.property(fc.array(finite, { minLength: 2 }), fc.array(finite), (xs, ys) => {
        const x_coords = xs.sort((a, b) => a - b);
        const build = () => piecewiseStep({ x_coords, y_coords: ys });
        if (ys.length === xs.length - 1) expect(build().y_coords).toHaveLength(ys.length);
        else expect(places(build)).toEqual([['y_coords', 'value_error']]);
      }),
    );
  });

  it('takes x in ascending order with equal neighbours, and no other order', () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 2 }), (xs) => {
        const sorted = xs.every((x, i) => i === 0 || x >= xs[i - 1]);
        const line = () => piecewiseLinear({ points: xs.map((x) => [x, 0]) });
        const step = () => piecewiseStep({ x_coords: xs, y_coords: xs.slice(1) });
        if (sorted) {
          expect(line().points).toHaveLength(xs.length);
          expect(step().x_coords).toHaveLength(xs.length);
        } else {
          expect(places(line)).toEqual([['points', 'value_error']]);
          expect(places(step)).toEqual([['x_coords', 'value_error']]);
        }
      }),
    );
    expect(
      piecewiseLinear({
        points: [
          [1, 0],
          [1, 5],
        ],
      }).points,
    ).toHaveLength(2);
    expect(() =>
      piecewiseLinear({
        points: [
          [1, 0],
          [3, 5],
          [2, 5],
        ],
      }),
    ).toThrow('piecewise_linear: points: x values should ascend, got 2 after 3 at position 2; sort them');
  });

  it('lists every broken rule at once', () => {
    expect(places(() => parse('linear', { units: 3, constant_term: '1', color: 'red' }))).toEqual([
      ['units', 'string_type'],
      ['proportional_term', 'missing'],
      ['constant_term', 'float_type'],
      ['color', 'extra_forbidden'],
    ]);
    for (const bad of [null, undefined, 3, 'x', [1, 2]])
      expect(places(() => parse('linear', bad))).toEqual([['', 'model_type']]);
  });
});

describe('round trips', () => {
  it('through JSON unchanged', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const again = parse(kindOf(record), JSON.parse(JSON.stringify(record)));
        expect(again).toStrictEqual(record);
        expect(JSON.stringify(again)).toBe(JSON.stringify(record));
        expect(structuredClone(record)).toStrictEqual(record);
      }),
    );
    expect(linear({ proportional_term: -0, constant_term: 1 }).proportional_term).toBe(0);
  });

  it('nested, with the kind that distinguishes them', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        const text = JSON.stringify(nested(record));
        expect(JSON.parse(text)).toHaveProperty('kind', kindOf(record));
        expect(parseNested(JSON.parse(text))).toStrictEqual(record);
      }),
    );
    expect(places(() => parseNested({ proportional_term: 1, constant_term: 2 }))).toEqual([
      ['kind', 'union_tag_not_found'],
    ]);
    expect(places(() => parseNested({ kind: 'cubic' }))).toEqual([['kind', 'union_tag_invalid']]);
    expect(places(() => parseNested({ kind: 'linear', points: [] }))).toEqual([
      ['proportional_term', 'missing'],
      ['constant_term', 'missing'],
      ['points', 'extra_forbidden'],
    ]);
    expect(places(() => parseNested([]))).toEqual([['', 'model_type']]);
  });
});
