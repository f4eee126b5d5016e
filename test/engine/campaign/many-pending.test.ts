import { describe, expect, it } from 'vitest';
import { countedRuns } from '../../../src/engine/campaign/rows/learned-rows.ts';
import { suggestCampaign } from '../../../src/engine/campaign/suggest-campaign.ts';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import type { Dimension } from '../../../src/engine/space/space.ts';
import { fastest } from '../compute/backends.ts';
import { quickTask } from './tasks.ts';

const plane: Dimension[] = ['a', 'b'].map((name) => ({ kind: 'real', name, low: 0, high: 1 }));

function recorded(n: number, dimensions: readonly Dimension[], pending: Float64Array, high = 1) {
  const generator = createGenerator('many pending');
  const X = Float64Array.from({ length: 2 * n }, () => Math.floor(1e6 * high * generator.uniform()) / 1e6);
  const y = Float64Array.from({ length: n }, (_, i) => -((X[2 * i] / high - 0.3) ** 2) - X[2 * i + 1] / high);
  return quickTask({ X, n, outputs: [y] }, dimensions, 'maximize', 1, { pending });
}

const spread = (count: number, seed: string): Float64Array => {
  const generator = createGenerator(seed);
  return Float64Array.from({ length: 2 * count }, () => generator.uniform());
};

describe('many pending runs', () => {
  it('are all counted up to 300; of more those nearest to the best result and an even choice, with earlier members', () => {
    const few = spread(300, 'few');
    expect(countedRuns(recorded(8, plane, few), few).pending).toBe(few);

    const many = spread(2000, 'many');
    const member = Float64Array.of(0.5, 0.5);
    const chosen = Float64Array.from([...many, ...member]);
    const task = { ...recorded(8, plane, many), lost: 1000 };
    const { pending, lost } = countedRuns(task, chosen);
    expect(pending).toHaveLength(2 * 301);
    expect(pending.subarray(600)).toEqual(member);
    expect(lost).toBeGreaterThan(100);
    expect(lost).toBeLessThan(200);
    const rows = new Set(Array.from({ length: 2000 }, (_, i) => `${many[2 * i]},${many[2 * i + 1]}`));
    for (let i = 0; i < 300; i++) expect(rows.delete(`${pending[2 * i]},${pending[2 * i + 1]}`)).toBe(true);
    const [y] = task.outputs;
    const best = (y as Float64Array).indexOf(Math.max(...(y as Float64Array)));
    const away = (X: Float64Array, i: number) =>
      Math.hypot(X[2 * i] - task.X[2 * best], X[2 * i + 1] - task.X[2 * best + 1]);
    const distances = Array.from({ length: 300 }, (_, i) => away(pending, i)).sort((a, b) => a - b);
    const all = Array.from({ length: 2000 }, (_, i) => away(many, i)).sort((a, b) => a - b);
    expect(distances.slice(0, 100)).toEqual(all.slice(0, 100));
    expect(distances.at(-1)).toBeGreaterThan(all[1900]);
  });

  it('are not all taken up by the models of a search', () => {
    const plain = createTsBackend();
    let largest = 0;
    const backend: Backend = {
      ...plain,
      run: (steps) => {
        for (const { op, dims } of steps) if (op === 'cholesky') largest = Math.max(largest, dims[1] ?? 0);
        plain.run(steps);
      },
    };
    const { suggestions } = suggestCampaign(recorded(8, plane, spread(900, 'search')), { backend });
    expect(suggestions).toHaveLength(1);
    expect(largest).toBeLessThan(320);
  });

  it('are not proposed again, counted or not', () => {
    const grid: Dimension[] = ['a', 'b'].map((name) => ({ kind: 'integer', name, low: 0, high: 19 }));
    const task = recorded(8, grid, new Float64Array(0), 19);
    const X = task.X.map(Math.round);
    const taken = new Set(Array.from({ length: 8 }, (_, i) => `${X[2 * i]},${X[2 * i + 1]}`));
    const free = Array.from({ length: 400 }, (_, i) => [i % 20, Math.floor(i / 20)]).filter(
      ([a, b]) => !taken.has(`${a},${b}`),
    );
    const [last, ...others] = free.reverse();
    const pending = Float64Array.from(others.flat());
    const { suggestions } = suggestCampaign({ ...task, X, pending }, { backend: fastest });
    expect([...suggestions[0].point]).toEqual(last);
  });
});
