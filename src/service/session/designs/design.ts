import type {
  Feasibility,
  InitialDesign,
  InitialDesignRequest,
  OptimalDesign,
  OptimalDesignInfo,
  OptimalDesignInfoRequest,
  OptimalDesignRequest,
  SplitPlotDesign,
  SplitPlotRequest,
} from '../../../contract/designs/design.ts';
import type { Inputs, Row } from '../../../contract/values.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import { optimalDesignInfo } from '../../../engine/design/optimal/model/model-terms.ts';
import type { OptimalDesignResult, OptimalDesignTask } from '../../../engine/design/optimal/task.ts';
import type {
  ChangeLevel,
  FeasibilityBlock,
  InitialDesignResult,
  InitialDesignTask,
  LevelDesign,
  SplitPlotResult,
  SplitPlotTask,
} from '../../../engine/design/task.ts';
import { changeLevels } from '../../../engine/design/task.ts';
import { ValueError } from '../../../engine/errors.ts';
import { decodePoint, decodeRows, encodeChoice, encodeRows } from '../../../engine/space/encode.ts';
import type { Space } from '../../../engine/space/space.ts';
import { NoVariablesError } from '../../errors.ts';
import { auditEntry, withAudit } from '../audit.ts';
import { seedOf } from '../seed.ts';
import type { Change, Environment, State } from '../state.ts';
import { checkNames } from '../variables/check-inputs.ts';
import { controllableSpace, declaredSpace } from '../variables/space.ts';
import { list, namesToUse, placeOf } from '../words.ts';
import { checkBlockColumn, existingAndNewRuns, existingBlocks, runsByBlock } from './design-blocks.ts';
import { existingWarnings } from './existing-warnings.ts';
import { forbiddenCombinations } from './forbidden.ts';
import { inRunOrder } from './run-order.ts';
import { optionsOf, wireNames } from './wire-names.ts';

const whenGiven = <Key extends string, Value>(key: Key, value: Value | null | undefined) =>
  (value == null ? {} : { [key]: value }) as { [key in Key]?: Value };

/** Where a design may put its runs; with `whole`, where runs may have been made. */
export function designSpace(state: State, { whole = false } = {}): Space {
  const space = whole ? declaredSpace(state) : controllableSpace(state);
  if (space.dimensions.length === 0) {
    throw new NoVariablesError(
      state.variables.length === 0
        ? 'the session has no variables; add some before requesting a design'
        : 'all variables of the session are observed; add a controllable one',
    );
  }
  return space;
}

/** The `feasibility` of an answer; null without constraints. */
export function feasibilityView(block: FeasibilityBlock | null): Feasibility | null {
  if (block === null) return null;
  return {
    constraints_applied: [...block.constraintsApplied],
    n_candidates_total: block.nCandidatesTotal,
    n_candidates_feasible: block.nCandidatesFeasible,
    n_boundary_added: block.nBoundaryAdded,
    n_vertices_added: block.nVerticesAdded,
    vertex_enumeration_skipped: block.vertexEnumerationSkipped,
    n_points_dropped: block.nPointsDropped,
    estimability: block.estimability,
  };
}

/** The design is written down, and remembered as the one that the session began with. */
export function withDesign(
  state: State,
  parameters: Record<string, unknown>,
  environment: Environment,
  config: Record<string, unknown> = {},
): State {
  const next = { ...state, config: { ...state.config, ...config } };
  return withAudit(next, auditEntry('data_locked', parameters, environment));
}

/** What applying a design needs of its request. */
export interface DesignContext<Request> {
  readonly request: Request;
  readonly space: Space;
  readonly seed: number;
}

/**
 * The task of a space-filling or classical design. What the method cannot do with the space, the job says.
 *
 * @throws NoVariablesError there is no controllable variable
 */
export function prepareInitialDesign(state: State, request: InitialDesignRequest, environment: Environment) {
  const space = designSpace(state);
  const seed = seedOf(request.random_seed, environment);
  const task: InitialDesignTask = {
    space,
    method: request.method ?? 'lhs',
    seed,
    allowInfeasible: request.allow_infeasible ?? false,
    ...optionsOf(request),
  };
  return { name: 'initial_design' as const, task, context: { request, space, seed } };
}

/** Answers the runs, in the order asked for, and notes the design in the audit log. No run is staged. @throws ValueError runs have blocks, and a column of the session is named Block */
export function applyInitialDesign(
  state: State,
  result: InitialDesignResult,
  context: DesignContext<InitialDesignRequest>,
  environment: Environment,
): Change<InitialDesign> {
  const { request, space, seed } = context;
  const points = decodeRows(space, result.points);
  const method = request.method ?? 'lhs';
  const feasibility = feasibilityView(result.feasibility);
  const parameters = { design: 'initial', ...request, method, random_seed: seed, n_points: result.count };
  return {
    state: withDesign(state, parameters, environment, {
      initial_design_method: method,
      initial_design_n_points: result.count,
    }),
    answer: {
      points: result.blocks
        ? runsByBlock(state, points, result.blocks, context)
        : inRunOrder(points, { request, seed }),
      method,
      n_points: result.count,
      design_info:
        result.designInfo === null ? null : (wireNames(result.designInfo) as Record<string, unknown>),
      feasibility,
      estimability: feasibility?.estimability ?? null,
      random_seed: seed,
      warnings: [...(result.warnings ?? [])],
    },
  };
}

