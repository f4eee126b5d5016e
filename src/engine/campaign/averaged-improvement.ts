import { findIncumbents } from '../acquisition/models/incumbent.ts';
import { fantasiesOf, type Problem } from '../acquisition/problem.ts';
import type { Scorer } from '../acquisition/search/climb.ts';
import { logExpectedImprovement } from '../acquisition/strategies/analytic.ts';
import { climbed, onePointAfter } from '../acquisition/strategies/one-point.ts';
import type { SuggestTask } from '../acquisition/task.ts';
import { NotPositiveDefiniteError } from '../errors.ts';
import { membersOf, type WeightedModel } from '../gp/ensemble/posterior.ts';
import type { GpModel } from '../gp/model.ts';
import { createPosterior } from '../gp/posterior.ts';
import { createGenerator } from '../random/generator.ts';

/** A scorer that holds posteriors until it is freed. */
export interface AveragedScorer extends Scorer {
  free(): void;
}

/**
 * log Σ w_k EI_k: expected improvement averaged over the members of a model. Each member has a best value and a noise of its
 * own, so that what is not known of the noise is averaged over, too.
 *
 * Each draws its curve at the rows and at the points under way, and goes on as if these values had been measured without noise
 * (noisy expected improvement, Letham et al. 2019, arXiv:1706.07094): where data are exact it is plain expected improvement.
 *
 * The single process of the problem says which points are worth scoring by all.
 *
 * @param most members that are taken, evenly
 */
export function averagedImprovement(problem: Problem, model: GpModel, most: number): AveragedScorer {
  const all = membersOf(model);
  const step = Math.max(1, Math.ceil(all.length / most));
  const members = all.filter((_, k) => k % step === 0);
  const total = members.reduce((sum, { weight }) => sum + weight, 0);
  const parts = members.map((member, k) => partOf(problem, member, k, total));
  const shifts = parts.map(({ shift }) => shift);
  return {
    q: 1,
    screen: onePointAfter(problem, climbed(logExpectedImprovement, problem), []),
    values: (points) =>
      average(
        parts.map(({ scorer }) => scorer.values(points)),
        shifts,
      ),
    gradients: (points) =>
      averageWithGradient(
        parts.map(({ scorer }) => scorer.gradients(points)),
        shifts,
      ),
    free() {
      for (const part of parts) part.free();
    },
  };
}

type Scored = ReturnType<Scorer['gradients']>;

/** The scorer of one member, with the logarithm of its share. */
function partOf(problem: Problem, member: WeightedModel, place: number, total: number) {
  const model = drawnCurve(member.model, problem, place);
  const posterior = createPosterior(model, problem.context.backend);
  const task: SuggestTask = {
    ...problem.task,
    models: [model],
    pending: new Float64Array(0),
    settledFrom: 0,
    options: { ...problem.task.options, noisy: false },
  };
  const fantasies = fantasiesOf(task, posterior);
  const own: Problem = {
    ...problem,
    task,
    posteriors: [posterior],
    fantasies: [fantasies],
    rough: undefined,
    incumbents: findIncumbents(task, [posterior], 0),
  };
  return {
    scorer: onePointAfter(own, climbed(logExpectedImprovement, own), []),
    shift: Math.log(member.weight / total),
    free() {
      fantasies.free();
      posterior.free();
    },
  };
}

/** log Σ exp(value_k + shift_k) at every point. */
function average(each: readonly Float64Array[], shifts: readonly number[]): Float64Array {
  return each[0].map((_, i) => {
    let top = Number.NEGATIVE_INFINITY;
    each.forEach((values, k) => {
      top = Math.max(top, values[i] + shifts[k]);
    });
    if (!Number.isFinite(top)) return top;
    let sum = 0;
    each.forEach((values, k) => {
      sum += Math.exp(values[i] + shifts[k] - top);
    });
    return top + Math.log(sum);
  });
}

/** The same with its gradient [m, d]: those of the members by their shares at the point. */
function averageWithGradient(each: readonly Scored[], shifts: readonly number[]): Scored {
  const value = average(
    each.map((one) => one.value),
    shifts,
  );
  const gradient = new Float64Array(each[0].gradient.length);
  const d = gradient.length / value.length;
  each.forEach((one, k) => {
    for (let i = 0; i < value.length; i++) {
      const share = Math.exp(one.value[i] + shifts[k] - value[i]);
      if (!(share > 0)) continue;
      for (let c = i * d; c < (i + 1) * d; c++) gradient[c] += share * one.gradient[c];
    }
  });
  return { value, gradient };
}

/** Noise variance of drawn values, as a share of the variance of the outputs. */
const DRAWN_NOISE = 1e-8;

/** The model of one draw of its curve at the rows and at the points under way, as if it had been measured there. */
function drawnCurve(model: GpModel, { task, context }: Problem, member: number): GpModel {
  const { X, n, d } = model;
  const count = n + task.pending.length / d;
  const points = new Float64Array(count * d);
  points.set(X.subarray(0, n * d));
  points.set(task.pending, n * d);
  const generator = createGenerator(`curve/${task.seed}/${member}`);
  const posterior = createPosterior(model, context.backend);
  const normals = Float64Array.from({ length: count }, () => generator.normal());
  const drawn = (): Float64Array => {
    try {
      return posterior.sample(points, count, normals).slice(0, count);
    } catch (error) {
      if (!(error instanceof NotPositiveDefiniteError)) throw error;
      return posterior.mean(points, count);
    }
  };
  try {
    const y = drawn();
    const theta = model.theta.slice();
    theta[theta.length - 2] = Math.log(DRAWN_NOISE);
    const { noise: _noise, censored: _censored, ...rest } = model;
    return { ...rest, theta, X: points, y, n: count };
  } finally {
    posterior.free();
  }
}
