import { useCallback, useMemo } from 'react';
import type { Row, Variable } from '../../api/types.ts';
import type { Objective } from '../../domain/objectives.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Band, ErrorBars, Line, Points, Rule } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { type Domain, extent, type Frame, padded } from '../../plots/scale.ts';
import { show, showEstimate, showIn } from '../../text/format.ts';

export interface Slice {
  readonly variable: Variable;
  readonly values: readonly (number | string)[];
  readonly mean: readonly number[];
  readonly std: readonly number[];
  /** Deviation of one new measurement, noise included; absent for quantities without noise. */
  readonly measurement?: readonly number[] | undefined;
}

/** A prediction along one variable. */
export function SlicePlot(props: {
  slice: Slice;
  objective: Objective;
  domain: Domain;
  here: number | string | null;
  /** Measured rows close to the slice. */
  near: readonly Row[];
  /** Shows a measured row. */
  onOpen?: ((row: Row) => void) | undefined;
}) {
  const { slice, objective, here, near } = props;
  const { variable, values, mean, std, measurement } = slice;
  const labels = variable.type === 'categorical';
  const xs = useMemo(() => values.map((value, i) => (typeof value === 'number' ? value : i)), [values]);
  const at = typeof here === 'number' ? here : values.indexOf(here ?? '');
  const points = labels || variable.type === 'discrete';
  const measured = useMemo(() => {
    const pairs = near.flatMap((row) => {
      const x = row[variable.name];
      const y = row[objective.name];
      const place = typeof x === 'number' ? x : values.indexOf(x ?? '');
      return typeof y === 'number' && place >= 0 ? [[place, y, row] as const] : [];
    });
    return { x: pairs.map(([x]) => x), y: pairs.map(([, y]) => y), rows: pairs.map(([, , row]) => row) };
  }, [near, variable, objective, values]);
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Rule frame={frame} x={at} colour={colour.quiet} dash />
        {points ? (
          <>
            <ErrorBars
              frame={frame}
              x={xs}
              y={mean}
              half={std.map((value) => 2 * value)}
              colour={colour.model}
            />
            <Points frame={frame} x={xs} y={mean} colour={colour.model} size={4.5} />
          </>
        ) : (
          <>
            {measurement && (
              <Band
                frame={frame}
                x={xs}
                low={mean.map((value, i) => value - 2 * (measurement[i] as number))}
                high={mean.map((value, i) => value + 2 * (measurement[i] as number))}
                colour={colour.quiet}
              />
            )}
            <Band
              frame={frame}
              x={xs}
              low={mean.map((value, i) => value - 2 * (std[i] as number))}
              high={mean.map((value, i) => value + 2 * (std[i] as number))}
              colour={colour.model}
            />
            <Line frame={frame} x={xs} y={mean} colour={colour.model} />
          </>
        )}
        <Points frame={frame} x={measured.x} y={measured.y} colour={colour.best} size={3.5} shape="ring" />
      </>
    ),
    [xs, mean, std, measurement, at, points, measured],
  );
  return (
    <Figure
      title={`Predicted ${objective.label} along ${variable.name}`}
      name={`slice-${variable.name}`}
      height={220}
      x={{
        label: variable.name,
        unit: variable.unit,
        domain: padded(extent(xs), points ? 0.12 : 0.02),
        ...(labels ? { ticks: xs, format: (tick: number) => String(values[tick] ?? '') } : {}),
      }}
      y={{ label: objective.label, unit: objective.unit, domain: props.domain }}
      table={() => ({
        columns: [variable.name, 'mean', 'std', ...(measurement ? ['std_measurement'] : [])],
        rows: values.map((value, i) => ({
          [variable.name]: value,
          mean: mean[i],
          std: std[i],
          std_measurement: measurement?.[i],
        })),
      })}
      hit={(at) => {
        const { x, frame } = at;
        const ring = props.onOpen && nearest(at, measured.x, measured.y);
        const run = ring === undefined ? undefined : measured.rows[ring];
        if (run && ring !== undefined) {
          return {
            x: measured.x[ring] as number,
            y: measured.y[ring] as number,
            lines: [`Measured: ${showIn(measured.y[ring], objective.unit)}`],
            open: () => props.onOpen?.(run),
          };
        }
        const wanted = frame.x.invert(x);
        let i = 0;
        for (const [k, value] of xs.entries())
          if (Math.abs(value - wanted) < Math.abs((xs[i] as number) - wanted)) i = k;
        const value = values[i];
        return {
          x: xs[i] as number,
          y: mean[i] as number,
          lines: [`${variable.name} ${show(value)}`, showEstimate(mean[i], std[i], objective.unit)],
        };
      }}
      draw={draw}
    />
  );
}
