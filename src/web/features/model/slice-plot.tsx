import { useCallback, useMemo } from 'react';
import type { Row } from '../../api/types.ts';
import { estimateOf, type Objective } from '../../domain/results/objectives.ts';
import type { Direction } from '../../domain/variables/direction.ts';
import { isLogarithmic } from '../../domain/variables/point.ts';
import { isListed } from '../../domain/variables/variable-range.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Band, ErrorBars, Line, Points, Rule } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import type { Hit } from '../../plots/pointer.ts';
import { type Domain, extent, type Frame, padded } from '../../plots/scale.ts';
import { show, showWithUnit } from '../../text/format.ts';

export interface Slice {
  readonly line: Direction;
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

/** Parts of a mixture that change along a line with its own variable. */
const othersOf = ({ variable, mixture }: Direction): string[] =>
  Object.keys(mixture?.coefficients ?? {}).filter((name) => name !== variable.name);

interface Measured {
  readonly x: number[];
  readonly y: number[];
  readonly rows: Row[];
}

/** Place of a value on the axis: a number as it is, a category by its place in the list; −1 when it has none. */
const placeIn = (values: Direction['values'], value: unknown): number =>
  typeof value === 'number' ? value : values.indexOf((value as string | null | undefined) ?? '');

/** Rows with a result and a place on the axis. */
function measuredOn(
  { line: { variable, values } }: Slice,
  objective: Objective,
  near: readonly Row[],
): Measured {
  const pairs = near.flatMap((row) => {
    const y = row[objective.name];
    const place = placeIn(values, row[variable.name]);
    const isOnAxis = isLogarithmic(variable) ? place > 0 : place >= 0;
    return typeof y === 'number' && isOnAxis ? [[place, y, row] as const] : [];
  });
  return { x: pairs.map(([x]) => x), y: pairs.map(([, y]) => y), rows: pairs.map(([, , row]) => row) };
}

/** From the first to the last value of a line that a run may have; numeric lines have one such part. */
function feasiblePart({ feasible }: Direction): readonly [number, number] {
  const from = feasible.indexOf(true);
  return from < 0 ? [0, 0] : [from, feasible.lastIndexOf(true) + 1];
}

/** Values that have a mark of their own: what no run may have is grey. */
function ListedEstimate({ frame, xs, slice }: { frame: Frame; xs: readonly number[]; slice: Slice }) {
  return [true, false].map((feasible) => {
    const places = xs.flatMap((_, i) => (slice.line.feasible[i] === feasible ? [i] : []));
    const of = (list: readonly number[]): number[] => places.map((i) => list[i] as number);
    const ink = feasible ? colour.model : colour.quiet;
    const [low, high] = [0, 1].map((k) => slice.curve?.map((ends) => ends[k] as number) ?? slice.mean);
    return (
      <g key={ink}>
        <ErrorBars frame={frame} x={of(xs)} low={of(low ?? [])} high={of(high ?? [])} colour={ink} />
        <Points frame={frame} x={of(xs)} y={of(slice.mean)} colour={ink} size={4.5} />
      </g>
    );
  });
}

/**
 * The mean with its intervals: a point for each listed value, else a line with bands, of the curve and of one measurement. The line is
 * dashed where no run may lie.
 */
function Estimate(props: { frame: Frame; xs: readonly number[]; slice: Slice }) {
  const { frame, slice } = props;
  if (isListed(slice.line.variable)) return <ListedEstimate {...props} />;
  const part = feasiblePart(slice.line);
  const [xs, mean] = [props.xs.slice(...part), slice.mean.slice(...part)];
  const [measurement, curve] = [slice.measurement?.slice(...part), slice.curve?.slice(...part)];
  return (
    <>
      {mean.length < slice.mean.length && (
        <Line frame={frame} x={props.xs} y={slice.mean} colour={colour.quiet} dash thin />
      )}
      {measurement && (
        <Band
          frame={frame}
          x={xs}
          low={measurement.map(([low]) => low)}
          high={measurement.map(([, high]) => high)}
          colour={colour.quiet}
        />
      )}
      <Band
        frame={frame}
        x={xs}
        low={curve?.map(([low]) => low) ?? mean}
        high={curve?.map(([, high]) => high) ?? mean}
        colour={colour.model}
      />
      <Line frame={frame} x={xs} y={mean} colour={colour.model} />
    </>
  );
}

/** The measured row near the pointer, else the prediction at its place. */
function hitOf(
  { slice, objective, onOpen }: SlicePlotProps,
  xs: readonly number[],
  measured: Measured,
  pointer: { x: number; y: number; frame: Frame },
): Hit {
  const ring = onOpen && nearest(pointer, measured.x, measured.y);
  const run = ring === undefined ? undefined : measured.rows[ring];
  if (run && ring !== undefined)
    return {
      x: measured.x[ring] as number,
      y: measured.y[ring] as number,
      lines: [`Measured: ${showWithUnit(measured.y[ring], objective.unit)}`],
      open: () => onOpen?.(run),
    };
  const away = (value: number): number => Math.abs(pointer.frame.x(value) - pointer.x);
  let i = 0;
  for (const [k, value] of xs.entries()) if (away(value) < away(xs[i] as number)) i = k;
  const { line, mean, std } = slice;
  const at = [line.variable.name, ...othersOf(line)].map(
    (name) => `${name} ${show(line.settings[i]?.[name])}`,
  );
  return {
    x: xs[i] as number,
    y: mean[i] as number,
    lines: [
      ...at,
      estimateOf(objective, mean[i], std[i]),
      ...(line.feasible[i] ? [] : ['violates a constraint']),
    ],
  };
}

function tableOf({ line, mean, std, measurement }: Slice, { label, unit }: Objective) {
  const { variable, values, settings, feasible } = line;
  const end = (name: string, side: 0 | 1) => ({
    name,
    unit,
    values: measurement?.map((ends) => ends[side]) ?? [],
  });
  return [
    { name: variable.name, unit: variable.unit, values },
    ...othersOf(line).map((name) => ({ name, values: settings.map((one) => one[name]) })),
    { name: `Predicted ${label}`, unit, values: mean },
    { name: 'Standard deviation', unit, values: std },
    ...(measurement ? [end('95 % of measurements, from', 0), end('to', 1)] : []),
    ...(feasible.includes(false)
      ? [{ name: 'Violates a constraint', values: feasible.map((one) => (one ? 'no' : 'yes')) }]
      : []),
  ];
}

/** A prediction along one variable. */
export function SlicePlot(props: SlicePlotProps) {
  const { slice, objective, here, near } = props;
  const { variable, values } = slice.line;
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
        domain: padded(extent(xs), isListed(variable) ? 0.12 : 0.02, log),
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
