import { readFileSync } from 'node:fs';

interface AnalyticCase {
  readonly fn: string;
  readonly goal: 'maximize' | 'minimize';
  readonly mu: number;
  readonly sigma: number;
  readonly best?: number;
  readonly xi?: number;
  readonly kappa?: number;
  readonly value: number;
  readonly d_mu: number;
  readonly d_sigma: number;
}

interface Numbers {
  readonly [name: string]: number;
}

interface GpCase {
  readonly name: string;
  readonly X: number[][];
  readonly y: number[];
  readonly lengthscales: number[];
  readonly outputscale: number;
  readonly noise: number;
  readonly mean: number;
  readonly Xq: number[][];
  readonly mc_points: number[][];
  readonly base_samples: number[][];
  readonly best: number;
  readonly beta: number;
  readonly kappa: number;
  readonly values: Numbers;
  readonly grad_Xq: { readonly [name: string]: number[][] };
}

/** Monte-Carlo acquisitions of a given posterior. */
interface MonteCarloCase {
  readonly q: number;
  readonly mean: number[];
  readonly covariance: number[][];
  readonly base_samples: number[][];
  readonly best: number;
  readonly beta: number;
  readonly values: Readonly<Record<string, number | null>>;
  readonly gradients: Readonly<Record<string, { readonly d_mean: number[] }>>;
}

/** Recorded values of acquisitions; how they were made stands in the file. */
export const oracle = JSON.parse(
  readFileSync(new URL('../../oracle/acquisition.json', import.meta.url), 'utf8'),
) as {
  readonly analytic: readonly AnalyticCase[];
  readonly mc: readonly MonteCarloCase[];
  readonly gp: readonly GpCase[];
};
export type { GpCase };
