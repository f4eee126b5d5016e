import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../../../src/engine/compute/backend.ts';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { createNativeBackend } from '../../../src/engine/compute/native.ts';
import type { OpName } from '../../../src/engine/compute/ops.ts';
import { readSlot, slotOf } from '../../../src/engine/compute/slots.ts';
import { loadNativeBinding } from '../../../src/service/jobs/addon.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Brings the addon up to date and opens it once per instruction set; prints why when there is none. */
export function nativeBackends(threads = 1): readonly (readonly [string, Backend])[] {
  const said = execFileSync(process.execPath, [`${root}src/tools/build-native.ts`], { encoding: 'utf8' });
  if (!existsSync(`${root}build/athanor_cpu.node`)) {
    console.log(`native tests skipped: ${said.trim()}`);
    return [];
  }
  const binding = loadNativeBinding();
  return binding
    .instructionSets()
    .map((name) => [name, createNativeBackend(binding, { threads, instructionSet: name })] as const);
}

/** Runs one op and gives its outputs. Every output has guard numbers behind it, which must survive. */
export function runOp(
  backend: Backend,
  op: OpName,
  dims: readonly number[],
  inputs: readonly ArrayLike<number>[],
  lengths: readonly number[],
): Float64Array[] {
  const guards = 16;
  const given = inputs.map((values) => slotOf(backend, Float64Array.from(values)));
  const outputs = lengths.map((length) => {
    const slot = backend.alloc(length + guards);
    backend.write(slot, new Float64Array(length + guards).fill(-77.25));
    return slot;
  });
  backend.run([{ op, dims: Int32Array.from(dims), inputs: given, outputs }]);
  for (const [i, slot] of given.entries()) {
    const after = readSlot(backend, slot);
    const before = inputs[i];
    if (after.some((value, at) => !Object.is(value, before[at]))) {
      throw new Error(`${op}: input ${i} was written to`);
    }
  }
  const results = outputs.map((slot, i) => {
    const values = readSlot(backend, slot);
    if (values.subarray(lengths[i]).some((value) => value !== -77.25))
      throw new Error(`${op}: wrote past output ${i}`);
    return values.slice(0, lengths[i]);
  });
  for (const slot of [...given, ...outputs]) backend.free(slot);
  return results;
}

/** Largest difference over the largest entry of the reference. NaN and infinities must be the same on both sides. */
export function relativeError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  let difference = 0;
  let scale = 0;
  for (let i = 0; i < expected.length; i++) {
    if (Object.is(actual[i], expected[i])) continue;
    difference = Math.max(difference, Math.abs(actual[i] - expected[i]));
    if (Number.isNaN(actual[i] - expected[i])) return Number.POSITIVE_INFINITY;
  }
  for (let i = 0; i < expected.length; i++) scale = Math.max(scale, Math.abs(expected[i]));
  return difference === 0 ? 0 : difference / (scale || 1);
}

/** Uniform numbers, the same on every machine (Park and Miller 1988). */
export function uniforms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const all = (d: number) => Array.from({ length: d }, (_, k) => k);

/** Covariance codes over d = 4 columns, the last one a category, with the count of their parameters. */
export const codes: Readonly<Record<string, { code: readonly number[]; parameters: number }>> = {
  ...Object.fromEntries(
    (['matern12', 'matern32', 'matern52', 'rbf'] as const).map((name) => [
      name,
      { code: [tokens[name], 0, 4, ...all(4), tokens.scale], parameters: 5 },
    ]),
  ),
  'matern52 on two columns': { code: [tokens.matern52, 0, 2, 2, 0, tokens.scale], parameters: 3 },
  'matern52 of single columns': {
    code: [tokens.matern52, 0, 1, 0, tokens.matern52, 0, 1, 2, tokens.add, tokens.scale],
    parameters: 3,
  },
  'rational quadratic': { code: [tokens.rational_quadratic, 0, 3, 0, 1, 2, tokens.scale], parameters: 5 },
  periodic: { code: [tokens.periodic, 0, 3, 0, 1, 2, tokens.scale], parameters: 7 },
  'linear and constant noise': {
    code: [tokens.linear, 0, 3, 0, 1, 2, tokens.rbf, 0, 1, 1, tokens.add],
    parameters: 4,
  },
  ibnn: { code: [tokens.ibnn, 3, 3, 0, 1, 2, tokens.scale], parameters: 3 },
  'mixed with a category': {
    code: [
      ...[tokens.matern52, 0, 3, 0, 1, 2, tokens.hamming, 0, 1, 3, tokens.scale, tokens.add, tokens.scale],
      ...[tokens.rbf, 0, 3, 0, 1, 2, tokens.hamming, 0, 1, 3, tokens.multiply, tokens.scale, tokens.add],
    ],
    parameters: 11,
  },
};

export interface Sample {
  readonly X: Float64Array;
  readonly y: Float64Array;
  readonly noise: Float64Array;
  readonly theta: Float64Array;
  /** Covariance parameters, log noise variance, mean. */
  readonly P: number;
}

/** n rows of four columns (the last with three levels), `batch` rows of parameters; every third noise variance is 0. */
export function sampleData(n: number, parameters: number, batch: number, seed = 5): Sample {
  const uniform = uniforms(seed);
  const X = Float64Array.from({ length: 4 * n }, (_, i) =>
    i % 4 === 3 ? Math.floor(3 * uniform()) : uniform(),
  );
  const y = Float64Array.from(
    { length: n },
    (_, i) => Math.sin(5 * X[4 * i]) + X[4 * i + 3] + 0.1 * uniform(),
  );
  const noise = Float64Array.from({ length: n }, (_, i) => (i % 3 === 0 ? 0 : 0.01 * uniform()));
  const P = parameters + 2;
  const theta = Float64Array.from({ length: batch * P }, (_, i) => {
    if (i % P === P - 1) return 0.3;
    return i % P === P - 2 ? Math.log(0.02) : 1.2 * uniform() - 0.8;
  });
  return { X, y, noise, theta, P };
}
