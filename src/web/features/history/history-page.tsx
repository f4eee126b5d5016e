import { useState } from 'react';
import { limitSign, resultCell } from '../../../contract/experiments/censored.ts';
import { sessionCall } from '../../api/call.ts';
import { sendForFile } from '../../api/http.ts';
import { useAudit, useProvenance, useVariables } from '../../api/session.ts';
import type { AuditEntry, Provenance, Variable } from '../../api/types.ts';
import { download } from '../../components/download.ts';
import { SelectField } from '../../components/field.tsx';
import { Heading, Panel, Scroll, waiting } from '../../components/page-parts.tsx';
import { useQuery } from '../../components/route.ts';
import { CellText, numberHead, settingClass, settingHead, TableHead } from '../../components/table-head.tsx';
import { attempt } from '../../components/toasts.tsx';
import { type Objective, useObjectives } from '../../domain/results/objectives.ts';
import { csvFile } from '../../text/csv.ts';
import { count, labelled, showRoundNumber, showSetting, when } from '../../text/format.ts';
import { auditWords, kindWords } from './audit-words.ts';
import { ChangesPanel } from './changes-panel.tsx';

const page = 50;

/** A value that came out as planned, or the plan beside it. */
function Against({ record, variable }: { record: Provenance; variable: Variable }) {
  const { name, unit } = variable;
  const actual = record.actual[name];
  const planned = record.suggested?.[name];
  const changed = planned !== undefined && planned !== actual;
  return (
    <td
      className={[settingClass(variable), changed && 'changed'].filter(Boolean).join(' ')}
      data-label={labelled(name, unit)}
      title={changed ? `planned ${showSetting(planned)}` : undefined}
    >
      <span>
        <CellText text={showSetting(actual)} />
        {changed && <small> planned {showSetting(planned)}</small>}
      </span>
    </td>
  );
}

/** Records as a table for a file: results, settings as run, and as they were suggested. */
function provenanceCsv(
  list: readonly Provenance[],
  names: readonly string[],
  objectives: readonly Objective[],
): string {
  const columns = ['id', 'iteration', 'strategy', 'timestamp'];
  const outputs = objectives.map(({ name }) => name);
  const rows = list.map((record) => ({
    ...record,
    ...Object.fromEntries(
      objectives.map((one) => [
        one.name,
        isFailed(record) ? 'failed' : resultCell(resultOf(record, one), record.censored?.[one.name]),
      ]),
    ),
    ...Object.fromEntries(
      names.flatMap((name) => [
        [name, record.actual[name]],
        [`${name} suggested`, record.suggested?.[name]],
      ]),
    ),
  }));
  return csvFile(
    [...columns, ...outputs, 'noise', ...names, ...names.map((name) => `${name} suggested`)],
    rows,
  );
}

const resultOf = ({ outputs, output }: Provenance, { name }: Objective): number | null =>
  outputs ? (outputs[name] ?? null) : output;

/** A run without any result may as well not be measured yet. */
const isFailed = ({ detail }: Provenance): boolean => detail?.status === 'failed';

/** The result of a record for reading: `>99` where it was recorded as a limit, `failed` where there is none for that reason. */
function resultText(record: Provenance, objective: Objective): string {
  if (isFailed(record)) return 'failed';
  const side = record.censored?.[objective.name];
  return `${side === undefined ? '' : limitSign[side]}${showSetting(resultOf(record, objective))}`;
}

