import { useCallback, useMemo } from 'react';
import type { DesignAnalysis } from '../../../contract/designs/design-quality.ts';
import { Panel } from '../../components/page-parts.tsx';
import { useQuery } from '../../components/route.ts';
import type { Objective } from '../../domain/results/objectives.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Points, Rule, Spans } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { extent, type Frame, padded } from '../../plots/scale.ts';
import { show } from '../../text/format.ts';
import { coefficientsRead, coefficientWords, type LenthEffects, withoutIntercept } from './analysis.ts';

/** Coefficients drawn; the table has all. */
const most = 24;

/** Coefficients but the intercept, smallest first, with the ends of their intervals. */
function coefficientSpans(analysis: DesignAnalysis) {
  const own = withoutIntercept({ ...analysis, coefficients: coefficientsRead(analysis) });
  const terms = [...own].sort((a, b) => Math.abs(a.estimate) - Math.abs(b.estimate)).slice(-most);
  return {
    terms,
    left: own.length - terms.length,
    x: terms.map((one) => one.estimate),
    y: terms.map((_, i) => i),
    low: terms.map((one) => one.interval?.[0] ?? one.estimate),
    high: terms.map((one) => one.interval?.[1] ?? one.estimate),
  };
}

/** Coefficients with their intervals, the largest on top. */
export function CoefficientPlot(props: {
  analysis: DesignAnalysis;
  objective: Objective;
  confidence: string;
}) {
  const { analysis, objective } = props;
  const spans = useMemo(() => coefficientSpans(analysis), [analysis]);
  const { terms, left, x, y, low, high } = spans;
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Rule frame={frame} x={0} colour={colour.quiet} dash />
        <Spans frame={frame} y={spans.y} low={spans.low} high={spans.high} colour={colour.model} />
        <Points frame={frame} x={spans.x} y={spans.y} colour={colour.model} size={4.5} />
      </>
    ),
    [spans],
  );
  if (terms.length === 0) return null;
  return (
    <Figure
      title={`Coefficients of ${objective.label} with their intervals`}
      name={`coefficients-${objective.name}`}
      height={Math.max(200, 100 + 24 * terms.length)}
      x={{
        label: `Coefficient of ${objective.label}`,
        unit: objective.unit,
        domain: padded(extent(low, high, [0])),
      }}
      y={{
        label: '',
        domain: [-0.6, terms.length - 0.4],
        ticks: y,
        format: (tick) => terms[tick]?.name ?? '',
      }}
      legend={[{ label: `estimate, ${props.confidence} % interval`, colour: colour.model, kind: 'point' }]}
      table={() => [
        { name: 'Term', values: terms.map(({ name }) => name) },
        { name: 'Coefficient', unit: objective.unit, values: terms.map(({ estimate }) => estimate) },
        { name: `${props.confidence} % interval, from`, unit: objective.unit, values: low },
        { name: 'to', unit: objective.unit, values: high },
      ]}
      hit={(at) => {
        const i = nearest(at, x, y);
        const one = i === undefined ? undefined : terms[i];
        if (!one || i === undefined) return undefined;
        const lines = [one.name, `${show(one.estimate)} ± ${show(one.standard_error, 2)}`];
        return { x: one.estimate, y: i, lines };
      }}
      draw={draw}
    >
      {coefficientWords(analysis)}
      {left > 0 && ` The ${left} smallest are in the table only.`}
    </Figure>
  );
}

const effectTable = (
  effects: readonly { readonly name: string; readonly effect: number }[],
  { unit }: Objective,
  quantiles: readonly number[],
) => [
  { name: 'Term', values: effects.map(({ name }) => name) },
  { name: 'Effect', unit, values: effects.map(({ effect }) => effect) },
  { name: 'Half-normal quantile', values: quantiles },
];

