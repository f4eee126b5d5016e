import { Suspense, useState } from 'react';
import { calls, change, importSession } from '../../api/actions.ts';
import { useAuthentication } from '../../api/authentication.ts';
import { keepLock, send, sendForFile, tokenOf } from '../../api/http.ts';
import { invalidate, sessionsKey } from '../../api/queries.ts';
import { exportCall, useDetail, useLock } from '../../api/session.ts';
import { readStored, writeStored } from '../../api/storage.ts';
import type { Lock, SessionDetail } from '../../api/types.ts';
import { copyText } from '../../components/copy-as.tsx';
import { asFileName, download } from '../../components/download.ts';
import { useDraft } from '../../components/draft.ts';
import { ChipsField, TextField } from '../../components/field.tsx';
import { useFollowingDraft } from '../../components/follow.ts';
import { Discard, Form, Submit } from '../../components/form.tsx';
import { lazyPart } from '../../components/lazy-part.ts';
import { Heading, Panel, waiting } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { go, link } from '../../components/route.ts';
import { attempt, notify, notifyStep } from '../../components/toasts.tsx';
import { type Objective, useObjectives } from '../../domain/results/objectives.ts';
import { when } from '../../text/format.ts';
import { RulesPanel } from './rules-panel.tsx';

function MetadataPanel({ id, detail }: { id: string; detail: SessionDetail }) {
  const { metadata } = detail;
  const stored = {
    name: metadata.name,
    description: metadata.description,
    author: metadata.author,
    tags: metadata.tags as readonly string[],
  };
  const { form, set: setForm, onSaved, discard, isChanged } = useFollowingDraft(`about.${id}`, stored);
  const changed = (Object.keys(stored) as (keyof typeof stored)[]).filter(
    (name) => JSON.stringify(form[name]) !== JSON.stringify(stored[name]),
  );
  const patch = (from: typeof stored) => {
    const all = { ...from, tags: [...from.tags] };
    return Object.fromEntries(changed.map((name) => [name, all[name]])) as Partial<typeof all>;
  };
  const save = async (): Promise<void> => {
    const done = await attempt(() => change(id, calls.patchMetadata(id, patch(form)), ['detail']));
    if (done === undefined) return;
    onSaved();
    invalidate(sessionsKey);
    notifyStep(id, 'Saved.', async () => {
      await change(id, calls.patchMetadata(id, patch(stored)), ['detail']);
    });
  };
  return (
    <Panel changes="write" title="About this session">
      <Form onSubmit={save}>
        <div className="fields">
          <TextField label="Name" value={form.name} onChange={(name) => setForm({ ...form, name })} />
          <TextField label="Author" value={form.author} onChange={(author) => setForm({ ...form, author })} />
          <TextField
            label="Description"
            value={form.description}
            onChange={(description) => setForm({ ...form, description })}
          />
          <ChipsField
            label="Tags"
            values={form.tags}
            onChange={(tags) => setForm({ ...form, tags })}
            placeholder="A tag, then Enter"
          />
        </div>
        <Submit label="Save" disabled={changed.length === 0}>
          <Discard isChanged={isChanged} onClick={discard} />
        </Submit>
      </Form>
      <p className="hint">
        Created {when(detail.created_at)}, last changed {when(metadata.last_modified)}. ID <code>{id}</code>
      </p>
    </Panel>
  );
}

type Words = Readonly<Record<string, { label: string; unit: string }>>;

const wordsOf = (objective: Objective): Words[string] => ({
  label: objective.label === objective.name ? '' : objective.label,
  unit: objective.unit ?? '',
});

/** Label and unit of objectives as they are sent; null where there is none. */
const sent = (words: Words) =>
  Object.fromEntries(
    Object.entries(words).map(([name, { label, unit }]) => [
      name,
      { label: label.trim() || null, unit: unit.trim() || null },
    ]),
  );

async function saveWords(id: string, typed: Words, objectives: readonly Objective[]): Promise<boolean> {
  const before = Object.fromEntries(
    objectives.filter(({ name }) => name in typed).map((one) => [one.name, wordsOf(one)]),
  );
  const touched = ['objectives', 'audit'];
  const done = await attempt(() => change(id, calls.objectives(id, sent(typed)), touched));
  if (done === undefined) return false;
  notifyStep(id, 'Saved.', async () => {
    await change(id, calls.objectives(id, sent(before)), touched);
  });
  return true;
}

function ObjectivesPanel({ id, objectives }: { id: string; objectives: readonly Objective[] }) {
  const [typed, setTyped, forget] = useDraft<Words>(`words.${id}`, {});
  const isChanged = Object.keys(typed).length > 0;
  const save = async (): Promise<void> => {
    if (await saveWords(id, typed, objectives)) forget();
  };
  return (
    <Panel
      changes="write"
      title="What is measured"
      actions={
        <>
          <Discard isChanged={isChanged} onClick={forget} />
          <button type="button" className="primary" disabled={!isChanged} onClick={() => void save()}>
            Save labels
          </button>
        </>
      }
    >
      {objectives.map((objective) => {
        const { name } = objective;
        const words = typed[name] ?? wordsOf(objective);
        return (
          <div key={name} className="fields">
            <TextField
              label={`Label of ${name}`}
              value={words.label}
              placeholder={name}
              onChange={(label) => setTyped({ ...typed, [name]: { ...words, label } })}
            />
            <TextField
              label={`Unit of ${name}`}
              value={words.unit}
              onChange={(unit) => setTyped({ ...typed, [name]: { ...words, unit } })}
              narrow
            />
          </div>
        );
      })}
    </Panel>
  );
}

