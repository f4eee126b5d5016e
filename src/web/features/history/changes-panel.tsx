import { useState } from 'react';
import { calls } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { invalidate, sessionsKey } from '../../api/queries.ts';
import { useComparison, useHistory, usePast, useVariables } from '../../api/session.ts';
import type { PastCampaign, Revision, Row } from '../../api/types.ts';
import { DataTable, named, numbers } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form, Submit } from '../../components/form.tsx';
import { Panel, Scroll, waiting } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { go, link, useQuery } from '../../components/route.ts';
import { actionsHead, numberHead, TableHead } from '../../components/table-head.tsx';
import { attempt, notify } from '../../components/toasts.tsx';
import { resultWords } from '../../domain/results/limit-marks.tsx';
import { directionOf, goalWords } from '../../domain/results/objectives.ts';
import { namesInSentences } from '../../domain/variables/names-in-sentences.ts';
import { count, labelled, showSetting, when } from '../../text/format.ts';
import { inRegion } from '../../text/numbers.ts';

const page = 50;

/** Asks for a name and begins a campaign there. */
function BranchDialog(props: { id: string; revision: number; onClose: () => void }) {
  const [name, setName] = useState('');
  const branch = async (): Promise<void> => {
    const body = { revision: props.revision, ...(name.trim() === '' ? {} : { name: name.trim() }) };
    const made = await attempt(() => send(calls.branch(props.id, body)));
    if (!made) return;
    invalidate(sessionsKey);
    props.onClose();
    go(link(made.session_id, 'overview'));
    notify('A new campaign begins here. The old one is unchanged.');
  };
  return (
    <Dialog title={`New campaign from revision ${props.revision}`} onClose={props.onClose}>
      <Form onSubmit={branch}>
        <TextField
          label="Name"
          value={name}
          onChange={setName}
          hint="It starts with the variables, objectives, runs and results of that time"
          first
        />
        <Submit label="Begin campaign" />
      </Form>
    </Dialog>
  );
}

const rangeOf = ({ bounds, categories, allowed_values }: PastCampaign['variables'][number]): string =>
  bounds
    ? `${showSetting(bounds[0])} – ${showSetting(bounds[1])}`
    : (categories ?? allowed_values ?? []).map((one) => showSetting(one)).join('; ');

function PastRows({ past }: { past: PastCampaign }) {
  return (
    <DataTable
      label="Experiments at that time"
      tall
      rows={past.experiments}
      columns={[
        numbers('Row', 'Row', (_, index) => index + 1),
        ...past.variables.map(({ name, unit }) =>
          numbers<Row>(`column ${name}`, named(name, unit), (row) => showSetting(row[name])),
        ),
        ...past.objectives.map(({ name, label, unit }) =>
          numbers<Row>(`column ${name}`, named(label ?? name, unit), (row) =>
            resultWords(row, { name, unit: undefined }, 6),
          ),
        ),
      ]}
    />
  );
}

interface PastProps {
  id: string;
  revision: number;
  /** Those that can be compared with. */
  revisions: readonly Revision[];
  onClose: () => void;
}

