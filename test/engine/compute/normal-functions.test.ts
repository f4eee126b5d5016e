import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { unaryCodes } from '../../../src/engine/compute/elementwise-codes.ts';
import { createPlainBackend } from '../../../src/engine/compute/plain.ts';
import {
  logNormalDistribution,
  normalDistribution,
} from '../../../src/engine/compute/ts/normal-functions.ts';

import { createTape, logNormalDistribution as logCdf, total } from '../../../src/engine/tensor/index.ts';
import { presentBackends } from './backends.ts';
import { runOp } from './native-support.ts';

const oracle = JSON.parse(
  readFileSync(new URL('../../oracle/normal.json', import.meta.url), 'utf8'),
) as Record<'cdf' | 'log_cdf' | 'hazard', [number, number][]>;

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

describe.each([...presentBackends, ['plain', createPlainBackend()] as const])('on %s', (_name, backend) => {
  const run = (code: number, x: readonly number[]) =>
    runOp(backend, 'unary', [x.length, code], [x], [x.length])[0];

  it.each([
    ['cdf', unaryCodes.normal_cdf],
    ['log_cdf', unaryCodes.log_normal_cdf],
  ] as const)('%s against 60-digit arithmetic', (name, code) => {
    const rows = oracle[name].filter(([, expected]) => Math.abs(expected) >= 1e-300);
    const values = run(
      code,
      rows.map(([z]) => z),
    );
    rows.forEach(([z, expected], i) => {
      expect(Math.abs(values[i] / expected - 1), `${name}(${z})`).toBeLessThan(2e-14);
    });
  });

  it('gives the limits at infinity and NaN for NaN', () => {
    const x = [Number.NEGATIVE_INFINITY, -1e200, 1e200, Number.POSITIVE_INFINITY, Number.NaN];
    expect([...run(unaryCodes.normal_cdf, x)]).toEqual([0, 0, 1, 1, Number.NaN]);
    const logs = [...run(unaryCodes.log_normal_cdf, x)].map((value) => value + 0);
    expect(logs).toEqual([Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, Number.NaN]);
  });

  it('has tape slopes of log Φ that are inverse Mills ratios, down to -100', () => {
    // The slope is φ/Φ = exp(log φ − log Φ): its error grows with z².
    const rows = oracle.hazard.filter(([z]) => z >= -100);
    const tape = createTape(backend);
    try {
      const x = tape.tensor(
        rows.map(([z]) => z),
        [rows.length],
      );
      const [slope] = tape.gradient(total(logCdf(x)), [x]);
      tape.read(slope).forEach((value, i) => {
        expect(Math.abs(value / rows[i][1] - 1), `slope at ${rows[i][0]}`).toBeLessThan(1e-10);
      });
    } finally {
      tape.free();
    }
  });
});
