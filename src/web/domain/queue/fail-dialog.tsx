import { type ReactNode, useState } from 'react';
import type { QueueItem, Variable } from '../../api/types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form, Submit } from '../../components/form.tsx';
import { failRun } from './completion.tsx';

const causes = [
  ['settings', 'the settings: the model learns from it'],
  ['equipment', 'something else: not recorded'],
] as const;

interface FailProps {
  id: string;
  item: QueueItem;
  variables: readonly Variable[];
  onClose: () => void;
}

/** Asks why a run failed, and whether its settings are the cause. */
function FailDialog({ id, item, variables, onClose }: FailProps) {
  const [why, setWhy] = useState('');
  const [cause, setCause] = useState<string>('settings');
  // Nothing is known about values that were to be observed.
  const mayRecord = variables.every((variable) => variable.name in item.inputs);
  const failure = { error: why.trim() || 'failed', record: mayRecord && cause === 'settings' };
  return (
    <Dialog title="This run failed" onClose={onClose}>
      <Form onSubmit={() => failRun(id, item, failure).then(onClose)}>
        <TextField
          label="What happened"
          value={why}
          onChange={setWhy}
          placeholder="catalyst decomposed"
          first
        />
        {mayRecord ? (
          <SelectField label="Cause" value={cause} onChange={setCause} options={causes} />
        ) : (
          <p className="hint">The run is not recorded, because its observed values are unknown.</p>
        )}
        <Submit label="Mark as failed" />
      </Form>
    </Dialog>
  );
}

/** Asks about a run that failed. It belongs to the page: the run may move to another place of it meanwhile. */
export function useFailDialog(
  id: string,
  variables: readonly Variable[],
): [open: (item: QueueItem) => void, dialog: ReactNode] {
  const [item, setItem] = useState<QueueItem | undefined>();
  const dialog = item && <FailDialog {...{ id, item, variables }} onClose={() => setItem(undefined)} />;
  return [setItem, dialog];
}
