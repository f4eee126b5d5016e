import { useCallback, useId, useMemo } from 'react';
import { sessionCall } from '../../api/call.ts';
import { keyOf, useAnswer } from '../../api/queries.ts';
import type { ContourPlot, Inputs, Row, Variable } from '../../api/types.ts';
import { waiting } from '../../components/bits.tsx';
import { SelectField } from '../../components/field.tsx';
import { useQuery } from '../../components/route.ts';
import type { Objective } from '../../domain/objectives.ts';
import { nearSlice } from '../../domain/point.ts';
import { Figure } from '../../plots/figure.tsx';
import { Heat, Isolines, Points } from '../../plots/marks.tsx';
import { colour, type Ramp, ramp } from '../../plots/palette.ts';
import { type Domain, extent, type Frame, linearTicks, padded } from '../../plots/scale.ts';
import { show } from '../../text/format.ts';

interface Props {
  id: string;
  objective: Objective;
  several: boolean;
  variables: readonly Variable[];
  rows: readonly Row[];
  point: Inputs;
}

/** Model over two variables, the others as chosen: mean or uncertainty. */
export function Contour(props: Props) {
  const { id, objective, point } = props;
  const numeric = props.variables.filter((one) => one.type === 'real' || one.type === 'integer');
  const [x, setX] = useQuery('x', numeric[0]?.name ?? '');
  const [y, setY] = useQuery('y', numeric[1]?.name ?? '');
  const names = numeric.map((one) => one.name);
  const near = useMemo(
    () => nearSlice(props.rows, props.variables, point, [x, y]),
    [props.rows, props.variables, point, x, y],
  );
  const usable = x !== y && names.includes(x) && names.includes(y);
  const fixed = Object.fromEntries(Object.entries(point).filter(([name]) => name !== x && name !== y));
  const body = {
    x_var: x,
    y_var: y,
    fixed_values: fixed,
    grid_resolution: 60,
    include_experiments: true,
    include_suggestions: true,
    ...(props.several ? { target: objective.name } : {}),
  };
  const answer = useAnswer(
    usable ? keyOf(id, 'plot', 'contour', body) : null,
    sessionCall('POST', id, 'visualizations/contour', { body }),
  );
  if (numeric.length < 2) return <p className="hint">A contour plot needs two real or integer variables.</p>;
  return (
    <>
      <div className="row filters">
        <SelectField label="Across" value={x} onChange={setX} options={names} narrow />
        <SelectField label="Up" value={y} onChange={setY} options={names} narrow />
      </div>
      {!usable ? (
        <p className="note warn">Choose two different variables.</p>
      ) : (
        (waiting(answer) ??
        (answer.data && (
          <div className="columns tight">
            {(['mean', 'std'] as const).map((name) => (
              <div key={name}>
                <h3>
                  {name === 'mean' ? `Predicted ${objective.label}` : 'Uncertainty, one standard deviation'}
                </h3>
                <ContourFigure
                  data={answer.data as ContourPlot}
                  objective={objective}
                  variables={numeric}
                  near={near}
                  name={name}
                />
              </div>
            ))}
          </div>
        )))
      )}
    </>
  );
}

function Key(props: { ramp: Ramp; low: number; high: number; label: string }) {
  const id = useId();
  return (
    <div className="colour-key">
      <span>{show(props.low, 3)}</span>
      <svg aria-hidden="true">
        <linearGradient id={id}>
          {Array.from({ length: 17 }, (_, i) => i / 16).map((share) => (
            <stop key={share} offset={share} stopColor={`rgb(${ramp(props.ramp, share).join(' ')})`} />
          ))}
        </linearGradient>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
      <span>{show(props.high, 3)}</span>
      <span>{props.label}</span>
    </div>
  );
}

