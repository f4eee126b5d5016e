import type { Row } from '../../contract/common.ts';
import type {
  AnalyseDesignRequest,
  DesignAnalysis,
  DesignEvaluation,
  EvaluateDesignRequest,
} from '../../contract/design-quality.ts';
import type { AnalyseDesignTask, DesignAnalysis as Analysis } from '../../engine/design/analysis/analyse.ts';
import {
  type EvaluateDesignTask,
  type EvaluationInColumns,
  lossOf,
} from '../../engine/design/analysis/evaluate.ts';
import { ValueError } from '../../engine/errors.ts';
import { eachInSlices, filterInSlices, mapInSlices, type Slices } from '../../engine/slices.ts';
import { NoDataError } from '../errors.ts';
import { designSpace, modelSpec } from './design.ts';
import { columnsInSlices } from './experiments.ts';
import { encodeInSlices } from './fit.ts';
import { checkNames } from './record.ts';
import { sideOf } from './row-details.ts';
import { plotsOf, plotWarnings } from './split-plots.ts';
import type { Change, State } from './state.ts';
import { wireNamesInSlices } from './wire-names.ts';
import { list } from './words.ts';

/** Judges the given points, or the recorded experiments, under a model. */
export function* prepareEvaluateDesign(state: State, request: EvaluateDesignRequest) {
  const space = designSpace(state, { whole: true });
  const points = request.points ?? state.rows;
  if (points.length === 0)
    throw new NoDataError('points: there is nothing to evaluate; send points, or record experiments');
  const sent = request.points ?? [];
  yield* mapInSlices(sent, (point, i) => checkNames(state, point, `points, run ${i + 1}`));
  const task: EvaluateDesignTask = {
    space,
    ...modelSpec(request),
    points: yield* encodeInSlices(space, points),
    ...(request.significance === undefined ? {} : { significance: request.significance }),
    ...(request.signal_to_noise === undefined ? {} : { signalToNoise: request.signal_to_noise }),
    ...(request.random_seed == null ? {} : { seed: request.random_seed }),
  };
  return { name: 'evaluate_design' as const, task, context: null };
}

export function* applyEvaluateDesign(
  state: State,
  { quality, ...result }: EvaluationInColumns,
): Slices<Change<DesignEvaluation>> {
  const losses =
    quality && (yield* mapInSlices(quality.losses.leverage, (_, i) => lossOf(quality.losses, i)));
  const answer = yield* wireNamesInSlices({ ...result, quality: quality && { ...quality, losses } });
  return { state, answer: answer as DesignEvaluation };
}

type Blocks =
  | {
      readonly dimension: {
        readonly kind: 'categorical';
        readonly name: string;
        readonly labels: readonly string[];
      };
      readonly rows: State['rows'];
    }
  | undefined;

/**
 * The blocks of the rows as a category; undefined where none are asked for, or there is one only.
 *
 * @throws ValueError a named column is no column of the rows, or one that the model has already
 */
function* blocksIn(state: State, rows: readonly Row[], name: string | null | undefined): Slices<Blocks> {
  if (name == null) return undefined;
  const has = rows.some((row) => row[name] != null);
  const taken = [...state.variables.map((variable) => variable.name), ...state.targets];
  if (!has || taken.includes(name)) {
    const columns = (yield* columnsInSlices(state)).filter(
      (column) => !taken.includes(column) && column !== 'ProvenanceId',
    );
    throw new ValueError(`block: '${name}' cannot be the column of blocks; use one of ${list(columns)}`);
  }
  const labels = [...new Set(yield* mapInSlices(rows, (row) => String(row[name] ?? '')))];
  if (labels.length < 2) return undefined;
  return {
    dimension: { kind: 'categorical' as const, name, labels },
    rows: yield* mapInSlices(rows, (row) => ({ ...row, [name]: String(row[name] ?? '') })),
  };
}

interface AnalysisContext {
  readonly target: string;
  readonly warnings: readonly string[];
  /** Rows with a measured value. */
  readonly rows: readonly number[];
  /** Rows whose value is a limit. */
  readonly limits: number;
  readonly block: string | undefined;
}

/** @param reason why there is no mixed model */
const withoutPlots = (reason: string): string =>
  `The runs were made in whole plots, whose own error is not part of the model: ${reason}. The standard errors of variables that are hard to change are too small. With block 'WholePlot' the other variables are tested within plots.`;

/** Analysis of the recorded experiments, by least squares and where runs were made in plots by a mixed model. */
export function* prepareAnalyseDesign(session: State, request: AnalyseDesignRequest) {
  const space = designSpace(session, { whole: true });
  const target = request.target ?? (session.targets[0] as string);
  if (!session.targets.includes(target)) {
    throw new ValueError(`target: '${target}' is not an objective; use one of ${list(session.targets)}`);
  }
  if (session.rows.length === 0) throw new NoDataError('the session has no experiments; record some first');
  const known: number[] = [];
  yield* eachInSlices(session.rows, ({ [target]: value }, i) => {
    if (typeof value === 'number') known.push(i);
  });
  const at = (i: number) => session.rows.at(i) as Row;
  const rows = yield* filterInSlices(known, (i) => sideOf(session.details, at(i), target) === undefined);
  if (rows.length === 0)
    throw new NoDataError(`target: no experiment has a measured value of '${target}'; record one first`);
  const measured = yield* mapInSlices(rows, at);
  const { model_type, block: _block, ...own } = request;
  const blocks = yield* blocksIn(session, measured, request.block);
  const all =
    blocks === undefined ? space : { ...space, dimensions: [...space.dimensions, blocks.dimension] };
  const rowsOfAll = blocks === undefined ? measured : blocks.rows;
  const spec =
    model_type === 'largest' || model_type === 'recommended'
      ? { choose: model_type }
      : modelSpec(model_type === undefined ? own : { ...own, model_type });
  if ('choose' in spec && own.effects != null)
    throw new ValueError('model: both model_type and effects are given; send exactly one of them');
  const plots = yield* plotsOf(measured, request.block);
  const task: AnalyseDesignTask = {
    space: all,
    ...spec,
    points: yield* encodeInSlices(all, rowsOfAll),
    ...(blocks === undefined ? {} : { block: space.dimensions.length }),
    response: Float64Array.from(yield* mapInSlices(measured, (row) => row[target] as number)),
    ...(request.confidence === undefined ? {} : { confidence: request.confidence }),
    plots,
  };
  const context: AnalysisContext = {
    target,
    rows,
    limits: known.length - rows.length,
    block: blocks?.dimension.name,
    warnings: plotWarnings(session, measured, plots),
  };
  return { name: 'analyse_design' as const, task, context };
}

export function* applyAnalyseDesign(
  state: State,
  result: Analysis,
  context: AnalysisContext,
): Slices<Change<DesignAnalysis>> {
  const { target, rows, limits, block, warnings } = context;
  const { noMixedModel, ...found } = result;
  return {
    state,
    answer: {
      target,
      warnings: [...(noMixedModel === undefined ? [] : [withoutPlots(noMixedModel)]), ...warnings],
      ...(block === undefined ? {} : { block }),
      ...(rows.length < state.rows.length && { rows: [...rows] }),
      ...(limits > 0 && { n_limits: limits }),
      ...((yield* wireNamesInSlices(found)) as Omit<DesignAnalysis, 'target' | 'warnings'>),
    } as DesignAnalysis,
  };
}
