import { ValueError } from '../../errors.ts';
import { concatenate } from '../../linalg/concatenate.ts';
import { isLogarithmic } from '../../space/encode.ts';
import type { Space } from '../../space/space.ts';
import { counted, show } from '../../words.ts';
import { estimabilityWarning, requireEstimable } from '../analysis/estimability.ts';
import { centrePoint, codedValue, factorLevels } from '../coded-value.ts';
import type { DesignMethod } from '../definition.ts';
import { feasibilityOf, noFeasibleRuns } from '../feasibility.ts';
import type { ModelType } from '../optimal/model/model-terms.ts';
import type { DesignOptions } from '../options.ts';
import type { DesignInfo } from '../task.ts';

/** A design of fixed structure, before constraints. */
interface ClassicalDesign {
  /** Rows [d], encoded. */
  readonly points: readonly Float64Array[];
  /** Block of each point, from 1; absent for one block. */
  readonly blocks?: readonly number[];
  readonly info: DesignInfo;
  /** The model that such a design is made to estimate. */
  readonly model: ModelType;
  /** Options without effect. */
  readonly warnings?: readonly string[];
}

/** What a classical method makes of a space, constraints not minded. */
type Make = (space: Space, options: DesignOptions) => ClassicalDesign;

/** Runs that a classical design may have. */
const RUN_LIMIT = 100_000;

/** @throws ValueError the design has more runs than a design may have */
export function checkRuns(method: string, runs: number): void {
  if (runs > RUN_LIMIT)
    throw new ValueError(
      `${method}: ${runs} runs are more than ${RUN_LIMIT}; use fewer levels or variables, or a fractional, subset or optimal design`,
    );
}

function checkCount(method: string, space: Space, atLeast: number, kind: string): void {
  if (space.dimensions.length < atLeast)
    throw new ValueError(
      `${method}: needs at least ${atLeast} ${kind}, got ${space.dimensions.length}; use full_factorial`,
    );
}

/** @throws ValueError a variable is categorical, or there are fewer than `atLeast` */
export function checkNumeric(method: string, space: Space, atLeast: number): void {
  const label = space.dimensions.find((dimension) => dimension.kind === 'categorical');
  if (label)
    throw new ValueError(
      `${method}: works on numeric variables, '${label.name}' is categorical; use orthogonal_array, full_factorial, gsd or an optimal design`,
    );
  checkCount(method, space, atLeast, 'numeric variables');
}

/**
 * For designs of two levels: numeric variables at their bounds, and categorical ones with two categories.
 *
 * @throws ValueError a variable has another number of categories, or there are fewer than `atLeast` variables
 */
export function checkTwoLevels(method: string, space: Space, atLeast: number): void {
  for (const dimension of space.dimensions) {
    if (dimension.kind !== 'categorical' || dimension.labels.length === 2) continue;
    throw new ValueError(
      `${method}: sets two levels, '${dimension.name}' has ${dimension.labels.length} ${dimension.labels.length === 1 ? 'category' : 'categories'}; use orthogonal_array, full_factorial, gsd or an optimal design`,
    );
  }
  checkCount(method, space, atLeast, 'variables');
}

/** Coded rows as encoded points. */
export function place(space: Space, rows: readonly (readonly number[])[]): Float64Array[] {
  return rows.map((row) =>
    Float64Array.from(space.dimensions, (dimension, k) => codedValue(dimension, row[k])),
  );
}

/**
 * Runs of a design with centre runs behind them.
 *
 * @param kind names the count of the former in the answer
 * @param more further fields of the answer
 */
export const withCentres = (
  kind: 'factorialRuns' | 'edgeRuns' | 'shellRuns' | 'screeningRuns' | 'arrayRuns',
  space: Space,
  runs: readonly Float64Array[],
  count: number,
  more: DesignInfo = {},
): Pick<ClassicalDesign, 'points' | 'info'> => ({
  points: [...runs, ...Array.from({ length: count }, () => centrePoint(space))],
  info: { [kind]: runs.length, centerRuns: count, totalRuns: runs.length + count, ...more },
});

/** `count` raw values per variable over its range, or its categories. */
export function levelsOf(space: Space, count: number): number[][] {
  return space.dimensions.map((dimension) => factorLevels(dimension, count));
}

