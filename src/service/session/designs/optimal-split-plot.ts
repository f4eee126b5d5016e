import type {
  OptimalSplitPlotDesign,
  OptimalSplitPlotRequest,
} from '../../../contract/designs/optimal-split-plot.ts';
import type {
  OptimalSplitPlotResult,
  OptimalSplitPlotTask,
  Stratum,
} from '../../../engine/design/optimal/split-plots/split-plot-task.ts';
import { type ChangeLevel, changeLevels } from '../../../engine/design/task.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Space } from '../../../engine/space/space.ts';
import { seedOf } from '../seed.ts';
import type { Change, Environment, State } from '../state.ts';
import { list } from '../words.ts';
import {
  changesOf,
  type DesignContext,
  designSpace,
  modelSpec,
  plotRows,
  searchSpec,
  summaryView,
  withDesign,
} from './design.ts';

/** Most runs of one design, as for split-plot designs made level by level. */
const maxRuns = 5000;

/** What applying a design needs of its request. */
interface SplitPlotContext extends DesignContext<OptimalSplitPlotRequest> {
  readonly changes: readonly ChangeLevel[];
  readonly strata: readonly Stratum[];
}

/** Levels that variables change at, hardest first, and the runs, with their sizes. */
function strataOf(changes: readonly ChangeLevel[], request: OptimalSplitPlotRequest): Stratum[] {
  const { units, variance_ratios: ratios = {} } = request;
  const levels = changeLevels.filter((level) => level === 'easy' || changes.includes(level));
  if (levels.length < 2) {
    throw new ValueError(
      'split-plot design: no variable is hard to change; set `changes` of one, or request an optimal design without plots',
    );
  }
  const idle = changeLevels.filter(
    (level) => !levels.includes(level) && [units, ratios].some((given) => Object.hasOwn(given, level)),
  );
  if (idle.length > 0) {
    throw new ValueError(
      `split-plot design: no variable changes at ${list(idle)}; leave it out of units and variance_ratios`,
    );
  }
  const strata = levels.map((level): Stratum => {
    const unitsInParent = units[level];
    if (unitsInParent === undefined) {
      throw new ValueError(
        `split-plot design: units has no '${level}', at which variables change; give a number`,
      );
    }
    return { level, unitsInParent, ...(level === 'easy' ? {} : { varianceRatio: ratios[level] ?? 1 }) };
  });
  const runs = strata.reduce((product, { unitsInParent }) => product * unitsInParent, 1);
  if (runs > maxRuns) {
    throw new ValueError(`split-plot design: the plots contain ${runs} runs; request at most ${maxRuns}`);
  }
  return strata;
}

/**
 * The task of an optimal design in plots.
 *
 * @throws NoVariablesError there is no controllable variable
 * @throws ValueError no variable is hard to change, `units` or `variance_ratios` do not fit the change levels, or the plots hold more than 5,000 runs
 */
export function prepareOptimalSplitPlot(
  state: State,
  request: OptimalSplitPlotRequest,
  environment: Environment,
) {
  const space = designSpace(state);
  const seed = seedOf(request.random_seed, environment);
  const changes = changesOf(state);
  const strata = strataOf(changes, request);
  const task: OptimalSplitPlotTask = {
    space,
    seed,
    changes,
    strata,
    ...modelSpec(request),
    ...searchSpec(space, request),
    ...(request.criterion === undefined ? {} : { criterion: request.criterion }),
  };
  const context: SplitPlotContext = { request, space, seed, changes, strata };
  return { name: 'optimal_split_plot_design' as const, task, context };
}

/** Answers the runs with their plots, and notes the design in the audit log. */
export function applyOptimalSplitPlot(
  state: State,
  result: OptimalSplitPlotResult,
  { request, space, seed, changes, strata }: SplitPlotContext,
  environment: Environment,
): Change<OptimalSplitPlotDesign> {
  const { summary } = result;
  const parameters = { design: 'optimal_split_plot', ...request, random_seed: seed, n_points: result.count };
  return {
    state: withDesign(state, parameters, environment, {
      initial_design_method: 'optimal_split_plot',
      initial_design_n_points: result.count,
    }),
    answer: {
      points: plotRows(space, result, () => 'Initial DoE (optimal split-plot)'),
      n_points: result.count,
      info: {
        ...summaryView(summary),
        strata: stratumView(space, changes, strata),
        random_seed: seed,
      },
    },
  };
}

function stratumView(space: Space, changes: readonly ChangeLevel[], strata: readonly Stratum[]) {
  let total = 1;
  return strata.map(({ level, unitsInParent, varianceRatio }) => {
    total *= unitsInParent;
    return {
      level,
      variables: space.dimensions.filter((_, i) => changes[i] === level).map(({ name }) => name),
      units: unitsInParent,
      total,
      variance_ratio: varianceRatio ?? null,
    };
  });
}