/** What the model of a design holds; that exactly one is given, the engine checks. */
export const modelSpec = ({ model_type, effects }: OptimalDesignInfoRequest) => ({
  ...whenGiven('modelType', model_type),
  ...whenGiven('effects', effects),
});

/** How an optimal design is searched for, and what it must leave out. */
export const searchSpec = (
  space: Space,
  {
    n_levels,
    continuous,
    effort,
    forbidden,
  }: Pick<OptimalDesignRequest, 'n_levels' | 'continuous' | 'effort' | 'forbidden'>,
) => ({
  ...whenGiven('levels', n_levels),
  ...whenGiven('continuous', continuous),
  ...whenGiven('effort', effort),
  ...(forbidden == null ? {} : { forbidden: forbiddenCombinations(space, forbidden) }),
});

/** The preview: terms and sizes, no design. */
export function designInfo(state: State, request: OptimalDesignInfoRequest): OptimalDesignInfo {
  const info = optimalDesignInfo(designSpace(state), modelSpec(request));
  return {
    model_terms: [...info.modelTerms],
    p_columns: info.columns,
    n_points_minimum: info.minimumRuns,
    n_points_recommended: info.recommendedRuns,
  };
}

/**
 * The task of an optimal design.
 *
 * @throws NoVariablesError there is no controllable variable
 * @throws ValueError an existing run or a forbidden combination names no variable or has a value that it cannot have, or there are blocks and a column of the session is named Block
 */
export function prepareOptimalDesign(state: State, request: OptimalDesignRequest, environment: Environment) {
  const space = designSpace(state);
  const seed = seedOf(request.random_seed, environment);
  request.existing?.forEach((run, i) => {
    checkNames(state, run, placeOf('existing run', i));
  });
  const task: OptimalDesignTask = {
    space,
    seed,
    ...modelSpec(request),
    ...searchSpec(space, request),
    ...whenGiven('algorithm', request.algorithm),
    ...whenGiven('nPoints', request.n_points),
    ...whenGiven('pMultiplier', request.p_multiplier),
    ...whenGiven('criterion', request.criterion),
    ...whenGiven('maxIterations', request.max_iter),
    ...whenGiven('moments', request.moments),
    ...(request.existing == null
      ? {}
      : { existing: encodeRows(space, request.existing, { what: 'existing run' }) }),
    ...whenGiven('blocks', request.blocks),
    ...(request.blocks != null && { existingBlocks: existingBlocks(request.existing ?? []).indices }),
  };
  if (request.blocks != null) checkBlockColumn(state);
  return { name: 'optimal_design' as const, task, context: { request, space, seed } };
}

/** Fields of the answer for every design for a linear model. */
export const summaryView = <Criterion extends string>(
  summary: Omit<OptimalDesignResult['summary'], 'algorithm' | 'criterion'> & {
    readonly criterion: Criterion;
  },
) => ({
  criterion: summary.criterion,
  score: summary.score,
  D_eff: summary.dEfficiency,
  A_eff: summary.aEfficiency,
  average_prediction_variance: summary.averageVariance,
  p_columns: summary.columns,
  n_runs: summary.runs,
  model_terms: [...summary.terms],
});

/** Runs [n], the first ones with the numbers that were sent: existing runs may lie beyond the bounds and between steps. */
const withExisting = (points: readonly Inputs[], existing: readonly Inputs[]): Inputs[] =>
  points.map((point, i) =>
    Object.fromEntries(
      Object.entries(point).map(([name, value]) => {
        const sent = existing[i]?.[name];
        return [name, typeof sent === 'number' && typeof value === 'number' ? sent : value];
      }),
    ),
  );

/** Answers existing runs first, then new ones, with the numbers that judge the design, and notes it in the audit log. */
export function applyOptimalDesign(
  state: State,
  result: OptimalDesignResult,
  { request, space, seed }: DesignContext<OptimalDesignRequest>,
  environment: Environment,
): Change<OptimalDesign> {
  const { summary } = result;
  const block = feasibilityView(result.feasibility);
  const feasibility =
    block && request.allow_infeasible ? { ...block, estimability: 'waived' as const } : block;
  const parameters = { design: 'optimal', ...request, random_seed: seed, n_points: result.count };
  const points = withExisting(decodeRows(space, result.points), request.existing ?? []);
  const context = { request, space, seed };
  return {
    state: withDesign(state, parameters, environment),
    answer: {
      points: result.blocks
        ? existingAndNewRuns(state, points, result.blocks, request.existing ?? [], context)
        : inRunOrder(points, context, request.existing?.length),
      n_points: result.count,
      design_info: {
        algorithm: summary.algorithm,
        ...summaryView(summary),
        ...whenGiven('block_runs', request.blocks),
      },
      feasibility,
      estimability: feasibility?.estimability ?? null,
      random_seed: seed,
      warnings: existingWarnings(state, request),
    },
  };
}

