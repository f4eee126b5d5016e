import type { Guess } from './guessed.ts';

/** Columns of a trial in the tables of Optuna (`study.trials_dataframe()`); `target` is the value of bayes_opt. */
const setting = /^params_(?=\S)/;
const value = /^(?:values?(?:_\S+)?|target)$/;
const aside = /^(?:datetime_(?:start|complete)|duration|(?:system|user)_attrs_\S+|intermediate_values\S*)$/;

/** Whether a table is one of trials of Optuna. */
export const isStudy = (columns: readonly string[]): boolean =>
  columns.some((column) => setting.test(column)) && columns.some((column) => value.test(column));

const ofStudy: Guess = { meaning: 'output', why: 'a value of a study' };

/** Whether a program wrote a result that it minimizes by default, as all do but bayes_opt. */
export const isMinimized = (column: string, why: string): boolean =>
  why === ofStudy.why && column !== 'target';

/** What Optuna means with a column, beside what its name and cells say; undefined: a setting, or unknown. */
export function guessOfStudy(column: string, own: Guess | undefined): Guess | undefined {
  if (setting.test(column)) return own?.meaning === 'input' ? own : undefined;
  if (own !== undefined) return own;
  if (value.test(column)) return ofStudy;
  return aside.test(column) ? { meaning: 'note', why: 'a column of a study' } : undefined;
}

/** `T` for `params_T`; all names as they are where two would be one. */
export function withoutParams(columns: readonly string[]): readonly string[] {
  const bare = columns.map((column) => column.replace(setting, ''));
  return isStudy(columns) && new Set(bare).size === bare.length ? bare : columns;
}
