import type { Steps } from '../../engine/compute/lockstep.ts';
import type { TrainResult, TrainTask } from '../../engine/gp/task.ts';
import type { RunContext } from '../../engine/run-context.ts';
import type { TaskName, TaskTable } from './task-table.ts';

/** Runs a task to its end inside a worker. */
type Run<Name extends TaskName> = (
  task: TaskTable[Name]['task'],
  context: RunContext,
) => TaskTable[Name]['result'] | Promise<TaskTable[Name]['result']>;

/** Each entry loads its engine module when it is first asked for: a worker that only predicts stays small. */
export type Tasks = { readonly [Name in Exclude<TaskName, 'train'>]: () => Promise<Run<Name>> };

/** Tasks that hand out their programs, so that a worker can advance several of them together. */
export interface Stepwise {
  train(): Promise<{
    steps(task: TrainTask, context: RunContext): Steps<TrainResult>;
    /** The result with the notes of the backend about its steps. */
    noted(result: TrainResult, notes: readonly string[]): TrainResult;
  }>;
}

export const stepwise: Stepwise = {
  async train() {
    const { trainSteps } = await import('../../engine/gp/train.ts');
    return {
      steps: trainSteps,
      noted: (result, notes) => ({
        ...result,
        models: result.models.map((model) => ({ ...model, verdict: [...model.verdict, ...notes] })),
      }),
    };
  },
};

export const tasks: Tasks = {
  predict: async () => (await import('../../engine/gp/posterior/predict.ts')).predict,
  suggest: async () => {
    const { suggest } = await import('../../engine/acquisition/suggest.ts');
    return (task, context) => {
      const result = suggest(task, context);
      const notes = context.backend.takeNotes?.() ?? [];
      return { ...result, warnings: result.warnings.map((own) => [...own, ...notes]) };
    };
  },
  suggest_campaign: async () => {
    const { suggestCampaign } = await import('../../engine/campaign/suggest-campaign.ts');
    return (task, context) => {
      const result = suggestCampaign(task, context);
      return { ...result, warnings: [...result.warnings, ...(context.backend.takeNotes?.() ?? [])] };
    };
  },
  backtest: async () => (await import('../../engine/campaign/backtest.ts')).backtest,
  find_optimum: async () => (await import('../../engine/acquisition/find-optimum.ts')).findOptimum,
  initial_design: async () => (await import('../../engine/design/initial-design.ts')).initialDesign,
  optimal_design: async () => (await import('../../engine/design/optimal/optimal-design.ts')).optimalDesign,
  optimal_split_plot_design: async () =>
    (await import('../../engine/design/optimal/split-plots/optimal-split-plot.ts')).optimalSplitPlotDesign,
  budget_design: async () =>
    (await import('../../engine/design/optimal/budget/under-budget.ts')).designUnderBudget,
  evaluate_design: async () => (await import('../../engine/design/analysis/evaluate.ts')).evaluateInColumns,
  analyse_design: async () => (await import('../../engine/design/analysis/analyse.ts')).analyseDesign,
  split_plot_design: async () =>
    (await import('../../engine/design/classical/split-plot.ts')).splitPlotDesign,
};

export { openBackend } from './open-backend.ts';
