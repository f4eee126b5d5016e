// biome-ignore-all lint/suspicious/noArrayIndexKey: rows and columns of a file have no other identity
import { useEffect, useMemo, useRef, useState } from 'react';
import { calls, change, upload } from '../../api/actions.ts';
import { invalidate, keyOf } from '../../api/queries.ts';
import { loadDataset } from '../../api/session.ts';
import type { Variable } from '../../api/types.ts';
import { Dialog } from '../../components/dialog.tsx';
import { attempt, told } from '../../components/toasts.tsx';
import { bookkeeping, readCell, rowErrors, tableColumns, toExperiment } from '../../domain/columns.ts';
import { replaceTable } from '../../domain/table-edits.ts';
import { parseDelimited, toCsv } from '../../text/csv.ts';
import { count } from '../../text/format.ts';
import { guessMeanings, type Meaning, mapRows, objectivesOf, variableFrom } from './mapping.ts';

interface Props {
  id: string;
  variables: readonly Variable[];
  targets: readonly string[];
  recorded: number;
}

const optionOf = (meaning: Meaning): string => (meaning.kind === 'as' ? `as:${meaning.name}` : meaning.kind);
const meaningOf = (value: string): Meaning => {
  if (value.startsWith('as:')) return { kind: 'as', name: value.slice(3) };
  return value === 'new' || value === 'measured' ? { kind: value } : { kind: 'skip' };
};

function useImport(props: Props, text: string) {
  const { variables, targets } = props;
  const [header = [], ...cells] = useMemo(() => parseDelimited(text), [text]);
  const [meanings, setMeanings] = useState<Meaning[]>(() =>
    guessMeanings(header, variables, targets, props.recorded === 0),
  );
  const objectives = objectivesOf(header, meanings, targets);
  const fresh = header.flatMap((title, index) =>
    meanings[index]?.kind === 'new'
      ? [
          variableFrom(
            title,
            cells.map((row) => row[index] ?? ''),
          ),
        ]
      : [],
  );
  const all: Variable[] = [
    ...variables,
    ...fresh.map(
      (request) =>
        ({ role: 'controllable', changes: 'easy', bounds: null, categories: null, ...request }) as Variable,
    ),
  ];
  const rows = mapRows(header, cells, meanings);
  const columns = tableColumns(all, objectives, [...bookkeeping]).filter(
    (column) =>
      column.kind !== 'fixed' || meanings.some((one) => one.kind === 'as' && one.name === column.name),
  );
  const faults = rows.map((row) => rowErrors(row, columns));
  return { header, cells, meanings, setMeanings, objectives, fresh, rows, columns, faults };
}

