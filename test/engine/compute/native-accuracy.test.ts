import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { unaryCodes } from '../../../src/engine/compute/elementwise-codes.ts';
import type { OpName } from '../../../src/engine/compute/ops.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { codes, nativeBackends, relativeError, runOp, sampleData, uniforms } from './native-support.ts';

const elementary: Readonly<Record<'exp' | 'log' | 'acos', readonly (readonly [number, number])[]>> =
  JSON.parse(readFileSync(new URL('../../oracle/elementary.json', import.meta.url), 'utf8'));
const backends = nativeBackends();
const words = new BigInt64Array(1);
const asNumber = new Float64Array(words.buffer);

/** Distance in units of the last place. */
function ulps(a: number, b: number): number {
  const place = (x: number) => {
    asNumber[0] = x;
    return words[0] < 0n ? -(words[0] & 0x7fffffffffffffffn) : words[0];
  };
  const distance = place(a) - place(b);
  return Number(distance < 0n ? -distance : distance);
}

type Call = readonly [OpName, number[], ArrayLike<number>[], number[]];
let ofLargeFactor: { readonly call: Call; readonly expected: Float64Array[] }[] | undefined;

/** Predictions by a made-up factor, and what ts makes of them; once for all instruction sets. */
function callsOfLargeFactor() {
  if (ofLargeFactor) return ofLargeFactor;
  const { code, parameters } = codes.matern52;
  const n = 2061; // no whole number of register tiles
  const { X, theta, P } = sampleData(n, parameters, 1);
  const uniform = uniforms(31);
  const L = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) L[i * n + j] = 0.02 * (uniform() - 0.5);
    L[i * n + i] = 1 + uniform();
  }
  const alpha = Float64Array.from({ length: n }, () => uniform() - 0.5);
  const calls = [1, 12, 35].flatMap((m): Call[] => {
    const [gMean, gCov] = [m, m].map((length) => Float64Array.from({ length }, uniform));
    const model = [X, theta, L, alpha, Float64Array.from({ length: 4 * m }, uniform)];
    return [
      ['gp_predict', [1, n, 4, P, m, 7, ...code], model, [m, m, 4 * m, 4 * m]],
      ['gp_joint', [m, 1, n, 4, P, 1, ...code], [...model, gMean, gCov], [m, m, 4 * m]],
    ];
  });
  ofLargeFactor = calls.map((call) => ({ call, expected: runOp(createTsBackend(), ...call) }));
  return ofLargeFactor;
}

it.skipIf(backends.length === 0)('every instruction set is offered once', () => {
  const names = backends.map(([name]) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe.skipIf(backends.length === 0).each(backends)('accuracy of native %s', (_, backend) => {
  it.each([
    ['exp', 1],
    ['log', 1],
    ['acos', 2],
  ] as const)('%s is at most %d units in the last place off', (name, most) => {
    const table = elementary[name];
    const x = table.map(([value]) => value);
    const [y] = runOp(backend, 'unary', [x.length, unaryCodes[name]], [x], [x.length]);
    for (const [i, [value, expected]] of table.entries()) {
      expect(ulps(y[i], expected), `${name}(${value})`).toBeLessThanOrEqual(most);
    }
  });

  it('periodic covariance keeps its accuracy over many periods', () => {
    const code = [tokens.periodic, 0, 1, 0];
    const x = Float64Array.from({ length: 200 }, (_unused, i) => i * 0.37);
    const theta = [0, Math.log(0.5)];
    const [K] = runOp(backend, 'covariance', [1, 1, 200, 1, 2, 0, ...code], [[0], x, theta], [200]);
    const expected = x.map((value) => {
      const turns = value / 0.5 - Math.round(value / 0.5); // the same fraction of a period, so that sin is exact to rounding
      return Math.exp(-2 * Math.sin(Math.PI * turns) ** 2);
    });
    // the fraction is known to an eps of the turns, up to 148 of them
    expect(relativeError(K, expected)).toBeLessThan(2e-13);
  });

  it('value and gradient agree with ts at n = 300 and 700, where blocks and threads come in', () => {
    const { code, parameters } = codes.matern52;
    for (const n of [300, 700]) {
      const { X, y, noise, theta, P } = sampleData(n, parameters, 1);
      const call = ['gp_likelihood', [1, n, 4, P, 1, ...code], [X, y, noise, theta], [1, P, 1]] as const;
      const expected = runOp(createTsBackend(), ...call);
      const actual = runOp(backend, ...call);
      expect(relativeError(actual[0], expected[0])).toBeLessThan(1e-12);
      expect(relativeError(actual[1], expected[1])).toBeLessThan(1e-10);
    }
  });

  it('few points by a factor too large to be kept laid out agree with ts, alone and in groups', () => {
    for (const { call, expected } of callsOfLargeFactor()) {
      runOp(backend, ...call).forEach((values, i) => {
        expect(relativeError(values, expected[i])).toBeLessThan(1e-11);
      });
    }
  });

  it('results have the same bits for one, two and three threads', () => {
    const { code, parameters } = codes['mixed with a category'];
    const n = 290;
    const { X, y, noise, theta, P } = sampleData(n, parameters, 2);
    const uniform = uniforms(13);
    const Xs = Float64Array.from({ length: 4 * 333 }, uniform);
    const results = [1, 2, 3].map((threads) => {
      const [, own] = nativeBackends(threads).find(([name]) => name === _) ?? [];
      if (!own) throw new Error('the instruction set went away');
      const likelihood = runOp(
        own,
        'gp_likelihood',
        [2, n, 4, P, 1, ...code],
        [X, y, noise, theta],
        [2, 2 * P, 2],
      );
      const [L, alpha] = runOp(
        own,
        'gp_factor',
        [2, n, 4, P, ...code],
        [X, y, noise, theta],
        [2 * n * n, 2 * n, 2],
      );
      const predicted = runOp(
        own,
        'gp_predict',
        [2, n, 4, P, 333, 3, ...code],
        [X, theta, L, alpha, Xs],
        [666, 666, 0, 0],
      );
      return [...likelihood, L, alpha, ...predicted];
    });
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });
});
