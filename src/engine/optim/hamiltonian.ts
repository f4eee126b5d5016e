import type { Steps } from '../compute/lockstep.ts';
import { choleskyLower } from '../linalg/cholesky.ts';
import { createGenerator, type Generator } from '../random/generator.ts';

/** Chains of Hamiltonian Monte Carlo that are advanced together, one evaluation for all of them. */
export interface HamiltonianTask {
  /** [chains, V] where they begin. */
  readonly starts: Float64Array;
  readonly count: number;
  /** [V, V] positive definite: the curvature of the negated log density around its mode; sets the scale of the moves. */
  readonly curvature: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Negated log densities [chains] and their gradients [chains, V]; the buffers may be reused. */
  readonly evaluate: (
    xs: Float64Array,
    chains: number,
  ) => Steps<{ readonly values: Float64Array; readonly gradients: Float64Array }>;
  /** Trajectories of every chain; the first half of them sets the step size. */
  readonly trajectories: number;
  /** Most leapfrog steps of a trajectory. */
  readonly leaps: number;
  readonly seed: number | string;
}

export interface HamiltonianResult {
  /** [chains, V] where they end. */
  readonly draws: Float64Array;
  /** Mean acceptance of the second half of the trajectories. */
  readonly acceptance: number;
}

/** Acceptance that the step size is steered to, and how fast. */
const TARGET = 0.75;
const GAIN = 0.5;
/** Step size of one variable; it falls with the fourth root of their number. */
const FIRST_STEP = 0.8;

/** Where the chains are: points [chains, V], negated log densities [chains], whitened gradients [chains, V]. */
interface Chains {
  readonly x: Float64Array;
  readonly value: Float64Array;
  readonly slope: Float64Array;
}

interface Trajectory {
  /** [chains, V] at its end. */
  readonly momentum: Float64Array;
  /** [chains] at its start. */
  readonly energy: Float64Array;
}

/**
 * Hamiltonian Monte Carlo in coordinates whitened by the curvature, with trajectories of random length.
 *
 * All chains share step size and trajectory length; points beyond the bounds have density 0. A chain that begins where
 * the density is not finite stays there until a move is accepted. Cost: one evaluation of all chains per leapfrog step.
 *
 * Source: Neal 2011, "MCMC using Hamiltonian dynamics", arXiv:1206.1901.
 */
export function* hamiltonianSteps(task: HamiltonianTask): Steps<HamiltonianResult> {
  const { count: V, trajectories } = task;
  const count = task.starts.length / V;
  const L = choleskyOf(task.curvature, V);
  const generator = createGenerator(`hamiltonian/${task.seed}`);
  const at: Chains = {
    x: task.starts.slice(),
    value: new Float64Array(count),
    slope: new Float64Array(count * V),
  };
  yield* energies(task, L, at);
  const warmup = trajectories >> 1;
  let step = FIRST_STEP / V ** 0.25;
  let acceptance = 0;
  for (let round = 0; round < trajectories; round++) {
    const momentum = generator.normals(count * V);
    const before = Float64Array.from(at.value, (energy, b) => energy + kinetic(momentum, b, V));
    const trial: Chains = { x: at.x.slice(), value: at.value.slice(), slope: at.slope.slice() };
    const length = 1 + generator.integer(task.leaps);
    const size = step * (0.8 + 0.4 * generator.uniform());
    for (let leap = 0; leap < length; leap++) {
      for (let i = 0; i < momentum.length; i++) momentum[i] -= 0.5 * size * trial.slope[i];
      for (let b = 0; b < count; b++) advance(L, V, momentum, size, trial.x, b * V);
      yield* energies(task, L, trial);
      for (let i = 0; i < momentum.length; i++) momentum[i] -= 0.5 * size * trial.slope[i];
    }
    const rate = moveOn(at, trial, { momentum, energy: before }, generator);
    if (round < warmup) step *= Math.exp(GAIN * (rate - TARGET));
    else acceptance += rate / (trajectories - warmup);
  }
  return { draws: at.x, acceptance };
}

/** Values and whitened gradients where the chains are. */
function* energies(task: HamiltonianTask, L: Float64Array, { x, value, slope }: Chains): Steps<void> {
  const { count: V, lower, upper } = task;
  const inside = x.map((entry, i) => Math.min(upper[i % V], Math.max(lower[i % V], entry)));
  const found = yield* task.evaluate(inside, value.length);
  for (let b = 0; b < value.length; b++) {
    let isInside = true;
    for (let k = b * V; k < (b + 1) * V; k++) isInside &&= x[k] === inside[k];
    value[b] = isInside ? found.values[b] : Number.POSITIVE_INFINITY;
    whiten(L, V, found.gradients, slope, b * V);
  }
}

/** Accepts or refuses the end of each trajectory; gives the mean chance of acceptance. */
function moveOn(at: Chains, trial: Chains, { momentum, energy }: Trajectory, generator: Generator): number {
  const V = at.x.length / energy.length;
  let rate = 0;
  for (let b = 0; b < energy.length; b++) {
    const gain = energy[b] - trial.value[b] - kinetic(momentum, b, V);
    const chance = gain >= 0 ? 1 : Math.exp(gain) || 0;
    rate += chance / energy.length;
    if (generator.uniform() >= chance || !Number.isFinite(trial.value[b])) continue;
    at.value[b] = trial.value[b];
    for (let k = b * V; k < (b + 1) * V; k++) {
      at.x[k] = trial.x[k];
      at.slope[k] = trial.slope[k];
    }
  }
  return rate;
}

function kinetic(momentum: Float64Array, b: number, V: number): number {
  let sum = 0;
  for (let k = b * V; k < (b + 1) * V; k++) sum += 0.5 * momentum[k] ** 2;
  return sum;
}

/** Lower factor of a finite matrix [V, V], with its diagonal raised until it is positive definite. */
export function choleskyOf(matrix: Float64Array, V: number): Float64Array {
  let largest = 0;
  for (let k = 0; k < V; k++) largest = Math.max(largest, Math.abs(matrix[k * (V + 1)]));
  for (let jitter = 1e-9; ; jitter *= 10) {
    const L = choleskyLower(matrix, V, 0, jitter * (largest || 1));
    if (L?.every(Number.isFinite)) return L;
  }
}

/** slopes = L⁻¹g for one chain. */
function whiten(L: Float64Array, V: number, g: Float64Array, slopes: Float64Array, from: number): void {
  for (let i = 0; i < V; i++) {
    let sum = Number.isFinite(g[from + i]) ? g[from + i] : 0;
    for (let k = 0; k < i; k++) sum -= L[i * V + k] * slopes[from + k];
    slopes[from + i] = sum / L[i * V + i];
  }
}

/** x += size·L⁻ᵀp for the V numbers of both from place `from` on. */
export function advance(
  L: Float64Array,
  V: number,
  p: Float64Array,
  size: number,
  x: Float64Array,
  from: number,
): void {
  const move = new Float64Array(V);
  for (let i = V - 1; i >= 0; i--) {
    let sum = p[from + i];
    for (let k = i + 1; k < V; k++) sum -= L[k * V + i] * move[k];
    move[i] = sum / L[i * V + i];
  }
  for (let k = 0; k < V; k++) x[from + k] += size * move[k];
}
