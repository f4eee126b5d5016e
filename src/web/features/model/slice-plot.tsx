import { useCallback, useMemo } from 'react';
import type { Row, Variable } from '../../api/types.ts';
import type { Objective } from '../../domain/objectives.ts';
import { Figure } from '../../plots/figure.tsx';
import { Band, ErrorBars, Line, Points, Rule } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { type Domain, extent, type Frame, padded } from '../../plots/scale.ts';
import { show, showEstimate } from '../../text/format.ts';

export interface Slice {
  readonly variable: Variable;
  readonly values: readonly (number | string)[];
  readonly mean: readonly number[];
  readonly std: readonly number[];
}

/** A prediction along one variable. */
export function SlicePlot(props: {
  slice: Slice;
  objective: Objective;
  domain: Domain;
  here: number | string | null;
  /** Measured rows close to the slice. */
  near: readonly Row[];
}) {
  const { slice, objective, here, near } = props;
  const { variable, values, mean, std } = slice;
  const labels = variable.type === 'categorical';
  const xs = useMemo(() => values.map((value, i) => (typeof value === 'number' ? value : i)), [values]);
  const at = typeof here === 'number' ? here : values.indexOf(here ?? '');
  const points = labels || variable.type === 'discrete';
  const measured = useMemo(() => {
    const pairs = near.flatMap((row) => {
      const x = row[variable.name];
      const y = row[objective.name];
      const place = typeof x === 'number' ? x : values.indexOf(x ?? '');
      return typeof y === 'number' && place >= 0 ? [[place, y] as const] : [];
    });
    return { x: pairs.map(([x]) => x), y: pairs.map(([, y]) => y) };
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
    [xs, mean, std, at, points, measured],
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
        columns: [variable.name, 'mean', 'std'],
        rows: values.map((value, i) => ({ [variable.name]: value, mean: mean[i], std: std[i] })),
      })}
      hit={({ x, frame }) => {
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
