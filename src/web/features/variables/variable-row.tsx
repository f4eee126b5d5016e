import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Variable } from '../../api/types.ts';
import { Chips } from '../../components/chips.tsx';
import { numbersOf } from '../../text/lists.ts';
import { type DraftErrors, readDraft, toDraft, type VariableDraft } from './variable-draft.ts';

export const types = [
  ['real', 'Real'],
  ['integer', 'Integer'],
  ['discrete', 'Discrete'],
  ['categorical', 'Categorical'],
  ['context', 'Context'],
] as const;

interface CellProps {
  draft: VariableDraft;
  errors: DraftErrors;
  set: (change: Partial<VariableDraft>) => void;
}

function Cell(
  props: CellProps & { field: 'name' | 'min' | 'max' | 'unit' | 'step'; label: string; className?: string },
) {
  const id = useId();
  const error = props.errors[props.field];
  return (
    <span className="cell-input">
      <input
        aria-label={`${props.label}${props.draft.name ? ` of ${props.draft.name}` : ''}`}
        className={props.className}
        value={props.draft[props.field]}
        placeholder={props.label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
        onChange={(event) => props.set({ [props.field]: event.target.value })}
      />
      {error && (
        <span id={id} className="cell-error">
          {error}
        </span>
      )}
    </span>
  );
}

/** Categories or numbers, one chip each. */
function Values({ draft, errors, set }: CellProps) {
  const id = useId();
  const numbers = draft.type === 'discrete';
  const what = numbers ? 'Numbers' : 'Categories';
  return (
    <span className="cell-input wide">
      <Chips
        label={`${what}${draft.name ? ` of ${draft.name}` : ''}`}
        values={draft.values}
        onChange={(values) => set({ values })}
        {...(numbers ? { split: numbersOf } : {})}
        placeholder={numbers ? 'A number, then Enter' : 'A category, then Enter'}
        inputMode={numbers ? 'decimal' : 'text'}
        invalid={errors.values !== undefined}
        describedBy={errors.values === undefined ? undefined : id}
      />
      {errors.values && (
        <span id={id} className="cell-error">
          {errors.values}
        </span>
      )}
    </span>
  );
}

/** The cells of one variable, for a new one as well as for one that exists (whose name changes in its dialog). */
export function VariableCells(props: CellProps & { fixedName: boolean; actions: ReactNode }) {
  const { draft, set } = props;
  const of = draft.name ? ` of ${draft.name}` : '';
  const byValues = draft.type === 'categorical' || draft.type === 'discrete';
  const stepped = draft.type !== 'context' && draft.role !== 'observed' && draft.scale !== 'log';
  return (
    <>
      <td data-label="Name">
        {props.fixedName ? <strong>{draft.name}</strong> : <Cell {...props} field="name" label="Name" />}
      </td>
      <td data-label="Type">
        <select
          aria-label={`Type${of}`}
          value={draft.type}
          onChange={(event) => set({ type: event.target.value as Variable['type'] })}
        >
          {types.map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </td>
      <td data-label="Range or values">
        {byValues ? (
          <Values {...props} />
        ) : (
          <span className="range">
            <Cell {...props} field="min" label="Min" className="short" />
            <span aria-hidden="true">–</span>
            <Cell {...props} field="max" label="Max" className="short" />
            {!props.fixedName && stepped && <Cell {...props} field="step" label="Step" className="short" />}
          </span>
        )}
      </td>
      <td data-label="Unit">
        <Cell {...props} field="unit" label="Unit" className="short" />
      </td>
      <td data-label="Role">
        <select
          aria-label={`Role${of}`}
          value={draft.role}
          onChange={(event) => set({ role: event.target.value as VariableDraft['role'] })}
        >
          <option value="controllable">Controlled</option>
          <option value="observed">Observed</option>
        </select>
      </td>
      <td data-label="Changing it">
        <select
          aria-label={`Changing${of}`}
          value={draft.changes}
          disabled={draft.role === 'observed'}
          onChange={(event) => set({ changes: event.target.value as VariableDraft['changes'] })}
        >
          <option value="easy">Easy</option>
          <option value="hard">Hard</option>
          <option value="very_hard">Very hard</option>
        </select>
      </td>
      <td className="actions">{props.actions}</td>
    </>
  );
}

/** A variable that exists; leaving the row sends what was changed. */
export function VariableRow(props: {
  variable: Variable;
  onSave: (draft: VariableDraft) => Promise<boolean>;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const [draft, setDraft] = useState(() => toDraft(props.variable));
  const row = useRef<HTMLTableRowElement>(null);
  const before = JSON.stringify(toDraft(props.variable));
  useEffect(() => setDraft(JSON.parse(before) as VariableDraft), [before]);
  const { errors } = readDraft(draft);
  const save = async (next: VariableDraft): Promise<void> => {
    if (JSON.stringify(next) === before || Object.keys(readDraft(next).errors).length > 0) return;
    if (!(await props.onSave(next))) setDraft(JSON.parse(before) as VariableDraft);
  };
  const change = (step: Partial<VariableDraft>): void => {
    const next = { ...draft, ...step };
    setDraft(next);
    // A choice is a whole change; text is one only when the row is left.
    if ('type' in step || 'values' in step || 'role' in step || 'changes' in step) void save(next);
  };
  return (
    <tr
      ref={row}
      onBlur={(event) => {
        if (!row.current?.contains(event.relatedTarget)) void save(draft);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void save(draft);
        if (event.key === 'Escape') setDraft(JSON.parse(before) as VariableDraft);
      }}
    >
      <VariableCells
        draft={draft}
        errors={errors}
        set={change}
        fixedName
        actions={
          <>
            <button
              type="button"
              className="plain"
              aria-label={`Edit variable ${props.variable.name}`}
              onClick={props.onEdit}
            >
              Edit
            </button>
            <button
              type="button"
              className="plain"
              aria-label={`Delete variable ${props.variable.name}`}
              onClick={props.onDelete}
            >
              Delete
            </button>
          </>
        }
      />
    </tr>
  );
}
