import { expect, it } from 'vitest';
import { createByteBudget, type Evictable } from '../../../../src/engine/gp/posterior/byte-budget.ts';

function things(sizes: Readonly<Record<string, number>>) {
  const dropped: string[] = [];
  const made = (name: string): Evictable => ({ bytes: sizes[name], drop: () => dropped.push(name) });
  return { dropped, held: new Map(Object.keys(sizes).map((name) => [name, made(name)] as const)) };
}

it('a factor larger than the budget stays with its model, use after use, until others come', () => {
  const { dropped, held } = things({ factor: 5000, model: 10, other: 900 });
  const budget = createByteBudget(1000);
  const use = (name: string) => budget.use(held.get(name) as Evictable);
  for (const name of ['model', 'factor', 'model', 'factor', 'model']) use(name);
  expect(dropped).toEqual([]);
  expect(budget.bytes).toBe(5010);
  use('other');
  expect(dropped).toEqual(['factor']);
  expect(budget.bytes).toBe(910);
});

it('two large things do not both stay', () => {
  const { dropped, held } = things({ one: 5000, two: 4000 });
  const budget = createByteBudget(1000);
  for (const thing of held.values()) budget.use(thing);
  expect(dropped).toEqual(['one']);
  budget.limit(0);
  expect(budget.bytes).toBe(4000);
});
