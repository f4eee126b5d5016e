import { useCallback, useId, useMemo } from 'react';
import { isOpen } from '../../../contract/queue/run-status.ts';
import { calls } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { keyOf, useResource } from '../../api/queries.ts';
import { useQueue } from '../../api/session.ts';
import type { Constraint, Inputs, Prediction, Row, Variable } from '../../api/types.ts';
import { SelectField } from '../../components/field.tsx';
import { waiting } from '../../components/page-parts.tsx';
import { useQuery } from '../../components/route.ts';
import type { Objective } from '../../domain/results/objectives.ts';
import { isFeasible, mixturesOf, settingsOver } from '../../domain/variables/direction.ts';
import { nearSlice } from '../../domain/variables/point.ts';
import { useRunConstraints } from '../../domain/variables/run-constraints.ts';
import type { Axis } from '../../plots/axes.tsx';
import { Figure } from '../../plots/figure.tsx';
import { Heat, Isolines, Points } from '../../plots/marks.tsx';
import { colour, type Ramp, ramp } from '../../plots/palette.ts';
import type { Hit } from '../../plots/pointer.ts';
import { extent, type Frame, linearTicks } from '../../plots/scale.ts';
import { distinctFormatter, labelled, show, showEstimate } from '../../text/format.ts';
import {
  asGrid,
  axisDomain,
  banded,
  forbiddenWords,
  mainAxes,
  placeOn,
  type Surface,
  type SurfaceAxis,
  surfaceAxis,
  surfaceInputs,
  ticksOf,
} from './surface.ts';
import { Surface3d } from './surface-3d.tsx';

interface Props {
  id: string;
  objective: Objective;
  variables: readonly Variable[];
  rows: readonly Row[];
  point: Inputs;
}

/** Values along each axis. */
const steps = 41;

/** What the model predicts over two variables, the others as chosen. */
function useSurface(
  { id, objective, variables, rows, point }: Props,
  x: Variable | undefined,
  y: Variable | undefined,
) {
  const axes = useMemo(
    () => (x && y && x !== y ? ([surfaceAxis(x, steps, rows), surfaceAxis(y, steps, rows)] as const) : null),
    [x, y, rows],
  );
  const held = Object.fromEntries(
    Object.entries(point).filter(([name]) => name !== x?.name && name !== y?.name),
  );
  const constraints = useRunConstraints(id);
  const mixtures = useMemo(
    () => mixturesOf(axes?.map(({ variable }) => variable.name) ?? [], variables, constraints),
    [axes, variables, constraints],
  );
  const inputs = useMemo(
    () => (axes ? surfaceInputs(axes[0], axes[1], point, mixtures) : []),
    [axes, point, mixtures],
  );
  const key = axes && keyOf(id, 'plot', 'surface', x?.name, y?.name, held, mixtures);
  const answer = useResource(key, async (signal) => {
    const call = calls.predict(id, inputs);
    return (await send<{ predictions: Prediction[] }>(call, signal)).predictions;
  });
  const surface = useMemo<Surface | undefined>(() => {
    if (!axes || answer.data?.length !== axes[0].values.length * axes[1].values.length) return undefined;
    const moments = answer.data.map((one) => one.objectives?.[objective.name] ?? one);
    const columns = axes[0].values.length;
    const feasible = inputs.map((one) => isFeasible(one, variables, constraints, mixtures));
    return {
      feasible: asGrid(feasible, columns),
      x: axes[0],
      y: axes[1],
      mean: asGrid(
        moments.map((one) => one.mean),
        columns,
      ),
      std: asGrid(
        moments.map((one) => one.std),
        columns,
      ),
    };
  }, [axes, answer.data, objective.name, inputs, variables, constraints, mixtures]);
  const words = surface && forbiddenWords(inputs, surface.feasible.flat(), constraints);
  return { answer, surface, words, mixtures };
}

