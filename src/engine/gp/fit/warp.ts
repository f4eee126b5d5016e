import { CancelledError, NotPositiveDefiniteError } from '../../errors.ts';
import { minimizeBatch } from '../../optim/lbfgs.ts';
import type { RunContext } from '../../run-context.ts';
import type { Tensor } from '../../tensor/index.ts';
import * as t from '../../tensor/index.ts';
import type { FitResult } from './fit.ts';
import { type FitProblem, type Variables, variablesOf } from './objective.ts';
import { logDensity, logDensitySlope } from './priors.ts';

/** Deviation of the normal prior on the logarithms of both exponents: warps stay near the identity without reason. */
const LOG_DEVIATION = Math.sqrt(0.75);
/** Exponents searched. */
const LIMIT = Math.log(10);
/** Gain in objective below which the plain fit is kept. */
const LEAST_GAIN = 0.5;
/** Keeps powers and logarithms finite at the ends of [0, 1]; as `warp` in input-map.ts. */
const EDGE = 1e-9;

/** A fit in which columns were warped by 1 − (1 − uᵃ)ᵇ. */
export interface WarpedFit {
  readonly fitted: FitResult;
  readonly a: Float64Array;
  readonly b: Float64Array;
}

/**
 * Fits warping exponents of each column together with theta, from the plain fit on: for outputs that change faster at
 * one end of a range. Written in tensor ops, so that gradients by the exponents come from the tape.
 *
 * @param problem inputs in [0, 1]
 * @param columns those that may be warped
 * @returns undefined when that gains less than 0.5 in log density
 *
 * Source: Snoek et al. 2014, arXiv:1402.0929, with the Kumaraswamy distribution. Cost O(n³) per evaluation.
 */
export function fitWarp(
  problem: FitProblem,
  plain: FitResult,
  columns: readonly number[],
  context: RunContext,
): WarpedFit | undefined {
  const variables = variablesOf(problem.parameters);
  const V = variables.count;
  const size = V + 2 * columns.length;
  const start = new Float64Array(size);
  variables.gather(plain.theta, start);
  const limits = (sign: 1 | -1, bounds: Float64Array) =>
    Float64Array.from({ length: size }, (_, i) => (i < V ? bounds[i] : sign * LIMIT));
  const result = minimizeBatch({
    x0: start,
    lower: limits(-1, variables.lower),
    upper: limits(1, variables.upper),
    evaluate: (x) => evaluate(problem, variables, columns, x, context),
    options: { maxIterations: 60, maxStep: 1 },
  });
  const objective = -result.values[0];
  if (!(objective > plain.objective + LEAST_GAIN)) return undefined;
  const theta = new Float64Array(problem.parameters.length);
  variables.expand(result.x, 0, theta, 0);
  const exponent = (from: number) => {
    const values = new Float64Array(problem.d).fill(1);
    columns.forEach((column, i) => {
      values[column] = Math.exp(result.x[V + from + i]);
    });
    return values;
  };
  return {
    fitted: { ...plain, theta, objective, evaluations: plain.evaluations + result.evaluations },
    a: exponent(0),
    b: exponent(columns.length),
  };
}

/** Negated log density, with its gradient, at x: the free entries of theta, then the log exponents a and b of the columns. */
function evaluate(
  problem: FitProblem,
  variables: Variables,
  columns: readonly number[],
  x: Float64Array,
  context: RunContext,
): { values: Float64Array; gradients: Float64Array } {
  const { d, parameters } = problem;
  const V = variables.count;
  const theta = new Float64Array(parameters.length);
  variables.expand(x, 0, theta, 0);
  const exponents = new Float64Array(2 * d);
  columns.forEach((column, i) => {
    exponents[column] = x[V + i];
    exponents[d + column] = x[V + columns.length + i];
  });
  const gradients = new Float64Array(x.length);
  const found = likelihood(problem, theta, exponents, context);
  if (!found) return { values: Float64Array.of(Number.POSITIVE_INFINITY), gradients };
  const { value, byTheta, byExponents } = found;
  let total = value;
  parameters.forEach(({ prior }, k) => {
    if (!prior) return;
    total += logDensity(prior, theta[k]);
    byTheta[k] += logDensitySlope(prior, theta[k]);
  });
  variables.contract(byTheta, 0, gradients, 0);
  for (let i = V; i < x.length; i++) {
    total -= 0.5 * (x[i] / LOG_DEVIATION) ** 2;
    const column = columns[(i - V) % columns.length] + (i - V < columns.length ? 0 : d);
    gradients[i] = x[i] / LOG_DEVIATION ** 2 - byExponents[column];
  }
  return { values: Float64Array.of(-total), gradients };
}

/** Log marginal likelihood at theta and log exponents [2, d], with its gradients; undefined without a factor. */
function likelihood(problem: FitProblem, theta: Float64Array, exponents: Float64Array, context: RunContext) {
  const { n, d, code } = problem;
  const P = theta.length;
  if (context.cancelled?.())
    throw new CancelledError('fit: cancelled, because its client disconnected or requested it');
  const tape = t.createTape(context.backend);
  try {
    const at = tape.tensor(theta, [P]);
    const log = tape.tensor(exponents, [2, d]);
    const u = tape.tensor(
      problem.X.map((value) => Math.min(1 - EDGE, Math.max(EDGE, value))),
      [n, d],
    );
    const [a, b] = [0, 1].map((row) => t.exp(t.gather(log, [row])));
    const warped = t.subtract(1, t.power(t.subtract(1, t.power(u, a)), b));
    const K = t.covariance(code, warped, warped, tape.reshape(at, [1, P]));
    const eye = tape.tensor(
      Float64Array.from({ length: n * n }, (_, i) => Number(i % (n + 1) === 0)),
      [n, n],
    );
    const noise = t.add(t.exp(t.gather(at, [P - 2])), tape.tensor(problem.noise, [n]));
    const L = t.cholesky(t.add(tape.reshape(K, [n, n]), t.multiply(eye, noise)));
    const z = t.subtract(tape.tensor(problem.y, [n]), t.gather(at, [P - 1]));
    const w: Tensor = t.solveTriangular(L, tape.reshape(z, [n, 1]));
    const value = t.add(t.multiply(t.total(t.square(w)), -0.5), t.neg(t.total(t.log(t.diagonal(L)))));
    const [byTheta, byExponents] = tape.gradient(value, [at, log]);
    return {
      value: tape.read(value)[0] - 0.5 * n * Math.log(2 * Math.PI),
      byTheta: tape.read(byTheta),
      byExponents: tape.read(byExponents),
    };
  } catch (error) {
    if (error instanceof NotPositiveDefiniteError) return undefined;
    throw error;
  } finally {
    tape.free();
  }
}
