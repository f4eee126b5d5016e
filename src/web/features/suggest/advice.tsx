import type { ReactNode } from 'react';
import { useDataset } from '../../api/session.ts';
import type { SuggestResponse, Variable } from '../../api/types.ts';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { link } from '../../components/route.ts';
import { useRunDialog } from '../../domain/figures/use-run-dialog.tsx';
import { settingsOf, stageRuns } from '../../domain/queue/staging.ts';
import { estimateOf, expectationOf, type Objective } from '../../domain/results/objectives.ts';
import { namesInSentences } from '../../domain/variables/names-in-sentences.ts';
import { showSetting, showWithUnit } from '../../text/format.ts';
import { inRegion } from '../../text/numbers.ts';
import { isMedianOf } from './expected.tsx';
import { isAutomatic } from './suggestion-words.ts';

interface Props {
  id: string;
  answer: SuggestResponse;
  /** Whether the model page has a model to draw. */
  isTrained: boolean;
  variables: readonly Variable[];
  objectives: readonly Objective[];
}

/** A sentence of advice, with the button that follows it. */
const Advised = (props: { children: ReactNode; action: string; onAction: () => void }) => (
  <div className="note advised">
    <p>{props.children}</p>
    <PermissionFieldset>
      <button type="button" onClick={props.onAction}>
        {props.action}
      </button>
    </PermissionFieldset>
  </div>
);

/** Which values the settings to use were searched with. */
const heldWords = ({ diagnostics: [first] }: SuggestResponse): string =>
  first && first.held.length > 0 ? ` with ${first.held.join(', ')} held` : '';

/** The run and the settings to use if the campaign ended now; each may be made again. */
function Best({ id, answer, variables, objectives }: Props) {
  const [openRun, dialog] = useRunDialog(id, useDataset(id).data?.rows ?? []);
  const best = answer.recommendation;
  const first = objectives[0];
  if (!best || !first) return null;
  const bestOf = ({ name, ...one }: Objective) =>
    estimateOf(one, best.mean[name], best.std[name], best.confidence_interval_95[name]);
  const put = (values: Readonly<Record<string, unknown>>, reason: string): void => {
    void stageRuns(id, [{ inputs: settingsOf(variables, values), reason }]);
  };
  const { settings } = best;
  return (
    <>
      {dialog}
      <Advised action="Stage a repeat" onAction={() => put(best.inputs, 'Repeat')}>
        Best choice so far:{' '}
        <button type="button" className="plain in-text" onClick={() => openRun(best.row)}>
          experiment {best.row + 1}
        </button>
        , {objectives.map((one) => `${one.label} ${bestOf(one)}`).join('; ')} by the model.
      </Advised>
      {settings && (
        <Advised action="Stage" onAction={() => put(settings.inputs, 'Settings to use')}>
          Settings to use{heldWords(answer)}, measured or not:{' '}
          {variables
            .filter(({ name }) => settings.inputs[name] !== undefined)
            .map(({ name, unit }) => `${name} ${showSetting(settings.inputs[name], unit)}`)
            .join(', ')}
          . Expected there: {first.label}{' '}
          {expectationOf(
            first,
            settings.mean[first.name],
            settings.std[first.name],
            bestOf(first).includes('±'),
          )}
          .
        </Advised>
      )}
    </>
  );
}

/** How the suggestions came about, and what their numbers are. */
function Basis({ id, answer, isTrained }: Pick<Props, 'id' | 'answer' | 'isTrained'>) {
  const { strategy, seed, diagnostics } = answer;
  const hasDeviation = diagnostics.some((why) =>
    Object.keys(why.mean ?? {}).some((name) => !isMedianOf(why, name)),
  );
  return (
    <p className="hint">
      {isAutomatic(strategy) ? 'Automatic strategy' : `Strategy ${strategy}`}. The same data and the seed{' '}
      {seed} give these suggestions again.
      {hasDeviation &&
        ' ± is one standard deviation of the mean curve, without the noise of a single measurement.'}
      {diagnostics.some((one) => one.prediction_interval_95) &&
        ' The range below it is the 95 % interval of one new measurement.'}{' '}
      {isTrained && <a href={link(id, 'model', { plot: 'contour' })}>See staged runs on the contour plot</a>}
    </p>
  );
}

/** What else the answer says: the run to use if the campaign ended now, whether to continue, and costs. */
export function Advice(props: Props) {
  const { answer, variables } = props;
  const { stop, cost } = answer;
  return (
    <>
      <Best {...props} />
      {stop && <p className="note">{inRegion(stop.text, namesInSentences(variables))}</p>}
      {cost?.stop && (
        <p className="note warn">No run is expected to gain more than it costs. Consider stopping.</p>
      )}
      {cost && (
        <p className="hint">
          Together {showWithUnit(cost.total, cost.units)}
          {cost.remaining !== null &&
            `; ${showWithUnit(cost.remaining, cost.units)} of the budget remain after them`}
          . Run them in this order, in which changes cost the least.
        </p>
      )}
      <Basis {...props} />
    </>
  );
}
