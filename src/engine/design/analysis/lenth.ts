import { tTwoSidedQuantile } from '../../random/distributions.ts';
import { normalQuantile } from '../../random/normal.ts';

/** Effects of a design without error degrees of freedom, judged against each other. */
export interface LenthAnalysis {
  /** Effects with the half-normal score of each, smallest first. */
  readonly effects: readonly { readonly name: string; readonly effect: number; readonly score: number }[];
  /** 1.5 · median of the absolute effects below 2.5 · (1.5 · median). */
  readonly pseudoStandardError: number;
  /** Effects beyond this are probably active; beyond the simultaneous margin, also when many effects are compared. */
  readonly marginOfError: number;
  readonly simultaneousMargin: number;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Lenth's analysis of unreplicated effects, with half-normal scores Φ⁻¹(½ + ½(i − ½)/m).
 *
 * Source: Lenth 1989, Technometrics 31, 469–473; t with m/3 degrees of freedom.
 */
export function lenthAnalysis(
  effects: readonly { readonly name: string; readonly effect: number }[],
  confidence: number,
): LenthAnalysis {
  const m = effects.length;
  const sizes = effects.map(({ effect }) => Math.abs(effect));
  const first = 1.5 * median(sizes);
  const kept = sizes.filter((size) => size < 2.5 * first);
  const pseudoStandardError = kept.length > 0 ? 1.5 * median(kept) : first;
  const tail = 1 - confidence;
  const simultaneous = 1 - confidence ** (1 / m);
  return {
    effects: [...effects]
      .sort((a, b) => Math.abs(a.effect) - Math.abs(b.effect))
      .map(({ name, effect }, i) => ({ name, effect, score: normalQuantile(0.5 + (0.5 * (i + 0.5)) / m) })),
    pseudoStandardError,
    marginOfError: pseudoStandardError * tTwoSidedQuantile(tail, m / 3),
    simultaneousMargin: pseudoStandardError * tTwoSidedQuantile(simultaneous, m / 3),
  };
}
