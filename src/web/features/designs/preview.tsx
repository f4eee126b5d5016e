import { useCallback, useMemo, useState } from 'react';
import { useQueue } from '../../api/session.ts';
import type { Feasibility, Inputs, Row, Variable } from '../../api/types.ts';
import { Panel, Scroll, Stat } from '../../components/bits.tsx';
import { download } from '../../components/download.ts';
import { SelectField } from '../../components/field.tsx';
import { link } from '../../components/route.ts';
import { Evaluation } from '../../domain/evaluation.tsx';
import { isQueued, stageRuns } from '../../domain/staging.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { colour } from '../../plots/palette.ts';
import { type Domain, extent, type Frame, padded } from '../../plots/scale.ts';
import { csvFile } from '../../text/csv.ts';
import { count, show } from '../../text/format.ts';
import type { DesignForm, Kind } from './design-request.ts';

/** A design as it came back, of whichever kind. */
export interface Made {
  readonly kind: Kind;
  readonly points: Row[];
  /** Runs made before, which these are added to. */
  readonly kept?: Row[];
  readonly n_points: number;
  readonly method?: string;
  /** Terms that the design was made for. */
  readonly model?: DesignForm['model'];
  readonly design_info?: Record<string, unknown> | null;
  readonly info?: { warnings?: string[]; [name: string]: unknown };
  readonly feasibility?: Feasibility | null;
  readonly estimability?: string | null;
}

const kindWords: Record<Kind, string> = {
  initial: 'Initial design',
  optimal: 'Optimal design',
  'split-plot': 'Split-plot design',
  'optimal-split-plot': 'Optimal split-plot design',
};

const plotColumns = ['WholePlot', 'Subplot', 'RunOrder'];

function FeasibilityNote({ made }: { made: Made }) {
  const block = made.feasibility;
  if (!block) return null;
  const facts = [
    block.n_candidates_total !== null &&
      `${block.n_candidates_feasible} of ${block.n_candidates_total} candidates are allowed`,
    block.n_boundary_added && `${block.n_boundary_added} added on the boundary`,
    block.n_vertices_added && `${block.n_vertices_added} corners of the region added`,
    block.n_points_dropped &&
      `${count(block.n_points_dropped, 'point')} of the classical design cannot be run and were left out`,
  ].filter((fact): fact is string => typeof fact === 'string');
  return (
    <p className={block.estimability === 'waived' ? 'note warn' : 'note'}>
      Constraints {block.constraints_applied.join(', ')} hold at every point.
      {facts.length > 0 && ` ${facts.join('; ')}.`}
      {block.estimability === 'passed' && ' Every term of its model can still be estimated.'}
      {block.estimability === 'waived' &&
        ' Whether its model can be estimated was not checked, as you asked.'}
    </p>
  );
}

/** Position of a value on an axis: numbers as they are, labels by their place in the list. */
const position = (variable: Variable, value: unknown): number =>
  typeof value === 'number' ? value : (variable.categories?.indexOf(String(value)) ?? 0);

function axisOf(variable: Variable, values: readonly number[]) {
  const labels = variable.categories ?? [];
  const own: Domain | undefined =
    labels.length > 0
      ? [0, labels.length - 1]
      : variable.bounds
        ? [variable.bounds[0] as number, variable.bounds[1] as number]
        : undefined;
  return {
    label: variable.name,
    unit: variable.unit,
    domain: padded(own ?? extent(values), 0.06),
    ...(labels.length > 0
      ? { ticks: labels.map((_, i) => i), format: (tick: number) => labels[tick] ?? '' }
      : {}),
  };
}

/** Places of a picture with the runs that lie on them, of which a design may have several. */
function placesOf(xs: readonly number[], ys: readonly number[]): { x: number; y: number; runs: number[] }[] {
  const places = new Map<string, { x: number; y: number; runs: number[] }>();
  for (const [run, x] of xs.entries()) {
    const y = ys[run] as number;
    const key = `${show(x)}/${show(y)}`;
    const place = places.get(key) ?? { x, y, runs: [] };
    place.runs.push(run);
    places.set(key, place);
  }
  return [...places.values()];
}