function ProvenanceTable(props: {
  records: readonly Provenance[];
  variables: readonly Variable[];
  objectives: readonly Objective[];
}) {
  const { variables, objectives } = props;
  return (
    <Scroll label="Provenance">
      <table className="table cards">
        <TableHead
          columns={[
            'When',
            numberHead('Round'),
            'Proposed by',
            ...variables.map(settingHead),
            ...objectives.map(({ label, unit }) => numberHead(label, unit)),
          ]}
        />
        <tbody>
          {props.records.map((record) => (
            <tr key={record.id}>
              <td className="when" data-label="When">
                {when(record.timestamp)}
              </td>
              <td className="number" data-label="Round">
                {showRoundNumber(record.iteration)}
              </td>
              <td data-label="Proposed by">{record.strategy}</td>
              {variables.map((variable) => (
                <Against key={variable.name} record={record} variable={variable} />
              ))}
              {objectives.map((objective) => (
                <td
                  key={objective.name}
                  className="number"
                  data-label={labelled(objective.label, objective.unit)}
                >
                  {resultText(record, objective)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function ProvenancePanel(props: { id: string }) {
  const records = useProvenance(props.id);
  const variables = useVariables(props.id);
  const objectives = useObjectives(props.id);
  const [shown, setShown] = useState(page);
  const missing = waiting(records, variables);
  if (missing) return missing;
  const list = [...(records.data ?? [])].reverse();
  const columns = variables.data ?? [];
  const names = columns.map((variable) => variable.name);
  return (
    <Panel
      title={count(list.length, 'record')}
      actions={
        list.length > 0 && (
          <button
            type="button"
            onClick={() => download('provenance.csv', provenanceCsv(list, names, objectives), 'text/csv')}
          >
            Save CSV
          </button>
        )
      }
    >
      {list.length === 0 ? (
        <p className="hint">Shows for each experiment who proposed it, what was planned and what was run.</p>
      ) : (
        <ProvenanceTable records={list.slice(0, shown)} objectives={objectives} variables={columns} />
      )}
      {list.length > shown && (
        <button type="button" onClick={() => setShown(shown + 10 * page)}>
          Show more ({list.length - shown} left)
        </button>
      )}
    </Panel>
  );
}

function Entry({ entry, earlier }: { entry: AuditEntry; earlier: readonly AuditEntry[] }) {
  const words = auditWords(entry, earlier);
  return (
    <li>
      <details>
        <summary>
          <time>{when(entry.timestamp)}</time> <b>{words.title}</b>
          {words.who && <span> by {words.who}</span>}
          {words.text && <span> {words.text}</span>}
          {entry.notes && <span> {entry.notes}</span>}
        </summary>
        {words.changes.length > 0 && (
          <dl className="changes">
            {words.changes.map((one) => (
              <div key={one.field}>
                <dt>{one.field}</dt>
                <dd>
                  {one.before !== '' && <del>{one.before}</del>} <ins>{one.after}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
        <p className="hint">
          Fingerprint <code>{entry.hash}</code>
        </p>
      </details>
    </li>
  );
}

function AuditPanel(props: { id: string }) {
  const audit = useAudit(props.id);
  const [kind, setKind] = useQuery('type', '');
  const [shown, setShown] = useState(page);
  const missing = waiting(audit);
  if (missing) return missing;
  const all = audit.data ?? [];
  const kinds = [...new Set(all.map((entry) => entry.entry_type))];
  const list = all
    .map((entry, at) => ({ entry, at }))
    .reverse()
    .filter(({ entry }) => kind === '' || entry.entry_type === kind);
  const save = async (): Promise<void> => {
    download('audit-log.md', await sendForFile(sessionCall('GET', props.id, 'audit/export')));
  };
  return (
    <Panel
      title={count(list.length, 'entry', 'entries')}
      actions={
        <>
          <SelectField
            label="Kind"
            value={kind}
            onChange={setKind}
            options={[['', 'all'] as const, ...kinds.map((one) => [one, kindWords(one)] as const)]}
            narrow
          />
          <button type="button" onClick={() => void attempt(save)}>
            Save as Markdown
          </button>
        </>
      }
    >
      {list.length === 0 && (
        <p className="hint">
          No entries yet. Training, suggestions and results add entries, which cannot be edited.
        </p>
      )}
      <ul className="audit">
        {list.slice(0, shown).map(({ entry, at }) => (
          <Entry key={at} entry={entry} earlier={all.slice(Math.max(0, at - 200), at)} />
        ))}
      </ul>
      {list.length > shown && (
        <button type="button" onClick={() => setShown(shown + 10 * page)}>
          Show more ({list.length - shown} left)
        </button>
      )}
    </Panel>
  );
}

export function HistoryPage({ id }: { id: string }) {
  const [tab, setTab] = useQuery('tab', 'provenance');
  return (
    <>
      <Heading
        title="History"
        actions={
          <fieldset className="segments">
            <legend className="sr">What to show</legend>
            <button type="button" aria-pressed={tab === 'provenance'} onClick={() => setTab('provenance')}>
              Provenance
            </button>
            <button type="button" aria-pressed={tab === 'changes'} onClick={() => setTab('changes')}>
              Changes
            </button>
            <button type="button" aria-pressed={tab === 'audit'} onClick={() => setTab('audit')}>
              Audit log
            </button>
          </fieldset>
        }
      >
        The origin of each result: suggested and actual settings, and all decisions.
      </Heading>
      {tab === 'audit' && <AuditPanel id={id} />}
      {tab === 'changes' && <ChangesPanel id={id} />}
      {tab === 'provenance' && <ProvenancePanel id={id} />}
    </>
  );
}
