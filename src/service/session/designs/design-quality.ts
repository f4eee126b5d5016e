import type {
  AnalyseDesignRequest,
  DesignAnalysis,
  DesignEvaluation,
  EvaluateDesignRequest,
} from '../../../contract/designs/design-quality.ts';
import type { Row } from '../../../contract/values.ts';
import type {
  AnalyseDesignTask,
  DesignAnalysis as Analysis,
} from '../../../engine/design/analysis/analyse.ts';
import {
  type EvaluateDesignTask,
  type EvaluationInColumns,
  lossOf,
} from '../../../engine/design/analysis/evaluate.ts';
import type { MixedModelOutcome } from '../../../engine/design/analysis/mixed-model.ts';
import { missedTotal, notAMixture } from '../../../engine/design/analysis/mixture-form.ts';
import type { PlotLevel } from '../../../engine/design/analysis/plot-levels.ts';
import type { WeightedLevel } from '../../../engine/design/analysis/run-covariance.ts';
import { ValueError } from '../../../engine/errors.ts';
import { eachInSlices, filterInSlices, mapInSlices, type Slices } from '../../../engine/slices.ts';
import type { Space } from '../../../engine/space/space.ts';
import { NoDataError } from '../../errors.ts';
import { encodeInSlices } from '../models/fit.ts';
import { sideOf } from '../rows/row-details.ts';
import { rowNames } from '../rows/row-names.ts';
import type { Change, State } from '../state.ts';
import { checkNames } from '../variables/check-inputs.ts';
import { namesToUse, placeOf, sentence } from '../words.ts';
import { designSpace, modelSpec } from './design.ts';
import { infeasibleRuns } from './infeasible-runs.ts';
import { plotsOf, plotWarnings } from './split-plots.ts';
import { wireNamesInSlices } from './wire-names.ts';

/**
 * Judges the given points, or the recorded experiments, under a model.
 *
 * @throws NoDataError there are neither
 * @throws ValueError a point names no variable or has a value that it cannot have, or `variance_ratios` names plots that the runs do not have
 */
export function* prepareEvaluateDesign(state: State, request: EvaluateDesignRequest) {
  const space = designSpace(state, { whole: true });
  const points = request.points ?? state.rows;
  if (points.length === 0)
    throw new NoDataError('points: there is nothing to evaluate; send points, or record experiments');
  const sent = request.points ?? [];
  yield* mapInSlices(sent, (point, i) => checkNames(state, point, placeOf('point', i)));
  const rows = yield* mapInSlices(points, (point): Row => point);
  const what = request.points ? 'point' : 'experiment';
  const own = yield* blockedRows(state, space, rows, request.block);
  const task: EvaluateDesignTask = {
    space: own.space,
    ...modelSpec(request),
    points: yield* encodeInSlices(own.space, own.rows, request.points ? 'point' : 'row'),
    ...(own.block !== undefined && { block: space.dimensions.length }),
    plots: weighted(yield* plotsOf(rows, request.block), request.variance_ratios ?? {}),
    ...(request.significance === undefined ? {} : { significance: request.significance }),
    ...(request.signal_to_noise === undefined ? {} : { signalToNoise: request.signal_to_noise }),
    ...(request.random_seed == null ? {} : { seed: request.random_seed }),
  };
  const missed = missedTotal(own.space, task.points);
  const mixture = missed && sentence(notAMixture(placeOf(what, missed.row), missed, 'evaluated'));
  const outside = yield* infeasibleRuns(state, rows, what);
  return {
    name: 'evaluate_design' as const,
    task,
    context: [...(mixture === undefined ? [] : [mixture]), ...outside],
  };
}

/** The answer in the names of the interface. Changes nothing. @param warnings of the runs */
export function* applyEvaluateDesign(
  state: State,
  { quality, ...result }: EvaluationInColumns,
  warnings: readonly string[],
): Slices<Change<DesignEvaluation>> {
  const losses =
    quality && (yield* mapInSlices(quality.losses.leverage, (_, i) => lossOf(quality.losses, i)));
  const found = { ...result, warnings, quality: quality && { ...quality, losses } };
  return { state, answer: (yield* wireNamesInSlices(found)) as DesignEvaluation };
}

/** @throws ValueError a ratio of plots that the runs do not have */
function weighted(plots: readonly PlotLevel[], ratios: Readonly<Record<string, number>>): WeightedLevel[] {
  const names = plots.map(({ name }) => name);
  const idle = Object.keys(ratios).find((name) => !names.includes(name));
  if (idle !== undefined)
    throw new ValueError(
      `variance_ratios: the runs have no plots in a column '${idle}'; ${names.length === 0 ? 'leave it out' : namesToUse(names)}`,
    );
  return plots.map((level) => ({ ...level, varianceRatio: ratios[level.name] ?? 1 }));
}

/** Runs with the blocks that they were made in. */
interface BlockedRows {
  /** With the blocks as a category, the last one, if there are any. */
  readonly space: Space;
  readonly rows: readonly Row[];
  /** Name of the column; undefined where none is asked for, or there is one block only. */
  readonly block?: string;
}

