import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  logNormalDistribution,
  normalDistribution,
} from '../../../src/engine/compute/ts/normal-functions.ts';

const oracle = JSON.parse(
  readFileSync(new URL('../../oracle/normal.json', import.meta.url), 'utf8'),
) as Record<'cdf' | 'log_cdf', [number, number][]>;

it.each([
  ['cdf', normalDistribution],
  ['log_cdf', logNormalDistribution],
] as const)('%s against 60-digit arithmetic', (name, f) => {
  for (const [z, expected] of oracle[name]) {
    // Below 1e-300 the value has fewer digits than a double.
    if (Math.abs(expected) < 1e-300) continue;
    expect(Math.abs(f(z) / expected - 1), `${name}(${z})`).toBeLessThan(1e-14);
  }
});