/** Model over any two variables: mean and uncertainty as contours, or the mean as a surface. */
export function Contour(props: Props) {
  const { objective, variables } = props;
  const names = variables.map((one) => one.name);
  const [first = '', second = ''] = mainAxes(variables);
  const [x, setX] = useQuery('x', first);
  const [y, setY] = useQuery('y', second);
  const [view, setView] = useQuery('view', 'contour');
  const of = (name: string): Variable | undefined => variables.find((one) => one.name === name);
  const { answer, surface, words, mixtures } = useSurface(props, of(x), of(y));
  if (variables.length < 2) return <p className="hint">This plot needs two variables.</p>;
  return (
    <>
      <div className="row filters">
        <SelectField label="Across" value={x} onChange={setX} options={names} narrow />
        <SelectField label="Up" value={y} onChange={setY} options={names} narrow />
        <SelectField
          label="Plot type"
          value={view}
          onChange={setView}
          options={[
            ['contour', 'contours'],
            ['surface', '3-D surface'],
          ]}
          narrow
        />
      </div>
      {words !== undefined && <p className="note warn">{words} Such settings are faded.</p>}
      {mixtures.length > 0 && (
        <p className="hint">
          The other parts of the mixture change in proportion, so that its sum stays the same.
        </p>
      )}
      {x === y ? (
        <p className="note warn">Choose two different variables.</p>
      ) : (
        (waiting(answer) ??
        (surface &&
          (view === 'surface' ? (
            <Surface3d surface={surface} objective={objective} />
          ) : (
            <div className="columns tight">
              {(['mean', 'std'] as const).map((name) => (
                <div key={name}>
                  <h3>{name === 'mean' ? `Predicted ${objective.label}` : 'Uncertainty (SD)'}</h3>
                  <ContourFigure {...props} {...{ surface, mixtures, name }} />
                </div>
              ))}
            </div>
          ))))
      )}
    </>
  );
}

function Key(props: { ramp: Ramp; low: number; high: number; label: string }) {
  const id = useId();
  const text = distinctFormatter([props.low, props.high], 3);
  return (
    <div className="colour-key">
      <span>{text(props.low)}</span>
      <svg aria-hidden="true">
        <linearGradient id={id}>
          {Array.from({ length: 17 }, (_, i) => i / 16).map((share) => (
            <stop key={share} offset={share} stopColor={`rgb(${ramp(props.ramp, share).join(' ')})`} />
          ))}
        </linearGradient>
        <rect width="100%" height="100%" fill={`url(#${id})`} />
      </svg>
      <span>{text(props.high)}</span>
      <span>{props.label}</span>
    </div>
  );
}

function axisOf(axis: SurfaceAxis): Axis {
  const { name, unit } = axis.variable;
  const plain = { label: name, unit, domain: axisDomain(axis), whole: axis.variable.type === 'integer' };
  if (!axis.listed && !axis.log) return plain;
  const ticks = ticksOf(axis, 5);
  return {
    ...plain,
    ticks: ticks.map(({ place }) => place),
    format: (tick) => ticks.find(({ place }) => place === tick)?.text ?? '',
  };
}

/** Rows as places on both axes; those that an axis does not know are left out. */
const placesOf = (surface: Surface, rows: readonly (Row | Inputs)[]) => {
  const places = rows.flatMap((row) => {
    const across = placeOn(surface.x, row[surface.x.variable.name]);
    const up = placeOn(surface.y, row[surface.y.variable.name]);
    return across === undefined || up === undefined ? [] : [[across, up] as const];
  });
  return { x: places.map(([across]) => across), y: places.map(([, up]) => up) };
};

function Marks(props: {
  frame: Frame;
  surface: Surface;
  name: Ramp;
  low: number;
  high: number;
  all: ReturnType<typeof placesOf>;
  near: ReturnType<typeof placesOf>;
  next: ReturnType<typeof placesOf>;
}) {
  const { frame, surface, name, low, high } = props;
  const grid = surface[name];
  const lines = useMemo(() => banded(surface, grid), [surface, grid]);
  return (
    <>
      <Heat
        frame={frame}
        xs={surface.x.places}
        ys={surface.y.places}
        grid={grid}
        low={low}
        high={high}
        ramp={name}
        banded={{ x: surface.x.listed, y: surface.y.listed }}
        feasible={surface.feasible}
      />
      <Isolines
        frame={frame}
        {...lines}
        levels={linearTicks([low, high], 8)}
        ink={name === 'mean' ? 'light' : 'dark'}
      />
      <g className="faint">
        <Points frame={frame} {...props.all} colour="#fff" size={2} />
      </g>
      <g className="outlined">
        <Points frame={frame} {...props.near} colour={colour.data} size={4.5} />
        <Points frame={frame} {...props.next} colour={colour.next} shape="star" />
      </g>
    </>
  );
}

