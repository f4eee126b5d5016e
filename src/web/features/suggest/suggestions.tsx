// biome-ignore-all lint/suspicious/noArrayIndexKey: two suggestions of a batch may be equal

import { Suspense, useMemo } from 'react';
import { useDataset, useQueue } from '../../api/session.ts';
import type { Inputs, SuggestionDiagnostics, SuggestResponse, Variable } from '../../api/types.ts';
import { download } from '../../components/download.ts';
import { lazyPart } from '../../components/lazy-part.ts';
import { Panel, Warnings } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { link } from '../../components/route.ts';
import {
  actionsHead,
  CellText,
  numberHead,
  settingClass,
  settingHead,
  TableHead,
} from '../../components/table-head.tsx';
import { stageRuns, unstagedRuns } from '../../domain/queue/staging.ts';
import { BoundsNote } from '../../domain/results/bounds-note.tsx';
import type { Objective } from '../../domain/results/objectives.ts';
import type { Direction } from '../../domain/results/trace.ts';
import { namesInSentences } from '../../domain/variables/names-in-sentences.ts';
import { StepHint } from '../../domain/variables/step-hint.tsx';
import { csvFile } from '../../text/csv.ts';
import { count, labelled, show, showSetting } from '../../text/format.ts';
import { inRegion } from '../../text/numbers.ts';
import { Advice } from './advice.tsx';
import { Expected } from './expected.tsx';
import { areOfOthers, knowledgeWords, reasonWords, sharedWords } from './suggestion-words.ts';

const ParallelPlot = lazyPart(() =>
  import('./parallel-plot.tsx').then((part) => ({ default: part.ParallelPlot })),
);

/** What the server proposed, with the values that were observed when it was asked. */
export type Answer = SuggestResponse & { readonly observed?: Inputs };

interface Props {
  id: string;
  answer: Answer;
  /** Whether the model page has a model to draw. */
  isTrained: boolean;
  variables: readonly Variable[];
  objectives: readonly Objective[];
  goals: readonly Direction[];
  outdated: boolean;
  onClear: () => void;
}

/** Columns of the candidate list besides the settings, such as the name of a well. */
const labelsOf = ({ diagnostics }: Answer): string[] => [
  ...new Set(diagnostics.flatMap(({ labels }) => Object.keys(labels ?? {}))),
];

/** Whether a model expects something of them; not of the first runs of a campaign. */
const isForeseen = ({ diagnostics }: Answer): boolean =>
  diagnostics.some(({ mean }) => Object.keys(mean ?? {}).length > 0);

interface RowsProps {
  answer: Answer;
  labels: readonly string[];
  shown: readonly Variable[];
  /** Those that something is expected of. */
  objectives: readonly Objective[];
  staged: ReadonlySet<number>;
  put: (numbers: readonly number[]) => Promise<boolean>;
}

/** Why one run is suggested. */
const whyWords = (why: SuggestionDiagnostics | undefined): string =>
  why?.reason?.text ?? knowledgeWords(why?.knowledge_ratio);

function StageButton({ at, staged, put }: RowsProps & { at: number }) {
  if (staged.has(at)) return <span className="badge">Staged</span>;
  return (
    <PermissionFieldset>
      <button type="button" aria-label={`Stage suggestion ${at + 1}`} onClick={() => void put([at])}>
        Stage
      </button>
    </PermissionFieldset>
  );
}

function SuggestionRow(props: RowsProps & { at: number; own: string }) {
  const { answer, labels, shown, objectives, at, own } = props;
  const inputs = answer.suggestions[at] as Inputs;
  const why = answer.diagnostics[at];
  const hasReason = own !== '' || (why?.warnings ?? []).length > 0;
  const columns = labels.length + shown.length + objectives.length + (answer.cost ? 1 : 0) + 1;
  return (
    <>
      <tr className={hasReason ? 'explained' : undefined} data-item={`suggestion ${at}`}>
        {labels.map((label) => (
          <td key={label} data-label={label}>
            <CellText text={showSetting(why?.labels?.[label])} />
          </td>
        ))}
        {shown.map((variable) => (
          <td
            key={variable.name}
            className={settingClass(variable)}
            data-label={labelled(variable.name, variable.unit)}
          >
            <CellText text={showSetting(inputs[variable.name])} />
            {why?.held.includes(variable.name) && <small> held</small>}
          </td>
        ))}
        {objectives.map((objective) => (
          <Expected key={objective.name} why={why} objective={objective} />
        ))}
        {answer.cost && (
          <td className="number" data-label="Cost">
            {show(answer.cost.costs[at])}
          </td>
        )}
        <td className="actions pinned">
          <StageButton {...props} />
        </td>
      </tr>
      {hasReason && (
        <tr className="reason">
          <td className="why" colSpan={columns}>
            <div>
              {inRegion(own, namesInSentences(shown))}
              <Warnings texts={why?.warnings} names={namesInSentences(shown)} />
            </div>
          </td>
        </tr>
      )}
    </>
  );
}

