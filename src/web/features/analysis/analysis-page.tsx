import { Suspense, useMemo } from 'react';
import type { DesignAnalysis } from '../../../contract/designs/design-quality.ts';
import { detailColumns, runColumns } from '../../../contract/experiments/bookkeeping.ts';
import { sessionCall } from '../../api/call.ts';
import { keyOf, useAnswer } from '../../api/queries.ts';
import { useDataset, useVariables } from '../../api/session.ts';
import type { Row, Variable } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { lazyPart } from '../../components/lazy-part.ts';
import { Empty, Heading, Panel, Stat, Warnings, waiting } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { link } from '../../components/route.ts';
import { stageRuns } from '../../domain/queue/staging.ts';
import { type Objective, useObjectives } from '../../domain/results/objectives.ts';
import { count, show, showSetting, showWithUnit } from '../../text/format.ts';
import {
  axisWords,
  choiceWords,
  type LenthEffects,
  needsLenth,
  predictedShare,
  type Surface,
  share,
  shiftsOf,
  surfacePoint,
  surfaceValue,
  surfaceWords,
  transformationWord,
  verdict,
} from './analysis.ts';
import { BoxCoxPanel } from './box-cox.tsx';
import { CoefficientPlot, EffectsPlot, Residuals } from './figures.tsx';
import { QuestionFields, useQuestion } from './question.tsx';
import { Anova, Coefficients, PlotVariation } from './tables.tsx';

const Evaluation = lazyPart(() =>
  import('../../domain/designs/evaluation.tsx').then((part) => ({ default: part.Evaluation })),
);

/** Top, bottom or saddle of a fitted surface, and the way to try it. */
function SurfacePanel(props: {
  id: string;
  surface: Surface;
  analysis: DesignAnalysis;
  objective: Objective;
  variables: readonly Variable[];
}) {
  const { id, surface, analysis, variables } = props;
  const shifts = shiftsOf(analysis, surface).filter(({ variable }) =>
    variables.some(({ name }) => name === variable),
  );
  const value = surfaceValue(surface, shifts);
  const point = surfacePoint(surface, variables, analysis.references, shifts);
  const others = variables
    .filter(({ name }) => !surface.variables.includes(name))
    .map(({ name, unit }) => `${name} ${showSetting(point[name], unit)}`);
  const isRounded =
    surface.is_inside && surface.variables.some((name, i) => point[name] !== surface.stationary[i]);
  const bends = surface.eigenvalues.map((value, i) => ({ value, along: axisWords(surface, i) }));
  return (
    <Panel
      title="Shape of the surface"
      actions={
        surface.is_inside &&
        surface.nature !== 'saddle' && (
          <PermissionFieldset>
            <button
              type="button"
              onClick={() => void stageRuns(id, [{ inputs: point, reason: `Fitted ${surface.nature}` }])}
            >
              Stage this point
            </button>
          </PermissionFieldset>
        )
      }
    >
      <p>{surfaceWords({ ...surface, value }, props.objective, others)}</p>
      {surface.is_inside && (
        <dl className="stats">
          {surface.variables.map((name) => (
            <Stat
              key={name}
              label={name}
              value={showSetting(point[name], variables.find((one) => one.name === name)?.unit)}
            />
          ))}
        </dl>
      )}
      <p className="hint">
        Curvature:{' '}
        {bends.map(({ value, along }) => `${show(value, 3)} along ${along || 'all variables'}`).join('; ')},
        in coded units. Negative bends down, positive bends up, near zero is flat.
        {isRounded && ' The settings are the nearest that the variables allow.'}
      </p>
    </Panel>
  );
}

interface ResultProps {
  id: string;
  analysis: DesignAnalysis;
  objective: Objective;
  variables: readonly Variable[];
  confidence: string;
  onTransform: (lambda: number) => void;
}

function Result({ id, analysis, objective: result, variables, confidence, onTransform }: ResultProps) {
  const objective = analysis.transformation ? { ...result, label: `transformed ${result.label}` } : result;
  const effects = analysis.effects as LenthEffects | null;
  const surface = analysis.canonical as Surface | null;
  return (
    <>
      <p className="note lead">{verdict(analysis)}</p>
      <Warnings texts={analysis.warnings} />
      <dl className="stats">
        <Stat label="R²" value={share(analysis.r_squared)} note="explained variation" />
        <Stat
          label="Adjusted R²"
          value={share(analysis.adjusted_r_squared)}
          note="adjusted for the number of terms"
        />
        <Stat
          label="Predicted R²"
          value={predictedShare(analysis.predicted_r_squared)}
          note="leave-one-out (PRESS)"
        />
        <Stat
          label="Residual SD"
          value={
            analysis.residual.degrees === 0
              ? '–'
              : showWithUnit(analysis.root_mean_square_error, objective.unit)
          }
          note={`${analysis.residual.degrees} DF`}
        />
        <Stat
          label="AICc"
          value={show(analysis.aicc, 4)}
          note={`BIC ${show(analysis.bic, 4)}; smaller is better`}
        />
      </dl>
      <Panel title="Coefficients">
        <div className="columns">
          <CoefficientPlot {...{ analysis, objective, confidence }} />
          {effects && needsLenth(analysis) && <EffectsPlot effects={effects} objective={objective} />}
        </div>
        <Coefficients analysis={analysis} confidence={confidence} unit={objective.unit} />
      </Panel>
      {analysis.mixed_model && <PlotVariation mixed={analysis.mixed_model} unit={objective.unit} />}
      {surface && <SurfacePanel {...{ id, surface, analysis, objective: result, variables }} />}
      <Anova analysis={analysis} />
      {analysis.residual.degrees > 0 && <Residuals {...{ analysis, objective, result }} />}
      <BoxCoxPanel {...{ analysis, objective: result, confidence, onTransform }} />
    </>
  );
}

