import { useCallback, useMemo } from 'react';
import type { Row } from '../api/types.ts';
import type { Axis } from '../plots/axes.tsx';
import { Figure, nearest } from '../plots/figure.tsx';
import { Line, Points } from '../plots/marks.tsx';
import { colour } from '../plots/palette.ts';
import { extent, type Frame, padded } from '../plots/scale.ts';
import { show } from '../text/format.ts';
import type { Objective } from './objectives.ts';
import { useRunDialog } from './run-dialog.tsx';
import { type Direction, frontSteps, outputsOf, paretoFront } from './trace.ts';

interface Props {
  id: string;
  rows: readonly Row[];
  x: Objective;
  y: Objective;
  goals: readonly [Direction, Direction];
  front: readonly number[];
}

/** Values of both objectives, and the steps of the front of these two alone. */
function usePair({ rows, x, y, goals }: Props) {
  const xs = useMemo(() => outputsOf(rows, x.name).map((value) => value ?? Number.NaN), [rows, x.name]);
  const ys = useMemo(() => outputsOf(rows, y.name), [rows, y.name]);
  const steps = useMemo(() => {
    const numbers = paretoFront(
      xs.map((value, i) => [Number.isNaN(value) ? null : value, ys[i] ?? null]),
      goals,
    ).sort((a, b) => (xs[a] as number) - (xs[b] as number));
    return frontSteps(
      numbers.map((i) => [xs[i] as number, ys[i] as number]),
      goals,
      [padded(extent(xs)), padded(extent(ys))],
    );
  }, [xs, ys, goals]);
  return { xs, ys, steps };
}

const axisOf = (objective: Objective, goal: Direction, values: ArrayLike<number | null>): Axis => {
  const way = typeof goal === 'object' ? `close to ${show(goal.target)}` : goal;
  return { label: `${objective.label}, ${way}`, unit: objective.unit, domain: padded(extent(values)) };
};

/** Two objectives against each other; the front holds the points that nothing beats in both. */
export function ParetoPlot(props: Props) {
  const { rows, x, y, goals, front } = props;
  const [openRun, dialog] = useRunDialog(props.id, rows);
  const { xs, ys, steps } = usePair(props);
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Points frame={frame} x={xs} y={ys} colour={colour.data} />
        <Line frame={frame} {...steps} colour={colour.best} />
        <Points
          frame={frame}
          x={front.map((i) => xs[i] as number)}
          y={front.map((i) => ys[i] ?? null)}
          colour={colour.best}
          shape="ring"
          size={6}
        />
      </>
    ),
    [xs, ys, steps, front],
  );
  return (
    <Figure
      title={`${y.label} against ${x.label}, with the Pareto front`}
      name={`pareto-${x.name}-${y.name}`}
      height={380}
      x={axisOf(x, goals[0], xs)}
      y={axisOf(y, goals[1], ys)}
      legend={[
        { label: 'measured', colour: colour.data, kind: 'point' },
        { label: 'Pareto-optimal', colour: colour.best, kind: 'ring' },
      ]}
      table={() => ({
        columns: [x.name, y.name, 'front'],
        rows: xs.map((value, i) => ({ [x.name]: value, [y.name]: ys[i], front: front.includes(i) })),
      })}
      hit={(at) => {
        const i = nearest(at, xs, ys);
        if (i === undefined) return undefined;
        const lines = [`${x.label} ${show(xs[i])}`, `${y.label} ${show(ys[i])}`, `Experiment ${i + 1}`];
        return { x: xs[i] as number, y: ys[i] as number, lines, open: () => openRun(i) };
      }}
      draw={draw}
    >
      {dialog}A Pareto-optimal experiment can be improved in one objective only at the expense of the other.
    </Figure>
  );
}
