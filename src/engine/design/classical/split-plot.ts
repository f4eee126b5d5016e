import { InfeasibleRegionError, ValueError } from '../../errors.ts';
import { pointsOf } from '../../linalg/concatenate.ts';
import { createGenerator, type Generator } from '../../random/generator.ts';
import type { RunContext } from '../../run-context.ts';
import { createFeasibleRegion, type FeasibleRegion } from '../../space/feasible-region.ts';
import { centreValue } from '../coded-value.ts';
import { ineffectiveOptions } from '../ineffective-options.ts';
import { initialDesign } from '../initial-design.ts';
import { type ChangeLevel, changeLevels, type SplitPlotResult, type SplitPlotTask } from '../task.ts';
import { levelSpace, linkedConstraint } from './level-space.ts';

/** Runs that a split-plot design may have. */
const RUN_LIMIT = 5000;

/** One run with the plots that it lies in. */
interface Run {
  readonly point: Float64Array;
  readonly whole: number;
  readonly inner: number;
  readonly isReference: boolean;
}

/** A task with its levels worked out. */
interface Plan {
  readonly task: SplitPlotTask;
  readonly levels: readonly ChangeLevel[];
  /** Per level of `levels`: its columns in the space. */
  readonly columns: readonly (readonly number[])[];
  readonly generator: Generator;
  readonly context: RunContext;
  /** Per level: in how many plots it is made; they share the effort of one search. */
  readonly plots: number[];
  /** Per level: the design that crossed plots share. */
  readonly shared: (Float64Array[] | undefined)[];
  readonly warnings: Set<string>;
}

function checkTask(task: SplitPlotTask): readonly ChangeLevel[] {
  const levels = changeLevels.filter((level) => task.changes.includes(level));
  if (!levels.includes('easy'))
    throw new ValueError(
      'split-plot: no variable is easy to change; at least one must be, or use an initial design',
    );
  if (levels.length < 2)
    throw new ValueError(
      'split-plot: no variable is hard or very hard to change; mark one, or use an initial design',
    );
  const given = changeLevels.filter((level) => task.designs[level] !== undefined);
  if (given.join() !== levels.join())
    throw new ValueError(
      `split-plot: designs are for ${given.join(', ') || 'no level'}, the variables have the levels ${levels.join(', ')}; send one design per level present`,
    );
  for (const level of levels) {
    const { nBlocks, foldOver } = task.designs[level] ?? {};
    if (nBlocks !== undefined || foldOver !== undefined)
      throw new ValueError(
        `split-plot: the ${level} design has ${nBlocks === undefined ? 'fold_over' : 'n_blocks'}; plots are the blocks of such a design, so leave it out`,
      );
  }
  for (const [level, count] of Object.entries(task.replicates ?? {})) {
    if (!levels.includes(level as ChangeLevel) || level === 'easy')
      throw new ValueError(`split-plot: replicates name '${level}', which no variable has; remove it`);
    if (!(Number.isInteger(count) && count >= 1))
      throw new ValueError(
        `split-plot: replicates of '${level}' must be a whole number from 1, got ${count}`,
      );
  }
  return levels;
}

/** Whether a level reuses one design under every outer plot. */
function isCrossed({ task, levels }: Plan, depth: number): boolean {
  if (depth === 0) return false;
  const mode = levels[depth] === 'easy' ? task.easyMode : task.middleMode;
  return mode === 'crossed';
}

function checkCrossed(plan: Plan): void {
  plan.levels.forEach((level, depth) => {
    if (!isCrossed(plan, depth)) return;
    const outer = plan.columns.slice(0, depth).flat();
    const link = linkedConstraint(plan.task.space, plan.columns[depth], outer);
    if (link)
      throw new ValueError(
        `split-plot: the constraint '${link.name}' links the ${level} variables to outer ones, so one design cannot serve every plot; use mode fresh`,
      );
  });
}

/** Names what the task asks of levels that there are not. */
function warnIdle({ task, levels, warnings }: Plan): void {
  if (task.middleMode === 'crossed' && levels.length < 3)
    warnings.add("middle_mode 'crossed' has no effect: it applies to designs with three levels");
  for (const [level, order] of Object.entries(task.order ?? {}))
    if (order === 'as_generated' && !levels.includes(level as ChangeLevel))
      warnings.add(`order '${order}' of ${level} has no effect: no variable has this level`);
}

