import { ValueError } from '../../errors.ts';
import type { Space } from '../../space/space.ts';
import type { DesignMethod } from '../definition.ts';
import type { DesignOptions } from '../options.ts';
import type { DesignInfo } from '../task.ts';
import { aliasStructure } from './alias-structure.ts';
import { blocking } from './blocks.ts';
import {
  checkRuns,
  checkTwoLevels,
  classical,
  effectNames,
  inBlocks,
  place,
  withCentres,
} from './classical.ts';
import { folded, foldedFactors, withFoldOver } from './fold-over.ts';
import {
  defaultGenerators,
  fractionOfResolution,
  fractionRuns,
  fullFraction,
  generatorWords,
  lowFactors,
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

/** A fraction in blocks, or with its fold-over as a second block; undefined for one block. */
function blocked(space: Space, fraction: RegularFraction, { nBlocks, foldOver, nCenter = 1 }: DesignOptions) {
  if (nBlocks !== undefined && foldOver !== undefined)
    throw new ValueError('fractional_factorial: n_blocks and fold_over exclude each other; send one');
  const rows = fractionRuns(fraction);
  if (nBlocks !== undefined) {
    const { blockOf, confounded } = blocking('fractional_factorial', fraction, nBlocks, 1);
    const of = rows.map((_, run) => blockOf(lowFactors(run, fraction.baseFactors)));
    const more = { confoundedWithBlocks: effectNames(space, confounded) };
    return {
      whole: fraction,
      ...inBlocks('factorialRuns', space, { runs: place(space, rows), blockOf: of, centres: nCenter }, more),
    };
  }
  if (foldOver === undefined) return undefined;
  const factors = foldedFactors('fractional_factorial', space, foldOver);
  const whole = withFoldOver(fraction, factors);
  if (whole === undefined)
    throw new ValueError(
      `fractional_factorial: fold_over '${foldOver}' repeats the runs of the fraction and separates nothing; ${fraction.baseFactors === fraction.factors.length ? 'the full factorial has no aliases' : 'name a variable that is aliased'}`,
    );
  const both = [...rows, ...folded(rows, factors)];
  const of = both.map((_, run) => (run < rows.length ? 1 : 2));
  return {
    whole,
    ...inBlocks(
      'factorialRuns',
      space,
      { runs: place(space, both), blockOf: of, centres: nCenter },
      { foldOver },
    ),
  };
}

export const fractionalFactorialDesign: DesignMethod = {
  label: 'Fractional factorial',
  purpose: 'A chosen share of the two-level combinations.',
  runs: '2^(k−p), twice with a fold-over',
  needs: 'numeric or two categories, 2 or more',
  parameters: ['generators', 'resolution', 'nRuns', 'nCenter', 'foldOver', 'nBlocks'],
  run: classical((space, options) => {
    checkTwoLevels('fractional_factorial', space, 2);
    const { nCenter = 1 } = options;
    const { fraction, words } = chooseFraction(space.dimensions.length, options);
    const inParts = blocked(space, fraction, options);
    const isWhole = fraction.baseFactors === fraction.factors.length;
    const { resolution, nRuns, generators } = options;
    const isChosen =
      inParts !== undefined ||
      resolution !== undefined ||
      nRuns !== undefined ||
      (generators !== undefined && !isWhole);
    const { whole, ...design } = inParts ?? {
      whole: fraction,
      ...withCentres('factorialRuns', space, place(space, fractionRuns(fraction)), nCenter),
    };
    const more = { generators: words, ...(isChosen ? confounding(space, whole) : {}) };
    return { ...design, info: { ...design.info, ...more }, model: 'interaction' };
  }),
};