function Scatter(props: { made: Made; variables: readonly Variable[] }) {
  const { made, variables } = props;
  const [names, setNames] = useState<[string, string]>([variables[0]?.name ?? '', variables[1]?.name ?? '']);
  const x = variables.find((one) => one.name === names[0]) ?? variables[0];
  const y = variables.find((one) => one.name === names[1]) ?? variables[1];
  const xs = useMemo(() => (x ? made.points.map((point) => position(x, point[x.name])) : []), [made, x]);
  const ys = useMemo(() => (y ? made.points.map((point) => position(y, point[y.name])) : []), [made, y]);
  const places = useMemo(() => placesOf(xs, ys), [xs, ys]);
  const draw = useCallback(
    (frame: Frame) => (
      <g>
        {places.map((place) => (
          <g key={`${place.x}/${place.y}`} transform={`translate(${frame.x(place.x)},${frame.y(place.y)})`}>
            <circle className="dot" r={3 + 2 * Math.sqrt(place.runs.length)} fill={colour.model} />
            {place.runs.length > 1 && (
              <text x={6 + 2 * Math.sqrt(place.runs.length)} dy="0.32em">
                {place.runs.length}
              </text>
            )}
          </g>
        ))}
      </g>
    ),
    [places],
  );
  if (!x || !y) return null;
  const options = variables.map((one) => one.name);
  return (
    <div>
      <div className="row filters">
        <SelectField
          label="Across"
          value={x.name}
          onChange={(name) => setNames([name, y.name])}
          options={options}
          narrow
        />
        <SelectField
          label="Up"
          value={y.name}
          onChange={(name) => setNames([x.name, name])}
          options={options}
          narrow
        />
      </div>
      <Figure
        title={`${made.points.length} design points over ${x.name} and ${y.name}`}
        name={`design-${x.name}-${y.name}`}
        square
        x={axisOf(x, xs)}
        y={axisOf(y, ys)}
        table={() => ({ columns: options, rows: made.points })}
        hit={(at) => {
          const i = nearest(at, xs, ys);
          if (i === undefined) return undefined;
          const { runs } = places.find((place) => place.runs.includes(i)) ?? { runs: [i] };
          const lines =
            runs.length > 1
              ? [`Runs ${runs.map((run) => run + 1).join(', ')}`]
              : [
                  `Run ${i + 1}`,
                  ...variables.map((one) => `${one.name} ${show(made.points[i]?.[one.name])}`),
                ];
          return { x: xs[i] as number, y: ys[i] as number, lines };
        }}
        draw={draw}
      />
    </div>
  );
}

const infoWords: Record<string, string> = {
  total_runs: 'Runs',
  factorial_runs: 'Factorial runs',
  axial_runs: 'Axial runs',
  center_runs: 'Centre runs',
  edge_runs: 'Edge runs',
  screening_runs: 'Screening runs',
  D_eff: 'D efficiency, %',
  A_eff: 'A efficiency, %',
  p_columns: 'Coefficients',
  average_prediction_variance: 'Mean variance of a prediction',
  alpha: 'Alpha',
};

function Facts({ made }: { made: Made }) {
  const info = made.design_info ?? (made.kind === 'optimal-split-plot' ? (made.info ?? {}) : {});
  const known = Object.entries(infoWords).filter(
    ([name]) => typeof info[name] === 'number' || typeof info[name] === 'string',
  );
  if (known.length === 0) return null;
  return (
    <dl className="stats">
      {known.map(([name, label]) => (
        <Stat key={name} label={label} value={show(info[name])} />
      ))}
    </dl>
  );
}

/** The design before it is used: picture, table, what is known of its quality, and staging. */
export function Preview(props: {
  id: string;
  made: Made;
  variables: readonly Variable[];
  onClear: () => void;
}) {
  const { id, made, variables } = props;
  const queue = useQueue(id).data?.items ?? [];
  const names = variables.map((variable) => variable.name);
  const staged = made.points.every((point) => isQueued(queue, names, point));
  const extra = plotColumns.filter((name) => made.points.some((point) => name in point));
  const columns = [...extra, ...variables.map((variable) => variable.name)];
  const stageAll = async (): Promise<void> => {
    const reason = made.kind === 'initial' ? `Initial design (${made.method})` : kindWords[made.kind];
    const items = made.points.map((point) => {
      const inputs = Object.fromEntries(columns.map((name) => [name, point[name]])) as Inputs;
      return { inputs, reason: typeof point['Reason'] === 'string' ? point['Reason'] : reason };
    });
    await stageRuns(id, items);
  };
  return (
    <Panel
      title={count(made.points.length, made.kept ? 'new run' : 'run')}
      actions={
        <>
          <button
            type="button"
            className="plain"
            onClick={() => download('design.csv', csvFile(columns, made.points), 'text/csv')}
          >
            CSV
          </button>
          <button type="button" className="plain" onClick={props.onClear}>
            Clear
          </button>
          {staged ? (
            <a className="button primary" href={link(id, 'queue')}>
              Go to the queue
            </a>
          ) : (
            <button type="button" className="primary" onClick={() => void stageAll()}>
              Stage all {made.points.length}
            </button>
          )}
        </>
      }
    >
      {made.kept && (
        <p className="note">
          Chosen to go with the {count(made.kept.length, 'experiment')} recorded; what is said of the quality
          is of all of them together.
        </p>
      )}
      <FeasibilityNote made={made} />
      {made.info?.warnings?.map((warning) => (
        <p key={warning} className="note warn">
          {warning}
        </p>
      ))}
      <Facts made={made} />
      <div className="columns">
        <Scatter made={made} variables={variables} />
        <Scroll label="Runs of the design" tall>
          <table className="table">
            <thead>
              <tr>
                <th className="number">Run</th>
                {columns.map((name) => (
                  <th key={name} className="number">
                    {name}
                    <small>{variables.find((one) => one.name === name)?.unit}</small>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {made.points.map((point, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: runs of a design may be equal
                <tr key={index}>
                  <td className="number">{index + 1}</td>
                  {columns.map((name) => (
                    <td key={name} className="number">
                      {show(point[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      </div>
      {made.kind.endsWith('split-plot') && (
        <p className="hint">
          What follows takes the runs one by one, as if every variable were set anew for each.
        </p>
      )}
      <Evaluation
        id={id}
        points={[...(made.kept ?? []), ...made.points]}
        variables={variables}
        model={made.model}
      />
    </Panel>
  );
}
