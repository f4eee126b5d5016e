import { memo, type ReactNode, useId, useRef } from 'react';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { Variable } from '../../api/types.ts';
import { Chips } from '../../components/chips.tsx';
import { useFollowing } from '../../components/follow.ts';
import { numbersOf, typedList } from '../../text/lists.ts';
import { type DraftErrors, readDraft, toDraft, type VariableDraft } from './variable-draft.ts';

export const types = [
  ['real', 'Real'],
  ['integer', 'Integer'],
  ['discrete', 'Discrete'],
  ['categorical', 'Categorical'],
  ['context', 'Context'],
] as const;

export const roles = [
  ['controllable', 'Controlled'],
  ['observed', 'Observed'],
] as const;

/** How hard a variable is to change between runs. */
export const efforts = [
  ['easy', 'Easy'],
  ['hard', 'Hard'],
  ['very_hard', 'Very hard'],
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
  const [only] = draft.values;
  const split = !numbers && draft.values.length === 1 && only !== undefined ? typedList(only) : undefined;
  return (
    <span className="cell-input wide">
      <Chips
        label={`${what}${draft.name ? ` of ${draft.name}` : ''}`}
        values={draft.values}
        marks={Object.fromEntries([
          ...draft.unavailable.map((one) => [one, 'out of stock']),
          ...draft.retired.map((one) => [one, 'retired']),
        ])}
        onChange={(values) => set({ values })}
        {...(numbers ? { split: numbersOf } : {})}
        placeholder={numbers ? 'A number, then Enter' : 'A category, then Enter'}
        invalid={errors.values !== undefined}
        describedBy={errors.values === undefined ? undefined : id}
      />
      {errors.values && (
        <span id={id} className="cell-error">
          {errors.values}
        </span>
      )}
      {split && (
        <button type="button" className="plain split" onClick={() => set({ values: split })}>
          Split into {split.join(' · ')}
        </button>
      )}
    </span>
  );
}

/** One of a few choices, named after the variable. */
function Choice<T extends string>(props: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  disabled?: boolean;
  onChange: (value: T) => void;
}) {
  return (
    <select
      aria-label={props.label}
      value={props.value}
      disabled={props.disabled}
      onChange={(event) => props.onChange(event.target.value as T)}
    >
      {props.options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** Lowest and highest value, and the step. */
const Range = (props: CellProps & { withStep: boolean }) => (
  <span className="range">
    <Cell {...props} field="min" label="Min" className="short" />
    <span aria-hidden="true">–</span>
    <Cell {...props} field="max" label="Max" className="short" />
    {props.withStep && (
      <>
        <span aria-hidden="true" className="only-in-cards">
          step
        </span>
        <Cell {...props} field="step" label="Step" className="short" />
      </>
    )}
  </span>
);

/** The cells of one variable, for a new one as well as for one that exists (whose name changes in its dialog). */
export function VariableCells(props: CellProps & { fixedName: boolean; actions: ReactNode }) {
  const { draft, set } = props;
  const of = draft.name ? ` of ${draft.name}` : '';
  const byValues = draft.type === 'categorical' || draft.type === 'discrete';
  return (
    <>
      <td data-label="Name">
        {props.fixedName ? <strong>{draft.name}</strong> : <Cell {...props} field="name" label="Name" />}
      </td>
      <td data-label="Type">
        <Choice label={`Type${of}`} value={draft.type} options={types} onChange={(type) => set({ type })} />
      </td>
      <td data-label="Range and step, or values">
        {byValues ? <Values {...props} /> : <Range {...props} withStep={!isObserved(draft)} />}
      </td>
      <td data-label="Unit">
        <Cell {...props} field="unit" label="Unit" className="short" />
      </td>
      <td data-label="Role">
        <Choice label={`Role${of}`} value={draft.role} options={roles} onChange={(role) => set({ role })} />
      </td>
      <td data-label="Change">
        <Choice
          label={`Changing${of}`}
          value={draft.changes}
          options={efforts}
          disabled={isObserved(draft)}
          onChange={(changes) => set({ changes })}
        />
      </td>
      <td className="actions">{props.actions}</td>
    </>
  );
}

interface RowProps {
  variable: Variable;
  /** Rows have values of it. */
  recorded: boolean;
  onSave: (old: Variable, draft: VariableDraft) => Promise<boolean>;
  onEdit: (variable: Variable) => void;
  onDelete: (variable: Variable) => void;
}

/** What is being changed in the row, and how it is sent or dropped. */
function useRowDraft({ variable, recorded, onSave }: RowProps) {
  const stored = toDraft(variable);
  const { form: draft, set: setDraft, onSaved, discard } = useFollowing(stored);
  const before = JSON.stringify(stored);
  // Where numbers become categories the recorded values do, unless others are listed.
  const errorsOf = (next: VariableDraft): DraftErrors => {
    const { values, ...others } = readDraft(next).errors;
    const fills = recorded && variable.type !== 'categorical' && next.type === 'categorical';
    return values === undefined || (fills && next.values.length === 0) ? others : { ...others, values };
  };
  const save = async (next: VariableDraft): Promise<void> => {
    if (JSON.stringify(next) === before || Object.keys(errorsOf(next)).length > 0) return;
    onSaved(next);
    if (!(await onSave(variable, next))) discard();
  };
  const change = (step: Partial<VariableDraft>): void => {
    const next = { ...draft, ...step };
    setDraft(next);
    // A choice is a whole change; text is one only when the row is left.
    if ('type' in step || 'values' in step || 'role' in step || 'changes' in step) void save(next);
  };
  return { draft, errors: errorsOf(draft), change, reset: discard, save: () => void save(draft) };
}

const RowActions = ({ variable, onEdit, onDelete }: RowProps) => (
  <>
    <button
      type="button"
      className="plain"
      aria-label={`Edit variable ${variable.name}`}
      onClick={() => onEdit(variable)}
    >
      Edit
    </button>
    <button
      type="button"
      className="plain"
      aria-label={`Delete variable ${variable.name}`}
      onClick={() => onDelete(variable)}
    >
      Delete
    </button>
  </>
);

/** A variable that exists; leaving the row sends what was changed. It is drawn again only when something of it changes. */
export const VariableRow = memo(function VariableRow(props: RowProps) {
  const { draft, errors, change, reset, save } = useRowDraft(props);
  const row = useRef<HTMLTableRowElement>(null);
  return (
    <tr
      ref={row}
      data-item={`variable ${props.variable.name}`}
      onBlur={(event) => {
        if (!row.current?.contains(event.relatedTarget)) save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) save();
        if (event.key === 'Escape') reset();
      }}
    >
      <VariableCells
        draft={draft}
        errors={errors}
        set={change}
        fixedName
        actions={<RowActions {...props} />}
      />
    </tr>
  );
});
