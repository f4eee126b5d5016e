import { useRef, useState } from 'react';
import { calls, change } from '../../api/actions.ts';
import { ApiError } from '../../api/http.ts';
import { forgetDataset } from '../../api/session.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDraft } from '../../components/draft.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { failed, notifyStep } from '../../components/toasts.tsx';
import { count } from '../../text/format.ts';
import { readNumber } from '../../text/numbers.ts';
import { emptyDraft, readDraft, type VariableDraft } from './variable-draft.ts';
import { VariableCells } from './variable-row.tsx';

export const changedByVariables = ['variables', 'constraints', 'detail', 'state', 'audit', 'candidates'];
/** What names variables besides. */
export const changedByRenaming = ['data', 'queue', 'provenance', 'model', 'plot', 'costs'];

interface Props {
  id: string;
  rows: number;
  taken: readonly string[];
}

/** Whether the server wants to know the value in rows that are recorded. */
const asksForRecorded = (error: unknown): boolean =>
  error instanceof ApiError && error.message.includes('recorded_value');

/** What is typed for the value in the recorded rows, as it is sent. */
function readRecorded(
  text: string,
  type: VariableDraft['type'],
): { value?: number | string | undefined; problem?: string | undefined } {
  if (text.trim() === '') return {};
  return type === 'categorical' ? { value: text } : readNumber(text);
}

/** The variable that is being typed, and how it is added. */
function useNewVariable({ id, rows, taken }: Props) {
  const [stored, setDraft, forget] = useDraft(`new-variable.${id}`, emptyDraft);
  const draft = { ...emptyDraft, ...stored };
  const [recorded, setRecorded] = useState('');
  const [tried, setTried] = useState(false);
  const [asked, setAsked] = useState(false);
  const { request, errors } = readDraft(draft, taken);
  const { value, problem } = readRecorded(recorded, draft.type);
  const call = () =>
    calls.addVariable(id, value === undefined ? request : { ...request, recorded_value: value });
  const add = async (onSent: () => void): Promise<void> => {
    setTried(true);
    if (Object.keys(errors).length > 0 || problem !== undefined) return;
    // The row is free for the next variable at once; it comes back when the server refuses.
    const sent = call();
    forget();
    setTried(false);
    onSent();
    try {
      await change(id, sent, rows > 0 ? [...changedByVariables, ...changedByRenaming] : changedByVariables);
    } catch (error) {
      setDraft(draft);
      if (asksForRecorded(error)) setAsked(true);
      else failed(error);
      return;
    }
    if (rows > 0) forgetDataset(id);
    setRecorded('');
    setAsked(false);
    notifyStep(id, `Variable “${request.name}” added.`, async () => {
      await change(id, calls.deleteVariable(id, request.name), changedByVariables);
    });
  };
  return {
    draft,
    errors: tried ? errors : {},
    set: (step: Partial<VariableDraft>): void => setDraft((now: VariableDraft) => ({ ...now, ...step })),
    recorded,
    setRecorded,
    recordedError: problem ?? (asked && value === undefined ? 'needed' : undefined),
    call,
    add,
  };
}

/** Asks for the value that a new variable had in the rows that are recorded. */
function RecordedValue({ state, rows }: { state: ReturnType<typeof useNewVariable>; rows: number }) {
  const { draft, recorded } = state;
  const field = {
    label: `Value in the ${count(rows, 'recorded row')}`,
    value: recorded,
    onChange: state.setRecorded,
    error: state.recordedError,
    hint: 'The value that applied in those rows',
    narrow: true,
  };
  if (draft.type !== 'categorical') return <TextField {...field} />;
  const options = draft.values.includes(recorded) ? draft.values : [['', 'choose'] as const, ...draft.values];
  return <SelectField {...field} options={options} />;
}

/** The last row of the table: a variable to add. Enter adds it, and the next name can be typed. */
export function NewVariable(props: Props) {
  const state = useNewVariable(props);
  const { draft, errors, set } = state;
  const row = useRef<HTMLTableRowElement>(null);
  const add = () => void state.add(() => row.current?.querySelector('input')?.focus());
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement) add();
  };
  const actions = (
    <>
      <CopyAs what="Add variable" call={state.call} />
      <button type="button" className="primary" onClick={add}>
        Add
      </button>
    </>
  );
  return (
    <>
      <tr ref={row} className="new-row" onKeyDown={onKeyDown}>
        <VariableCells {...{ draft, errors, set, actions }} fixedName={false} />
      </tr>
      {props.rows > 0 && draft.name !== '' && (
        <tr className="new-row" onKeyDown={onKeyDown}>
          <td colSpan={7}>
            <RecordedValue state={state} rows={props.rows} />
          </td>
        </tr>
      )}
    </>
  );
}