/** Words for the plot that is set up with these values. */
function plotName({ task, columns, levels }: Plan, depth: number, point: Float64Array): string {
  const outer = columns.slice(0, depth).flat();
  const settings = outer.map((k) => {
    const dimension = task.space.dimensions[k];
    const value = dimension.kind === 'categorical' ? dimension.labels[point[k]] : point[k];
    return `${dimension.name} = ${value}`;
  });
  return outer.length === 0 ? `${levels[depth]} level` : `plot ${settings.join(', ')}`;
}

/** Rows of one level's design under the outer values in `point`, as whole points. */
function designRows(plan: Plan, depth: number, point: Float64Array): Float64Array[] {
  const { task, levels, columns, context, generator } = plan;
  const level = levels[depth];
  const reused = plan.shared[depth];
  const rows = reused ?? drawRows(generator.childSeed());
  if (isCrossed(plan, depth)) plan.shared[depth] = rows;
  return rows.map((row) => {
    const filled = point.slice();
    for (const k of columns[depth]) filled[k] = row[k];
    return filled;
  });

  function drawRows(seed: number): Float64Array[] {
    const options = task.designs[level];
    if (!options) throw new ValueError(`split-plot: there is no design for the level ${level}`);
    const space = levelSpace(task.space, columns[depth], columns.slice(0, depth).flat(), point);
    const where = plotName(plan, depth, point);
    try {
      const searchEffort = isCrossed(plan, depth) ? 1 : Math.max(0.01, 1 / plan.plots[depth]);
      const result = initialDesign(
        { nCenter: 0, searchEffort, ...options, space, seed, allowInfeasible: true },
        context,
      );
      for (const warning of ineffectiveOptions({ ...options, space, seed }))
        plan.warnings.add(`the ${level} design: ${warning}`);
      if (result.feasibility?.nPointsDropped)
        plan.warnings.add(
          `the constraints drop runs of the ${options.method} design of the ${level} variables in some plots; check that the model can be estimated`,
        );
      const d = columns[depth].length;
      return Array.from({ length: result.count }, (_, i) => {
        const row = new Float64Array(task.space.dimensions.length);
        columns[depth].forEach((k, j) => {
          row[k] = result.points[i * d + j];
        });
        return row;
      });
    } catch (cause) {
      if (!(cause instanceof ValueError)) throw cause;
      const Kind = cause instanceof InfeasibleRegionError ? InfeasibleRegionError : ValueError;
      throw new Kind(`split-plot: ${where}: ${cause.message}`, { cause });
    }
  }
}

/** Settings of a restricted level under one outer plot: design rows, replicated and put in order. */
function plotSettings(plan: Plan, depth: number, point: Float64Array): Float64Array[] {
  const { task, levels, generator } = plan;
  const level = levels[depth];
  const rows = designRows(plan, depth, point);
  const times = level === 'easy' ? 1 : (task.replicates?.[level] ?? 1);
  checkRuns(times * rows.length);
  const all = Array.from({ length: times }, () => rows).flat();
  return task.order?.[level] === 'as_generated' ? all : generator.shuffle(all);
}

/** Values of the easy variables in a reference run. */
function referenceValues({ task, columns }: Plan): { k: number; value: number }[] {
  return columns[columns.length - 1].map((k) => {
    const given = task.reference?.values?.[k];
    return {
      k,
      value: given === undefined || Number.isNaN(given) ? centreValue(task.space.dimensions[k]) : given,
    };
  });
}

/** Runs of one innermost plot: the easy rows in order, with reference runs first, or first and last. */
function plotRuns(
  plan: Plan,
  plot: Float64Array,
  whole: number,
  inner: number,
  region: FeasibleRegion | undefined,
): Run[] {
  const { task, levels } = plan;
  const run = (point: Float64Array, isReference: boolean): Run => ({ point, whole, inner, isReference });
  const runs = plotSettings(plan, levels.length - 1, plot).map((point) => run(point, false));
  if (!task.reference) return runs;
  const reference = plot.slice();
  for (const { k, value } of referenceValues(plan)) reference[k] = value;
  if (region && !region.contains(reference))
    throw new ValueError(
      `split-plot: the reference run is not feasible in ${plotName(plan, levels.length - 1, plot)}; give other reference values`,
    );
  const start = run(reference, true);
  return task.reference.position === 'start'
    ? [start, ...runs]
    : [start, ...runs, run(reference.slice(), true)];
}

