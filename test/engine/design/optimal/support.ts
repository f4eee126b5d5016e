import { readFileSync } from 'node:fs';
import type { Backend } from '../../../../src/engine/compute/backend.ts';
import { createTsBackend } from '../../../../src/engine/compute/ts/index.ts';
import { codedRegion } from '../../../../src/engine/design/optimal/coded-region.ts';
import type { ExchangeBatch } from '../../../../src/engine/design/optimal/exchange-step.ts';
import { latticeLevels } from '../../../../src/engine/design/optimal/levels.ts';
import {
  buildModel,
  type LinearModel,
  type ModelType,
} from '../../../../src/engine/design/optimal/model-terms.ts';
import type { DesignProblem } from '../../../../src/engine/design/optimal/problem.ts';
import type { OptimalDesignSummary, OptimalDesignTask } from '../../../../src/engine/design/optimal/task.ts';
import type { Dimension, LinearConstraint, Space } from '../../../../src/engine/space/space.ts';
import { nativeBackends } from '../../compute/native-support.ts';
import { box } from '../support.ts';

/** Every instruction set of the addon with one thread, and the best one with three. */
export const nativeVariants: readonly (readonly [string, Backend])[] = [
  ...nativeBackends(1),
  ...nativeBackends(3)
    .slice(-1)
    .map(([set, backend]) => [`${set}, three threads`, backend] as const),
];

/** The fastest backend of this machine. */
export const backend: Backend = nativeVariants.at(-1)?.[1] ?? createTsBackend();

export const none = new Float64Array(0);

export function batchOf(
  model: LinearModel,
  runs: number,
  changes: Partial<ExchangeBatch> = {},
): ExchangeBatch {
  const p = model.columns.length;
  return {
    model,
    runs,
    levels: model.dimensions.map((dimension) => latticeLevels(dimension, 3)),
    ends: model.dimensions.map((dimension) => dimension.kind === 'real'),
    fixedInformation: new Float64Array(p * p),
    normals: none,
    limits: none,
    forbidden: none,
    pool: none,
    chains: 11,
    rounds: 3,
    maxPasses: 50,
    seed: 1,
    firstChain: 0,
    perturb: 3,
    ...changes,
  };
}

export function problemOf(
  space: Space,
  modelType: ModelType,
  runs: number,
  changes: Partial<DesignProblem> = {},
) {
  const model = buildModel(space.dimensions, { modelType });
  const p = model.columns.length;
  const problem: DesignProblem = {
    model,
    runs,
    existing: none,
    fixedInformation: new Float64Array(p * p),
    region: codedRegion(space),
    levels: space.dimensions.map((dimension) => latticeLevels(dimension, 3)),
    pool: none,
    finePool: none,
    seed: 1,
    maxIterations: 100,
    effort: 1,
    ...changes,
  };
  return problem;
}

export const quadratic = (factors: number): LinearModel =>
  buildModel(box(factors).dimensions, { modelType: 'quadratic' });

interface Variable {
  readonly name: string;
  readonly type: 'real' | 'integer' | 'discrete' | 'categorical';
  readonly bounds?: readonly [number, number];
  readonly allowed_values?: readonly number[];
  readonly categories?: readonly string[];
  readonly changes?: 'very_hard' | 'hard' | 'easy';
}

export interface ReferenceProblem {
  readonly id: string;
  readonly variables: readonly Variable[];
  readonly model: { readonly type?: ModelType; readonly effects?: readonly string[] };
  readonly n_runs: number;
  readonly n_parameters: number;
  readonly criterion: 'D' | 'A' | 'I';
  readonly grid_levels: number;
  readonly constraints: readonly {
    readonly type: 'inequality' | 'equality';
    readonly coefficients: Readonly<Record<string, number>>;
    readonly rhs: number;
  }[];
  readonly existing_runs: readonly Readonly<Record<string, number>>[];
  readonly moment_rule: 'region' | 'grid';
  readonly best_known: { readonly grid: number; readonly continuous?: number };
  readonly bound?: { readonly value: number; readonly scope: 'grid' | 'region' };
}

export interface ReferenceSplitPlot {
  readonly id: string;
  readonly variables: readonly Variable[];
  readonly model: { readonly type: ModelType };
  readonly criterion: 'D' | 'I';
  readonly n_parameters: number;
  readonly strata: readonly {
    readonly changes: 'very_hard' | 'hard' | 'easy';
    readonly units_in_parent: number;
    readonly variance_ratio?: number;
  }[];
  readonly levels_per_real_factor: number;
  readonly best_known: number;
}

export const reference = JSON.parse(
  readFileSync(new URL('../../../oracle/optimal-designs.json', import.meta.url), 'utf8'),
) as { optimal_designs: ReferenceProblem[]; split_plot_designs: ReferenceSplitPlot[] };

export function dimensionsOf(variables: readonly Variable[]): Dimension[] {
  return variables.map(({ name, type, bounds = [0, 0], allowed_values = [], categories = [] }) => {
    if (type === 'categorical') return { kind: type, name, labels: categories };
    if (type === 'discrete') return { kind: type, name, values: allowed_values };
    return { kind: type, name, low: bounds[0], high: bounds[1] };
  });
}

/** A reference problem as a task; the seed is 1. */
export function taskOf(problem: ReferenceProblem): OptimalDesignTask {
  const dimensions = dimensionsOf(problem.variables);
  const constraints: LinearConstraint[] = problem.constraints.map((constraint, k) => ({
    name: `c${k + 1}`,
    type: constraint.type,
    coefficients: dimensions.map(({ name }) => constraint.coefficients[name] ?? 0),
    rhs: constraint.rhs,
  }));
  return {
    space: { dimensions, constraints },
    modelType: problem.model.type,
    effects: problem.model.effects,
    nPoints: problem.n_runs,
    criterion: problem.criterion,
    levels: problem.grid_levels,
    seed: 1,
    existing: Float64Array.from(
      problem.existing_runs.flatMap((run) => dimensions.map(({ name }) => run[name] ?? Number.NaN)),
    ),
    moments: problem.moment_rule,
  };
}

/** value/best, or best/value where smaller is better. */
export function relative(problem: ReferenceProblem, summary: OptimalDesignSummary): number {
  const best = problem.best_known.continuous ?? problem.best_known.grid;
  if (problem.criterion === 'I') return best / summary.averageVariance;
  return (problem.criterion === 'D' ? summary.dEfficiency : summary.aEfficiency) / best;
}