/** @throws ValueError a named column is no column of the rows, or one that the model has already */
function* blockedRows(
  state: State,
  space: Space,
  rows: readonly Row[],
  name: string | null | undefined,
): Slices<BlockedRows> {
  if (name == null) return { space, rows };
  const has = rows.some((row) => row[name] != null);
  const taken = [...state.variables.map((variable) => variable.name), ...state.targets];
  if (!has || taken.includes(name)) {
    const columns = [...(yield* rowNames(rows))].filter(
      (column) => !taken.includes(column) && column !== 'ProvenanceId',
    );
    const hint = columns.length === 0 ? 'the runs have no other column' : namesToUse(columns);
    throw new ValueError(`block: '${name}' cannot be the column of blocks; ${hint}`);
  }
  const labels = [...new Set(yield* mapInSlices(rows, (row) => String(row[name] ?? '')))];
  if (labels.length < 2) return { space, rows };
  const constraints = space.constraints.map((one) => ({ ...one, coefficients: [...one.coefficients, 0] }));
  return {
    space: { dimensions: [...space.dimensions, { kind: 'categorical', name, labels }], constraints },
    rows: yield* mapInSlices(rows, (row) => ({ ...row, [name]: String(row[name] ?? '') })),
    block: name,
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

/** What the analysis of runs in plots lacks without a mixed model, and what to do. @param block column of the blocks */
function withoutPlots({ noMixedModel, spent }: MixedModelOutcome, block?: string): string {
  const plots = block === 'WholePlot' ? 'subplots' : 'whole plots';
  const what = `The runs were made in ${plots}, whose own error is not part of the model: ${noMixedModel}.`;
  if (spent === 'exact') return `${what} Standard errors and tests do not describe the variation of results.`;
  const way =
    spent === 'between' && block === undefined
      ? " With block 'WholePlot', and effects without the terms of these variables alone, the others are tested within plots."
      : '';
  return `${what} The standard errors of variables that are hard to change are too small.${way}`;
}

/** @throws ValueError a result that is to be transformed is not positive */
function checkPositive(
  response: Float64Array,
  rows: readonly number[],
  { box_cox_lambda: lambda = 1 }: AnalyseDesignRequest,
): void {
  const at = lambda === 1 ? -1 : response.findIndex((value) => value <= 0);
  if (at >= 0)
    throw new ValueError(
      `box_cox_lambda: the result of ${placeOf('experiment', rows[at] as number)} is ${response[at]}, and only positive results can be transformed; leave box_cox_lambda out`,
    );
}

/**
 * Analysis of the recorded experiments, by least squares and where runs were made in plots by a mixed model.
 *
 * @throws NoDataError no experiment has a measured value of the objective
 * @throws ValueError `target` is no objective, both model_type and effects are given, or a result that is to be transformed is not positive
 */
export function* prepareAnalyseDesign(session: State, request: AnalyseDesignRequest) {
  const space = designSpace(session, { whole: true });
  const target = request.target ?? (session.targets[0] as string);
  if (!session.targets.includes(target)) {
    throw new ValueError(`target: '${target}' is not an objective; ${namesToUse(session.targets, target)}`);
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
  const response = Float64Array.from(yield* mapInSlices(measured, (row) => row[target] as number));
  checkPositive(response, rows, request);
  const { model_type, block: _block, ...own } = request;
  const blocked = yield* blockedRows(session, space, measured, request.block);
  const spec =
    model_type === 'largest' || model_type === 'recommended'
      ? { choose: model_type }
      : modelSpec(model_type === undefined ? own : { ...own, model_type });
  if ('choose' in spec && own.effects != null)
    throw new ValueError('model: both model_type and effects are given; send exactly one of them');
  const plots = yield* plotsOf(measured, request.block);
  const task: AnalyseDesignTask = {
    space: blocked.space,
    ...spec,
    points: yield* encodeInSlices(blocked.space, blocked.rows),
    ...(blocked.block !== undefined && { block: space.dimensions.length }),
    response,
    ...(request.confidence === undefined ? {} : { confidence: request.confidence }),
    ...(request.box_cox_lambda === undefined ? {} : { boxCoxLambda: request.box_cox_lambda }),
    plots,
  };
  const missed = missedTotal(blocked.space, task.points);
  const mixture = missed && sentence(notAMixture(placeOf('experiment', rows[missed.row] as number), missed));
  const context: AnalysisContext = {
    target,
    rows,
    limits: known.length - rows.length,
    block: blocked.block,
    warnings: [...(mixture === undefined ? [] : [mixture]), ...plotWarnings(session, measured, plots)],
  };
  return { name: 'analyse_design' as const, task, context };
}

/** The answer in the names of the interface, with the rows that were analysed where some were left out. Changes nothing. */
export function* applyAnalyseDesign(
  state: State,
  result: Analysis,
  context: AnalysisContext,
): Slices<Change<DesignAnalysis>> {
  const { target, rows, limits, block, warnings } = context;
  const { noMixedModel, spent: _spent, ...found } = result;
  return {
    state,
    answer: {
      target,
      warnings: [...(noMixedModel === undefined ? [] : [withoutPlots(result, block)]), ...warnings],
      ...(block === undefined ? {} : { block }),
      ...(rows.length < state.rows.length && { rows: [...rows] }),
      ...(limits > 0 && { n_limits: limits }),
      ...((yield* wireNamesInSlices(found)) as Omit<DesignAnalysis, 'target' | 'warnings'>),
    } as DesignAnalysis,
  };
}
