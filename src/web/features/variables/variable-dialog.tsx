import { useState } from 'react';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { Variable } from '../../api/types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { CheckField, ChipsField, SelectField, TextField } from '../../components/field.tsx';
import { Form, Submit } from '../../components/form.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { type DraftErrors, readDraft, toDraft, type VariableDraft } from './variable-draft.ts';
import { efforts, roles, types } from './variable-row.tsx';

interface PartProps {
  draft: VariableDraft;
  errors: DraftErrors;
  set: (change: Partial<VariableDraft>) => void;
}

/** Of a variable that is set: recorded values may be anywhere. */
const Scale = ({ draft, set }: Omit<PartProps, 'errors'>) =>
  isObserved(draft) ? null : (
    <SelectField
      label="Scale"
      value={draft.scale}
      onChange={(scale) => set({ scale: scale as VariableDraft['scale'] })}
      options={[
        ['linear', 'Linear'],
        ['log', 'Logarithmic'],
      ]}
    />
  );

function Range({ draft, errors, set }: PartProps) {
  return (
    <div className="fields">
      <Scale draft={draft} set={set} />
      {(['min', 'max', 'step'] as const).map((field) => (
        <TextField
          key={field}
          label={{ min: 'Lowest', max: 'Highest', step: 'Step' }[field]}
          value={draft[field]}
          onChange={(text) => set({ [field]: text })}
          error={errors[field]}
          narrow
        />
      ))}
    </div>
  );
}

const switched = (all: readonly string[], one: string, on: boolean): readonly string[] =>
  on ? [...all, one] : all.filter((value) => value !== one);

/** The values, and which of them are not to be proposed. */
function Values({ draft, errors, set }: PartProps) {
  const categories = draft.type === 'categorical';
  return (
    <>
      <ChipsField
        label={categories ? 'Categories' : 'Values'}
        values={draft.values}
        onChange={(values) => set({ values })}
        error={errors.values}
        hint={categories ? 'A category with recorded rows cannot be removed; it is retired' : undefined}
      />
      {!categories && <Scale draft={draft} set={set} />}
      <table className="table">
        <TableHead columns={[categories ? 'Category' : 'Value', 'Not proposed']} />
        <tbody>
          {draft.values.map((value) => (
            <tr key={value}>
              <td>{value}</td>
              <td>
                <span className="row">
                  <CheckField
                    label="out of stock"
                    checked={draft.unavailable.includes(value)}
                    onChange={(on) => set({ unavailable: switched(draft.unavailable, value, on) })}
                  />
                  {categories && (
                    <CheckField
                      label="retired"
                      checked={draft.retired.includes(value)}
                      onChange={(on) => set({ retired: switched(draft.retired, value, on) })}
                    />
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Setting({ draft, set }: PartProps) {
  return (
    <div className="fields">
      <SelectField
        label="Role"
        value={draft.role}
        onChange={(role) => set({ role: role as VariableDraft['role'] })}
        options={roles}
      />
      {!isObserved(draft) && (
        <SelectField
          label="Change between runs"
          value={draft.changes}
          onChange={(changes) => set({ changes: changes as VariableDraft['changes'] })}
          options={efforts}
        />
      )}
    </div>
  );
}

function Naming({ draft, errors, set }: PartProps) {
  return (
    <div className="fields">
      <TextField
        label="Name"
        value={draft.name}
        onChange={(name) => set({ name })}
        error={errors.name}
        first
      />
      <SelectField
        label="Type"
        value={draft.type}
        onChange={(type) => set({ type: type as VariableDraft['type'] })}
        options={types}
      />
      <TextField label="Unit" value={draft.unit} onChange={(unit) => set({ unit })} narrow />
    </div>
  );
}

/** Everything about a variable, its name included; rows keep their values whatever is changed. */
export function VariableDialog(props: {
  variable: Variable;
  rows: number;
  /** It was renamed or deleted since the window was opened. */
  gone: boolean;
  onSave: (draft: VariableDraft, why: string) => Promise<boolean>;
  onClose: () => void;
}) {
  const [draft, setDraft] = useState(() => toDraft(props.variable));
  const [why, setWhy] = useState('');
  // A new name that is being saved here takes the old one away as well.
  const [saving, setSaving] = useState(false);
  const lost = props.gone && !saving;
  const { errors } = readDraft(draft);
  const set = (change: Partial<VariableDraft>): void => setDraft((now) => ({ ...now, ...change }));
  const part = { draft, errors, set };
  const save = async (): Promise<void> => {
    if (Object.keys(errors).length > 0) return;
    setSaving(true);
    if (await props.onSave(draft, why.trim())) props.onClose();
    else setSaving(false);
  };
  return (
    <Dialog title={`Variable “${props.variable.name}”`} onClose={props.onClose}>
      <Form onSubmit={save}>
        <Naming {...part} />
        {draft.type === 'categorical' || draft.type === 'discrete' ? (
          <Values {...part} />
        ) : (
          <Range {...part} />
        )}
        <Setting {...part} />
        <TextField
          label="Description"
          value={draft.description}
          onChange={(description) => set({ description })}
        />
        {props.rows > 0 && (
          <TextField
            label="Why"
            value={why}
            onChange={setWhy}
            hint="Kept in the audit log with the old and new values. Recorded rows do not change."
          />
        )}
        {lost && (
          <p className="note bad" role="alert">
            Someone else renamed or deleted “{props.variable.name}” in the meantime. Close this window and see
            the list of variables.
          </p>
        )}
        <Submit label="Save" disabled={lost} />
      </Form>
    </Dialog>
  );
}
