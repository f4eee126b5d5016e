import type {
  FindOptimumResult,
  FindOptimumTask,
  SuggestResult,
  SuggestTask,
} from '../../engine/acquisition/task.ts';
import type { BacktestResult, BacktestTask } from '../../engine/campaign/backtest.ts';
import type { CampaignResult, CampaignTask } from '../../engine/campaign/task.ts';
import type { AnalyseDesignTask, DesignAnalysis } from '../../engine/design/analysis/analyse.ts';
import type { EvaluateDesignTask, EvaluationInColumns } from '../../engine/design/analysis/evaluate.ts';
import type {
  BudgetDesignResult,
  BudgetDesignTask,
} from '../../engine/design/optimal/budget/under-budget.ts';
import type {
  OptimalSplitPlotResult,
  OptimalSplitPlotTask,
} from '../../engine/design/optimal/split-plots/split-plot-task.ts';
import type { OptimalDesignResult, OptimalDesignTask } from '../../engine/design/optimal/task.ts';
import type {
  InitialDesignResult,
  InitialDesignTask,
  SplitPlotResult,
  SplitPlotTask,
} from '../../engine/design/task.ts';
import type { PredictResult, PredictTask } from '../../engine/gp/posterior/predict.ts';
import type { TrainResult, TrainTask } from '../../engine/gp/task.ts';

/** Every task that workers know: what goes in and what comes out. Both are plain data. */
export interface TaskTable {
  train: { task: TrainTask; result: TrainResult };
  predict: { task: PredictTask; result: PredictResult };
  suggest: { task: SuggestTask; result: SuggestResult };
  suggest_campaign: { task: CampaignTask; result: CampaignResult };
  backtest: { task: BacktestTask; result: BacktestResult };
  find_optimum: { task: FindOptimumTask; result: FindOptimumResult };
  initial_design: { task: InitialDesignTask; result: InitialDesignResult };
  optimal_design: { task: OptimalDesignTask; result: OptimalDesignResult };
  optimal_split_plot_design: { task: OptimalSplitPlotTask; result: OptimalSplitPlotResult };
  budget_design: { task: BudgetDesignTask; result: BudgetDesignResult };
  evaluate_design: { task: EvaluateDesignTask; result: EvaluationInColumns };
  analyse_design: { task: AnalyseDesignTask; result: DesignAnalysis };
  split_plot_design: { task: SplitPlotTask; result: SplitPlotResult };
}

export type TaskName = keyof TaskTable;

/** Short tasks, which the light worker takes as well. */
const light: readonly TaskName[] = ['predict', 'find_optimum'];

/** Whether a task is short: the light worker takes it, too, and it is not behind trainings. */
export function isLight(name: TaskName): boolean {
  return light.includes(name);
}

/** Rows and suggestions up to which a training or a search takes a second or little more. */
const quickRows = 200;
const quickCount = 20;

const quick: readonly TaskName[] = ['initial_design', 'evaluate_design', 'analyse_design'];

/** Whether a job may take longer than seconds, by its size. */
export function isLong<Name extends TaskName>(name: Name, task: TaskTable[Name]['task']): boolean {
  if (name === 'train') return (task as TrainTask).n > quickRows;
  if (name === 'suggest' || name === 'suggest_campaign') {
    const { n = 0, count = 1, models = [] } = task as Partial<CampaignTask & SuggestTask>;
    return count > quickCount || Math.max(n, ...models.map((model) => model.n)) > quickRows;
  }
  return !quick.includes(name) && !isLight(name);
}

/** Points, and rows of a model, up to which a prediction takes a millisecond or little more. */
const fewPoints = 64;
const fewRows = 500;

/** Whether a job is so short that others of its kind may be in line behind it: the way there and back takes longer. */
export function isSmall<Name extends TaskName>(name: Name, task: TaskTable[Name]['task']): boolean {
  if (name !== 'predict') return false;
  const { m, models } = task as PredictTask;
  return m <= fewPoints && models.every(({ n }) => n <= fewRows);
}

/** Tasks that a worker can advance together, as `stepwise` in tasks.ts. */
export function isStepwise(name: TaskName): boolean {
  return name === 'train';
}
