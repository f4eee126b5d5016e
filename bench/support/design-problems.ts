import { readFileSync } from 'node:fs';
import type { ModelType } from '../../src/engine/design/optimal/model/model-terms.ts';
import type { OptimalSplitPlotTask } from '../../src/engine/design/optimal/split-plots/split-plot-task.ts';
import type { OptimalDesignSummary, OptimalDesignTask } from '../../src/engine/design/optimal/task.ts';
import type { Dimension } from '../../src/engine/space/space.ts';

interface Variable {
  readonly name: string;
  readonly type: 'real' | 'integer' | 'discrete' | 'categorical';
  readonly bounds?: readonly [number, number];
  readonly allowed_values?: readonly number[];
  readonly categories?: readonly string[];
  readonly changes?: 'very_hard' | 'hard' | 'easy';
}

/** A problem of test/oracle/optimal-designs.json. */
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

/** Problems with the best known values of their designs; tests read them, too. */
export const reference = JSON.parse(
  readFileSync(new URL('../../test/oracle/optimal-designs.json', import.meta.url), 'utf8'),
) as { optimal_designs: ReferenceProblem[]; split_plot_designs: ReferenceSplitPlot[] };

function dimensionsOf(variables: readonly Variable[]): Dimension[] {
  return variables.map(({ name, type, bounds = [0, 0], allowed_values = [], categories = [] }) => {
    if (type === 'categorical') return { kind: type, name, labels: categories };
    if (type === 'discrete') return { kind: type, name, values: allowed_values };
    return { kind: type, name, low: bounds[0], high: bounds[1] };
  });
}

export function designTask(problem: ReferenceProblem, seed = 1): OptimalDesignTask {
  const dimensions = dimensionsOf(problem.variables);
  return {
    space: {
      dimensions,
      constraints: problem.constraints.map(({ type, coefficients, rhs }, k) => ({
        name: `c${k + 1}`,
        type,
        coefficients: dimensions.map(({ name }) => coefficients[name] ?? 0),
        rhs,
      })),
    },
    modelType: problem.model.type,
    effects: problem.model.effects,
    nPoints: problem.n_runs,
    criterion: problem.criterion,
    levels: problem.grid_levels,
    seed,
    existing: Float64Array.from(
      problem.existing_runs.flatMap((run) => dimensions.map(({ name }) => run[name] ?? Number.NaN)),
    ),
    moments: problem.moment_rule,
  };
}

export function splitPlotTask(problem: ReferenceSplitPlot, seed = 1): OptimalSplitPlotTask {
  return {
    space: { dimensions: dimensionsOf(problem.variables), constraints: [] },
    changes: problem.variables.map((variable) => variable.changes ?? 'easy'),
    strata: problem.strata.map((stratum) => ({
      level: stratum.changes,
      unitsInParent: stratum.units_in_parent,
      varianceRatio: stratum.variance_ratio,
    })),
    modelType: problem.model.type,
    criterion: problem.criterion,
    levels: problem.levels_per_real_factor,
    seed,
  };
}

/** How good a design is by a criterion, larger is better. */
export function goodness(criterion: 'D' | 'A' | 'I', summary: OptimalDesignSummary): number {
  if (criterion === 'I') return 1 / summary.averageVariance;
  return criterion === 'D' ? summary.dEfficiency : summary.aEfficiency;
}

/** The best known value in the same terms: over the lattice, or over the continuous region where that is better. */
export function bestKnown({ criterion, best_known }: ReferenceProblem, scope: 'grid' | 'continuous'): number {
  const value = scope === 'grid' ? best_known.grid : (best_known.continuous ?? best_known.grid);
  return criterion === 'I' ? 1 / value : value;
}