/** Half-normal plot of effects with the margins of Lenth's method. */
export function EffectsPlot(props: { effects: LenthEffects; objective: Objective }) {
  const { effects, objective } = props;
  const x = useMemo(() => effects.effects.map((one) => one.score), [effects]);
  const y = useMemo(() => effects.effects.map((one) => Math.abs(one.effect)), [effects]);
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Rule frame={frame} y={effects.margin_of_error} colour={colour.best} dash />
        <Rule frame={frame} y={effects.simultaneous_margin} colour={colour.next} dash />
        <Points frame={frame} x={x} y={y} colour={colour.model} size={4.5} />
        {effects.effects.map(
          (one, i) =>
            Math.abs(one.effect) > effects.margin_of_error && (
              <text
                key={one.name}
                x={frame.x(x[i] as number) - 9}
                y={frame.y(y[i] as number)}
                dy="0.32em"
                textAnchor="end"
              >
                {one.name}
              </text>
            ),
        )}
      </>
    ),
    [effects, x, y],
  );
  const active = effects.effects.filter((one) => Math.abs(one.effect) > effects.margin_of_error);
  const names = active.toReversed().map((one) => one.name);
  return (
    <Figure
      title={`Half-normal plot of the effects on ${objective.label}`}
      name={`effects-${objective.name}`}
      height={340}
      x={{ label: 'Half-normal quantile', domain: padded(extent(x, [0])) }}
      y={{
        label: 'Size of the effect',
        unit: objective.unit,
        domain: padded(extent(y, [0, effects.simultaneous_margin])),
      }}
      legend={[
        { label: 'effect', colour: colour.model, kind: 'point' },
        { label: 'margin', colour: colour.best, kind: 'dash' },
        { label: 'simultaneous margin', colour: colour.next, kind: 'dash' },
      ]}
      table={() => effectTable(effects.effects, objective, x)}
      hit={(at) => {
        const i = nearest(at, x, y);
        const one = i === undefined ? undefined : effects.effects[i];
        if (!one || i === undefined) return undefined;
        return { x: x[i] as number, y: y[i] as number, lines: [one.name, `effect ${show(one.effect)}`] };
      }}
      draw={draw}
    >
      {names.length > 0 ? `Beyond the margin: ${names.join(', ')}.` : 'No effect stands out from the others.'}{' '}
      Inactive effects lie on a line through the origin (Lenth's method).
    </Figure>
  );
}

const views = [
  ['fitted', 'Against fitted'],
  ['order', 'In order'],
  ['leverage', 'Influence'],
] as const;

type View = (typeof views)[number][0];

/** What a view draws, run by run: `limit` is where a run becomes unusual. */
function residualsIn(analysis: DesignAnalysis, view: View) {
  const isCook = view === 'leverage';
  // With one degree of freedom no error is left without the run.
  const { outlier_limit } = analysis;
  const residuals = outlier_limit === null ? analysis.studentized : analysis.externally_studentized;
  const up = isCook ? analysis.cooks_distance : residuals;
  const across =
    view === 'order'
      ? analysis.fitted.map((_, i) => i + 1)
      : (isCook ? analysis.leverage : analysis.fitted).map((value) => value ?? Number.NaN);
  const limit = isCook ? 1 : (outlier_limit ?? 3);
  const odd = up.flatMap((value, i) =>
    value !== null && Math.abs(value) > limit ? [runOf(analysis, i)] : [],
  );
  return { isCook, up, across, limit, odd };
}

/** Number of the experiment that the i-th residual belongs to. */
const runOf = (analysis: DesignAnalysis, i: number): number => (analysis.rows?.[i] ?? i) + 1;

/** Ends of an interval for each run; no columns where there is none. */
const endColumns = (what: string, ends: DesignAnalysis['predicted']['prediction_interval'], unit?: string) =>
  ends
    ? [
        { name: `${what}, from`, unit, values: ends.lower },
        { name: `${what}, to`, unit, values: ends.upper },
      ]
    : [];

