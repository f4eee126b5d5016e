import { hypervolume } from '../../src/engine/acquisition/strategies/dominated-volume.ts';
import type { Generator } from '../../src/engine/random/generator.ts';
import type { QualityProblem } from './problems.ts';

/** What a campaign has measured so far. */
export interface Recorded {
  /** Encoded inputs, [n, d] in one. */
  readonly X: number[];
  /** Outputs without noise, and as the campaign sees them. */
  readonly truth: number[][];
  readonly seen: number[][];
  /** Measures a point; gives what is seen. */
  measure(point: ArrayLike<number>): number[];
}

/** @param generator of the noise */
export function createRecord(problem: QualityProblem, generator: Generator): Recorded {
  const X: number[] = [];
  const truth: number[][] = [];
  const seen: number[][] = [];
  const measure = (point: ArrayLike<number>) => {
    const outputs = problem.evaluate(point);
    const noisy = outputs.map((value) => value + problem.noise * generator.normal());
    X.push(...Array.from(point));
    truth.push(outputs);
    seen.push(noisy);
    return noisy;
  };
  return { X, truth, seen, measure };
}

/** Best regret (or hypervolume) after each evaluation. */
export function traceOf(problem: QualityProblem, { truth }: Recorded): number[] {
  if (problem.reference) {
    const reference = problem.reference.map((value) => -value);
    const front: number[][] = [];
    return truth.map((outputs) => {
      front.push(outputs.map((value) => -value));
      return hypervolume(front, reference);
    });
  }
  let best = Number.POSITIVE_INFINITY;
  return truth.map(([value]) => {
    best = Math.min(best, value - problem.optimum);
    return best;
  });
}

/** Regret of the point that measured best so far, after each evaluation; none with several objectives. */
export function measuredTraceOf(problem: QualityProblem, { truth, seen }: Recorded): number[] {
  if (problem.reference) return [];
  let best = 0;
  return seen.map(([value], i) => {
    if (value < seen[best][0]) best = i;
    return truth[best][0] - problem.optimum;
  });
}