/** Values of the reference run, encoded; NaN where the middle is meant. */
function referencePoint(space: Space, values: Readonly<Record<string, unknown>>): Float64Array {
  const names = space.dimensions.map((dimension) => dimension.name);
  const unknown = Object.keys(values).filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new ValueError(
      `reference: ${list(unknown)} is not a controllable variable; ${namesToUse(names, unknown[0])}`,
    );
  }
  return Float64Array.from(space.dimensions, (dimension) =>
    values[dimension.name] === undefined ? Number.NaN : encodeChoice(dimension, values[dimension.name]),
  );
}

function checkReference(changes: readonly ChangeLevel[], space: Space, values: object): void {
  const fixed = space.dimensions.filter((d, i) => changes[i] !== 'easy' && Object.hasOwn(values, d.name));
  if (fixed.length > 0) {
    throw new ValueError(
      `reference: ${list(fixed.map((d) => d.name))} is hard to change; a reference run sets easy variables only`,
    );
  }
}

/** Per dimension of the design space. */
export const changesOf = (state: State): ChangeLevel[] =>
  controllableOf(state.variables).map((variable): ChangeLevel => variable.changes ?? 'easy');

/** Runs in their order, with the plots that they belong to. */
export function plotRows(
  space: Space,
  result: Pick<SplitPlotResult, 'points' | 'count' | 'wholePlot' | 'subplot'>,
  reasonOf: (run: number) => string,
): Row[] {
  const d = space.dimensions.length;
  return Array.from({ length: result.count }, (_, i) => ({
    ...decodePoint(space, result.points.subarray(i * d, (i + 1) * d)),
    WholePlot: result.wholePlot[i] as number,
    ...(result.subplot === undefined ? {} : { Subplot: result.subplot[i] as number }),
    RunOrder: i + 1,
    Reason: reasonOf(i),
  }));
}

/**
 * The task of a split-plot design made level by level.
 *
 * @throws NoVariablesError there is no controllable variable
 * @throws ValueError a value of the reference run is of no easy variable, or one that it cannot have
 */
export function prepareSplitPlot(state: State, request: SplitPlotRequest, environment: Environment) {
  const space = designSpace(state);
  const seed = seedOf(request.random_seed, environment);
  const changes = changesOf(state);
  const { reference } = request;
  const values = reference?.values ?? undefined;
  if (values !== undefined) checkReference(changes, space, values);
  const designs: { [level in ChangeLevel]?: LevelDesign } = {};
  for (const level of changeLevels) {
    const design = request.designs[level];
    if (design != null) designs[level] = { method: design.method, ...optionsOf(design) };
  }
  const task: SplitPlotTask = {
    space,
    changes,
    designs,
    seed,
    ...whenGiven('replicates', request.replicates),
    ...whenGiven('easyMode', request.easy_mode),
    ...whenGiven('middleMode', request.middle_mode),
    ...whenGiven('order', request.order),
    ...(reference == null
      ? {}
      : {
          reference: {
            position: reference.position ?? 'ends',
            ...(values === undefined ? {} : { values: referencePoint(space, values) }),
          },
        }),
  };
  return { name: 'split_plot_design' as const, task, context: { request, space, seed } };
}

/** Answers the runs with their plots, and notes the design in the audit log. */
export function applySplitPlot(
  state: State,
  result: SplitPlotResult,
  { request, space, seed }: DesignContext<SplitPlotRequest>,
  environment: Environment,
): Change<SplitPlotDesign> {
  const points = plotRows(space, result, (i) =>
    result.isReference[i] === 1 ? 'Reference (split-plot)' : 'Initial DoE (split-plot)',
  );
  const parameters = { design: 'split_plot', ...request, random_seed: seed, n_points: result.count };
  return {
    state: withDesign(state, parameters, environment, {
      initial_design_method: 'split_plot',
      initial_design_n_points: result.count,
    }),
    answer: {
      points,
      n_points: result.count,
      info: {
        levels: Object.fromEntries(
          Object.entries(result.levels).map(([level, names]) => [level, [...names]]),
        ),
        n_plots: { ...result.nPlots } as Record<string, number>,
        runs_per_plot: [...result.runsPerPlot],
        n_runs: result.count,
        random_seed: seed,
        designs: { ...request.designs },
        replicates: { ...request.replicates },
        easy_mode: request.easy_mode ?? 'fresh',
        warnings: [...result.warnings],
      },
    },
  };
}
