// biome-ignore-all lint/suspicious/noArrayIndexKey: two suggestions of a batch may be equal

import { Suspense, useMemo } from 'react';
import { useDataset, useQueue } from '../../api/session.ts';
import type { Inputs, SuggestionDiagnostics, SuggestResponse, Variable } from '../../api/types.ts';
import { Panel, Warnings } from '../../components/bits.tsx';
import { Changing } from '../../components/changing.tsx';
import { download } from '../../components/download.ts';
import { lazyPart } from '../../components/lazy-part.ts';
import { link } from '../../components/route.ts';
import {
  actionsHead,
  CellText,
  numberHead,
  settingClass,
  settingHead,
  TableHead,
} from '../../components/table-head.tsx';
import { BoundsNote } from '../../domain/bounds-note.tsx';
import { namesInSentences } from '../../domain/in-sentences.ts';
import { estimateOf, expectationOf, type Objective } from '../../domain/objectives.ts';
import { stageRuns, unstagedRuns } from '../../domain/staging.ts';
import { StepHint } from '../../domain/step-hint.tsx';
import type { Direction } from '../../domain/trace.ts';
import { csvFile } from '../../text/csv.ts';
import { count, labelled, show, showIn, showSetting } from '../../text/format.ts';
import { inRegion } from '../../text/numbers.ts';
import { Expected, isMedianOf } from './expected.tsx';
import { areOfOthers, isAutomatic, knowledgeWords, reasonWords } from './words.ts';

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

/** Objectives that a model expects something of, by the deviation of a curve or by a median; none for the first runs of a campaign. */
const foreseen = ({ diagnostics }: Answer, by: 'deviation' | 'median'): string[] =>
  diagnostics.flatMap((why) =>
    Object.keys(why.mean ?? {}).filter((name) => isMedianOf(why, name) === (by === 'median')),
  );

const isForeseen = (answer: Answer): boolean =>
  foreseen(answer, 'deviation').length + foreseen(answer, 'median').length > 0;

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

/** What is said of every run of several, as of the first ones of a campaign. */
function sharedReason({ diagnostics }: Answer): string | undefined {
  const [first, ...others] = new Set(diagnostics.map(whyWords));
  return diagnostics.length > 1 && others.length === 0 ? first : undefined;
}

function StageButton({ at, staged, put }: RowsProps & { at: number }) {
  if (staged.has(at)) return <span className="badge">Staged</span>;
  return (
    <Changing>
      <button type="button" aria-label={`Stage suggestion ${at + 1}`} onClick={() => void put([at])}>
        Stage
      </button>
    </Changing>
  );
}

function SuggestionRow(props: RowsProps & { at: number; shared: string | undefined }) {
  const { answer, labels, shown, objectives, at, shared } = props;
  const inputs = answer.suggestions[at] as Inputs;
  const why = answer.diagnostics[at];
  const hasReason = shared === undefined || (why?.warnings ?? []).length > 0;
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
              {shared === undefined && inRegion(whyWords(why), namesInSentences(shown))}
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
  const shared = sharedReason(answer);
  return (
    <div className="table-scroll suggested">
      {shared && <p>{inRegion(shared, namesInSentences(shown))}</p>}
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
            <SuggestionRow key={`${i}/${JSON.stringify(inputs)}`} {...props} at={i} shared={shared} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How the suggestions came about, and what their numbers are. */
function Basis({ id, answer, isTrained }: Pick<Props, 'id' | 'answer' | 'isTrained'>) {
  return (
    <p className="hint">
      {isAutomatic(answer.strategy) ? 'Automatic strategy' : `Strategy ${answer.strategy}`}, iteration{' '}
      {answer.iteration}. The same data and the seed {answer.seed} give these suggestions again.
      {foreseen(answer, 'deviation').length > 0 &&
        ' ± is one standard deviation of the mean curve, without the noise of a single measurement.'}
      {foreseen(answer, 'median').length > 0 &&
        ' Where results span decades or have bounds, the value is the median: the model describes their logarithms or logits.'}
      {answer.diagnostics.some((one) => one.prediction_interval_95) &&
        ' The range below it is the 95 % interval of one new measurement.'}{' '}
      {isTrained && <a href={link(id, 'model', { plot: 'contour' })}>See staged runs on the contour plot</a>}
    </p>
  );
}

/** What else the answer says: the run to use if the campaign ended now, whether to go on, and costs. */
function Advice({
  id,
  answer,
  isTrained,
  objectives,
  variables,
}: Pick<Props, 'id' | 'answer' | 'isTrained' | 'objectives' | 'variables'>) {
  const { recommendation: best, stop, cost } = answer;
  const first = objectives[0];
  const bestOf = ({ name, ...one }: Objective) =>
    estimateOf(one, best?.mean[name], best?.std[name], best?.confidence_interval_95[name]);
  return (
    <>
      {best && first && (
        <p className="note">
          Best choice so far: experiment {best.row + 1},{' '}
          {objectives.map((one) => `${one.label} ${bestOf(one)}`).join('; ')} by the model.
        </p>
      )}
      {best?.settings && first && (
        <p className="note">
          Settings to use{heldWords(answer)}, measured or not:{' '}
          {variables
            .filter(({ name }) => best.settings?.inputs[name] !== undefined)
            .map(({ name, unit }) => `${name} ${showSetting(best.settings?.inputs[name], unit)}`)
            .join(', ')}
          . Expected there: {first.label}{' '}
          {expectationOf(
            first,
            best.settings.mean[first.name],
            best.settings.std[first.name],
            bestOf(first).includes('±'),
          )}
          .
        </p>
      )}
      {stop && <p className="note">{inRegion(stop.text, namesInSentences(variables))}</p>}
      {cost?.stop && (
        <p className="note warn">
          No run is expected to gain more than it costs. This may be the time to stop.
        </p>
      )}
      {cost && (
        <p className="hint">
          Together {showIn(cost.total, cost.units)}
          {cost.remaining !== null &&
            `; ${showIn(cost.remaining, cost.units)} of the budget remain after them`}
          . Run them in this order, in which changes cost the least.
        </p>
      )}
      <Basis {...{ id, answer, isTrained }} />
    </>
  );
}

/** Which values the settings to use were searched with. */
const heldWords = ({ diagnostics: [first] }: Props['answer']): string =>
  first && first.held.length > 0 ? ` with ${first.held.join(', ')} held` : '';

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
        <Changing>
          <button
            type="button"
            className={props.outdated ? undefined : 'primary'}
            onClick={() => void props.put(open)}
          >
            Stage {open.length === 1 ? 'it' : `all ${open.length}`}
          </button>
        </Changing>
      ) : (
        <a className="button primary" href={link(props.id, 'queue')}>
          Go to the queue
        </a>
      )}
    </>
  );
}
