import { useEffect, useId, useState } from 'react';
import { fewTexts } from '../../../contract/imports/column-reasons.ts';
import type { ColumnMeaning, ImportColumn, ImportPatch } from '../../api/types.ts';
import { TableHead } from '../../components/table-head.tsx';
import { count, showSetting } from '../../text/format.ts';
import { parseNumber, writeNumber } from '../../text/numbers.ts';
import { sampleWords } from './import-expected.ts';
import { meaningWords, typeWords } from './import-words.ts';

type ColumnPatch = NonNullable<ImportPatch['columns']>[number];
type Change = (patch: Omit<ColumnPatch, 'column'>) => void;

/** A text that is handed on when the field is left or Enter is pressed. */
export function DeferredInput(props: {
  label: string;
  value: string;
  onChange: (text: string) => void;
  className?: string;
  /** Names to choose from. */
  list?: string;
}) {
  const [text, setText] = useState(props.value);
  useEffect(() => setText(props.value), [props.value]);
  const done = (): void => {
    if (text !== props.value) props.onChange(text);
  };
  return (
    <input
      className={props.className}
      aria-label={props.label}
      list={props.list}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
      }}
    />
  );
}

function rangeWords({ min, max, n_numbers: n }: ImportColumn): string {
  if (min === null || max === null) return '';
  if (min === max) return `, ${n === 1 ? '' : 'all '}${showSetting(min)}`;
  return `, ${showSetting(min)} to ${showSetting(max)}`;
}

/** What a column holds, in a few words. */
function contentWords(column: ImportColumn): string {
  const parts = [
    column.n_numbers > 0 && `${count(column.n_numbers, 'number')}${rangeWords(column)}`,
    column.n_texts > 0 && count(column.n_texts, 'text'),
    column.n_censored > 0 && `${count(column.n_censored, 'limit')} (>, <)`,
    column.n_unstated > 0 && `${column.n_unstated} below an unstated limit`,
    column.n_failed > 0 && `${column.n_failed} failed`,
    column.n_errors > 0 && `${column.n_errors} with ±`,
    column.n_missing > 0 && `${column.n_missing} missing`,
  ];
  return parts.filter((part) => typeof part === 'string').join(', ');
}

/** The limit that `<LOD` means, where the file does not give it. */
function LimitCell({ column, change }: { column: ImportColumn; change: Change }) {
  return (
    <span>
      &lt;LOD is{' '}
      <DeferredInput
        className="short"
        label={`Limit of the method in ${column.column}`}
        value={column.limit === null ? '' : writeNumber(column.limit)}
        onChange={(text) => {
          const limit = parseNumber(text);
          if (limit !== undefined || text.trim() === '') change({ limit: limit ?? null });
        }}
      />
    </span>
  );
}

const isTime = (text: string): boolean => /^\d+:[0-5]\d(?::[0-5]\d)?$/.test(text);

/** Whether cells such as `1:30` are times of day, or how long something took. */
function DurationCell({ column, change }: { column: ImportColumn; change: Change }) {
  const holdsTimes = column.samples.length > 0 && column.samples.every(isTime);
  if (column.duration === null && !holdsTimes) return null;
  return (
    <select
      aria-label={`Times in ${column.column}`}
      value={column.duration ?? ''}
      onChange={({ target: { value } }) => {
        const duration = value === '' ? null : (value as 'h' | 'min' | 's');
        change(duration === null ? { duration } : { duration, meaning: 'input', unit: duration });
      }}
    >
      <option value="">Times of day</option>
      <option value="h">h:mm as hours</option>
      <option value="min">h:mm as minutes</option>
      <option value="s">h:mm as seconds</option>
    </select>
  );
}

/** Whether empty cells have the value above, as where cells were joined. */
function FillDown({ column, change }: { column: ImportColumn; change: Change }) {
  const { fill_down, n_missing, meaning, why } = column;
  const mayHold = meaning === 'input' || (meaning === 'note' && why === fewTexts);
  const hasGaps = n_missing > 0 && column.samples.length > 0 && mayHold;
  if (!fill_down && !hasGaps) return null;
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={`Fill down ${column.column}`}
        checked={fill_down}
        onChange={({ target: { checked } }) =>
          change(checked ? { fill_down: true, meaning: 'input' } : { fill_down: false })
        }
      />{' '}
      Fill down
    </label>
  );
}

/** Whether values are converted to the unit that the session has, where that is safe. */
function ConvertCell({ column, change }: { column: ImportColumn; change: Change }) {
  if (column.converts_to === null) return null;
  return (
    <label className="check">
      <input
        type="checkbox"
        aria-label={`Convert ${column.column} to ${column.converts_to}`}
        checked={column.convert}
        onChange={({ target: { checked } }) => change({ convert: checked })}
      />{' '}
      Convert to {column.converts_to}
    </label>
  );
}

