import type { ColumnMeaning, Import, ImportPatch, ProblemChoice, ProblemKind } from '../../api/types.ts';

type Settings = NonNullable<ImportPatch['settings']>;

export const meaningWords: Readonly<Record<ColumnMeaning, string>> = {
  input: 'Input (variable)',
  output: 'Output (objective)',
  noise: 'Noise of the output',
  iteration: 'Iteration',
  reason: 'Reason',
  id: 'Identifier',
  note: 'Note',
  ignore: 'Ignore',
};

export const kindWords: Readonly<Record<ProblemKind, string>> = {
  missing_output: 'No result',
  failed_output: 'Failed run',
  output_of_failed: 'Failed run with a result',
  censored_output: 'Only a limit is known (>, <)',
  unreadable_output: 'Result is not a number',
  missing_input: 'Setting missing',
  unreadable_input: 'Setting is not a number',
  new_category: 'Unknown category',
  out_of_bounds: 'Setting out of bounds',
  outside_limits: 'Outside a safety limit',
  outside_constraint: 'Constraint not met',
  summary_row: 'Total or mean',
  unmade_run: 'Run that is still pending',
  recorded_run: 'Run that is already recorded',
  other_result: 'Recorded with another result',
  repeated_id: 'Identifier used twice',
  excluded_row: 'Excluded in the file',
  long_row: 'More cells than columns',
  unreadable_noise: 'Noise is not a number',
  unreadable_iteration: 'Iteration is not a number',
};

export const choiceWords: Readonly<Record<ProblemChoice, string>> = {
  ask: 'decide…',
  skip: 'skip the row',
  keep: 'keep it',
  missing: 'record without this value',
  failed: 'record as a failed run',
  censored: 'record as above or below it',
  value: 'record the limit as the result',
  add: 'add the category',
  renumber: 'renumber',
};

export const typeWords = {
  real: 'Real',
  integer: 'Integer',
  discrete: 'Discrete',
  categorical: 'Categorical',
} as const;

export const encodings: readonly NonNullable<Settings['encoding']>[] = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252', 'windows-1250', 'windows-1251'] as const),
  ...(['macintosh', 'cp437', 'cp850', 'shift_jis', 'euc-jp', 'gb18030', 'big5', 'euc-kr'] as const),
];

/** Signs between cells, in words. */
export const delimiterWords: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
  '，': 'wide comma',
  ' ': 'blank',
};

/** Whether no column holds a variable. */
export const isAbsent = ({ columns }: Pick<Import, 'columns'>, variable: string): boolean =>
  !columns.some(({ meaning, name }) => meaning === 'input' && name === variable);
