import type { AnalyseDesignRequest, DesignAnalysis } from '../../../contract/design.ts';
import { sessionCall } from '../../api/call.ts';
import { keyOf, useAnswer } from '../../api/queries.ts';
import { useDataset, useVariables } from '../../api/session.ts';
import type { Inputs, Variable } from '../../api/types.ts';
import { Empty, Heading, Panel, Stat, waiting } from '../../components/bits.tsx';
import { CopyAs } from '../../components/copy-as.tsx';
import { useSettled } from '../../components/draft.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { link, useQuery } from '../../components/route.ts';
import { Evaluation } from '../../domain/evaluation.tsx';
import { type Objective, useObjectives } from '../../domain/objectives.ts';
import { middle } from '../../domain/point.ts';
import { stageRuns } from '../../domain/staging.ts';
import { show } from '../../text/format.ts';
import { axisWords, type LenthEffects, type Surface, surfaceWords, termsOf, verdict } from './analysis.ts';
import { CoefficientPlot, EffectsPlot, Residuals } from './figures.tsx';
import { Anova, Coefficients } from './tables.tsx';

const percent = (value: number | null): string => (value === null ? '–' : `${show(value * 100, 3)} %`);

/** Top, bottom or saddle of a fitted surface, and the way to try it. */
function SurfacePanel(props: {
  id: string;
  surface: Surface;
  objective: Objective;
  variables: readonly Variable[];
}) {
  const { id, surface, variables } = props;
  const point: Inputs = Object.fromEntries(
    variables.map((variable) => {
      const at = surface.variables.indexOf(variable.name);
      return [variable.name, at < 0 ? middle(variable) : (surface.stationary[at] as number)];
    }),
  );
  const bends = surface.eigenvalues.map((value, i) => ({ value, along: axisWords(surface, i) }));
  return (
    <Panel
      title="Shape of the surface"
      actions={
        surface.is_inside &&
        surface.nature !== 'saddle' && (
          <button
            type="button"
            onClick={() => void stageRuns(id, [{ inputs: point, reason: `Fitted ${surface.nature}` }])}
          >
            Stage this point
          </button>
        )
      }
    >
      <p>{surfaceWords(surface, props.objective.unit)}</p>
      <dl className="stats">
        {surface.variables.map((name, i) => (
          <Stat
            key={name}
            label={name}
            value={show(surface.stationary[i])}
            note={variables.find((one) => one.name === name)?.unit ?? undefined}
          />
        ))}
      </dl>
      <p className="hint">
        It bends by{' '}
        {bends.map(({ value, along }) => `${show(value, 3)} along ${along || 'all of them'}`).join('; ')}, in
        coded units: below zero downwards, above zero upwards, near zero hardly at all.
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
}

function Result({ id, analysis, objective, variables, confidence }: ResultProps) {
  const effects = analysis.effects as LenthEffects | null;
  const surface = analysis.canonical as Surface | null;
  // With enough runs to know the scatter its tests are the better judge.
  const few = analysis.residual.degrees < 6;
  return (
    <>
      <p className="note lead">{verdict(analysis)}</p>
      <dl className="stats">
        <Stat label="R²" value={percent(analysis.r_squared)} note="explained" />
        <Stat label="Adjusted R²" value={percent(analysis.adjusted_r_squared)} note="for the terms it took" />
        <Stat label="Predicted R²" value={percent(analysis.predicted_r_squared)} note="of runs left out" />
        <Stat
          label="Scatter left"
          value={show(analysis.root_mean_square_error, 3)}
          note={`${objective.unit ? `${objective.unit}, ` : ''}${analysis.residual.degrees} degrees of freedom`}
        />
      </dl>
      <Panel title="What each term does">
        <div className="columns">
          <CoefficientPlot analysis={analysis} objective={objective} confidence={confidence} />
          {effects && few && <EffectsPlot effects={effects} objective={objective} />}
        </div>
        <Coefficients analysis={analysis} confidence={confidence} unit={objective.unit} />
      </Panel>
      {surface && <SurfacePanel id={id} surface={surface} objective={objective} variables={variables} />}
      <Anova analysis={analysis} />
      <Residuals analysis={analysis} objective={objective} />
    </>
  );
}

function Asking({ id, variables }: { id: string; variables: readonly Variable[] }) {
  const objectives = useObjectives(id);
  const data = useDataset(id);
  const [model, setModel] = useQuery('terms', 'quadratic');
  const [typed, setTyped] = useQuery('effects', '');
  const [target, setTarget] = useQuery('target', objectives[0]?.name ?? '');
  const [confidence, setConfidence] = useQuery('confidence', '95');
  const objective = objectives.find((one) => one.name === target) ?? (objectives[0] as Objective);
  const settled = useSettled(typed);
  const terms = termsOf(settled);
  const body: AnalyseDesignRequest = {
    ...(model === 'own'
      ? { effects: terms }
      : { model_type: model as 'linear' | 'interaction' | 'quadratic' }),
    target: objective.name,
    confidence: Number(confidence) / 100,
  };
  const call = sessionCall('POST', id, 'design/analyse', { body });
  const ready = model !== 'own' || (terms.length > 0 && termsOf(typed).length > 0);
  const answer = useAnswer(ready ? keyOf(id, 'plot', 'analysis', body) : null, call);
  return (
    <>
      <Panel title="Model" actions={<CopyAs what="Analyse" call={() => call} />}>
        <div className="fields">
          {objectives.length > 1 && (
            <SelectField
              label="Objective"
              value={objective.name}
              onChange={setTarget}
              options={objectives.map((one) => [one.name, one.label] as const)}
              narrow
            />
          )}
          <SelectField
            label="Terms"
            value={model}
            onChange={setModel}
            options={[
              ['linear', 'Main effects'],
              ['interaction', 'Main effects + interactions'],
              ['quadratic', 'Full quadratic, with curvature'],
              ['own', 'Terms of my own'],
            ]}
          />
          {model === 'own' && (
            <TextField
              label="Terms of my own"
              value={typed}
              onChange={setTyped}
              placeholder={variables
                .slice(0, 2)
                .map((one) => one.name)
                .join(', ')}
              hint="Like temperature, time, temperature*time, time**2"
              error={ready ? undefined : 'name a term'}
            />
          )}
          <SelectField
            label="Intervals"
            value={confidence}
            onChange={setConfidence}
            options={[
              ['90', '90 %'],
              ['95', '95 %'],
              ['99', '99 %'],
            ]}
            narrow
          />
        </div>
        {answer.error && (
          <p className="note bad" role="alert">
            {answer.error.message}
          </p>
        )}
      </Panel>
      {!answer.error && answer.data && (
        <Result
          id={id}
          analysis={answer.data}
          objective={objective}
          variables={variables}
          confidence={confidence}
        />
      )}
      <Panel title="The experiments as a design">
        <Evaluation id={id} points={data.data?.rows ?? []} variables={variables} />
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
        The classical reading of a design: which terms matter, by least squares, and what they leave
        unexplained.
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
