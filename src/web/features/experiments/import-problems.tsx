import { useState } from 'react';
import type { Import, ImportPatch, ImportProblem, ProblemChoice } from '../../api/types.ts';
import { numberHead, TableHead } from '../../components/table-head.tsx';
import { count } from '../../text/format.ts';
import { inRegion } from '../../text/numbers.ts';
import { DeferredInput } from './import-columns.tsx';
import { choiceWords, kindWords } from './import-words.ts';

interface Props {
  state: Import;
  onPatch: (patch: ImportPatch) => void;
}

/** Rows of problems shown at first. */
const few = 8;

/** Takes a text for a category of the variable, in every row that has it. */
function SynonymSelect({ problem, categories, onPatch }: RowProps) {
  const { column, value } = problem;
  if (column === null || value === null) return null;
  return (
    <select
      aria-label={`Category that '${value}' stands for`}
      value=""
      onChange={({ target }) =>
        onPatch({ columns: [{ column, synonyms: { [value.trim()]: target.value } }] })
      }
    >
      <option value="">everywhere…</option>
      {categories.map((category) => (
        <option key={category} value={category}>
          is {category}
        </option>
      ))}
    </select>
  );
}

interface RowProps {
  problem: ImportProblem;
  /** Categories of the variable that the column of the problem holds. */
  categories: readonly string[];
  onPatch: Props['onPatch'];
}

function ProblemRow({ problem, categories, onPatch }: RowProps) {
  const { row, line, column } = problem;
  const decide = (part: NonNullable<ImportPatch['rows']>[string]): void =>
    onPatch({ rows: { [String(row)]: part } });
  return (
    <tr>
      <td className="number" data-label={line === null ? 'Row' : 'Line'}>
        {line ?? row}
      </td>
      <td data-label="Column">{column ?? ''}</td>
      <td data-label="Cell">
        {column === null ? (
          problem.value
        ) : (
          <DeferredInput
            className="short"
            label={`${column} of ${line === null ? `row ${row}` : `line ${line}`}`}
            value={problem.value ?? ''}
            onChange={(text) => decide({ cells: { [column]: text } })}
          />
        )}
        {problem.kind === 'new_category' && (
          <SynonymSelect problem={problem} categories={categories} onPatch={onPatch} />
        )}
      </td>
      <td data-label="Problem">{inRegion(problem.message)}</td>
      <td className="actions">
        <button type="button" className="plain" onClick={() => decide({ action: 'skip' })}>
          Skip
        </button>
        <button type="button" className="plain" onClick={() => decide({ action: 'failed' })}>
          Failed
        </button>
      </td>
    </tr>
  );
}

const actionWords = (action: string | null, cells: readonly string[]): string =>
  action === 'skip' ? 'left out' : action === 'failed' ? 'a failed run' : `${cells.join(', ')} edited`;

/** Rows with a decision of their own; each can be reset to what the file says. */
function Decided({ state, onPatch }: Props) {
  if (state.decided.length === 0) return null;
  return (
    <ul aria-label="Rows already decided">
      {state.decided.map(({ row, line, action, cells }) => (
        <li key={row}>
          {line === null ? `Row ${row}` : `Line ${line}`}: {actionWords(action, cells)}{' '}
          {action !== null && (
            <button
              type="button"
              className="plain"
              aria-label={`Decide about ${line === null ? `row ${row}` : `line ${line}`} again`}
              onClick={() => onPatch({ rows: { [String(row)]: { action: null } } })}
            >
              Undo
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is in the file and cannot be taken as it is, with the choices for each kind and each row. */
export function ImportProblems({ state, onPatch }: Props) {
  const [all, setAll] = useState(false);
  if (state.problem_counts.length === 0) return <Decided state={state} onPatch={onPatch} />;
  const shown = all ? state.problems : state.problems.slice(0, few);
  return (
    <section aria-label="Problems">
      <h3>Rows that need a decision</h3>
      <div className="fields">
        {state.problem_counts.map((one) => (
          <label key={one.kind} className="field narrow">
            <span>
              {kindWords[one.kind]}, {count(one.count, 'row')}
            </span>
            <select
              value={one.choice}
              aria-invalid={one.choice === 'ask' ? true : undefined}
              onChange={(event) => onPatch({ choices: { [one.kind]: event.target.value as ProblemChoice } })}
            >
              {one.choices.map((choice) => (
                <option key={choice} value={choice}>
                  {choiceWords[choice]}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <div className="table-scroll">
        <table className="table cards">
          <TableHead
            columns={[
              numberHead(shown.some(({ line }) => line === null) ? 'Row' : 'Line'),
              'Column',
              'Cell',
              'Problem',
              { name: 'This row only', spoken: true },
            ]}
          />
          <tbody>
            {shown.map((problem) => (
              <ProblemRow
                key={`${problem.row}/${problem.column}/${problem.kind}`}
                problem={problem}
                categories={state.columns.find(({ column }) => column === problem.column)?.categories ?? []}
                onPatch={onPatch}
              />
            ))}
          </tbody>
        </table>
      </div>
      {state.problems.length > few && (
        <button type="button" className="plain" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${state.problems.length}`}
        </button>
      )}
      <Decided state={state} onPatch={onPatch} />
    </section>
  );
}