/** Every distinct setting once, as text. */
function distinct(points: readonly Float64Array[], columns: readonly number[]): number {
  return new Set(points.map((point) => columns.map((k) => point[k]).join())).size;
}

/** A level whose settings never come back has no pure error: what its plots vary by is known only where a model leaves plots over. */
function warnUnreplicated(plan: Plan, depth: number, plots: readonly Float64Array[]): void {
  const columns = plan.columns.slice(0, depth + 1).flat();
  if (plots.length > 0 && distinct(plots, columns) === plots.length)
    plan.warnings.add(
      `no setting of the ${plan.levels[depth]} variables is replicated, so the variation between their plots can be estimated only under a model that leaves degrees of freedom between them; consider replicates`,
    );
}

/**
 * Nested design by change level: the outermost level's design, then under each of its rows (times replicates) the next
 * level's design with the outer values put into the constraints, down to the easy runs.
 *
 * Whole plots and innermost plots count from 1, innermost ones on over whole plots. One generator, seeded by the task,
 * orders everything and seeds the design of each plot, so the same task gives the same design.
 *
 * @throws ValueError for levels, designs, replicates or modes that do not fit together, a reference run that a plot
 *         cannot take, or more than 5000 runs
 * @throws InfeasibleRegionError naming the plot in which the constraints leave no point
 */
export function splitPlotDesign(task: SplitPlotTask, context: RunContext): SplitPlotResult {
  const levels = checkTask(task);
  const columns = levels.map((level) => task.changes.flatMap((change, k) => (change === level ? [k] : [])));
  const plan: Plan = {
    task,
    levels,
    columns,
    generator: createGenerator(task.seed),
    context,
    plots: levels.map(() => 1),
    shared: levels.map(() => undefined),
    warnings: new Set(),
  };
  checkCrossed(plan);
  warnIdle(plan);
  const region = task.space.constraints.length > 0 ? createFeasibleRegion(task.space) : undefined;

  const d = task.space.dimensions.length;
  const wholePlots = plotSettings(plan, 0, new Float64Array(d));
  plan.plots[1] = wholePlots.length;
  const innerPlots: { point: Float64Array; whole: number }[] = [];
  wholePlots.forEach((point, i) => {
    const inner = levels.length === 3 ? plotSettings(plan, 1, point) : [point];
    for (const setting of inner) innerPlots.push({ point: setting, whole: i + 1 });
    checkRuns(innerPlots.length);
  });
  plan.plots[levels.length - 1] = innerPlots.length;
  const runs: Run[] = [];
  innerPlots.forEach(({ point, whole }, i) => {
    runs.push(...plotRuns(plan, point, whole, i + 1, region));
    checkRuns(runs.length);
    context.progress?.((i + 1) / innerPlots.length, 'filling plots');
  });
  warnUnreplicated(plan, 0, wholePlots);
  if (levels.length === 3)
    warnUnreplicated(
      plan,
      1,
      innerPlots.map(({ point }) => point),
    );
  return resultOf(plan, runs, wholePlots.length, innerPlots.length);
}

function checkRuns(count: number): void {
  if (count > RUN_LIMIT)
    throw new ValueError(`split-plot: more than ${RUN_LIMIT} runs; use smaller designs or fewer replicates`);
}

function resultOf(
  { task, levels, columns, warnings }: Plan,
  runs: readonly Run[],
  whole: number,
  inner: number,
): SplitPlotResult {
  const perPlot = new Map<number, number>();
  for (const { inner: plot } of runs) perPlot.set(plot, (perPlot.get(plot) ?? 0) + 1);
  const names = levels.map((level, depth) => [
    level,
    columns[depth].map((k) => task.space.dimensions[k].name),
  ]);
  const plots = levels.slice(0, -1).map((level, depth) => [level, depth === 0 ? whole : inner]);
  return {
    points: pointsOf(runs),
    count: runs.length,
    wholePlot: Int32Array.from(runs, (run) => run.whole),
    ...(levels.length === 3 ? { subplot: Int32Array.from(runs, (run) => run.inner) } : {}),
    isReference: Uint8Array.from(runs, (run) => (run.isReference ? 1 : 0)),
    levels: Object.fromEntries(names),
    nPlots: Object.fromEntries(plots),
    runsPerPlot: [...new Set(perPlot.values())].sort((a, b) => a - b),
    warnings: [...warnings],
  };
}
