import { ValueError } from '../../errors.ts';
import type { Space } from '../../space/space.ts';
import type { DesignMethod } from '../definition.ts';
import type { DesignOptions } from '../options.ts';
import type { DesignInfo } from '../task.ts';
import { aliasStructure } from './alias-structure.ts';
import { checkRuns, checkTwoLevels, classical, place, withCentres } from './classical.ts';
import {
  defaultGenerators,
  fractionOfResolution,
  fractionRuns,
  fullFraction,
  generatorWords,
  minimumAberration,
  parseGenerators,
  type RegularFraction,
} from './regular-fraction.ts';

/** The fraction asked for, with the words to report: null for the default full factorial. */
function chooseFraction(
  factors: number,
  { generators, resolution, nRuns }: DesignOptions,
): { fraction: RegularFraction; words: string | null } {
  if ([generators, resolution, nRuns].filter((choice) => choice !== undefined).length > 1)
    throw new ValueError(
      'fractional_factorial: generators, resolution and n_runs exclude each other; send one',
    );
  const text =
    generators ?? (resolution === undefined && nRuns === undefined ? defaultGenerators(factors) : undefined);
  if (text !== undefined) return { fraction: parseGenerators(text, factors), words: text };
  if (resolution === undefined && nRuns === undefined) {
    checkRuns('fractional_factorial', 2 ** factors);
    return { fraction: fullFraction(factors), words: null };
  }
  const fraction =
    nRuns === undefined
      ? fractionOfResolution(factors, resolution as number)
      : minimumAberration(factors, nRuns);
  return { fraction, words: generatorWords(fraction) };
}

/** Resolution, defining words and aliased effects, in names of variables; a minus marks opposite signs. */
function confounding(space: Space, fraction: RegularFraction): DesignInfo {
  const { resolution, definingWords, sets } = aliasStructure(fraction);
  const nameOf = (factors: readonly number[]) => factors.map((k) => space.dimensions[k].name).join('*');
  return {
    resolution: Number.isFinite(resolution) ? resolution : null,
    definingWords: definingWords.map(({ factors, sign }) => (sign < 0 ? '-' : '') + nameOf(factors)),
    aliases: sets
      .filter(({ members }) => members.length > 1)
      .map(({ members }) =>
        members.map(({ effect, sign }) => (sign < 0 ? '-' : '') + nameOf(effect)).join(' = '),
      ),
  };
}

export const fractionalFactorialDesign: DesignMethod = {
  label: 'Fractional factorial',
  purpose: 'A chosen share of the two-level combinations.',
  runs: '2^(k−p)',
  needs: 'numeric or two categories, 2 or more',
  parameters: ['generators', 'resolution', 'nRuns', 'nCenter'],
  run: classical((space, options) => {
    checkTwoLevels('fractional_factorial', space, 2);
    const { nCenter = 1 } = options;
    const { fraction, words } = chooseFraction(space.dimensions.length, options);
    const points = place(space, fractionRuns(fraction));
    const isWhole = fraction.baseFactors === fraction.factors.length;
    const { resolution, nRuns, generators } = options;
    const isChosen =
      resolution !== undefined || nRuns !== undefined || (generators !== undefined && !isWhole);
    const more = { generators: words, ...(isChosen ? confounding(space, fraction) : {}) };
    return { ...withCentres('factorialRuns', space, points, nCenter, more), model: 'interaction' };
  }),
};
