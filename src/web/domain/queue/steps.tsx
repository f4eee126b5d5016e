import { useSyncExternalStore } from 'react';
import { useAuthentication } from '../../api/authentication.ts';
import { createListeners } from '../../api/listeners.ts';
import { readStored, writeStored } from '../../api/storage.ts';
import type { QueueItem } from '../../api/types.ts';
import { TextField } from '../../components/field.tsx';
import { when } from '../../text/format.ts';
import { useRules } from '../variables/rules.ts';

const place = 'athanor.me';
const { subscribe, notify } = createListeners();

/** Name under which this browser takes steps of runs, where nobody signs in. */
function useName(): [string, (name: string) => void] {
  const name = useSyncExternalStore(subscribe, () => readStored(place) ?? '');
  const set = (next: string): void => {
    writeStored(place, next);
    notify();
  };
  return [name, set];
}

/** What a run needs before it can be measured, and who says so. */
export interface Steps {
  /** Runs go through proposed, approved, run and measured. */
  readonly approval: boolean;
  /** Sent with each step; undefined where the server knows who is signed in. */
  readonly by: string | undefined;
  /** A name is still missing. */
  readonly nameless: boolean;
}

export function useSteps(id: string): Steps {
  const approval = useRules(id).data?.approval ?? false;
  const mode = useAuthentication();
  const [name] = useName();
  const isAsked = approval && (mode === undefined || mode === 'off');
  const by = isAsked && name.trim() !== '' ? name.trim() : undefined;
  return { approval, by, nameless: isAsked && by === undefined };
}

/** Asks for the name under which runs are approved, started and measured. */
export function StepsName({ id }: { id: string }) {
  const { approval } = useSteps(id);
  const mode = useAuthentication();
  const [name, setName] = useName();
  if (!approval) return null;
  if (mode !== undefined && mode !== 'off')
    return <p className="hint">Each run of this session must be approved, then started, then measured.</p>;
  return (
    <div className="fields">
      <TextField
        label="Your name"
        value={name}
        onChange={setName}
        hint="Recorded with each run that you approve, start or measure"
        error={name.trim() === '' ? 'Enter your name to approve or start runs' : undefined}
        narrow
      />
    </div>
  );
}

/** What has to be done to a run next. */
export function nextStep({ status, steps }: QueueItem, approval: boolean): 'approve' | 'start' | 'complete' {
  if (!approval || status !== 'pending') return 'complete';
  return steps?.some(({ step }) => step === 'approved') ? 'start' : 'approve';
}

const stepWords = { approved: 'Approved', started: 'Started', measured: 'Measured' } as const;

/** Who did what to a run so far. */
export function StepList({ item, approval }: { item: QueueItem; approval: boolean }) {
  const steps = item.steps ?? [];
  if (!approval && steps.length === 0) return null;
  return (
    <p className="hint">
      {steps.length === 0
        ? 'Proposed, not approved yet'
        : steps.map(({ step, by, at }) => `${stepWords[step]} by ${by}, ${when(at)}`).join(' · ')}
    </p>
  );
}
