import { ValueError } from '../../errors.ts';
import type { Space } from '../../space/space.ts';
import { centrePoint, codedValue, factorLevels } from '../coded-value.ts';
import type { ModelType } from '../optimal/model-terms.ts';
import type { DesignInfo, DesignOptions } from '../task.ts';
import { aliasStructure } from './alias-structure.ts';
import { boxBehnken } from './box-behnken.ts';
import { centralComposite } from './central-composite.ts';
import { definitiveScreening } from './definitive-screening.ts';
import { fullFactorial } from './full-factorial.ts';
import { generalizedSubset } from './generalized-subset.ts';
import { orthogonalArrayFor } from './orthogonal-array.ts';
import { plackettBurman } from './plackett-burman.ts';
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

/** A design of fixed structure, before constraints. */
interface ClassicalDesign {
  /** Rows [d], encoded. */
  readonly points: readonly Float64Array[];
  readonly info: DesignInfo;
  /** The model that such a design is made to estimate. */
  readonly model: ModelType;
}

type ClassicalMethod = (space: Space, options: DesignOptions) => ClassicalDesign;

/** Runs that a classical design may have. */
const RUN_LIMIT = 100_000;

function checkRuns(method: string, runs: number): void {
  if (runs > RUN_LIMIT)
    throw new ValueError(
      `${method}: ${runs} runs are more than ${RUN_LIMIT}; take fewer levels or variables, or a fractional, subset or optimal design`,
    );
}

function checkNumeric(method: string, space: Space, atLeast: number): void {
  const label = space.dimensions.find((dimension) => dimension.kind === 'categorical');
  if (label)
    throw new ValueError(
      `${method}: works on numeric variables, '${label.name}' is categorical; use full_factorial, gsd or an optimal design`,
    );
  if (space.dimensions.length < atLeast)
    throw new ValueError(
      `${method}: needs at least ${atLeast} numeric variables, got ${space.dimensions.length}; use full_factorial`,
    );
}

/** Coded rows as encoded points. */
function place(space: Space, rows: readonly (readonly number[])[]): Float64Array[] {
  return rows.map((row) =>
    Float64Array.from(space.dimensions, (dimension, k) => codedValue(dimension, row[k])),
  );
}

function centres(space: Space, count: number): Float64Array[] {
  return Array.from({ length: count }, () => centrePoint(space));
}

function levelsOf(space: Space, count: number): number[][] {
  return space.dimensions.map((dimension) => factorLevels(dimension, count));
}

function placeLevels(levels: readonly number[][], rows: readonly (readonly number[])[]): Float64Array[] {
  return rows.map((row) => Float64Array.from(row, (position, factor) => levels[factor][position]));
}

const product = (counts: readonly number[]) => counts.reduce((all, count) => all * count, 1);

const full: ClassicalMethod = (space, { nLevels = 2, nCenter = 1 }) => {
  const levels = levelsOf(space, nLevels);
  const counts = levels.map((values) => values.length);
  checkRuns('full_factorial', product(counts));
  const points = placeLevels(levels, fullFactorial(counts, 'first'));
  return {
    points: [...points, ...centres(space, nCenter)],
    info: {
      factorialRuns: points.length,
      centerRuns: nCenter,
      totalRuns: points.length + nCenter,
      levelsPerFactor: counts,
    },
    model: nLevels === 2 ? 'interaction' : 'quadratic',
  };
};

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

const fractional: ClassicalMethod = (space, options) => {
  checkNumeric('fractional_factorial', space, 2);
  const { nCenter = 1 } = options;
  const { fraction, words } = chooseFraction(space.dimensions.length, options);
  const points = place(space, fractionRuns(fraction));
  const isChosen = options.resolution !== undefined || options.nRuns !== undefined;
  return {
    points: [...points, ...centres(space, nCenter)],
    info: {
      factorialRuns: points.length,
      centerRuns: nCenter,
      totalRuns: points.length + nCenter,
      generators: words,
      ...(isChosen ? confounding(space, fraction) : {}),
    },
    model: 'interaction',
  };
};

const ccd: ClassicalMethod = (space, { nCenter = 1, ccdAlpha = 'orthogonal', ccdFace = 'circumscribed' }) => {
  checkNumeric('ccd', space, 2);
  const factors = space.dimensions.length;
  checkRuns('ccd', 2 ** factors);
  const points = place(space, centralComposite(factors, nCenter, ccdAlpha, ccdFace));
  return {
    points,
    info: {
      factorialRuns: 2 ** factors,
      axialRuns: 2 * factors,
      centerRuns: 2 * nCenter,
      totalRuns: points.length,
      alpha: ccdAlpha,
      face: ccdFace,
    },
    model: 'quadratic',
  };
};

const behnken: ClassicalMethod = (space, { nCenter = 1 }) => {
  checkNumeric('box_behnken', space, 3);
  const edges = place(space, boxBehnken(space.dimensions.length));
  return {
    points: [...edges, ...centres(space, nCenter)],
    info: { edgeRuns: edges.length, centerRuns: nCenter, totalRuns: edges.length + nCenter },
    model: 'quadratic',
  };
};

const burman: ClassicalMethod = (space, { nCenter = 1 }) => {
  checkNumeric('plackett_burman', space, 2);
  const points = place(space, plackettBurman(space.dimensions.length));
  return {
    points: [...points, ...centres(space, nCenter)],
    info: { screeningRuns: points.length, centerRuns: nCenter, totalRuns: points.length + nCenter },
    model: 'linear',
  };
};

const gsd: ClassicalMethod = (space, { nLevels = 2, gsdReduction = 2 }) => {
  const levels = levelsOf(space, nLevels);
  const counts = levels.map((values) => values.length);
  checkRuns('gsd', product(counts) / gsdReduction);
  const points = placeLevels(levels, generalizedSubset(counts, gsdReduction));
  return {
    points,
    info: {
      fullFactorialRuns: product(counts),
      gsdRuns: points.length,
      totalRuns: points.length,
      reduction: gsdReduction,
      levelsPerFactor: counts,
    },
    model: 'linear',
  };
};

const screening: ClassicalMethod = (space, { nCenter = 1 }) => {
  checkNumeric('definitive_screening', space, 3);
  const rows = definitiveScreening(space.dimensions.length).slice(0, -1);
  const points = [...place(space, rows), ...centres(space, nCenter)];
  return {
    points,
    info: { screeningRuns: rows.length, centerRuns: nCenter, totalRuns: points.length },
    model: 'linear',
  };
};

const orthogonal: ClassicalMethod = (space, { nLevels = 2, nCenter = 0, nRuns }) => {
  const levels = levelsOf(space, nLevels);
  const counts = levels.map((values) => values.length);
  const rows = orthogonalArrayFor(counts, nRuns);
  return {
    points: [...placeLevels(levels, rows), ...centres(space, nCenter)],
    info: {
      arrayRuns: rows.length,
      centerRuns: nCenter,
      totalRuns: rows.length + nCenter,
      levelsPerFactor: counts,
    },
    model: 'linear',
  };
};

/** Designs of fixed structure by name. */
export const classicalMethods = {
  full_factorial: full,
  fractional_factorial: fractional,
  ccd,
  box_behnken: behnken,
  plackett_burman: burman,
  gsd,
  definitive_screening: screening,
  orthogonal_array: orthogonal,
} as const satisfies Record<string, ClassicalMethod>;