/** One row of titles, each with what its column is taken for. */
function Columns(props: {
  state: ReturnType<typeof useImport>;
  variables: readonly Variable[];
  targets: readonly string[];
  replace: boolean;
}) {
  const { state } = props;
  const options: [string, string][] = [
    ...props.variables.map<[string, string]>((variable) => [`as:${variable.name}`, variable.name]),
    ...props.targets.map<[string, string]>((name) => [`as:${name}`, `${name} (measured)`]),
    ...(props.replace ? [['measured', 'Measured'] as [string, string]] : []),
    ['as:Noise', 'Noise (variance)'],
    ['as:Iteration', 'Iteration'],
    ['as:Reason', 'Reason'],
    ['as:ProvenanceId', 'ProvenanceId'],
    ['new', 'New variable'],
    ['skip', 'Leave out'],
  ];
  return (
    <tr>
      {state.header.map((title, index) => (
        <th key={index}>
          <span>{title}</span>
          <select
            aria-label={`Meaning of column ${title}`}
            value={optionOf(state.meanings[index] ?? { kind: 'skip' })}
            onChange={(event) =>
              state.setMeanings(
                state.meanings.map((one, i) => (i === index ? meaningOf(event.target.value) : one)),
              )
            }
          >
            {options.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </th>
      ))}
    </tr>
  );
}

function ImportDialog(props: Props & { file: File; text: string; onClose: () => void }) {
  const { id, targets, recorded } = props;
  const state = useImport(props, props.text);
  const [replace, setReplace] = useState(recorded === 0);
  const [busy, setBusy] = useState(false);
  const used = state.meanings.flatMap((meaning) => (meaning.kind === 'as' ? [meaning.name] : []));
  const doubled = used.find((name, index) => used.indexOf(name) !== index);
  const bad = state.faults.filter((fault) => Object.keys(fault).length > 0).length;
  const lacking = replace ? [] : targets.filter((name) => !state.objectives.includes(name));
  const complete = state.objectives.length > 0 && lacking.length === 0;
  const run = async (): Promise<void> => {
    setBusy(true);
    const before = (await loadDataset(id)).rows;
    const done = await attempt(async () => {
      for (const variable of state.fresh) await change(id, calls.addVariable(id, variable), []);
      if (replace) {
        const kept = state.columns.filter((column) =>
          state.rows.some((row) => (row[column.name] ?? '') !== ''),
        );
        const rows = state.rows.map((row) =>
          Object.fromEntries(
            kept.map((column) => [column.name, readCell(row[column.name] ?? '', column).value]),
          ),
        );
        const text = toCsv(
          kept.map((column) => column.name),
          rows,
        );
        await upload(id, new File([text], props.file.name, { type: 'text/csv' }), state.objectives);
      } else
        await change(
          id,
          calls.recordBatch(
            id,
            state.rows.map((row) => toExperiment(row, state.columns)),
          ),
        );
      return true;
    });
    setBusy(false);
    if (!done) return;
    const now = (await loadDataset(id)).rows;
    told(`${count(state.rows.length, 'experiment')} imported from ${props.file.name}.`, async () => {
      const columns = [...new Set([...before, ...now].flatMap((row) => Object.keys(row)))];
      await replaceTable(id, now, before, columns, targets);
      for (const variable of state.fresh) await change(id, calls.deleteVariable(id, variable.name), []);
      invalidate(keyOf(id));
    });
    props.onClose();
  };
  return (
    <Dialog title={`Import ${props.file.name}`} onClose={props.onClose} wide>
      <p className="hint">
        {count(state.rows.length, 'row')}. Say what each column means; values that do not fit are marked.
      </p>
      <div className="table-scroll">
        <table className="table import">
          <thead>
            <Columns state={state} variables={props.variables} targets={targets} replace={replace} />
          </thead>
          <tbody>
            {state.cells.slice(0, 8).map((cells, row) => (
              <tr key={row}>
                {state.header.map((title, index) => {
                  const meaning = state.meanings[index];
                  const name = meaning?.kind === 'as' ? meaning.name : title;
                  const fault = meaning?.kind === 'skip' ? undefined : state.faults[row]?.[name];
                  return (
                    <td
                      key={index}
                      className={fault ? 'wrong' : meaning?.kind === 'skip' ? 'left-out' : undefined}
                      title={fault}
                    >
                      {cells[index]}
                      {fault && <span className="cell-error">{fault}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {state.rows.length > 8 && <p className="hint">and {count(state.rows.length - 8, 'more row')}.</p>}
      <div className="row">
        {recorded > 0 && (
          <fieldset className="segments">
            <legend className="sr">Where the rows go</legend>
            <button type="button" aria-pressed={!replace} onClick={() => setReplace(false)}>
              Add to the table
            </button>
            <button type="button" aria-pressed={replace} onClick={() => setReplace(true)}>
              Replace the table
            </button>
          </fieldset>
        )}
      </div>
      {doubled !== undefined && <p className="note bad">Two columns are taken for “{doubled}”.</p>}
      {bad > 0 && (
        <p className="note bad">
          {count(bad, 'row')} cannot be read; mend the file or the meaning of its columns.
        </p>
      )}
      {!complete && (
        <p className="note bad">
          {lacking.length > 0
            ? `No column holds ${lacking.join(', ')}.`
            : 'Say which column holds what was measured; there may be several.'}
        </p>
      )}
      {state.fresh.length > 0 && (
        <p className="note">
          New variables: {state.fresh.map((variable) => variable.name).join(', ')}. Their ranges are those of
          the file; widen them under Variables.
        </p>
      )}
      <div className="row end">
        <button type="button" onClick={props.onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="primary"
          disabled={busy || bad > 0 || doubled !== undefined || !complete}
          onClick={() => void run()}
        >
          {replace && recorded > 0 ? 'Replace with' : 'Import'} {count(state.rows.length, 'row')}
        </button>
      </div>
    </Dialog>
  );
}

/** Reads a text file: UTF-8, or UTF-16 when it says so, or Windows-1252 when it is no valid UTF-8. */
async function readText(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Button that opens a CSV file, or takes one dropped on the page, and shows what would be imported. */
export function ImportButton(props: Props & { dropped: File | undefined; onDone: () => void }) {
  const picker = useRef<HTMLInputElement>(null);
  const [open, setOpen] = useState<{ file: File; text: string } | undefined>();
  const { dropped } = props;
  const take = async (file: File): Promise<void> => {
    const text = await attempt(() => readText(file));
    if (text === undefined) return;
    if (parseDelimited(text).length < 2) {
      await attempt(() => Promise.reject(new Error(`${file.name} has no rows under a header line.`)));
      return;
    }
    setOpen({ file, text });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new file starts a new import
  useEffect(() => {
    if (dropped) void take(dropped);
  }, [dropped]);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        hidden
        aria-label="CSV file"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) void take(file);
        }}
      />
      <button type="button" onClick={() => picker.current?.click()}>
        Import CSV
      </button>
      {open && (
        <ImportDialog
          {...props}
          {...open}
          onClose={() => {
            setOpen(undefined);
            props.onDone();
          }}
        />
      )}
    </>
  );
}
