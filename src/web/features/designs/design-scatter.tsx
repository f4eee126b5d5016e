import { useCallback, useMemo, useState } from 'react';
import type { Row, Variable } from '../../api/types.ts';
import { SelectField } from '../../components/field.tsx';
import { Figure, nearest } from '../../plots/figure.tsx';
import { colour } from '../../plots/palette.ts';
import { type Domain, extent, type Frame, padded } from '../../plots/scale.ts';
import { show, showSetting } from '../../text/format.ts';

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

/** A place of the picture with the runs that lie on it, of which a design may have several. */
interface Place {
  readonly x: number;
  readonly y: number;
  readonly runs: number[];
}

function placesOf(xs: readonly number[], ys: readonly number[]): Place[] {
  const places = new Map<string, Place>();
  for (const [run, x] of xs.entries()) {
    const y = ys[run] as number;
    const key = `${show(x)}/${show(y)}`;
    const place = places.get(key) ?? { x, y, runs: [] };
    place.runs.push(run);
    places.set(key, place);
  }
  return [...places.values()];
}

/** Pixels that a dot and the number above it need. */
const numbered = 26;

/** A dot for each place, the larger the more runs lie on it. */
function Dots({ frame, places }: { frame: Frame; places: readonly Place[] }) {
  return (
    <g>
      {places.map(({ x, y, runs }) => (
        <g key={`${x}/${y}`} transform={`translate(${frame.x(x)},${frame.y(y)})`}>
          <circle className="dot" r={3 + 2 * Math.sqrt(runs.length)} fill={colour.model} />
          {runs.length > 1 && (
            <text
              y={frame.y(y) < numbered ? 15 + 2 * Math.sqrt(runs.length) : -6 - 2 * Math.sqrt(runs.length)}
              textAnchor="middle"
            >
              {runs.length}
            </text>
          )}
        </g>
      ))}
    </g>
  );
}

interface PlotProps {
  points: readonly Row[];
  variables: readonly Variable[];
  x: Variable;
  y: Variable;
}

function ScatterPlot({ points, variables, x, y }: PlotProps) {
  const xs = useMemo(() => points.map((point) => position(x, point[x.name])), [points, x]);
  const ys = useMemo(() => points.map((point) => position(y, point[y.name])), [points, y]);
  const places = useMemo(() => placesOf(xs, ys), [xs, ys]);
  const draw = useCallback((frame: Frame) => <Dots frame={frame} places={places} />, [places]);
  const linesOf = (run: number, runs: readonly number[]): string[] =>
    runs.length > 1
      ? [`Runs ${runs.map((one) => one + 1).join(', ')}`]
      : [`Run ${run + 1}`, ...variables.map((one) => `${one.name} ${showSetting(points[run]?.[one.name])}`)];
  return (
    <Figure
      title={`${points.length} design points over ${x.name} and ${y.name}`}
      name={`design-${x.name}-${y.name}`}
      square
      x={axisOf(x, xs)}
      y={axisOf(y, ys)}
      table={() => [
        { name: 'Run', values: points.map((_, i) => i + 1) },
        ...variables.map(({ name, unit }) => ({ name, unit, values: points.map((point) => point[name]) })),
      ]}
      hit={(at) => {
        const i = nearest(at, xs, ys);
        if (i === undefined) return undefined;
        const { runs } = places.find((place) => place.runs.includes(i)) ?? { runs: [i] };
        return { x: xs[i] as number, y: ys[i] as number, lines: linesOf(i, runs) };
      }}
      draw={draw}
    />
  );
}

/** Points of a design over any two variables. */
export function DesignScatter({
  points,
  variables,
}: {
  points: readonly Row[];
  variables: readonly Variable[];
}) {
  const [names, setNames] = useState<[string, string]>([variables[0]?.name ?? '', variables[1]?.name ?? '']);
  const x = variables.find((one) => one.name === names[0]) ?? variables[0];
  const y = variables.find((one) => one.name === names[1]) ?? variables[1];
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
      <ScatterPlot points={points} variables={variables} x={x} y={y} />
    </div>
  );
}
