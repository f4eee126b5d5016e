import { useState } from 'react';
import { calls, createSession, importSession } from '../../api/actions.ts';
import { send, sendForFile } from '../../api/http.ts';
import { invalidate, sessionsKey } from '../../api/queries.ts';
import { exportCall, useSessions } from '../../api/session.ts';
import type { SessionSummary } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { asFileName, download } from '../../components/download.ts';
import { useDraft } from '../../components/draft.ts';
import { TextField } from '../../components/field.tsx';
import { FileButton, jsonFiles } from '../../components/file-button.tsx';
import { Form } from '../../components/form.tsx';
import { Empty, Heading, waiting } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { go, link } from '../../components/route.ts';
import { actionsHead, numberHead, TableHead } from '../../components/table-head.tsx';
import { attempt, notify, notifyStep } from '../../components/toasts.tsx';
import { useWork } from '../../components/work.ts';
import { when } from '../../text/format.ts';
import { createExample } from './example.ts';
import { latestFirst } from './latest-first.ts';

function NewSession(props: { onClose: () => void }) {
  const [name, setName, forget] = useDraft('new-session', '');
  const create = async (): Promise<void> => {
    const id = await attempt(() => createSession(name.trim() || 'Untitled session'));
    if (id === undefined) return;
    forget();
    props.onClose();
    go(link(id, 'variables'));
  };
  return (
    <Dialog title="New session" onClose={props.onClose}>
      <Form onSubmit={create}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          placeholder="for example: Suzuki coupling, batch 7"
          hint="One session holds one campaign: its variables, its experiments, its model."
          first
        />
        <div className="row end">
          <CopyAs what="Create session" call={() => calls.createSession({ name })} />
          <button type="submit" className="primary">
            Create session
          </button>
        </div>
      </Form>
    </Dialog>
  );
}

/** Removes a session; the file is kept in this page for a while, so that the removal can be taken back. */
async function removeSession(session: SessionSummary): Promise<void> {
  const file = session.readable
    ? new File([await sendForFile(exportCall(session.session_id))], 'session.json')
    : undefined;
  await send(calls.deleteSession(session.session_id));
  invalidate(sessionsKey);
  const done = `“${session.name ?? session.session_id}” deleted.`;
  if (!file) notify(done);
  else
    notifyStep(undefined, done, async () => {
      await importSession(file);
    });
}

async function exportSession(session: SessionSummary): Promise<void> {
  const blob = await sendForFile(exportCall(session.session_id));
  download(`${asFileName(session.name ?? session.session_id)}.json`, blob);
}

const Actions = ({ session }: { session: SessionSummary }) => (
  <>
    {session.readable && (
      <button
        type="button"
        className="plain"
        aria-label={`Export ${session.name ?? session.session_id}`}
        onClick={() => void attempt(() => exportSession(session))}
      >
        Export
      </button>
    )}
    <PermissionFieldset need="own">
      <button
        type="button"
        className="plain"
        aria-label={`Delete ${session.name ?? session.session_id}`}
        onClick={() => void attempt(() => removeSession(session))}
      >
        Delete
      </button>
    </PermissionFieldset>
  </>
);

function SessionTable(props: { sessions: readonly SessionSummary[] }) {
  return (
    <div className="table-scroll">
      <table className="table sessions cards">
        <TableHead
          columns={[
            'Session',
            numberHead('Variables'),
            numberHead('Experiments'),
            'Last changed',
            actionsHead,
          ]}
        />
        <tbody>
          {props.sessions.map((session) => (
            <tr key={session.session_id} data-item={session.session_id}>
              <td data-label="Session">
                {session.readable ? (
                  <a href={link(session.session_id, 'overview')}>
                    <strong>{session.name || 'Untitled session'}</strong>
                  </a>
                ) : (
                  <span>{session.session_id} (its file cannot be read)</span>
                )}
              </td>
              <td className="number" data-label="Variables">
                {session.n_variables ?? '–'}
              </td>
              <td className="number" data-label="Experiments">
                {session.n_experiments ?? '–'}
              </td>
              <td className="when" data-label="Last changed">
                {when(session.last_modified ?? session.created_at)}
              </td>
              <td className="actions">
                <Actions session={session} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const NoSessions = () => (
  <Empty title="Your first campaign starts here">
    <p>
      Define what you can change in an experiment and what you measure. Athanor proposes a first set of runs,
      learns from the results, and proposes the next runs: those most likely to be better, or to be most
      informative.
    </p>
    <p>
      Not sure yet? <em>Try with example data</em> opens a campaign with measured yields of a Suzuki coupling.
    </p>
  </Empty>
);

export function SessionsPage() {
  const sessions = useSessions();
  const [creating, setCreating] = useState(false);
  const { busy, start } = useWork();
  const open = async (make: () => Promise<string>): Promise<void> => {
    const id = await start(make);
    if (id !== undefined) go(link(id, 'overview'));
  };
  const openFile = (file: File): void => void open(() => importSession(file));
  const actions = (
    <>
      <PermissionFieldset need="create">
        <button type="button" disabled={busy} onClick={() => void open(createExample)}>
          Try with example data
        </button>
      </PermissionFieldset>
      <PermissionFieldset need="create">
        <FileButton label="Import session" what="Session file" accept={jsonFiles} onFile={openFile} />
      </PermissionFieldset>
      <PermissionFieldset need="create">
        <button type="button" className="primary" onClick={() => setCreating(true)}>
          New session
        </button>
      </PermissionFieldset>
    </>
  );
  return (
    <section
      aria-label="Sessions"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        const file = event.dataTransfer.files[0];
        if (file) openFile(file);
      }}
    >
      <Heading title="Sessions" actions={actions}>
        Each session holds one campaign: its variables, its results and the runs to try next.
      </Heading>
      {waiting(sessions) ??
        (sessions.data?.length === 0 ? (
          <NoSessions />
        ) : (
          <SessionTable sessions={latestFirst(sessions.data ?? [])} />
        ))}
      {creating && <NewSession onClose={() => setCreating(false)} />}
    </section>
  );
}