/** Columns besides variables, results and bookkeeping with a few values that come again. */
function blocksOf(
  rows: readonly Row[],
  variables: readonly Variable[],
  objectives: readonly Objective[],
): string[] {
  const known = new Set([
    ...variables.map(({ name }) => name),
    ...objectives.map(({ name }) => name),
    ...[...runColumns, 'RunOrder', ...detailColumns],
  ]);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) => !known.has(name));
  return names.filter((name) => {
    const values = new Set(rows.map((row) => row[name]));
    return values.size > 1 && values.size * 2 <= rows.length;
  });
}

/** Which model was chosen, and what these runs cannot tell apart. */
function ModelNote({ analysis }: { analysis: DesignAnalysis }) {
  const { model, rows, n_limits: limits, transformation } = analysis;
  return (
    <>
      {transformation && (
        <p className="note">
          The model is fitted to {transformationWord(transformation.lambda, analysis.target)}, scaled to the
          unit of {analysis.target} and equal to it at the geometric mean,{' '}
          {show(transformation.geometric_mean, 4)}. Fitted values and residuals are on this scale. Predictions
          and intervals in the table of residuals are transformed back: they are medians, not means.
        </p>
      )}
      {model && (
        <p className="note">
          {model.terms.length === 0
            ? 'These runs can estimate only their mean.'
            : `Model: ${model.terms.join(' + ')}.`}{' '}
          {choiceWords(model, analysis.mixed_model !== undefined)}
          {model.dropped.length > 0 &&
            ` Left out because these runs cannot separate them from the terms above: ${model.dropped.slice(0, 12).join(', ')}${model.dropped.length > 12 ? '…' : ''}.`}
        </p>
      )}
      {rows && (
        <p className="note warn">
          Only the {count(rows.length, 'experiment')} with a measured value of {analysis.target}{' '}
          {rows.length === 1 ? 'is' : 'are'} analysed
          {limits !== undefined &&
            `; of ${limits} ${limits === 1 ? 'other' : 'others'} only a limit is known`}
          .
        </p>
      )}
    </>
  );
}

function Asking({ id, variables }: { id: string; variables: readonly Variable[] }) {
  const objectives = useObjectives(id);
  const data = useDataset(id);
  const blocks = useMemo(
    () => blocksOf(data.data?.rows ?? [], variables, objectives),
    [data.data, variables, objectives],
  );
  const question = useQuestion(objectives, blocks);
  const call = sessionCall('POST', id, 'design/analyse', { body: question.body });
  const answer = useAnswer(question.ready ? keyOf(id, 'plot', 'analysis', question.body) : null, call);
  return (
    <>
      <Panel title="Model" actions={<CopyAs what="Analyse" call={() => call} />}>
        <QuestionFields {...{ question, objectives, variables, blocks }} />
        {answer.error && (
          <p className="note bad" role="alert">
            {answer.error.message}
          </p>
        )}
        {question.ready && !answer.error && !answer.data && <p className="loading">Loading…</p>}
        {!answer.error && answer.data && <ModelNote analysis={answer.data} />}
      </Panel>
      {!answer.error && answer.data && (
        <Result
          id={id}
          analysis={answer.data}
          objective={question.objective}
          variables={variables}
          confidence={question.confidence}
          onTransform={(lambda) => question.setLambda(String(lambda))}
        />
      )}
      <Panel title="The experiments as a design">
        <Suspense>
          <Evaluation id={id} points={data.data?.rows ?? []} variables={variables} />
        </Suspense>
      </Panel>
    </>
  );
}

/** The recorded experiments under a polynomial model: the classical reading of a design. */
export function AnalysisPage({ id }: { id: string }) {
  const data = useDataset(id);
  const variables = useVariables(id);
  const missing = waiting(data, variables);
  if (missing) return missing;
  const own = (variables.data ?? []).filter((one) => one.role !== 'observed');
  return (
    <>
      <Heading title="Analysis">
        Least-squares regression and analysis of variance of the recorded experiments.
      </Heading>
      {(data.data?.rows ?? []).length === 0 ? (
        <Empty
          title="No results to analyse"
          actions={
            <>
              <a className="button primary" href={link(id, 'designs')}>
                Make a design
              </a>
              <a className="button" href={link(id, 'experiments')}>
                Record experiments
              </a>
            </>
          }
        >
          <p>
            Make a design, run it and record what comes out. This page then says which variables matter, how
            they act together, and where the best settings lie.
          </p>
        </Empty>
      ) : (
        <Asking id={id} variables={own} />
      )}
    </>
  );
}