const residualTable = (analysis: DesignAnalysis, { label, unit }: Objective, result: Objective) => [
  { name: 'Experiment', values: analysis.fitted.map((_, i) => runOf(analysis, i)) },
  ...(analysis.transformation
    ? [{ name: `Predicted median of ${result.label}`, unit: result.unit, values: analysis.predicted.value }]
    : []),
  ...endColumns('Confidence interval', analysis.predicted.confidence_interval, result.unit),
  ...endColumns('Prediction interval', analysis.predicted.prediction_interval, result.unit),
  { name: `Fitted ${label}`, unit, values: analysis.fitted },
  { name: 'Residual', unit, values: analysis.residuals },
  { name: 'Studentized residual', values: analysis.studentized },
  { name: 'Externally studentized residual', values: analysis.externally_studentized },
  { name: 'Leverage', values: analysis.leverage },
  { name: "Cook's distance", values: analysis.cooks_distance },
];

/** What the picture says in words. */
function residualWords(isCook: boolean, odd: readonly number[]): string {
  if (odd.length > 0)
    return `${isCook ? 'Influential runs' : 'Unusual runs'}: ${odd.slice(0, 12).join(', ')}${odd.length > 12 ? '…' : ''}. Check them before you leave them out.`;
  return isCook ? 'No single run dominates the fit.' : 'Residuals should show no pattern.';
}

interface ResidualProps {
  analysis: DesignAnalysis;
  /** What was fitted: the objective, or its transformed results. */
  objective: Objective;
  /** The objective itself. */
  result: Objective;
}

function ResidualFigure({ analysis, objective, result, view }: ResidualProps & { view: View }) {
  const shown = useMemo(() => residualsIn(analysis, view), [analysis, view]);
  const { isCook, up, across, odd } = shown;
  const draw = useCallback(
    (frame: Frame) => (
      <>
        {!shown.isCook && <Rule frame={frame} y={0} colour={colour.quiet} />}
        <Rule frame={frame} y={shown.limit} colour={colour.best} dash />
        {!shown.isCook && <Rule frame={frame} y={-shown.limit} colour={colour.best} dash />}
        <Points frame={frame} x={shown.across} y={shown.up} colour={colour.model} size={4} />
      </>
    ),
    [shown],
  );
  const label = { order: 'Experiment', leverage: 'Leverage', fitted: `Fitted ${objective.label}` }[view];
  return (
    <Figure
      title={isCook ? "Cook's distance by leverage" : `Residuals of ${objective.label}`}
      name={`residuals-${objective.name}`}
      height={300}
      x={{ label, unit: view === 'fitted' ? objective.unit : undefined, domain: padded(extent(across)) }}
      y={{
        label: isCook ? "Cook's distance" : 'Studentized residual',
        domain: padded(extent(up, isCook ? [0, 1] : [-1.05 * shown.limit, 1.05 * shown.limit])),
      }}
      table={() => residualTable(analysis, objective, result)}
      hit={(at) => {
        const i = nearest(at, across, up);
        if (i === undefined) return undefined;
        const lines = [
          `Experiment ${runOf(analysis, i)}`,
          `fitted ${show(analysis.fitted[i])}`,
          `residual ${show(analysis.residuals[i], 3)}`,
        ];
        return { x: across[i] as number, y: up[i] as number, lines };
      }}
      draw={draw}
    >
      {residualWords(isCook, odd)}
    </Figure>
  );
}

/** Residuals: what the model leaves unexplained, run by run. */
export function Residuals(props: ResidualProps) {
  const [text, setView] = useQuery('residuals', 'fitted');
  const view = views.find(([name]) => name === text)?.[0] ?? 'fitted';
  return (
    <Panel
      title="Residuals"
      actions={
        <fieldset className="segments">
          <legend className="sr">Residuals</legend>
          {views.map(([name, label]) => (
            <button key={name} type="button" aria-pressed={view === name} onClick={() => setView(name)}>
              {label}
            </button>
          ))}
        </fieldset>
      }
    >
      {props.analysis.studentized.some((value) => value !== null) ? (
        <ResidualFigure {...props} view={view} />
      ) : (
        <p>The model passes through all results, so there are no residuals to draw.</p>
      )}
    </Panel>
  );
}
