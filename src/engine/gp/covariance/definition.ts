import type { Tensor } from '../../tensor/index.ts';
import * as t from '../../tensor/index.ts';
import type { Recipe } from '../recipes/recipe.ts';

/** One kind of hyperparameter of a covariance, positive; theta holds logarithms. */
export interface ParameterGroup {
  readonly name:
    | 'lengthscale'
    | 'alpha'
    | 'period'
    | 'variance'
    | 'weight_variance'
    | 'bias_variance'
    | 'outputscale';
  /** One for every input column, or one that serves all. */
  readonly per: 'column' | 'leaf';
}

/** How a training request asks for a covariance. */
export interface CovarianceRequest {
  /** Name in the field `kernel`, in any case of letters. */
  readonly kernel: string;
  /** The name as people write it. Default: `kernel`. */
  readonly label?: string;
  /** Recipes that know it. */
  readonly recipes: readonly Recipe[];
  /** Smoothness ν that tells members of one name apart. */
  readonly smoothness?: number;
  /** Hidden layers, of a covariance that has them. */
  readonly depth?: { readonly field: string; readonly usual: number; readonly most: number };
}

/** The name that the Matérn covariances share; their smoothness tells them apart. */
export const matern = {
  kernel: 'Matern',
  label: 'Matérn',
  recipes: ['botorch', 'sklearn'],
} as const satisfies CovarianceRequest;

/**
 * A covariance over some input columns: what it is, and how a request names it.
 *
 * `value` is its only formula outside the kernels. Every backend with kernels is checked against it, and where a
 * covariance has none (`kernel` false) it is what runs, op by op on the chosen backend.
 */
export interface CovarianceDefinition {
  /** Its number in a covariance code. Stored models hold it: it never changes and is never used again. */
  readonly token: number;
  /** Whether `ts`, `native` and `cuda` have code of their own for it. */
  readonly kernel: boolean;
  /** In the order in which theta holds them. */
  readonly parameters: readonly ParameterGroup[];
  /** Absent: only part of other covariances. */
  readonly request?: CovarianceRequest;
  /**
   * k(a, b) of all pairs of points, given by the covariance's own columns and differentiable by everything.
   *
   * @param a          [..., n1, 1, columns]
   * @param b          [..., 1, n2, columns]
   * @param parameters natural (not logarithmic) values, one tensor per group: [..., 1, 1, columns], or [..., 1, 1] of one
   *                   that serves all columns
   * @param depth      hidden layers of `ibnn`, else 0
   * @returns          [..., n1, n2]
   */
  value(a: Tensor, b: Tensor, parameters: readonly Tensor[], depth: number): Tensor;
}

/** One lengthscale per column. */
export const lengthscales: readonly ParameterGroup[] = [{ name: 'lengthscale', per: 'column' }];

/** r² = Σ_k ((a_k − b_k)/ℓ_k)². */
export const squaredDistance = (a: Tensor, b: Tensor, scales: Tensor): Tensor =>
  t.sum(t.square(t.divide(t.subtract(a, b), scales)), -1);

/** r; its derivative by r² is taken as finite at 0, where that of r² by everything is 0. */
export function scaledDistance(a: Tensor, b: Tensor, scales: Tensor): Tensor {
  const squared = squaredDistance(a, b, scales);
  const distance = t.sqrt(squared);
  return t.withSlope(squared, distance, t.divide(0.5, t.maximum(distance, 1e-150)));
}
