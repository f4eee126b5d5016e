import { expect, it } from 'vitest';
import { listCandidates } from '../../../../src/engine/design/optimal/region/candidates.ts';
import { exchangeByFullEvaluation } from '../../../../src/engine/design/optimal/search/full-evaluation-exchange.ts';
import type { OptimalCriterion } from '../../../../src/engine/design/optimal/task.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { box } from '../support.ts';
import { backend, problemOf } from './support.ts';

const criteria: readonly OptimalCriterion[] = ['G', 'E', 'alias'];

it.each(criteria)('the work under %s is a count, which effort scales', (criterion) => {
  const space = box(6);
  const generator = createGenerator(1);
  const rows = Float64Array.from({ length: 12 * 6 }, () => generator.integer(3) - 1);
  const of = (effort: number) => {
    const plain = problemOf(space, 'linear', 12, { effort });
    const { points } = listCandidates(space, plain.region, 3, generator);
    const problem = { ...plain, pool: points, judged: points };
    return exchangeByFullEvaluation(
      problem,
      { criterion, continuous: false },
      [{ rows, value: 0 }],
      { backend },
      () => {},
    );
  };
  const [none, little, all] = [of(0), of(1e-4), of(1)];
  expect(none.rows).toEqual(rows);
  expect(little.value).toBeGreaterThan(none.value);
  expect(all.value).toBeGreaterThan(little.value);
});

it.each(criteria)('no row is visited under %s once the work is spent', (criterion) => {
  const generator = createGenerator(1);
  const rows = Float64Array.from({ length: 12 * 6 }, () => generator.integer(3) - 1);
  const plain = problemOf(box(6), 'linear', 12, { effort: 0 });
  const { points } = listCandidates(box(6), plain.region, 3, generator);
  const problem = { ...plain, pool: points, judged: points };
  let visits = 0;
  const cancelled = () => {
    visits++;
    return false;
  };
  const context = { backend, cancelled };
  const found = exchangeByFullEvaluation(
    problem,
    { criterion, continuous: true },
    [{ rows, value: 0 }],
    context,
    () => {},
  );
  expect([visits, found.rows]).toEqual([0, rows]);
});
