import type {
  ImportPlan,
  ImportProblem,
  ProblemChoice,
  ProblemKind,
} from '../../../contract/imports/imports.ts';
import type { Draft } from './imported-row.ts';

/** What may be done about a problem; the first is done by default. */
export const choicesOf: Readonly<Record<ProblemKind, readonly ProblemChoice[]>> = {
  missing_output: ['missing', 'failed', 'skip'],
  failed_output: ['failed', 'missing', 'skip'],
  output_of_failed: ['failed', 'value', 'skip'],
  censored_output: ['censored', 'value', 'missing', 'skip'],
  unreadable_output: ['ask', 'missing', 'failed', 'skip'],
  missing_input: ['ask', 'skip'],
  unreadable_input: ['ask', 'skip'],
  new_category: ['ask', 'add', 'skip'],
  out_of_bounds: ['keep', 'skip'],
  outside_limits: ['keep', 'skip'],
  outside_constraint: ['keep', 'skip'],
  summary_row: ['skip', 'keep'],
  unmade_run: ['skip', 'keep'],
  recorded_run: ['skip', 'keep'],
  other_result: ['keep', 'skip'],
  repeated_id: ['renumber', 'skip'],
  excluded_row: ['skip', 'keep'],
  long_row: ['ask', 'keep', 'skip'],
  unreadable_noise: ['ask', 'missing', 'skip'],
  unreadable_iteration: ['ask', 'missing', 'skip'],
};

/** Problems of a file, and what is done about each. */
export class Problems {
  readonly found: ImportProblem[] = [];
  readonly #wanted: ImportPlan['choices'];
  readonly #lines: readonly number[] | undefined;

  constructor({ choices }: ImportPlan, lines: readonly number[] | undefined) {
    this.#wanted = choices;
    this.#lines = lines;
  }

  /** Writes a problem down and says what is done about it. */
  note(draft: Draft, problem: Omit<ImportProblem, 'line' | 'choice' | 'choices'>): ProblemChoice {
    const choices = choicesOf[problem.kind];
    const wanted = this.#wanted[problem.kind];
    const choice = wanted !== undefined && choices.includes(wanted) ? wanted : (choices[0] as ProblemChoice);
    const { row, ...rest } = problem;
    const line = this.#lines?.[row - 1] ?? null;
    this.found.push({ row, line, ...rest, choice, choices: [...choices] });
    if (choice === 'skip') draft.skip = true;
    if (choice === 'failed') draft.failed = true;
    return choice;
  }
}