/** Index of the place nearest to a wanted one. */
const closest = (places: readonly number[], wanted: number): number =>
  places.reduce(
    (best, place, i) => (Math.abs(place - wanted) < Math.abs((places[best] as number) - wanted) ? i : best),
    0,
  );

/** Rows of the surface as a table: one for each pair of values. */
const tableOf = ({ x, y, mean, std, feasible }: Surface, { label, unit }: Objective) => [
  { ...x.variable, values: mean.flatMap((line) => line.map((_, c) => x.values[c])) },
  { ...y.variable, values: mean.flatMap((line, r) => line.map(() => y.values[r])) },
  { name: `Predicted ${label}`, unit, values: mean.flat() },
  { name: 'Standard deviation', unit, values: std.flat() },
  ...(feasible.flat().includes(false)
    ? [{ name: 'Feasible', values: feasible.flat().map((one) => (one ? 'yes' : 'no')) }]
    : []),
];

/** The prediction nearest to the pointer. */
function hitOf(
  { x, y, mean, std, feasible }: Surface,
  objective: Objective,
  at: { x: number; y: number; frame: Frame },
): Hit {
  const c = closest(x.places, at.frame.x.invert(at.x));
  const r = closest(y.places, at.frame.y.invert(at.y));
  const infeasible = feasible[r]?.[c] ? [] : ['violates a constraint'];
  return {
    x: x.places[c] as number,
    y: y.places[r] as number,
    lines: [
      `${x.variable.name} ${show(x.values[c])}, ${y.variable.name} ${show(y.values[r])}`,
      showEstimate(mean[r]?.[c], std[r]?.[c], objective.unit),
      ...infeasible,
    ],
  };
}

interface FigureProps extends Props {
  surface: Surface;
  /** Of which other parts change with the axes. */
  mixtures: readonly Constraint[];
}

/** Settings of a row by name. */
const pick = (row: Row, names: readonly string[]): Inputs =>
  Object.fromEntries(names.flatMap((name) => (row[name] == null ? [] : [[name, row[name]]]))) as Inputs;

/** Places of all measured runs, of those near this slice, and of those staged. */
function useRunPlaces({ id, surface, rows, variables, point, mixtures }: FigureProps) {
  const queue = useQueue(id).data?.items;
  return useMemo(() => {
    const open = (queue ?? []).filter(isOpen);
    const shown = [surface.x.variable.name, surface.y.variable.name];
    return {
      all: placesOf(surface, rows),
      near: placesOf(
        surface,
        nearSlice(rows, variables, (row) => settingsOver(point, pick(row, shown), mixtures), shown),
      ),
      next: placesOf(
        surface,
        open.map((item) => item.inputs),
      ),
    };
  }, [surface, rows, variables, point, mixtures, queue]);
}

function ContourFigure(props: FigureProps & { name: Ramp }) {
  const { surface, objective, name } = props;
  const [low, high] = extent(...surface[name]) ?? [0, 1];
  const { x, y } = surface;
  const runs = useRunPlaces(props);
  const draw = useCallback(
    (frame: Frame) => <Marks frame={frame} surface={surface} name={name} low={low} high={high} {...runs} />,
    [surface, name, low, high, runs],
  );
  return (
    <>
      <Figure
        title={`${name === 'mean' ? 'Predicted' : 'Uncertainty of'} ${objective.label} over ${x.variable.name} and ${y.variable.name}`}
        name={`contour-${x.variable.name}-${y.variable.name}-${name}`}
        square
        x={axisOf(x)}
        y={axisOf(y)}
        legend={[
          { label: 'measured near this slice', colour: colour.data, kind: 'point' },
          ...(runs.next.x.length > 0
            ? [{ label: 'staged', colour: colour.next, kind: 'point' as const }]
            : []),
        ]}
        table={() => tableOf(surface, objective)}
        hit={(at) => hitOf(surface, objective, at)}
        draw={draw}
      />
      <Key
        ramp={name}
        low={low}
        high={high}
        label={labelled(name === 'mean' ? objective.label : 'SD', objective.unit)}
      />
    </>
  );
}