/** How a variable, or the noise, is to be understood. */
function KindCell({ column, change }: { column: ImportColumn; change: Change }) {
  if (column.meaning === 'noise')
    return (
      <select
        aria-label={`Kind of noise in ${column.column}`}
        value={column.noise_is ?? 'variance'}
        onChange={(event) => change({ noise_is: event.target.value as 'variance' | 'standard_deviation' })}
      >
        <option value="variance">Variance</option>
        <option value="standard_deviation">Standard deviation</option>
      </select>
    );
  if (column.meaning === 'output' && column.n_unstated > 0)
    return <LimitCell column={column} change={change} />;
  if (column.errors_as !== null)
    return (
      <select
        aria-label={`Errors (±) in ${column.column}`}
        value={column.errors_as}
        onChange={(event) => change({ errors_as: event.target.value as 'noise' | 'ignore' })}
      >
        <option value="noise">± is the noise SD</option>
        <option value="ignore">± is left out</option>
      </select>
    );
  if (column.meaning !== 'input') return null;
  if (column.exists) return <span>{column.type === null ? '' : typeWords[column.type]}</span>;
  return (
    <select
      aria-label={`Type of ${column.column}`}
      value={column.type ?? 'real'}
      onChange={(event) => change({ type: event.target.value as keyof typeof typeWords })}
    >
      {Object.entries(typeWords).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </select>
  );
}

/** The range that a new variable will have: that of the file, until another one is given. */
function RangeCell({ column, change }: { column: ImportColumn; change: Change }) {
  const { meaning, exists, type, bounds } = column;
  if (meaning !== 'input' || exists || (type !== 'real' && type !== 'integer')) return null;
  const [low, high] = bounds ?? [];
  return (
    <span>
      Range{' '}
      <DeferredInput
        className="ends"
        label={`Range of ${column.column}`}
        value={low === undefined || high === undefined ? '' : `${writeNumber(low)} to ${writeNumber(high)}`}
        onChange={(text) => {
          const ends = text.split(/\s*(?:\bto\b|\bbis\b|–|;)\s*/).map((end) => parseNumber(end));
          const [from, to, ...more] = ends;
          if (from !== undefined && to !== undefined && more.length === 0) change({ bounds: [from, to] });
          else if (text.trim() === '') change({ bounds: null });
        }}
      />
    </span>
  );
}

function ColumnRow({ column, change, list }: { column: ImportColumn; change: Change; list: string }) {
  const used = column.meaning !== 'ignore';
  return (
    <tr className={used ? undefined : 'left-out'}>
      <td data-label="Column">
        <b>{column.column}</b>
        <small className="samples">{column.samples.slice(0, 4).map(sampleWords).join(' · ')}</small>
      </td>
      <td data-label="Meaning">
        <select
          aria-label={`Meaning of column ${column.column}`}
          title={column.guessed ? `Detected: ${column.why}` : undefined}
          value={column.meaning}
          onChange={(event) => change({ meaning: event.target.value as ColumnMeaning })}
        >
          {Object.entries(meaningWords).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </td>
      <td data-label="Name">
        {used && (
          <DeferredInput
            label={`Name of column ${column.column}`}
            value={column.name}
            list={list}
            onChange={(name) => change({ name })}
          />
        )}
      </td>
      <td data-label="Unit">
        {(column.meaning === 'input' || column.meaning === 'output') && (
          <>
            <DeferredInput
              className="short"
              label={`Unit of column ${column.column}`}
              value={column.unit ?? ''}
              onChange={(unit) => change({ unit: unit.trim() === '' ? null : unit })}
            />
            <ConvertCell column={column} change={change} />
          </>
        )}
      </td>
      <td data-label="Type">
        <KindCell column={column} change={change} />
        <RangeCell column={column} change={change} />
        <DurationCell column={column} change={change} />
        <FillDown column={column} change={change} />
      </td>
      <td data-label="Holds">{contentWords(column)}</td>
    </tr>
  );
}

/** Every column of the file with what it is taken for. */
export function ImportColumns(props: {
  columns: readonly ImportColumn[];
  /** Names of the session. */
  names: readonly string[];
  onChange: (patch: ColumnPatch) => void;
}) {
  const list = useId();
  return (
    <div className="table-scroll">
      <datalist id={list}>
        {props.names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <table className="table import cards">
        <TableHead columns={['Column of the file', 'Meaning', 'Name', 'Unit', 'Type', 'Content']} />
        <tbody>
          {props.columns.map((column) => (
            <ColumnRow
              key={column.column}
              column={column}
              list={list}
              change={(patch) => props.onChange({ column: column.column, ...patch })}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}