function SuggestionTable(props: RowsProps) {
  const { answer, labels, shown, objectives } = props;
  const reasons = answer.diagnostics.map(whyWords);
  const shared = sharedWords(reasons);
  return (
    <div className="table-scroll suggested">
      {shared !== '' && <p>{inRegion(shared, namesInSentences(shown))}</p>}
      <table className="table cards">
        <TableHead
          columns={[
            ...labels,
            ...shown.map(settingHead),
            ...objectives.map(({ label, unit }) => numberHead(`${label} expected`, unit)),
            ...(answer.cost ? [numberHead('Cost', answer.cost.units)] : []),
            { ...actionsHead, className: 'pinned' },
          ]}
        />
        <tbody>
          {answer.suggestions.map((inputs, i) => (
            <SuggestionRow
              key={`${i}/${JSON.stringify(inputs)}`}
              {...props}
              at={i}
              own={(reasons[i] ?? '').slice(0, -shared.length || undefined).trimEnd()}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** What holds for all suggestions. */
function Notes({ answer, variables, outdated }: Pick<Props, 'answer' | 'variables' | 'outdated'>) {
  const seen = variables.filter((variable) => answer.observed?.[variable.name] !== undefined);
  return (
    <>
      {outdated && (
        <p className="note warn">
          Runs or results changed after these suggestions were made. Ask again for new ones.
        </p>
      )}
      <Warnings texts={answer.warnings} names={namesInSentences(variables)} />
      {seen.length > 0 && (
        <p className="note">
          Chosen for{' '}
          {seen.map((one) => `${one.name} ${showSetting(answer.observed?.[one.name], one.unit)}`).join(', ')},
          as observed.
        </p>
      )}
    </>
  );
}

/** The proposed runs, while the variables are those that they were proposed for. */
export function Suggestions(props: Props) {
  const { answer, variables, onClear } = props;
  if (!areOfOthers(answer.suggestions, variables)) return <Proposed {...props} />;
  const clear = (
    <button type="button" className="plain" onClick={onClear}>
      Clear
    </button>
  );
  return (
    <Panel title={count(answer.suggestions.length, 'suggestion')} actions={clear}>
      <p className="note warn">
        The variables changed after these suggestions were made. Ask again for new ones.
      </p>
    </Panel>
  );
}

/** Settings, what the model expects of them, and one click to stage. */
function Proposed({ variables, objectives, goals, outdated, onClear, ...props }: Props) {
  const { id, answer } = props;
  const labels = labelsOf(answer);
  const shown = useMemo(
    () => variables.filter((variable) => answer.suggestions.some((one) => variable.name in one)),
    [variables, answer],
  );
  const names = shown.map((variable) => variable.name);
  const queue = useQueue(id).data?.items ?? [];
  const open = unstagedRuns(queue, names, answer.suggestions);
  const staged = new Set(answer.suggestions.flatMap((_, i) => (open.includes(i) ? [] : [i])));
  const put = (numbers: readonly number[]): Promise<boolean> =>
    stageRuns(
      id,
      numbers.map((i) => ({ inputs: answer.suggestions[i] as Inputs, reason: reasonWords(answer.strategy) })),
    );
  const rows = useDataset(id).data?.rows ?? [];
  const expected = useMemo(
    () => answer.suggestions.map((_, i) => answer.diagnostics[i]?.mean ?? {}),
    [answer],
  );
  const save = (): void => {
    const rows = answer.suggestions.map((inputs, i) => ({ ...answer.diagnostics[i]?.labels, ...inputs }));
    download('suggestions.csv', csvFile([...labels, ...names], rows), 'text/csv');
  };
  return (
    <Panel
      title={count(answer.suggestions.length, 'suggestion')}
      actions={<Actions {...{ id, open, put, save, onClear, outdated }} />}
    >
      <Notes answer={answer} variables={variables} outdated={outdated} />
      <StepHint id={id} shown={shown} />
      <SuggestionTable
        {...{ answer, labels, shown, staged, put }}
        objectives={isForeseen(answer) ? objectives : []}
      />
      {rows.length > 0 && (
        <Suspense>
          <ParallelPlot
            variables={shown}
            objectives={objectives}
            goals={goals}
            rows={rows}
            suggestions={answer.suggestions as Inputs[]}
            expected={expected}
          />
        </Suspense>
      )}
      <Advice {...props} objectives={objectives} variables={variables} />
      {isForeseen(answer) && <BoundsNote objectives={objectives} />}
    </Panel>
  );
}

function Actions(props: {
  id: string;
  open: readonly number[];
  put: RowsProps['put'];
  save: () => void;
  onClear: () => void;
  outdated: boolean;
}) {
  const { open } = props;
  return (
    <>
      <button type="button" className="plain" onClick={props.save}>
        CSV
      </button>
      <button type="button" className="plain" onClick={props.onClear}>
        Clear
      </button>
      {open.length > 0 ? (
        <PermissionFieldset>
          <button
            type="button"
            className={props.outdated ? undefined : 'primary'}
            onClick={() => void props.put(open)}
          >
            Stage {open.length === 1 ? 'it' : `all ${open.length}`}
          </button>
        </PermissionFieldset>
      ) : (
        <a className="button primary" href={link(props.id, 'queue')}>
          Go to the queue
        </a>
      )}
    </>
  );
}
