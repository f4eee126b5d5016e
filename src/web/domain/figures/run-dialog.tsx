import { useState } from 'react';
import { calls, change } from '../../api/actions.ts';
import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import { keyOf, useResource } from '../../api/queries.ts';
import { forgetDataset, useVariables } from '../../api/session.ts';
import type { Attachment, Provenance, Row } from '../../api/types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { Form, Submit } from '../../components/form.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { attempt, notify, notifyStep } from '../../components/toasts.tsx';
import { showRoundNumber, showSetting } from '../../text/format.ts';
import { settingsOf, stageRuns } from '../queue/staging.ts';
import { resultWords } from '../results/limit-marks.tsx';
import { useObjectives } from '../results/objectives.ts';
import { restoreRows } from '../table/table-edits.ts';
import { idOf } from './row-id.ts';

/** Columns that the form below, or the sign of a result, shows in its own way. */
const own = new Set(['ProvenanceId', 'Comment', 'Attachments', 'Censored']);

const isLink = (url: string): boolean => /^https?:\/\/\S+$/.test(url);

/** A link to a file or page that belongs to a run, being typed. */
function NewLink(props: { onAdd: (one: Attachment) => void }) {
  const [title, setTitle] = useState('');
  const [url, setUrl] = useState('');
  const wrong = url !== '' && !isLink(url);
  return (
    <div className="inline-form">
      <TextField label="Title" value={title} onChange={setTitle} placeholder="NMR" narrow />
      <TextField
        label="Address"
        value={url}
        onChange={setUrl}
        placeholder="https://"
        error={wrong ? 'Must begin with http:// or https://' : undefined}
      />
      <button
        type="button"
        disabled={!isLink(url)}
        onClick={() => {
          props.onAdd({ title: title.trim() || url, url });
          setTitle('');
          setUrl('');
        }}
      >
        Add link
      </button>
    </div>
  );
}

/** Comment and links of a run, to be changed. */
function Remarks(props: { id: string; record: Provenance; onClose: () => void }) {
  const { id, record } = props;
  const [comment, setComment] = useState(record.detail?.comment ?? '');
  const [links, setLinks] = useState<readonly Attachment[]>(record.detail?.attachments ?? []);
  const save = async (): Promise<void> => {
    const body = { comment: comment.trim() === '' ? null : comment.trim(), attachments: [...links] };
    const done = await attempt(() =>
      change(id, calls.correctRow(id, record.id, body), ['data', 'provenance', 'audit']),
    );
    if (!done) return;
    forgetDataset(id);
    notify('Remarks saved.');
    props.onClose();
  };
  return (
    <Form onSubmit={save}>
      <TextArea label="Comment" value={comment} onChange={setComment} />
      {links.length > 0 && (
        <ul className="links" aria-label="Links">
          {links.map((one) => (
            <li key={one.url}>
              <a href={one.url} target="_blank" rel="noreferrer noopener">
                {one.title}
              </a>
              <button
                type="button"
                className="plain"
                aria-label={`Remove link ${one.title}`}
                onClick={() => setLinks((now) => now.filter((other) => other !== one))}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <NewLink onAdd={(one) => setLinks((now) => [...now.filter(({ url }) => url !== one.url), one])} />
      <Submit label="Save remarks" />
    </Form>
  );
}

/** Takes the experiment out, with the reason for the audit log. */
function Removal({ id, record, onClose }: { id: string; record: Provenance; onClose: () => void }) {
  const [why, setWhy] = useState('');
  const remove = async (): Promise<void> => {
    const done = await attempt(() => change(id, calls.removeRow(id, record.id, why.trim()), ['']));
    if (!done) return;
    forgetDataset(id);
    notifyStep(id, 'Experiment removed. The audit log keeps it.', () => restoreRows(id, [record.id]));
    onClose();
  };
  return (
    <details className="fold">
      <summary>Remove this experiment</summary>
      <Form onSubmit={remove}>
        <TextField label="Why, for the audit log" value={why} onChange={setWhy} />
        <Submit label="Remove experiment" />
      </Form>
    </details>
  );
}

/** Settings and results with their units, and what else the row says. */
function RunValues({ id, row }: { id: string; row: Row }) {
  const variables = useVariables(id).data ?? [];
  const objectives = useObjectives(id);
  const known = new Map<string, { label: string; text: string }>([
    ...variables.map(
      ({ name, unit }) => [name, { label: name, text: showSetting(row[name], unit) }] as const,
    ),
    ...objectives.map((one) => [one.name, { label: one.label, text: resultWords(row, one, 6) }] as const),
    ['Iteration', { label: 'Round', text: showRoundNumber(row['Iteration']) }],
  ]);
  return (
    <dl className="run-values">
      {Object.entries(row)
        .filter(([name, value]) => !own.has(name) && value !== null)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{known.get(name)?.label ?? name}</dt>
            <dd>{known.get(name)?.text ?? showSetting(value)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Stages the settings of a run once more: only a repeat shows how much a result varies. */
function RepeatButton({ id, row, onClose }: { id: string; row: Row; onClose: () => void }) {
  const variables = useVariables(id).data ?? [];
  const stageIt = async (): Promise<void> => {
    if (await stageRuns(id, [{ inputs: settingsOf(variables, row), reason: 'Repeat' }])) onClose();
  };
  return (
    <button type="button" onClick={() => void stageIt()}>
      Stage a repeat
    </button>
  );
}

/** One experiment: its values, a repeat of it, its comment and links, which may be changed, and its removal. */
export function RunDialog(props: { id: string; row: Row; number: number; onClose: () => void }) {
  const { id, row, number, onClose } = props;
  const one = idOf(row);
  // The fields begin with what was saved last; what arrives later must not take away what is being typed.
  const [begun, setBegun] = useState<Provenance | undefined>();
  const record = useResource(keyOf(id, 'provenance', one ?? ''), async (signal) =>
    one === undefined
      ? null
      : await send<Provenance>(
          sessionCall('GET', id, 'experiments/provenance/{provenance_id}', {}, { provenance_id: one }),
          signal,
        ),
  );
  if (!begun && record.data && !record.isFetching) setBegun(record.data);
  return (
    <Dialog title={`Experiment ${number}`} onClose={onClose}>
      <RunValues id={id} row={row} />
      {begun?.detail?.status === 'failed' && (
        <p className="note bad">This run failed{begun.detail.error ? `: ${begun.detail.error}` : '.'}</p>
      )}
      <PermissionFieldset>
        <RepeatButton id={id} row={row} onClose={onClose} />
      </PermissionFieldset>
      {begun && (
        <>
          <PermissionFieldset>
            <Remarks id={id} record={begun} onClose={onClose} />
          </PermissionFieldset>
          <PermissionFieldset>
            <Removal id={id} record={begun} onClose={onClose} />
          </PermissionFieldset>
        </>
      )}
    </Dialog>
  );
}
