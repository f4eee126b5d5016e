import { useCallback, useState } from 'react';
import type { DesignEvaluation } from '../../../contract/designs/design-quality.ts';
import { blockColumn } from '../../../contract/experiments/bookkeeping.ts';
import { sessionCall } from '../../api/call.ts';
import { keyOf, useAnswer } from '../../api/queries.ts';
import type { Inputs, Row, Variable } from '../../api/types.ts';
import { type Column, DataTable, numbers } from '../../components/data-table.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Stat, Warnings, waiting } from '../../components/page-parts.tsx';
import { useQuery } from '../../components/route.ts';
import { Term } from '../../components/term.tsx';
import { Figure } from '../../plots/figure.tsx';
import { Line } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { extent, type Frame, padded } from '../../plots/scale.ts';
import { show, showFixed } from '../../text/format.ts';
import { readNumber } from '../../text/numbers.ts';
import { CorrelationMap } from './correlation-map.tsx';

type Quality = NonNullable<DesignEvaluation['quality']>;
/** Columns of the plots that runs are made in, outermost first, in words. */
const plotWords = { WholePlot: 'whole plots', Subplot: 'subplots' } as const;
type Plot = keyof typeof plotWords;

type ModelType = 'linear' | 'interaction' | 'quadratic';

/** Share of the region in which predictions are at least so sharp. */
function VarianceCurve(props: { fds: Quality['fds'] }) {
  const share = props.fds.fraction.map((value) => value ?? 0);
  const variance = props.fds.variance;
  const draw = useCallback(
    (frame: Frame) => <Line frame={frame} x={share} y={variance} colour={colour.model} />,
    [share, variance],
  );
  return (
    <Figure
      title="Relative variance of a prediction by share of the region"
      name="fds"
      height={260}
      x={{ label: 'Share of the region', domain: [0, 1], format: (value) => `${Math.round(value * 100)} %` }}
      y={{ label: 'Relative variance', domain: padded(extent(variance, [0])) }}
      table={() => [
        { name: 'Share of the region', unit: '%', values: share.map((value) => 100 * value) },
        { name: 'Relative variance', values: variance },
      ]}
      draw={draw}
    >
      A low, flat curve means that predictions are about equally precise everywhere.
    </Figure>
  );
}

type Coefficient = Quality['coefficients'][number];

const coefficientColumns: readonly Column<Coefficient>[] = [
  { key: 'Term', head: 'Term', cell: (one) => one.name },
  numbers('SE', <Term name="standard error">SE</Term>, (one) => show(one.standard_error, 3)),
  numbers('VIF', <Term name="VIF">VIF</Term>, (one) => showFixed(one.variance_inflation, 2)),
  numbers('DF', <Term name="degrees of freedom">DF</Term>, ({ degrees }) =>
    degrees === null ? '–' : show(degrees, 3),
  ),
  numbers('Power', <Term name="power">Power</Term>, ({ power }) =>
    power === null ? '–' : `${Math.round(power * 100)} %`,
  ),
];

type TermTest = Quality['terms'][number];

const termColumns: readonly Column<TermTest>[] = [
  { key: 'term', head: 'Term', cell: (one) => one.name },
  numbers('degrees', 'Coefficients', (one) => show(one.degrees)),
  numbers('error', <Term name="degrees of freedom">DF</Term>, ({ error_degrees }) =>
    error_degrees === null ? '–' : show(error_degrees, 3),
  ),
  numbers('power', <Term name="power">Power</Term>, ({ power }) =>
    power === null ? '–' : `${Math.round(power * 100)} %`,
  ),
];

/** Terms of several coefficients, which are tested together. */
function WholeTerms({ terms }: { terms: Quality['terms'] }) {
  const several = terms.filter(({ degrees }) => degrees > 1);
  if (several.length === 0) return null;
  return (
    <>
      <p className="note">Terms with several coefficients, each tested as a whole:</p>
      <DataTable
        label="Terms with several coefficients"
        columns={termColumns}
        rows={several}
        keyOf={({ name }) => name}
      />
    </>
  );
}

/** How the plots of the runs were taken into account. */
function strataWords(strata: NonNullable<DesignEvaluation['strata']>): string {
  const parts = strata.map(({ name, count: size, degrees }) =>
    name === 'Residual'
      ? `${degrees} within plots`
      : `${degrees} between the ${size} ${plotWords[name as Plot]}`,
  );
  return `Runs of a plot share its variation, so that variables that are hard to change are estimated less precisely. Degrees of freedom for error: ${parts.join(', ')}.`;
}

/** A term that the runs cannot estimate, with the terms that it cannot be separated from. */
function confoundedWords({ term, with: others }: DesignEvaluation['confounded'][number]): string {
  if (others.length === 0) return `${term} (0 in coded units in all runs)`;
  return others.join() === 'Intercept'
    ? `${term} (constant)`
    : `${term} (confounded with ${others.join(', ')})`;
}

