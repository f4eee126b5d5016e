import { readFileSync } from 'node:fs';
import { buildCovariance } from '../../../src/engine/gp/covariance/index.ts';
import type { GpModel } from '../../../src/engine/gp/model.ts';

/** A case of test/oracle/gp.json: 50-digit values, no jitter. */
export interface GpCase {
  readonly name: string;
  readonly kernel: 'matern12' | 'matern32' | 'matern52' | 'rbf' | 'ibnn';
  readonly n: number;
  readonly d: number;
  readonly X: number[][];
  readonly y: number[];
  readonly Xtest: number[][];
  readonly lengthscales?: number[];
  readonly depth?: number;
  readonly weight_var?: number;
  readonly bias_var?: number;
  readonly outputscale: number;
  readonly mean: number;
  readonly noise: number | number[];
  readonly condition_number: number;
  readonly lml: number;
  readonly grad: {
    readonly log_lengthscales?: number[];
    readonly log_weight_var?: number;
    readonly log_bias_var?: number;
    readonly log_outputscale: number;
    readonly log_noise: number;
    readonly mean: number;
  };
  readonly posterior: {
    readonly mean: number[];
    readonly variance: number[];
    readonly covariance: number[][];
  };
  readonly loo: { readonly mean: number[]; readonly variance: number[] };
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../oracle/${name}.json`, import.meta.url), 'utf8'));

export const gpCases = (read('gp') as { cases: GpCase[] }).cases;

/** The model of a case, at its own scale. */
export function modelOf(row: GpCase): GpModel {
  const columns = Array.from({ length: row.d }, (_, k) => k);
  const leaf = { kind: row.kernel, columns, ...(row.depth ? { depth: row.depth } : {}) };
  const covariance = row.lengthscales ?? [row.weight_var ?? 0, row.bias_var ?? 0];
  const given = typeof row.noise === 'number' ? undefined : Float64Array.from(row.noise);
  const noise = typeof row.noise === 'number' ? Math.log(row.noise) : Number.NEGATIVE_INFINITY;
  return {
    code: buildCovariance({ kind: 'scale', of: leaf }),
    theta: Float64Array.from([...covariance.map(Math.log), Math.log(row.outputscale), noise, row.mean]),
    n: row.n,
    d: row.d,
    categorical: columns.map(() => false),
    X: Float64Array.from(row.X.flat()),
    y: Float64Array.from(row.y),
    ...(given ? { noise: given } : {}),
    inputShift: new Float64Array(row.d),
    inputScale: new Float64Array(row.d).fill(1),
    outputShift: 0,
    outputScale: 1,
    calibration: 1,
    objective: row.lml,
    evaluations: 0,
    verdict: ['fitted'],
  };
}

/** A data set of test/oracle/fit.json with the best likelihoods that 50 random starts found. */
export interface FitSet {
  readonly name: string;
  readonly n: number;
  readonly d: number;
  readonly X: number[][];
  readonly y: number[];
  readonly fits: {
    readonly kernel: 'matern32' | 'matern52' | 'rbf';
    readonly objective: 'lml' | 'map';
    readonly best: number;
    readonly evals_median: number;
  }[];
}

interface Limits {
  readonly ls: number;
  readonly os: number;
  readonly noise: number;
}

export const fitOracle = read('fit') as {
  readonly bounds: { readonly low: Limits; readonly high: Limits; readonly mean: [number, number] };
  readonly datasets: FitSet[];
};