function LockPanel({ id, lock }: { id: string; lock: Lock }) {
  const [name, setName] = useState(() => readStored('athanor.me') ?? '');
  const token = tokenOf(id, lock.locked_at);
  const take = async (): Promise<void> => {
    writeStored('athanor.me', name.trim());
    const answer = await attempt(() => change(id, calls.lock(id, name.trim()), ['lock', 'detail']));
    if (answer?.lock_token) keepLock(id, { token: answer.lock_token, since: answer.locked_at });
  };
  const release = async (): Promise<void> => {
    const done = await attempt(() => change(id, calls.unlock(id, token), ['lock', 'detail']));
    if (done) keepLock(id, null);
  };
  return (
    <Panel changes="write" title="Lock">
      <p className="hint">
        {lock.enforced
          ? 'While the lock is held, only its holder can change the session.'
          : 'A lock shows others that you or a robot are working in this session. It does not prevent changes.'}
      </p>
      {lock.locked ? (
        <div className="row">
          <p className="wraps">
            Locked by <b>{lock.locked_by}</b> since {when(lock.locked_at)}.
          </p>
          {(token !== null || !lock.enforced) && (
            <button type="button" onClick={() => void release()}>
              {token === null ? 'Unlock anyway' : 'Unlock'}
            </button>
          )}
        </div>
      ) : (
        <Form onSubmit={take} inline>
          <TextField label="Your name" value={name} onChange={setName} narrow />
          <button type="submit" disabled={name.trim() === ''}>
            Lock
          </button>
        </Form>
      )}
    </Panel>
  );
}

function FilesPanel({ id, name }: { id: string; name: string }) {
  const save = async (): Promise<void> =>
    download(`${asFileName(name)}.json`, await sendForFile(exportCall(id)));
  const remove = async (): Promise<void> => {
    const file = new File([await sendForFile(exportCall(id))], 'session.json');
    await send(calls.deleteSession(id));
    invalidate(sessionsKey);
    go('#/sessions');
    notifyStep(undefined, `“${name}” deleted.`, async () => {
      go(link(await importSession(file), 'overview'));
    });
  };
  const open = async (): Promise<void> => {
    await send(calls.save(id));
    notify('Saved on the server.');
  };
  return (
    <Panel title="Files and screens">
      <div className="row">
        <button type="button" onClick={() => void attempt(save)}>
          Export session
        </button>
        <PermissionFieldset>
          <button type="button" onClick={() => void attempt(open)}>
            Save now
          </button>
        </PermissionFieldset>
        <a className="button" href={link(id, 'bench')}>
          Bench page
        </a>
        <button
          type="button"
          onClick={() => void copyText(new URL(link(id, 'bench'), location.href).href, 'Address')}
        >
          Copy its address for a phone
        </button>
        <a className="button" href={link(id, 'monitor')}>
          Monitor
        </a>
        <span className="spring" />
        <PermissionFieldset need="own">
          <button type="button" className="danger" onClick={() => void attempt(remove)}>
            Delete session
          </button>
        </PermissionFieldset>
      </div>
      <p className="hint">
        Every change is saved automatically. Deleting can be undone while this page stays open.
      </p>
    </Panel>
  );
}

const SharingDialog = lazyPart(() =>
  import('./sharing-dialog.tsx').then((part) => ({ default: part.SharingDialog })),
);

function SharingPanel({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel title="People">
      <div className="row">
        <button type="button" onClick={() => setOpen(true)}>
          Share…
        </button>
        <p className="hint">Who may read this session, work in it, share it and delete it.</p>
      </div>
      <Suspense fallback={null}>{open && <SharingDialog id={id} onClose={() => setOpen(false)} />}</Suspense>
    </Panel>
  );
}

export function SettingsPage({ id }: { id: string }) {
  const detail = useDetail(id);
  const lock = useLock(id);
  const objectives = useObjectives(id);
  const mode = useAuthentication();
  const isShared = mode !== undefined && mode !== 'off';
  const missing = waiting(detail);
  if (missing || !detail.data) return missing;
  return (
    <>
      <Heading title="Settings" />
      <MetadataPanel id={id} detail={detail.data} />
      <ObjectivesPanel id={id} objectives={objectives} />
      <RulesPanel id={id} />
      {isShared && <SharingPanel id={id} />}
      {lock.data && <LockPanel id={id} lock={lock.data} />}
      <FilesPanel id={id} name={detail.data.metadata.name || 'session'} />
    </>
  );
}
