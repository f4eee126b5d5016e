import { useCallback, useMemo } from 'react';
import type { Row, Variable } from '../../api/types.ts';
import { estimateOf, type Objective } from '../../domain/objectives.ts';
import { isLogarithmic } from '../../domain/point.ts';
import { isListed } from '../../domain/variable-range.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Band, ErrorBars, Line, Points, Rule } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import type { Hit } from '../../plots/pointer.ts';
import { type Domain, extent, type Frame, padded } from '../../plots/scale.ts';
import { show, showIn } from '../../text/format.ts';

export interface Slice {
  readonly variable: Variable;
  readonly values: readonly (number | string)[];
  readonly mean: readonly number[];
  readonly std: readonly number[];
  /** Holds the curve with probability 0.95; absent: it is certain. */
  readonly curve?: readonly (readonly [number, number])[] | undefined;
  /** Holds one new measurement with probability 0.95; absent for quantities without noise. */
  readonly measurement?: readonly (readonly [number, number])[] | undefined;
}

export interface SlicePlotProps {
  slice: Slice;
  objective: Objective;
  domain: Domain;
  here: number | string | null;
  /** Measured rows close to the slice. */
  near: readonly Row[];
  /** Shows a measured row. */
  onOpen?: ((row: Row) => void) | undefined;
}

interface Measured {
  readonly x: number[];
  readonly y: number[];
  readonly rows: Row[];
}

/** Place of a value on the axis: a number as it is, a category by its place in the list; −1 when it has none. */
const placeIn = (values: Slice['values'], value: unknown): number =>
  typeof value === 'number' ? value : values.indexOf((value as string | null | undefined) ?? '');

/** Rows with a result and a place on the axis. */
function measuredOn({ variable, values }: Slice, objective: Objective, near: readonly Row[]): Measured {
  const pairs = near.flatMap((row) => {
    const y = row[objective.name];
    const place = placeIn(values, row[variable.name]);
    const isOnAxis = isLogarithmic(variable) ? place > 0 : place >= 0;
    return typeof y === 'number' && isOnAxis ? [[place, y, row] as const] : [];
  });
  return { x: pairs.map(([x]) => x), y: pairs.map(([, y]) => y), rows: pairs.map(([, , row]) => row) };
}

/** The mean with its intervals: a point for each listed value, else a line with bands, of the curve and of one measurement. */
function Estimate({ frame, xs, slice }: { frame: Frame; xs: readonly number[]; slice: Slice }) {
  const { mean, measurement } = slice;
  const low = slice.curve?.map(([end]) => end) ?? mean;
  const high = slice.curve?.map(([, end]) => end) ?? mean;
  if (isListed(slice.variable))
    return (
      <>
        <ErrorBars frame={frame} x={xs} low={low} high={high} colour={colour.model} />
        <Points frame={frame} x={xs} y={mean} colour={colour.model} size={4.5} />
      </>
    );
  return (
    <>
      {measurement && (
        <Band
          frame={frame}
          x={xs}
          low={measurement.map(([low]) => low)}
          high={measurement.map(([, high]) => high)}
          colour={colour.quiet}
        />
      )}
      <Band frame={frame} x={xs} low={low} high={high} colour={colour.model} />
      <Line frame={frame} x={xs} y={mean} colour={colour.model} />
    </>
  );
}

/** The measured row near the pointer, else the prediction at its place. */
function hitOf(
  { slice, objective, onOpen }: SlicePlotProps,
  xs: readonly number[],
  measured: Measured,
  at: { x: number; y: number; frame: Frame },
): Hit {
  const ring = onOpen && nearest(at, measured.x, measured.y);
  const run = ring === undefined ? undefined : measured.rows[ring];
  if (run && ring !== undefined)
    return {
      x: measured.x[ring] as number,
      y: measured.y[ring] as number,
      lines: [`Measured: ${showIn(measured.y[ring], objective.unit)}`],
      open: () => onOpen?.(run),
    };
  const away = (value: number): number => Math.abs(at.frame.x(value) - at.x);
  let i = 0;
  for (const [k, value] of xs.entries()) if (away(value) < away(xs[i] as number)) i = k;
  const { variable, values, mean, std } = slice;
  return {
    x: xs[i] as number,
    y: mean[i] as number,
    lines: [`${variable.name} ${show(values[i])}`, estimateOf(objective, mean[i], std[i])],
  };
}

function tableOf({ variable, values, mean, std, measurement }: Slice, { label, unit }: Objective) {
  const end = (name: string, side: 0 | 1) => ({
    name,
    unit,
    values: measurement?.map((ends) => ends[side]) ?? [],
  });
  return [
    { name: variable.name, unit: variable.unit, values },
    { name: `Predicted ${label}`, unit, values: mean },
    { name: 'Standard deviation', unit, values: std },
    ...(measurement ? [end('95 % of measurements, from', 0), end('to', 1)] : []),
  ];
}

/** A prediction along one variable. */
export function SlicePlot(props: SlicePlotProps) {
  const { slice, objective, here, near } = props;
  const { variable, values } = slice;
  const xs = useMemo(() => values.map((value, i) => (typeof value === 'number' ? value : i)), [values]);
  const at = placeIn(values, here);
  const log = isLogarithmic(variable);
  const measured = useMemo(() => measuredOn(slice, objective, near), [slice, objective, near]);
  const draw = useCallback(
    (frame: Frame) => (
      <>
        {!(log && at <= 0) && <Rule frame={frame} x={at} colour={colour.quiet} dash />}
        <Estimate frame={frame} xs={xs} slice={slice} />
        <Points frame={frame} x={measured.x} y={measured.y} colour={colour.best} size={3.5} shape="ring" />
      </>
    ),
    [xs, slice, at, log, measured],
  );
  return (
    <Figure
      title={`Predicted ${objective.label} along ${variable.name}`}
      name={`slice-${variable.name}`}
      height={220}
      x={{
        label: variable.name,
        unit: variable.unit,
        domain: padded(extent(xs), isListed(slice.variable) ? 0.12 : 0.02, log),
        log,
        whole: variable.type === 'integer',
        ...(variable.type === 'categorical'
          ? { ticks: xs, format: (tick: number) => String(values[tick] ?? '') }
          : {}),
      }}
      y={{ label: objective.label, unit: objective.unit, domain: props.domain }}
      table={() => tableOf(slice, objective)}
      hit={(point) => hitOf(props, xs, measured, point)}
      draw={draw}
    />
  );
}