function Result({ data }: { data: DesignEvaluation }) {
  const { quality } = data;
  return (
    <>
      <Warnings texts={data.warnings} />
      {data.inestimable.length > 0 && (
        <p className="note warn">
          Cannot be estimated from these runs: {data.confounded.map(confoundedWords).join(', ')}. Choose a
          simpler model or add runs.
        </p>
      )}
      {quality && (
        <dl className="stats">
          <Stat
            label="D efficiency"
            value={`${show(quality.d_efficiency, 3)} %`}
            note="precise coefficients"
          />
          <Stat
            label="A efficiency"
            value={`${show(quality.a_efficiency, 3)} %`}
            note="small average variance"
          />
          <Stat
            label="G efficiency"
            value={`${show(quality.g_efficiency, 3)} %`}
            note="small maximum prediction variance"
          />
          <Stat
            label="Runs over terms"
            value={`${data.runs} / ${data.parameters}`}
            note={`${data.error_degrees} DF for error`}
          />
        </dl>
      )}
      {data.strata && <p className="note">{strataWords(data.strata)}</p>}
      <div className="columns">
        {quality && <VarianceCurve fds={quality.fds} />}
        <CorrelationMap names={data.correlation.names} values={data.correlation.matrix} />
      </div>
      {quality && (
        <DataTable
          label="Coefficients"
          narrow="stacks"
          columns={coefficientColumns}
          rows={quality.coefficients}
          keyOf={({ name }) => name}
        />
      )}
      {quality && <WholeTerms terms={quality.terms} />}
    </>
  );
}

/** Rows as the evaluation takes them: variables, with the plots and the block that a run is made in. */
function inputsOf(
  points: readonly Row[],
  variables: readonly Variable[],
  places: readonly string[],
): Inputs[] {
  const names = variables.map((one) => one.name);
  return points.map((point) => {
    const own = [...names, ...places.filter((name) => point[name] != null)];
    return Object.fromEntries(own.map((name) => [name, point[name]])) as Inputs;
  });
}

interface EvaluationProps {
  id: string;
  points: readonly Row[];
  variables: readonly Variable[];
  /** What the design was made for. */
  model?: string | undefined;
  /** Ratios of variances that it was made for, outermost plots first. As typed. */
  ratios?: readonly string[];
}

/** Variance of each kind of plots over that of runs: fields of those that the runs have. */
function useRatios(points: readonly Row[], [outer = '1', inner = '1']: readonly string[] = []) {
  const [whole, setWhole] = useQuery('ratio', outer);
  const [sub, setSub] = useQuery('subratio', inner);
  const all: readonly (readonly [Plot, string, (text: string) => void])[] = [
    ['WholePlot', whole, setWhole],
    ['Subplot', sub, setSub],
  ];
  return all
    .filter(([name]) => points.some((point) => point[name] != null))
    .map(([name, text, set]) => {
      const value = readNumber(text).value ?? -1;
      return { name, text, set, value, isBad: !(value >= 0 && value <= 1e6) };
    });
}

function RatioField({ name, text, set, isBad }: ReturnType<typeof useRatios>[number]) {
  return (
    <TextField
      label={`Variance of ${plotWords[name]} over that of runs`}
      value={text}
      onChange={set}
      inputMode="decimal"
      hint="1 if not known"
      error={isBad ? 'a number from 0 to 1000000' : undefined}
    />
  );
}

function Evaluated({ id, points, variables, ...props }: EvaluationProps) {
  const [model, setModel] = useQuery(
    'evaluate',
    props.model === 'interaction' || props.model === 'quadratic' ? props.model : 'linear',
  );
  const plots = useRatios(points, props.ratios);
  const blocks = [blockColumn].filter((name) => points.some((point) => point[name] != null));
  const body = {
    model_type: model as ModelType,
    points: inputsOf(points, variables, [...plots.map(({ name }) => name), ...blocks]),
    random_seed: 1,
    ...(blocks.length > 0 && { block: blockColumn }),
    ...(plots.length > 0 && {
      variance_ratios: Object.fromEntries(plots.map(({ name, value }) => [name, value])),
    }),
  };
  const answer = useAnswer(
    plots.some(({ isBad }) => isBad) ? null : keyOf(id, 'evaluation', body),
    sessionCall('POST', id, 'design/evaluate', { body }),
  );
  return (
    <>
      <div className="fields filters">
        <SelectField
          label="For a model with"
          value={model}
          onChange={setModel}
          options={[
            ['linear', 'Main effects'],
            ['interaction', 'Main effects + interactions'],
            ['quadratic', 'Full quadratic, with curvature'],
          ]}
        />
        {plots.map((plot) => (
          <RatioField key={plot.name} {...plot} />
        ))}
      </div>
      {waiting(answer) ?? (answer.data && <Result data={answer.data} />)}
    </>
  );
}

/** What a design, or the recorded experiments, can tell apart and how sharply. */
export function Evaluation(props: EvaluationProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Quality of this design: efficiencies, standard errors, correlations</summary>
      {open && <Evaluated {...props} />}
    </details>
  );
}
