import { type CovarianceName, parametersOf, readCode } from './covariance/index.ts';
import type { GpModel } from './model.ts';

/** What a fit found, in natural units of the model scale, for reports. */
export interface Hyperparameters {
  /** Lengthscales of the first covariance over numeric columns. */
  readonly lengthscales: number[];
  /** Prior variance of the latent function, as far as terms are bounded: sum of the scales of the terms, nested ones multiplied. */
  readonly outputscale: number;
  /** Learned noise variance; 0 when variances were given. */
  readonly noise: number;
  readonly mean: number;
  /** Names of the covariances in the model, in order. */
  readonly covariances: CovarianceName[];
  /** Every covariance parameter, in the order of theta. */
  readonly parameters: {
    readonly name: string;
    readonly covariance: string;
    readonly column?: number;
    readonly value: number;
    /** 2.5 and 97.5 % quantile over the members of the model; absent where it has none. */
    readonly interval?: readonly [number, number];
  }[];
  /** The same of the noise variance. */
  readonly noiseInterval?: readonly [number, number];
}

/** 2.5 and 97.5 % quantile of a parameter over the members. */
function intervalOf({ members }: GpModel, place: number): readonly [number, number] | undefined {
  if (!members) return undefined;
  const values = Float64Array.from(members, ({ theta }) => Math.exp(theta[place])).sort();
  const at = (p: number) => values[Math.round(p * (values.length - 1))];
  return [at(0.025), at(0.975)];
}

/** The value of a covariance code with these scales, in its order, where every leaf is 1. */
function wholeScale(code: Int32Array, scales: readonly number[]): number {
  const left = scales.values();
  const stack: number[] = [];
  const take = () => stack.pop() as number;
  for (const { kind } of readCode(code)) {
    if (kind === 'leaf') stack.push(1);
    else if (kind === 'scale') stack.push(take() * (left.next().value as number));
    else if (kind === 'add') stack.push(take() + take());
    else stack.push(take() * take());
  }
  return take();
}

/** Reads the hyperparameters of a model out of its theta. */
export function describeHyperparameters(model: GpModel): Hyperparameters {
  const { theta } = model;
  const entries = parametersOf(model.code).map((entry, k) => ({
    ...entry,
    value: Math.exp(theta[k]),
    interval: intervalOf(model, k),
  }));
  const noiseInterval = intervalOf(model, theta.length - 2);
  const leaves = entries.filter((entry) => entry.covariance !== 'scale');
  const main =
    leaves.find((entry) => entry.name === 'lengthscale' && entry.covariance !== 'hamming') ?? leaves[0];
  const covariances = new Map(leaves.map((entry) => [entry.leaf, entry.covariance as CovarianceName]));
  return {
    lengthscales: leaves
      .filter((entry) => entry.leaf === main?.leaf && entry.name === 'lengthscale')
      .map((entry) => entry.value),
    outputscale: wholeScale(
      model.code,
      entries.filter(({ name }) => name === 'outputscale').map(({ value }) => value),
    ),
    noise: Math.exp(theta[theta.length - 2]),
    mean: theta[theta.length - 1],
    covariances: [...covariances.values()],
    ...(noiseInterval === undefined ? {} : { noiseInterval }),
    parameters: entries.map(({ name, covariance, column, value, interval }) => ({
      name,
      covariance,
      ...(column === undefined ? {} : { column }),
      value,
      ...(interval === undefined ? {} : { interval }),
    })),
  };
}
