import { describe, expect, it } from 'vitest';
import { throttledProgress } from '../../../src/service/jobs/progress.ts';

describe('progress of a job', () => {
  it('is reported after 100 ms, then every 100 ms, the end always', () => {
    let now = 5;
    const seen: [number, number][] = [];
    const progress = throttledProgress(
      (fraction) => seen.push([now, fraction]),
      () => now,
    );
    for (; now < 305; now += 10) progress(now / 1000, 'on its way');
    progress(1, 'done');
    expect(seen).toEqual([
      [105, 0.105],
      [205, 0.205],
      [305, 1],
    ]);
  });

  it('of a job that ends at once is its end alone', () => {
    const seen: number[] = [];
    const progress = throttledProgress(
      (fraction) => seen.push(fraction),
      () => 0,
    );
    for (const fraction of [0, 0.5, 1]) progress(fraction, 'quick');
    expect(seen).toEqual([1]);
  });
});