function ContourFigure(props: {
  data: ContourPlot;
  objective: Objective;
  variables: readonly Variable[];
  near: readonly Row[];
  name: Ramp;
}) {
  const { data, objective, near, name } = props;
  const grid = name === 'mean' ? data.predictions : data.uncertainties;
  const [low, high] = extent(...grid) ?? [0, 1];
  const xs = data.x_grid[0] ?? [];
  const ys = data.y_grid.map((row) => row[0] as number);
  const unitOf = (variable: string) => props.variables.find((one) => one.name === variable)?.unit;
  const draw = useCallback(
    (frame: Frame) => {
      const pairs = (source: { x: readonly (number | null)[]; y: readonly (number | null)[] } | null) =>
        (source?.x ?? []).flatMap((x, i) =>
          x !== null && source?.y[i] !== null ? [[x, source?.y[i] as number]] : [],
        );
      const measured = pairs(data.experiments);
      const close = near.flatMap((row) => {
        const [across, up] = [row[data.x_var], row[data.y_var]];
        return typeof across === 'number' && typeof up === 'number' ? [[across, up]] : [];
      });
      const next = pairs(data.suggestions);
      return (
        <>
          <Heat frame={frame} xs={xs} ys={ys} grid={grid} low={low} high={high} ramp={name} />
          <Isolines
            frame={frame}
            xs={xs}
            ys={ys}
            grid={grid}
            levels={linearTicks([low, high], 8)}
            ink={name === 'mean' ? 'light' : 'dark'}
          />
          <g className="faint">
            <Points
              frame={frame}
              x={measured.map((pair) => pair[0] as number)}
              y={measured.map((pair) => pair[1] as number)}
              colour="#fff"
              size={2}
            />
          </g>
          <g className="outlined">
            <Points
              frame={frame}
              x={close.map((pair) => pair[0] as number)}
              y={close.map((pair) => pair[1] as number)}
              colour={colour.data}
              size={4.5}
            />
            <Points
              frame={frame}
              x={next.map((pair) => pair[0] as number)}
              y={next.map((pair) => pair[1] as number)}
              colour={colour.next}
              shape="star"
            />
          </g>
        </>
      );
    },
    [data, near, grid, low, high, name, xs, ys],
  );
  const bounds = (pair: readonly number[]): Domain => padded([pair[0] ?? 0, pair[1] ?? 1], 0.02);
  return (
    <>
      <Figure
        title={`${name === 'mean' ? 'Predicted' : 'Uncertainty of'} ${objective.label} over ${data.x_var} and ${data.y_var}`}
        name={`contour-${data.x_var}-${data.y_var}-${name}`}
        square
        x={{ label: data.x_var, unit: unitOf(data.x_var), domain: bounds(data.x_bounds) }}
        y={{ label: data.y_var, unit: unitOf(data.y_var), domain: bounds(data.y_bounds) }}
        legend={[
          { label: 'measured near this slice', colour: colour.data, kind: 'point' },
          ...(data.suggestions?.x.length
            ? [{ label: 'suggested', colour: colour.next, kind: 'point' as const }]
            : []),
        ]}
        table={() => ({
          columns: [data.x_var, data.y_var, 'mean', 'std'],
          rows: data.predictions.flatMap((row, r) =>
            row.map((mean, c) => ({
              [data.x_var]: xs[c],
              [data.y_var]: ys[r],
              mean,
              std: data.uncertainties[r]?.[c],
            })),
          ),
        })}
        hit={({ x, y, frame }) => {
          const close = (values: readonly number[], wanted: number): number =>
            values.reduce(
              (best, value, i) =>
                Math.abs(value - wanted) < Math.abs((values[best] as number) - wanted) ? i : best,
              0,
            );
          const c = close(xs, frame.x.invert(x));
          const r = close(ys, frame.y.invert(y));
          return {
            x: xs[c] as number,
            y: ys[r] as number,
            lines: [
              `${data.x_var} ${show(xs[c])}, ${data.y_var} ${show(ys[r])}`,
              `${show(data.predictions[r]?.[c])} ± ${show(data.uncertainties[r]?.[c], 2)} ${objective.unit ?? ''}`,
            ],
          };
        }}
        draw={draw}
      />
      <Key
        ramp={name}
        low={low}
        high={high}
        label={`${name === 'mean' ? objective.label : 'std'}${objective.unit ? ` (${objective.unit})` : ''}`}
      />
    </>
  );
}
