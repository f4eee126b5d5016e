import { useCallback, useState } from 'react';
import type { DesignEvaluation } from '../../contract/design-quality.ts';
import { sessionCall } from '../api/call.ts';
import { keyOf, useAnswer } from '../api/queries.ts';
import type { Inputs, Row, Variable } from '../api/types.ts';
import { Stat, waiting } from '../components/bits.tsx';
import { type Column, DataTable, numbers } from '../components/data-table.tsx';
import { SelectField } from '../components/field.tsx';
import { useQuery } from '../components/route.ts';
import { Term } from '../components/term.tsx';
import { Figure } from '../plots/figure.tsx';
import { Line } from '../plots/marks.tsx';
import { colour } from '../plots/palette.ts';
import { extent, type Frame, padded } from '../plots/scale.ts';
import { show } from '../text/format.ts';
import { CorrelationMap } from './correlation-map.tsx';

type Quality = NonNullable<DesignEvaluation['quality']>;
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
      table={() => ({
        columns: ['fraction', 'variance'],
        rows: share.map((fraction, i) => ({ fraction, variance: variance[i] })),
      })}
      draw={draw}
    >
      A low, flat curve means that predictions are about equally precise everywhere.
    </Figure>
  );
}

type Coefficient = Quality['coefficients'][number];

const coefficientColumns: readonly Column<Coefficient>[] = [
  { key: 'term', head: 'Term', cell: (one) => one.name },
  numbers('error', <Term name="standard error">SE</Term>, (one) => show(one.standard_error, 3)),
  numbers('vif', <Term name="VIF">VIF</Term>, (one) => show(one.variance_inflation, 3)),
  numbers('power', <Term name="power">Power</Term>, ({ power }) =>
    power === null ? '–' : `${Math.round(power * 100)} %`,
  ),
];

function Result({ data }: { data: DesignEvaluation }) {
  const { quality } = data;
  return (
    <>
      {data.inestimable.length > 0 && (
        <p className="note warn">
          Cannot be estimated from these runs: {data.inestimable.join(', ')}. Choose a simpler model or add
          runs.
        </p>
      )}
      {quality && (
        <dl className="stats">
          <Stat label="D efficiency" value={`${show(quality.d_efficiency, 3)} %`} note="sharp coefficients" />
          <Stat
            label="A efficiency"
            value={`${show(quality.a_efficiency, 3)} %`}
            note="small mean variance"
          />
          <Stat label="G efficiency" value={`${show(quality.g_efficiency, 3)} %`} note="no bad prediction" />
          <Stat
            label="Runs over terms"
            value={`${data.runs} / ${data.parameters}`}
            note={`${data.error_degrees} DF for error`}
          />
        </dl>
      )}
      <div className="columns">
        {quality && <VarianceCurve fds={quality.fds} />}
        <CorrelationMap names={data.correlation.names} values={data.correlation.matrix} />
      </div>
      {quality && (
        <DataTable
          label="Coefficients"
          columns={coefficientColumns}
          rows={quality.coefficients}
          keyOf={({ name }) => name}
        />
      )}
    </>
  );
}

/** What a design, or the recorded experiments, can tell apart and how sharply. */
export function Evaluation(props: {
  id: string;
  points: readonly Row[];
  variables: readonly Variable[];
  /** What the design was made for. */
  model?: string | undefined;
}) {
  const { id, points, variables } = props;
  const [open, setOpen] = useState(false);
  const [model, setModel] = useQuery(
    'evaluate',
    props.model === 'interaction' || props.model === 'quadratic' ? props.model : 'linear',
  );
  const inputs = points.map(
    (point) => Object.fromEntries(variables.map((one) => [one.name, point[one.name]])) as Inputs,
  );
  const body = { model_type: model as ModelType, points: inputs, random_seed: 1 };
  const answer = useAnswer(
    open ? keyOf(id, 'evaluation', body) : null,
    sessionCall('POST', id, 'design/evaluate', { body }),
  );
  return (
    <details className="fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Quality of this design: efficiencies, standard errors, correlations</summary>
      {open && (
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
          </div>
          {waiting(answer) ?? (answer.data && <Result data={answer.data} />)}
        </>
      )}
    </details>
  );
}
