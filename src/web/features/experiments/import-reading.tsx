import { useState } from 'react';
import type { Import, ImportPatch } from '../../api/types.ts';
import { SelectField } from '../../components/field.tsx';
import { ImportDecimal } from './import-decimal.tsx';
import { delimiterWords, encodings } from './import-words.ts';

type Settings = Import['settings'];
type SetSettings = (part: NonNullable<ImportPatch['settings']>) => void;

/** How the text of a file was taken apart. */
const CsvFields = ({ settings, set }: { settings: Settings; set: SetSettings }) => (
  <>
    <SelectField
      label="Separator"
      value={settings.delimiter ?? ','}
      onChange={(delimiter) => set({ delimiter: delimiter as ',' })}
      options={Object.entries(delimiterWords)}
      narrow
    />
    <SelectField
      label="Decimal sign"
      value={settings.decimal}
      onChange={(decimal) => set({ decimal: decimal as '.' })}
      options={[
        ['.', 'point'],
        [',', 'comma'],
      ]}
      narrow
    />
    <SelectField
      label="Encoding"
      value={settings.encoding ?? 'utf-8'}
      onChange={(encoding) => set({ encoding: encoding as 'utf-8' })}
      options={encodings}
      narrow
    />
  </>
);

const HeaderRow = ({ row, set }: { row: number; set: SetSettings }) => (
  <SelectField
    label="Header row"
    value={String(row)}
    onChange={(at) => set({ header_row: Number(at) })}
    options={[
      ['0', 'none'],
      ...Array.from({ length: Math.max(10, row) }, (_, i): [string, string] => [
        String(i + 1),
        String(i + 1),
      ]),
    ]}
    narrow
  />
);

/** Whether a row is a run or one result of it, and where names and values of results are. */
function StackedFields({ state, set }: { state: Import; set: SetSettings }) {
  const { stacked } = state.settings;
  const [isAsked, setAsked] = useState(false);
  const [names, setNames] = useState('');
  const columns = state.columns.map(({ column }) => column);
  const isOpen = stacked === null && isAsked;
  return (
    <>
      <SelectField
        label="Each row is"
        value={stacked !== null || isAsked ? 'result' : 'run'}
        onChange={(what) => {
          setAsked(what === 'result');
          if (what === 'run') set({ stacked: null });
        }}
        options={[
          ['run', 'a run'],
          ['result', 'one result'],
        ]}
        narrow
      />
      {isOpen && (
        <SelectField
          label="Names of results"
          value={names}
          onChange={setNames}
          options={[['', '…'], ...columns]}
          narrow
        />
      )}
      {isOpen && names !== '' && (
        <SelectField
          label="Values of results"
          value=""
          onChange={(values) => {
            setAsked(false);
            set({ stacked: { names, values } });
          }}
          options={[['', '…'], ...columns.filter((column) => column !== names)]}
          narrow
        />
      )}
    </>
  );
}

/** Whether results that differ in a number are repeats of one, each of whose values is a run. */
function RepeatsField({ state, set }: { state: Import; set: SetSettings }) {
  const { repeats } = state.settings;
  const groups = repeats === null ? state.repeat_groups : [repeats];
  if (groups.length === 0) return null;
  return (
    <SelectField
      label="Repeats of one result"
      value={repeats === null ? '' : '0'}
      onChange={(at) => set({ repeats: at === '' ? null : (groups[Number(at)] ?? null) })}
      options={[['', 'none'], ...groups.map((group, i): [string, string] => [String(i), group.join(', ')])]}
      narrow
    />
  );
}

/** How the file was read; each can be set where the guess is wrong, and what it leaves open. */
export function ImportReading({ state, onPatch }: { state: Import; onPatch: (patch: ImportPatch) => void }) {
  const { settings } = state;
  const set: SetSettings = (part) => onPatch({ settings: part });
  const read = [
    settings.sheet !== null && `sheet ${settings.sheet}`,
    settings.delimiter !== null &&
      `${delimiterWords[settings.delimiter] ?? settings.delimiter} between cells`,
    settings.format === 'csv' && `decimal ${settings.decimal === ',' ? 'comma' : 'point'}`,
    settings.encoding,
    settings.transposed && 'variables in rows',
    settings.plate && 'plates of wells',
    settings.stacked && 'one result per row',
  ].filter((part) => typeof part === 'string');
  return (
    <>
      <details className="fold">
        <summary>Read as: {read.join(', ') || settings.format}</summary>
        <div className="fields">
          {settings.sheets.length > 1 && (
            <SelectField
              label="Sheet"
              value={settings.sheet ?? ''}
              onChange={(sheet) => set({ sheet })}
              options={settings.sheets}
              narrow
            />
          )}
          {settings.format === 'csv' && <CsvFields settings={settings} set={set} />}
          <SelectField
            label="Variables are in"
            value={settings.plate ? 'plates of wells' : settings.transposed ? 'rows' : 'columns'}
            onChange={(where) => set({ transposed: where === 'rows', plate: where === 'plates of wells' })}
            options={['columns', 'rows', 'plates of wells']}
            narrow
          />
          <HeaderRow row={settings.header_row} set={set} />
          <StackedFields state={state} set={set} />
          <RepeatsField state={state} set={set} />
        </div>
      </details>
      <ImportDecimal ambiguous={state.ambiguous_number} onPatch={onPatch} />
    </>
  );
}
