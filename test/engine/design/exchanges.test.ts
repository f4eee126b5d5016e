import { describe, expect, test } from 'vitest';
import { initialDesign } from '../../../src/engine/design/initial-design.ts';
import type { InitialDesignTask } from '../../../src/engine/design/task.ts';
import { decodeRows } from '../../../src/engine/space/encode.ts';
import type { Dimension, Space } from '../../../src/engine/space/space.ts';
import { context, discrete, integer, labels, oracle, real, snakeCase, spaceOf } from './support.ts';

interface WireVariable {
  name: string;
  type: 'real' | 'integer' | 'discrete' | 'categorical';
  min: number;
  max: number;
  allowed_values: number[];
  categories: string[];
  role?: string;
}

interface WireConstraint {
  type: 'inequality' | 'equality';
  coefficients: Record<string, number>;
  rhs: number;
  name: string;
}

interface Exchange {
  id: string;
  session: string;
  route: string;
  body: Record<string, unknown>;
  status: number;
  compare: 'exact' | 'shape';
  in_force: { constraints: WireConstraint[] } | null;
  response: {
    points: Record<string, number | string>[];
    design_info: object | null;
    feasibility: object | null;
    error_type?: string;
  };
}

const recorded = oracle<{ setups: Record<string, WireVariable[]>; exchanges: Exchange[] }>(
  'doe-exchanges.json',
);

function dimensionOf(variable: WireVariable): Dimension {
  if (variable.type === 'discrete') return discrete(variable.name, ...variable.allowed_values);
  if (variable.type === 'categorical') return labels(variable.name, ...variable.categories);
  return (variable.type === 'real' ? real : integer)(variable.name, variable.min, variable.max);
}

function spaceFor({ session, in_force }: Exchange): Space {
  const variables = recorded.setups[session].filter(({ role }) => role !== 'observed');
  const constraints = (in_force?.constraints ?? []).map((constraint) => ({
    ...constraint,
    coefficients: variables.map(({ name }) => constraint.coefficients[name] ?? 0),
  }));
  return spaceOf(variables.map(dimensionOf), constraints);
}

const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

function taskFor(exchange: Exchange): InitialDesignTask {
  const { method = 'lhs', random_seed, ...options } = exchange.body;
  return {
    ...Object.fromEntries(Object.entries(options).map(([key, value]) => [camel(key), value])),
    space: spaceFor(exchange),
    method: method as string,
    seed: (random_seed as number | undefined) ?? 0,
  };
}

const initial = recorded.exchanges.filter(
  ({ id, route }) => route === 'initial-design' && id !== 'design-01', // 01: no session variables yet
);

describe('recorded answers of initial-design', () => {
  test.each(
    initial.filter(({ compare }) => compare === 'exact').map((exchange) => [exchange.id, exchange] as const),
  )('%s has the same points, counts and feasibility', (_, exchange) => {
    const task = taskFor(exchange);
    const result = initialDesign(task, context);
    expect(decodeRows(task.space, result.points)).toEqual(exchange.response.points);
    expect(snakeCase(result.designInfo)).toEqual(exchange.response.design_info);
    const block = result.feasibility as Record<string, unknown> | null;
    expect(
      block && Object.fromEntries(Object.entries(block).map(([key, value]) => [camel(key), value])),
    ).toEqual(
      exchange.response.feasibility &&
        Object.fromEntries(
          Object.entries(exchange.response.feasibility).map(([key, value]) => [camel(key), value]),
        ),
    );
  });

  test.each(
    initial
      .filter(({ compare, status }) => compare === 'shape' && status === 200)
      .map((exchange) => [exchange.id, exchange] as const),
  )('%s has the same keys and types', (_, exchange) => {
    const task = taskFor(exchange);
    const result = initialDesign(task, context);
    const points = decodeRows(task.space, result.points);
    const types = (point: object) =>
      Object.fromEntries(Object.entries(point).map(([key, value]) => [key, typeof value]));
    expect(points.map(types)).toEqual(exchange.response.points.map(types));
    expect(result.designInfo === null).toBe(exchange.response.design_info === null);
  });

  test.each(
    initial.filter(({ status }) => status === 400).map((exchange) => [exchange.id, exchange] as const),
  )('%s is refused with the same class', (_, exchange) => {
    expect(() => initialDesign(taskFor(exchange), context)).toThrow(
      expect.objectContaining({ name: exchange.response.error_type }),
    );
  });
});
