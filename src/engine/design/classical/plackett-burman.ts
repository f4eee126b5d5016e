import { hadamard } from './hadamard.ts';

/** Runs of the smallest Plackett–Burman design for that many factors: the next multiple of 4 above it. */
function plackettBurmanRuns(factors: number): number {
  return 4 * (Math.floor(factors / 4) + 1);
}

/**
 * Plackett–Burman design: columns 2 … k + 1 of a Hadamard matrix, rows from the last to the first (all +1).
 *
 * @returns coded rows −1/+1, `plackettBurmanRuns(factors)` of them; columns balanced and orthogonal
 * @throws ValueError when no Hadamard matrix of that order is known here (always known to 99 factors)
 */
export function plackettBurman(factors: number): number[][] {
  return hadamard(plackettBurmanRuns(factors))
    .map((row) => row.slice(1, factors + 1))
    .reverse();
}
