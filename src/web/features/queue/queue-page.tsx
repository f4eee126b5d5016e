import { useState } from 'react';
import { calls, change, stage } from '../../api/actions.ts';
import { invalidate, keyOf } from '../../api/queries.ts';
import { useQueue, useVariables } from '../../api/session.ts';
import type { QueueItem, QueueList, Variable } from '../../api/types.ts';
import { Empty, Heading, Panel, waiting } from '../../components/bits.tsx';
import { CopyAs } from '../../components/copy-as.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { download } from '../../components/download.ts';
import { CheckField, TextField } from '../../components/field.tsx';
import { link } from '../../components/route.ts';
import { attempt, told } from '../../components/toasts.tsx';
import { useAutoTrain, useCompletion } from '../../domain/completion.tsx';
import { type Objective, useObjectives } from '../../domain/objectives.ts';
import { asRun } from '../../domain/staging.ts';
import { toCsv } from '../../text/csv.ts';
import { count, labelled, show, when } from '../../text/format.ts';

interface RowProps {
  id: string;
  item: QueueItem;
  number: number;
  variables: readonly Variable[];
  objectives: readonly Objective[];
}

function FailDialog(props: { onFail: (why: string) => Promise<void>; onClose: () => void }) {
  const [why, setWhy] = useState('');
  return (
    <Dialog title="This run failed" onClose={props.onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void props.onFail(why.trim() || 'failed').then(props.onClose);
        }}
      >
        <TextField label="What happened" value={why} onChange={setWhy} placeholder="pump blocked" first />
        <div className="row end">
          <button type="submit" className="primary">
            Mark as failed
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Where a run belongs in a split-plot design: runs of one plot keep what is hard to change. */
const plotWords = (plot: NonNullable<QueueItem['plot']>): string =>
  plot.Subplot ? `plot ${plot.WholePlot}.${plot.Subplot}` : `plot ${plot.WholePlot}`;

function OpenRow({ id, item, number, variables, objectives }: RowProps) {
  const state = useCompletion(id, item, variables, objectives);
  const [failing, setFailing] = useState(false);
  const enter = (event: React.KeyboardEvent): void => {
    if (event.key === 'Enter') void state.complete();
  };
  return (
    <tr className={item.status}>
      <td className="number" data-label="Run">
        <span>
          {number}
          {item.plot && <small> {plotWords(item.plot)}</small>}
        </span>
      </td>
      {variables.map((variable) => (
        <td key={variable.name} className="number" data-label={labelled(variable.name, variable.unit)}>
          <input
            className="short bare"
            aria-label={`Actual ${variable.name} of run ${number}`}
            aria-invalid={state.errors[variable.name] ? true : undefined}
            title={state.errors[variable.name]}
            value={state.actualOf(variable.name)}
            onChange={(event) => state.setActual(variable.name, event.target.value)}
          />
        </td>
      ))}
      {objectives.map((objective) => (
        <td key={objective.name} className="number" data-label={labelled(objective.label, objective.unit)}>
          <input
            className="short"
            aria-label={`${objective.label} of run ${number}`}
            aria-invalid={state.errors[objective.name] ? true : undefined}
            title={state.errors[objective.name]}
            placeholder={objective.unit ?? 'result'}
            inputMode="decimal"
            value={state.outputOf(objective.name)}
            onChange={(event) => state.setOutput(objective.name, event.target.value)}
            onKeyDown={enter}
          />
        </td>
      ))}
      <td data-label="Why">{item.reason ?? ''}</td>
      <td className="actions">
        <CopyAs what={`Complete run ${number}`} call={state.call} />
        {item.status === 'pending' && (
          <button type="button" className="plain" onClick={() => void state.start()}>
            Start
          </button>
        )}
        {item.status === 'running' && (
          <button type="button" className="plain" onClick={() => setFailing(true)}>
            Failed
          </button>
        )}
        {item.status === 'pending' && (
          <button
            type="button"
            className="plain"
            aria-label={`Remove run ${number}`}
            onClick={() => void state.remove()}
          >
            Remove
          </button>
        )}
        <button
          type="button"
          className={state.ready ? 'primary' : ''}
          disabled={state.busy}
          onClick={() => void state.complete()}
        >
          Complete
        </button>
        {failing && <FailDialog onFail={state.fail} onClose={() => setFailing(false)} />}
      </td>
    </tr>
  );
}

const outputText = (item: QueueItem): string => {
  if (item.error) return item.error;
  if (item.output === null || typeof item.output === 'number') return show(item.output);
  return Object.values(item.output)
    .map((value) => show(value))
    .join(', ');
};

function Finished(props: { id: string; items: readonly QueueItem[] }) {
  if (props.items.length === 0) return null;
  return (
    <details className="fold">
      <summary>{count(props.items.length, 'finished run')}</summary>
      <div className="row">
        <button
          type="button"
          onClick={() =>
            void attempt(async () => {
              await change(props.id, calls.purgeQueue(props.id), ['queue']);
              told('Finished runs cleared from the list. Their results stay in the table.');
            })
          }
        >
          Clear this list
        </button>
      </div>
      <table className="table">
        <thead>
          <tr>
            <th>State</th>
            <th>Inputs</th>
            <th>Result</th>
            <th>Finished</th>
          </tr>
        </thead>
        <tbody>
          {props.items.map((item) => (
            <tr key={item.id}>
              <td>{item.status === 'done' ? 'Done' : 'Failed'}</td>
              <td>
                {Object.entries(item.inputs)
                  .map(([name, value]) => `${name} ${show(value)}`)
                  .join(', ')}
              </td>
              <td>{outputText(item)}</td>
              <td className="when">{when(item.completed_at)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** Takes every waiting run out of the queue, with a way back. */
async function clearWaiting(id: string, queue: QueueList): Promise<void> {
  const items = queue.items.filter((item) => item.status === 'pending');
  for (const item of items) await change(id, calls.removeItem(id, item.id), []);
  told(`${count(items.length, 'run')} removed from the queue.`, async () => {
    await stage(id, items.map(asRun));
  });
  invalidate(keyOf(id, 'queue'));
}

export function QueuePage({ id }: { id: string }) {
  const queue = useQueue(id);
  const variables = useVariables(id);
  const objectives = useObjectives(id);
  const [autoTrain, setAutoTrain] = useAutoTrain(id);
  const missing = waiting(queue, variables);
  if (missing || !queue.data) return missing;
  const open = queue.data.items.filter((item) => item.status === 'pending' || item.status === 'running');
  const finished = queue.data.items.filter((item) => item.status === 'done' || item.status === 'failed');
  const list = variables.data ?? [];
  const save = (): void => {
    const columns = [...list.map((variable) => variable.name), ...objectives.map((one) => one.name)];
    download(
      'queue.csv',
      toCsv(
        columns,
        open.map((item) => item.inputs),
      ),
      'text/csv',
    );
  };
  return (
    <>
      <Heading
        title="Queue"
        actions={
          open.length > 0 && (
            <>
              <a className="button" href={link(id, 'bench')}>
                Bench page
              </a>
              <button type="button" onClick={save}>
                Save CSV
              </button>
              <button
                type="button"
                onClick={() => void attempt(() => clearWaiting(id, queue.data as QueueList))}
              >
                Clear waiting
              </button>
            </>
          )
        }
      >
        Experiments planned and not yet measured. Type the result and press Enter; if a value came out
        different from the plan, change it in place.
      </Heading>
      {open.length === 0 ? (
        <Empty
          title="Nothing is waiting"
          actions={
            <>
              <a className="button primary" href={link(id, 'suggest')}>
                Suggest experiments
              </a>
              <a className="button" href={link(id, 'designs')}>
                Make a design
              </a>
            </>
          }
        >
          <p>
            Stage suggestions or a design, and they appear here for the person at the bench, on a phone too.
          </p>
        </Empty>
      ) : (
        <Panel
          title={`${count(open.length, 'run')} to do`}
          actions={
            <CheckField
              label="Train the model after each result"
              checked={autoTrain}
              onChange={setAutoTrain}
            />
          }
        >
          <div className="table-scroll">
            <table className="table queue cards">
              <thead>
                <tr>
                  <th className="number">Run</th>
                  {list.map((variable) => (
                    <th key={variable.name} className="number">
                      {variable.name}
                      {variable.unit && <small>{variable.unit}</small>}
                    </th>
                  ))}
                  {objectives.map((objective) => (
                    <th key={objective.name} className="number">
                      {objective.label}
                      {objective.unit && <small>{objective.unit}</small>}
                    </th>
                  ))}
                  <th>Why</th>
                  <th>
                    <span className="sr">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {open.map((item, index) => (
                  <OpenRow
                    key={item.id}
                    id={id}
                    item={item}
                    number={index + 1}
                    variables={list}
                    objectives={objectives}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </Panel>
      )}
      <Finished id={id} items={finished} />
    </>
  );
}