/** What changed from a revision to another one. */
function Differences(
  props: PastProps & { other: string; setOther: (text: string) => void; lines: readonly string[] },
) {
  const { revision, revisions, other, setOther, lines } = props;
  const names = namesInSentences(useVariables(props.id).data ?? []);
  return (
    <>
      <SelectField
        label={`What changed from revision ${revision} to`}
        value={other}
        onChange={setOther}
        options={[
          ['', 'the current campaign'],
          ...revisions
            .filter((one) => one.readable && one.revision !== revision)
            .map((one): [string, string] => [
              String(one.revision),
              `revision ${one.revision}, ${when(one.time)}`,
            ]),
        ]}
        narrow
      />
      {lines.length === 0 ? (
        <p className="hint">Nothing.</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line}>{inRegion(line, names)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** The goal of an objective as it was. */
function pastGoal(declared: PastCampaign['objectives'][number]): string {
  const { name, goal } = declared;
  if (goal === null) return `measure ${name}`;
  const objective = { name, label: declared.label ?? name, unit: declared.unit ?? undefined, declared };
  return goalWords(objective, directionOf(objective) ?? 'maximize');
}

/** Objectives, variables and rows of a revision. */
function PastState({ past }: { past: PastCampaign }) {
  const { variables, objectives, n_experiments: n, experiments } = past;
  return (
    <>
      <h3>As it was then</h3>
      <p>
        {objectives.map(pastGoal).join('; ')}.{' '}
        {variables.map((one) => `${labelled(one.name, one.unit)}: ${rangeOf(one)}`).join(' · ')}
      </p>
      <p>
        {count(n, 'experiment')}
        {n > experiments.length ? `, the first ${experiments.length} of them here` : ''}.
      </p>
      {n > 0 && <PastRows past={past} />}
    </>
  );
}

/** The campaign as it was, and what is different now. */
function Past(props: PastProps) {
  const { id, revision } = props;
  const past = usePast(id, revision);
  const [other, setOther] = useQuery('with', '');
  const since = useComparison(id, revision, other === '' ? undefined : Number(other));
  const [branching, setBranching] = useState(false);
  const missing = waiting(past, since);
  if (missing || !past.data || !since.data) return missing;
  const { time } = past.data;
  const { differences, summary } = since.data;
  return (
    <Panel
      title={`Revision ${revision}${time === null ? '' : `, ${when(time)}`}`}
      actions={
        <>
          <PermissionFieldset need="create">
            <button type="button" onClick={() => setBranching(true)}>
              New campaign from here…
            </button>
          </PermissionFieldset>
          <button type="button" onClick={props.onClose}>
            Close
          </button>
        </>
      }
    >
      <Differences {...props} {...{ other, setOther }} lines={differences.length === 0 ? [] : summary} />
      <PastState past={past.data} />
      {branching && <BranchDialog id={id} revision={revision} onClose={() => setBranching(false)} />}
    </Panel>
  );
}

function Line(props: { one: Revision; names: readonly string[]; onLook: () => void }) {
  const { one } = props;
  return (
    <tr>
      <td className="number" data-label="Revision">
        {one.revision}
      </td>
      <td className="when" data-label="When">
        {when(one.time)}
      </td>
      {one.who === null ? <td /> : <td data-label="Who">{one.who}</td>}
      <td className="why">{inRegion(one.what.join('; '), props.names)}</td>
      <td className="actions">
        <button
          type="button"
          disabled={!one.readable}
          title={
            one.readable ? undefined : 'This state is no longer stored, because too much has changed since'
          }
          aria-label={`View revision ${one.revision}`}
          onClick={props.onLook}
        >
          View
        </button>
      </td>
    </tr>
  );
}

/** Every change of the campaign; any state can be examined, compared and branched from. */
export function ChangesPanel({ id }: { id: string }) {
  const [shown, setShown] = useState(page);
  const [chosen, setChosen] = useQuery('revision', '');
  const history = useHistory(id, Math.min(shown, 1000));
  const names = namesInSentences(useVariables(id).data ?? []);
  const missing = waiting(history);
  if (missing || !history.data) return missing;
  const { revisions, total } = history.data;
  return (
    <>
      {chosen !== '' && (
        <Past id={id} revision={Number(chosen)} revisions={revisions} onClose={() => setChosen('')} />
      )}
      <Panel title={count(total, 'change')}>
        {total === 0 && (
          <p className="hint">No changes yet. You can view each earlier state of the campaign here.</p>
        )}
        {total > 0 && (
          <Scroll label="Changes">
            <table className="table cards">
              <TableHead columns={[numberHead('Revision'), 'When', 'Who', 'What', actionsHead]} />
              <tbody>
                {revisions.map((one) => (
                  <Line
                    key={one.revision}
                    one={one}
                    names={names}
                    onLook={() => setChosen(String(one.revision))}
                  />
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
        {total > revisions.length && shown < 1000 && (
          <button type="button" onClick={() => setShown(Math.min(1000, shown + 10 * page))}>
            Show more ({total - revisions.length} left)
          </button>
        )}
      </Panel>
    </>
  );
}
