import { ValueError } from '../../../errors.ts';
import type { OptimalSplitPlotTask, Stratum } from './split-plot-task.ts';

/** Plots of one stratum: consecutive runs. */
export interface Plots {
  readonly level: Stratum['level'];
  readonly count: number;
  readonly runsPerPlot: number;
  /** Weight c of the plot totals t in X'V⁻¹X = X'X − Σ c·t t'; 0 for the runs themselves. */
  readonly weight: number;
}

/**
 * Plots of a nested layout and the weights that V⁻¹ gives to their totals.
 *
 * With V = I + Σ η_s Z_s Z_s' and every plot of a stratum equally large, V⁻¹ = I − Σ c_s Z_s Z_s'. From the inside out,
 * where q is the row sum of the inverse so far (1 at first) and m the runs of a plot: c_s = q²·η_s/(1 + η_s·m·q), and
 * then q becomes q/(1 + η_s·m·q) (Woodbury's formula, stratum by stratum).
 */
export function plotStructure(strata: readonly Stratum[]): readonly Plots[] {
  const counts: number[] = [];
  for (const { unitsInParent } of strata) counts.push((counts.at(-1) ?? 1) * unitsInParent);
  const n = counts[counts.length - 1];
  let rowSum = 1;
  const inside = strata
    .map(({ level, varianceRatio = 0 }, s) => ({
      level,
      varianceRatio,
      count: counts[s],
      runsPerPlot: n / counts[s],
    }))
    .reverse()
    .map(({ level, varianceRatio, count, runsPerPlot }, fromInside) => {
      const ratio = fromInside === 0 ? 0 : varianceRatio;
      const grown = 1 + ratio * runsPerPlot * rowSum;
      const weight = (rowSum * rowSum * ratio) / grown;
      rowSum /= grown;
      return { level, count, runsPerPlot, weight };
    });
  return inside.reverse();
}

/** @throws ValueError for strata that do not fit the variables or are not nested sizes with non-negative ratios. */
export function checkStrata({ strata, changes }: OptimalSplitPlotTask): void {
  const levels = strata.map((stratum) => stratum.level);
  if (strata.length < 2 || levels.at(-1) !== 'easy') {
    throw new ValueError(
      `split-plot design: expected strata from the outermost to 'easy', got ${levels.join(', ') || 'none'}; ` +
        "give 'hard' and 'easy', with 'very_hard' before them for three levels",
    );
  }
  if (new Set(levels).size < levels.length || (levels.includes('very_hard') && levels[0] !== 'very_hard')) {
    throw new ValueError(
      `split-plot design: strata ${levels.join(', ')} are not in order from the hardest to change`,
    );
  }
  for (const { level, unitsInParent, varianceRatio = 0 } of strata) {
    if (!Number.isInteger(unitsInParent) || unitsInParent < 1) {
      throw new ValueError(
        `split-plot design: '${level}' has ${unitsInParent} units; give a whole number of at least 1`,
      );
    }
    if (!(varianceRatio >= 0 && Number.isFinite(varianceRatio))) {
      throw new ValueError(
        `split-plot design: '${level}' has variance ratio ${varianceRatio}; give 0 or more`,
      );
    }
  }
  const missing = changes.find((change) => !levels.includes(change));
  if (missing !== undefined) {
    throw new ValueError(
      `split-plot design: a variable changes at '${missing}', which has no stratum; add one`,
    );
  }
}
