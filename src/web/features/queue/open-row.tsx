import { type ClipboardEvent, memo, useId } from 'react';
import type { QueueItem, Variable } from '../../api/types.ts';
import { settingClass } from '../../components/table-head.tsx';
import { type Completion, useCompletion } from '../../domain/queue/completion.tsx';
import { plotWords, RunMenu, StepButton } from '../../domain/queue/run-card.tsx';
import { pasteResults } from '../../domain/queue/typed-results.ts';
import type { Objective } from '../../domain/results/objectives.ts';
import { labelled, showSetting } from '../../text/format.ts';

interface RowProps {
  id: string;
  item: QueueItem;
  number: number;
  /** A run and those after it. */
  runsFrom: (item: QueueItem) => readonly QueueItem[];
  /** Columns of the candidate list. */
  labels: readonly string[];
  resultsFirst: boolean;
  variables: readonly Variable[];
  objectives: readonly Objective[];
  onFail: (item: QueueItem) => void;
}

/** On a phone a longer text is below its name, in full. */
const maxLettersBeside = 16;

function CellInput(props: {
  label: string;
  shown: string;
  control: string;
  value: string;
  error: string | undefined;
  warning?: string | undefined;
  bare?: boolean;
  className: 'number' | undefined;
  placeholder?: string;
  onChange: (text: string) => void;
  onPaste?: (event: ClipboardEvent) => void;
}) {
  const id = useId();
  const note = props.error || props.warning;
  return (
    <td
      className={[props.className, props.value.length > maxLettersBeside && 'long'].filter(Boolean).join(' ')}
      data-label={props.shown}
    >
      <span className="cell-input">
        <input
          className={props.bare ? 'short bare' : 'short'}
          aria-label={props.label}
          aria-invalid={props.error ? true : undefined}
          aria-describedby={note ? id : undefined}
          data-control={props.control}
          placeholder={props.placeholder}
          value={props.value}
          title={props.value.length > maxLettersBeside ? props.value : undefined}
          onChange={(event) => props.onChange(event.target.value)}
          onPaste={props.onPaste}
        />
        {note && (
          <span id={id} className={props.error ? 'cell-error' : 'cell-error warn'}>
            {note}
          </span>
        )}
      </span>
    </td>
  );
}

type CellsProps = Omit<RowProps, 'labels' | 'resultsFirst'> & { state: Completion };

const SettingCells = ({ item, number, variables, state }: CellsProps) =>
  variables.map((variable) => (
    <CellInput
      key={variable.name}
      label={`Actual ${variable.name} of run ${number}`}
      shown={labelled(variable.name, variable.unit)}
      control={`setting ${variable.name}`}
      value={state.actualOf(variable.name)}
      error={state.errors[variable.name]}
      warning={state.warnings[variable.name]}
      className={settingClass(variable)}
      bare={variable.name in item.inputs}
      onChange={(text) => state.setActual(variable.name, text)}
    />
  ));

const ResultCells = ({ id, item, number, runsFrom, objectives, state }: CellsProps) =>
  objectives.map((objective, i) => (
    <CellInput
      key={objective.name}
      label={`${objective.label} of run ${number}`}
      shown={labelled(objective.label, objective.unit)}
      control={`result ${objective.name}`}
      value={state.outputOf(objective.name)}
      error={state.errors[objective.name]}
      className="number"
      placeholder={objective.unit ?? 'result'}
      onChange={(text) => state.setOutput(objective.name, text)}
      onPaste={(event) => pasteResults(event, id, runsFrom(item), objectives, i)}
    />
  ));

/**
 * A pending run in one line: what is planned can be changed in place; Enter completes it. It is drawn again only when
 * something of it changes.
 */
export const OpenRow = memo(function OpenRow(props: RowProps) {
  const { id, item, number, labels, variables, objectives } = props;
  const state = useCompletion(id, item, variables, objectives);
  const settings = <SettingCells {...props} state={state} />;
  const results = <ResultCells {...props} state={state} />;
  return (
    <tr
      className={item.status}
      data-item={item.id}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) void state.complete();
      }}
    >
      <td className="number" data-label="Run">
        <span>
          {number}
          {item.plot && <small> {plotWords(item.plot)}</small>}
        </span>
      </td>
      {labels.map((label) => (
        <td key={`label ${label}`} data-label={label}>
          <span>{showSetting(item.labels?.[label])}</span>
        </td>
      ))}
      {props.resultsFirst ? results : settings}
      {props.resultsFirst ? settings : results}
      <td className="actions pinned">
        <RunMenu item={item} number={number} state={state} onFail={props.onFail} />
        <StepButton state={state} primary={state.ready} number={number} />
      </td>
    </tr>
  );
});
