import { aNote, aResult, type Guess } from './guessed.ts';

/**
 * Columns of trials in the tables of Optuna (`study.trials_dataframe()`), MLflow (`search_runs()`) and Ray Tune
 * (`get_dataframe()`); `target` is the value of bayes_opt.
 */
const setting = /^(?:params[_. ]|config[./])(?=\S)/;
const value = /^(?:values?(?:[_ ]\S+)?|target|metrics[./]\S+|training_iteration)$/;
const aside =
  /^(?:datetime_(?:start|complete)|duration|(?:system|user)_attrs_\S+|intermediate_values\S*|artifact_uri|tags\.\S+|training_iteration|time_\S+|timestamp|timesteps_\S+|iterations_\S+|pid|hostname|node_ip|done|date|experiment_tag)$/;

/** Whether a table is one of trials of such a program. */
export const isStudy = (columns: readonly string[]): boolean =>
  columns.some((column) => setting.test(column)) && columns.some((column) => value.test(column));

const ofStudy: Guess = aResult('a value of a study');

/** Whether a program wrote a result that it minimizes by default, as all do but bayes_opt. */
export const isMinimized = (column: string, why: string): boolean =>
  why === ofStudy.why && column !== 'target';

/** What such a program means with a column, beside what its name and cells say; undefined: a setting, or unknown. */
export function guessOfStudy(column: string, own: Guess | undefined): Guess | undefined {
  if (setting.test(column)) return own?.meaning === 'input' ? own : undefined;
  if (own !== undefined) return own;
  if (aside.test(column)) return aNote('a column of a study');
  return value.test(column) ? ofStudy : undefined;
}

/** `T` for `params_T`; all names as they are where two would be one, or where the session has such a name. */
export function withoutParams(columns: readonly string[], all: readonly string[]): readonly string[] {
  const bare = columns.map((column) => column.replace(setting, ''));
  const areOurs = columns.some((column) => setting.test(column) && all.includes(column));
  return !areOurs && isStudy(columns) && new Set(bare).size === bare.length ? bare : columns;
}
