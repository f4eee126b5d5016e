import { sobol } from '../random/sobol.ts';
import type { Variables } from './fit-objective.ts';

/** How far, in logarithms, screened parameters lie from the initial ones: below and above. */
const REACH = { below: 2, above: 3 };
/** Restarts within this of a better one, in every log parameter, go where that one goes. */
const NEAR = 0.2;
/** Log parameters beyond this (lengthscales of columns that do not matter) all mean the same. */
const FAR = 3;

/** The initial point first, then `count` Sobol points of a box around it, as [count + 1, V]. */
export function startCandidates(variables: Variables, count: number, seed: number): Float64Array {
  const { lower, upper, initial, count: V } = variables;
  const candidates = new Float64Array((count + 1) * V);
  candidates.set(initial);
  if (count === 0 || V === 0) return candidates;
  const unit = sobol(count, V, { seed });
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < V; k++) {
      const low = Math.max(lower[k], initial[k] - REACH.below);
      const high = Math.min(upper[k], initial[k] + REACH.above);
      candidates[(i + 1) * V + k] = low + (high - low) * unit[i * V + k];
    }
  }
  return candidates;
}

/** The initial point and the best of the rest, by their (negated) objective. */
export function chooseStarts(
  candidates: Float64Array,
  values: Float64Array,
  V: number,
  restarts: number,
): Float64Array {
  const count = candidates.length / V;
  const order = Array.from({ length: count - 1 }, (_, i) => i + 1).sort((a, b) => values[a] - values[b]);
  const chosen = [0, ...order].slice(0, restarts);
  const starts = new Float64Array(chosen.length * V);
  chosen.forEach((from, to) => {
    starts.set(candidates.subarray(from * V, (from + 1) * V), to * V);
  });
  return starts;
}

/**
 * Says which restarts to give up: those on the heels of a better one, and those that at five times their recent
 * pace would still not catch up with the best.
 */
export function createRace(
  restarts: number,
): (b: number, round: number, values: Float64Array, x: Float64Array) => boolean {
  const lag = 5;
  const patience = 10;
  /** Values of the last `lag` rounds, by round modulo lag. */
  const recent = Array.from({ length: lag }, () => new Float64Array(restarts).fill(Number.POSITIVE_INFINITY));
  return (b, round, values, x) => {
    const row = recent[round % lag];
    const before = row[b];
    row[b] = values[b];
    const V = x.length / restarts;
    let best = b;
    for (let other = 0; other < restarts; other++) {
      if (values[other] < values[best]) best = other;
      const ahead = values[other] < values[b] || (values[other] === values[b] && other < b);
      if (ahead && values[b] - values[other] < 1 && near(x, b * V, other * V, V)) return true;
    }
    if (round < patience || best === b) return false;
    const gap = values[b] - values[best];
    return gap > 5 * (before - values[b]) + 1e-6 * Math.abs(values[best]);
  };
}

function near(x: Float64Array, a: number, b: number, V: number): boolean {
  for (let k = 0; k < V; k++) {
    const p = x[a + k];
    const q = x[b + k];
    if (Math.abs(p - q) > NEAR && !(p > FAR && q > FAR)) return false;
  }
  return true;
}
