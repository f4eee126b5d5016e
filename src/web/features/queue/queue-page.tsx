import { useMemo } from 'react';
import { isOpen } from '../../../contract/queue/run-status.ts';
import { calls, change, stage } from '../../api/actions.ts';
import { useQueue, useVariables } from '../../api/session.ts';
import type { QueueItem, QueueList, Variable } from '../../api/types.ts';
import { CheckField } from '../../components/field.tsx';
import { Empty, Heading, Panel, waiting } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { PrintedTable } from '../../components/printed-table.tsx';
import { link } from '../../components/route.ts';
import {
  actionsHead,
  numberHead,
  settingClass,
  settingHead,
  TableHead,
} from '../../components/table-head.tsx';
import { attempt, notify, notifyStep } from '../../components/toasts.tsx';
import { useAutoTrain } from '../../domain/queue/completion.tsx';
import { useDiscardedDrafts } from '../../domain/queue/discarded-drafts.ts';
import { useFailDialog } from '../../domain/queue/fail-dialog.tsx';
import { RecordTyped } from '../../domain/queue/record-typed.tsx';
import { useRenamedDrafts } from '../../domain/queue/renamed-drafts.ts';
import { plotWords, RunCard } from '../../domain/queue/run-card.tsx';
import { asRun, labelNames, runNumbers, useRunsFrom } from '../../domain/queue/staging.ts';
import { StepsName } from '../../domain/queue/steps.tsx';
import { type Objective, useObjectives } from '../../domain/results/objectives.ts';
import { SaveTable } from '../../domain/table/save-table.tsx';
import { count, show, showSetting, when } from '../../text/format.ts';
import { OpenRow } from './open-row.tsx';

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
        <PermissionFieldset>
          <button
            type="button"
            onClick={() =>
              void attempt(async () => {
                await change(props.id, calls.purgeQueue(props.id), ['queue']);
                notify('Finished runs cleared from the list. Their results stay in the table.');
              })
            }
          >
            Clear this list
          </button>
        </PermissionFieldset>
      </div>
      <table className="table">
        <TableHead columns={['State', 'Inputs', 'Result', 'Finished']} />
        <tbody>
          {props.items.map((item) => (
            <tr key={item.id}>
              <td>{item.status === 'done' ? 'Done' : 'Failed'}</td>
              <td>
                {Object.entries(item.inputs)
                  .map(([name, value]) => `${name} ${showSetting(value)}`)
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

/** Runs that are not finished: those under way first. */
const openRuns = ({ items }: QueueList): QueueItem[] => [
  ...items.filter((item) => item.status === 'running'),
  ...items.filter((item) => item.status === 'pending'),
];

/** Takes every pending run out of the queue, with a way back. */
async function clearPending(id: string, queue: QueueList): Promise<void> {
  const items = queue.items.filter((item) => item.status === 'pending');
  await change(id, calls.removeItems(id, items), ['queue']);
  notifyStep(id, `${count(items.length, 'run')} removed from the queue.`, async () => {
    await stage(id, items.map(asRun));
  });
}

/** The runs on paper, with room for a pen where results and remarks are written at the bench. */
function RunSheet({ open: items, numbers, variables, objectives }: OpenProps) {
  const textOf =
    (values: (item: QueueItem) => Readonly<Record<string, unknown>> | null | undefined) =>
    (name: string) =>
    (row: number) => {
      const value = values(items[row] as QueueItem)?.[name];
      return value === undefined || value === null ? '' : showSetting(value);
    };
  const label = textOf(({ labels }) => labels);
  const setting = textOf(({ inputs }) => inputs);
  return (
    <PrintedTable
      columns={[
        ...labelNames(items).map((name) => ({ name, text: label(name) })),
        ...variables.map((one) => ({
          name: one.name,
          unit: one.unit,
          className: settingClass(one),
          // An observed variable is read at the bench.
          ...(items.some(({ inputs }) => one.name in inputs) && { text: setting(one.name) }),
        })),
        ...objectives.map(({ label: name, unit }) => ({ name, unit })),
        { name: 'Remarks' },
      ]}
      rowCount={items.length}
      rowLabel={(row) => {
        const item = items[row] as QueueItem;
        return [numbers.get(item.id), item.plot && plotWords(item.plot)].filter(Boolean).join(' ');
      }}
    />
  );
}

const EmptyQueue = ({ id }: { id: string }) => (
  <Empty
    title="The queue is empty"
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
      Stage suggestions or a design. The runs appear here and on the bench page, which also works on a phone.
    </p>
  </Empty>
);

/** With more columns the results come before the settings, so that they can be typed without moving the table. */
const maxColumnsInSight = 8;

/** The runs after the next one, each in a line. */
function Waiting(props: {
  id: string;
  items: readonly QueueItem[];
  numbers: ReadonlyMap<string, number>;
  runsFrom: (item: QueueItem) => readonly QueueItem[];
  variables: readonly Variable[];
  objectives: readonly Objective[];
  onFail: (item: QueueItem) => void;
}) {
  const joined = JSON.stringify(labelNames(props.items));
  // The same array as long as it says the same.
  const labels = useMemo(() => JSON.parse(joined) as string[], [joined]);
  const settings = props.variables.map(settingHead);
  const results = props.objectives.map(({ label, unit }) => numberHead(label, unit));
  const resultsFirst = labels.length + settings.length + results.length > maxColumnsInSight;
  return (
    <div className="table-scroll">
      <table className="table queue cards">
        <TableHead
          columns={[
            numberHead('Run'),
            ...labels,
            ...(resultsFirst ? [...results, ...settings] : [...settings, ...results]),
            { ...actionsHead, className: 'pinned' },
          ]}
        />
        <tbody>
          {props.items.map((item) => (
            <OpenRow
              key={item.id}
              id={props.id}
              item={item}
              number={props.numbers.get(item.id) ?? 0}
              runsFrom={props.runsFrom}
              labels={labels}
              resultsFirst={resultsFirst}
              variables={props.variables}
              objectives={props.objectives}
              onFail={props.onFail}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface OpenProps {
  id: string;
  /** Runs that are not finished, in the order of the work. */
  open: readonly QueueItem[];
  numbers: ReadonlyMap<string, number>;
  variables: readonly Variable[];
  objectives: readonly Objective[];
  onFail: (item: QueueItem) => void;
}

const Actions = ({ queue, ...runs }: OpenProps & { queue: QueueList }) => (
  <>
    <a className="button" href={link(runs.id, 'bench')}>
      Bench page
    </a>
    <SaveTable id={runs.id} path="experiments/queue/export" name="queue" />
    <PermissionFieldset>
      <button
        type="button"
        disabled={queue.n_pending === 0}
        onClick={() => void attempt(() => clearPending(runs.id, queue))}
      >
        Clear pending runs
      </button>
    </PermissionFieldset>
  </>
);

function OpenRuns({ open, ...shared }: OpenProps) {
  const [autoTrain, setAutoTrain] = useAutoTrain(shared.id);
  const [next, ...others] = open;
  const runsFrom = useRunsFrom(open);
  if (!next) return <EmptyQueue id={shared.id} />;
  return (
    <div className="runs-to-do">
      <div className="row">
        <h2>{count(open.length, 'run')} to do</h2>
        <span className="spring" />
        <PermissionFieldset>
          <RecordTyped {...shared} open={open} />
          <CheckField label="Train the model after each result" checked={autoTrain} onChange={setAutoTrain} />
        </PermissionFieldset>
      </div>
      <PermissionFieldset>
        <StepsName id={shared.id} />
      </PermissionFieldset>
      <RunCard
        key={next.id}
        {...shared}
        item={next}
        number={shared.numbers.get(next.id) ?? 0}
        runsFrom={runsFrom}
        title="Next run"
        asCode
      />
      {others.length > 0 && (
        <Panel changes="write" title="Later runs">
          <Waiting {...shared} runsFrom={runsFrom} items={others} />
        </Panel>
      )}
    </div>
  );
}

export function QueuePage({ id }: { id: string }) {
  const queue = useQueue(id);
  const variables = useVariables(id);
  useRenamedDrafts(id, variables.data);
  const objectives = useObjectives(id);
  useDiscardedDrafts(id, queue.data, objectives);
  const [onFail, failDialog] = useFailDialog(id, variables.data ?? []);
  const missing = waiting(queue, variables);
  if (missing || !queue.data) return missing;
  const open = openRuns(queue.data);
  const finished = queue.data.items.filter((item) => !isOpen(item));
  const numbers = runNumbers(queue.data);
  const shown = { id, open, numbers, variables: variables.data ?? [], objectives, onFail };
  return (
    <>
      <Heading title="Queue" actions={open.length > 0 && <Actions {...shown} queue={queue.data} />}>
        Planned runs without a result. Type a result and press Enter, or paste a column of results from a
        spreadsheet.
      </Heading>
      <OpenRuns {...shown} />
      <RunSheet {...shown} />
      <Finished id={id} items={finished} />
      {failDialog}
    </>
  );
}