/** What `n_levels` asks of variables that do not have as many values. */
export const idleLevels: NonNullable<DesignMethod['idle']> = ({ space, nLevels = 2 }) => {
  if (nLevels === 2) return [];
  const ranges = space.dimensions.filter((one) =>
    one.kind === 'discrete' ? one.stepped || isLogarithmic(one) : one.kind !== 'categorical',
  );
  if (ranges.length === 0)
    return [
      `n_levels ${nLevels} has no effect, since no variable is real or integer: all categories and allowed values are used`,
    ];
  const few = ranges.filter((one) => factorLevels(one, nLevels).length < nLevels);
  return few.map(
    (one) =>
      `n_levels ${nLevels} is more than ${show(one.name)} takes: it has ${counted(factorLevels(one, nLevels).length, 'level')}`,
  );
};

/** Runs [rows] of d raw values, from positions in the lists of levels of the variables. */
export function placeLevels(
  levels: readonly number[][],
  rows: readonly (readonly number[])[],
): Float64Array[] {
  return rows.map((row) => Float64Array.from(row, (position, factor) => levels[factor][position]));
}

/** Product of all counts; 1 for none. */
export const product = (counts: readonly number[]) => counts.reduce((all, count) => all * count, 1);

interface BlockedRuns {
  readonly runs: readonly Float64Array[];
  /** Block of each run, from 1. */
  readonly blockOf: readonly number[];
  /** Centre runs of each block. */
  readonly centres: number;
}

/** Runs by block, each block with its centre runs behind it. */
export function inBlocks(
  kind: 'factorialRuns' | 'screeningRuns',
  space: Space,
  { runs, blockOf, centres }: BlockedRuns,
  more: DesignInfo = {},
): Pick<ClassicalDesign, 'points' | 'blocks' | 'info'> {
  const count = Math.max(...blockOf);
  const middle = Array.from({ length: centres }, () => centrePoint(space));
  const parts = Array.from({ length: count }, (_, at) => [
    ...runs.filter((_, i) => blockOf[i] === at + 1),
    ...middle,
  ]);
  const points = parts.flat();
  return {
    points,
    blocks: parts.flatMap((part, at) => part.map(() => at + 1)),
    info: {
      [kind]: runs.length,
      centerRuns: count * centres,
      totalRuns: points.length,
      blockRuns: parts.map((part) => part.length),
      ...more,
    },
  };
}

/** Effects by their names. */
export const effectNames = (space: Space, effects: readonly (readonly number[])[]): string[] =>
  effects.map((factors) => factors.map((k) => space.dimensions[k].name).join('*'));

/** Without a number there is no middle: centre runs repeat one combination, as the interface has it. */
function centreWarning(method: string, { dimensions }: Space, { centerRuns }: DesignInfo): string[] {
  if (!(Number(centerRuns) > 0) || dimensions.some(({ kind }) => kind !== 'categorical')) return [];
  return [
    `${method}: all variables are categorical, so that centre runs repeat the combination of the first categories; set n_center to 0 to omit them`,
  ];
}

/**
 * A classical design as a method: runs that miss the constraints are dropped, and the design is refused when the rest
 * cannot estimate the model that it implies.
 */
export const classical =
  (make: Make): DesignMethod['run'] =>
  (task, region) => {
    const { space, method, allowInfeasible = false } = task;
    const { points: all, blocks, info, model, warnings: own = [] } = make(space, task);
    const isKept = (point: Float64Array) => region === undefined || region.contains(point);
    const kept = all.filter(isKept);
    if (kept.length === 0 && all.length > 0)
      throw noFeasibleRuns(
        method,
        space.constraints.map(({ name }) => name),
      );
    const points = concatenate(kept);
    const dropped = all.length - kept.length;
    if (dropped > 0 && !allowInfeasible) requireEstimable(method, space, model, points, dropped);
    const way =
      info.centerRuns === 0 && dropped === 0 ? 'add centre runs (n_center)' : 'use an optimal design';
    const warnings = [
      ...own,
      ...centreWarning(method, space, info),
      ...(dropped === 0 || allowInfeasible
        ? estimabilityWarning(method, space, { model, points, way, isCut: dropped > 0 })
        : []),
    ];
    return {
      points,
      count: kept.length,
      ...(blocks && { blocks: Int32Array.from(blocks.filter((_, i) => isKept(all[i]))) }),
      designInfo: info,
      feasibility: feasibilityOf(task, dropped, allowInfeasible ? 'waived' : 'passed'),
      ...(warnings.length > 0 && { warnings }),
    };
  };
