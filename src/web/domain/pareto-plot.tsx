import { useCallback, useMemo } from 'react';
import type { Row } from '../api/types.ts';
import { Figure, nearest } from '../plots/figure.tsx';
import { Line, Points } from '../plots/marks.tsx';
import { colour } from '../plots/palette.ts';
import { extent, type Frame, padded } from '../plots/scale.ts';
import { show } from '../text/format.ts';
import type { Objective } from './objectives.ts';
import { useRunDialog } from './run-dialog.tsx';
import { type Direction, frontSteps, outputsOf, paretoFront } from './trace.ts';

/** Two objectives against each other; the front holds the points that nothing beats in both. */
export function ParetoPlot(props: {
  id: string;
  rows: readonly Row[];
  x: Objective;
  y: Objective;
  goals: readonly [Direction, Direction];
  front: readonly number[];
}) {
  const { rows, goals, front } = props;
  const [openRun, dialog] = useRunDialog(props.id, rows);
  const xs = useMemo(
    () => outputsOf(rows, props.x.name).map((value) => value ?? Number.NaN),
    [rows, props.x.name],
  );
  const ys = useMemo(() => outputsOf(rows, props.y.name), [rows, props.y.name]);
  const pair = useMemo(() => {
    const numbers = paretoFront(
      xs.map((value, i) => [Number.isNaN(value) ? null : value, ys[i] ?? null]),
      goals,
    );
    return numbers.sort((a, b) => (xs[a] as number) - (xs[b] as number));
  }, [xs, ys, goals]);
  const steps = useMemo(
    () =>
      frontSteps(
        pair.map((i) => [xs[i] as number, ys[i] as number]),
        goals,
        [padded(extent(xs)), padded(extent(ys))],
      ),
    [pair, xs, ys, goals],
  );
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
  const way = (goal: Direction): string =>
    typeof goal === 'object' ? `close to ${show(goal.target)}` : goal;
  return (
    <Figure
      title={`${props.y.label} against ${props.x.label}, with the Pareto front`}
      name={`pareto-${props.x.name}-${props.y.name}`}
      height={380}
      x={{ label: `${props.x.label}, ${way(goals[0])}`, unit: props.x.unit, domain: padded(extent(xs)) }}
      y={{ label: `${props.y.label}, ${way(goals[1])}`, unit: props.y.unit, domain: padded(extent(ys)) }}
      legend={[
        { label: 'measured', colour: colour.data, kind: 'point' },
        { label: 'Pareto-optimal', colour: colour.best, kind: 'ring' },
      ]}
      table={() => ({
        columns: [props.x.name, props.y.name, 'front'],
        rows: xs.map((value, i) => ({
          [props.x.name]: value,
          [props.y.name]: ys[i],
          front: front.includes(i),
        })),
      })}
      hit={(at) => {
        const i = nearest(at, xs, ys);
        if (i === undefined) return undefined;
        const lines = [
          `${props.x.label} ${show(xs[i])}`,
          `${props.y.label} ${show(ys[i])}`,
          `Experiment ${i + 1}`,
        ];
        return { x: xs[i] as number, y: ys[i] as number, lines, open: () => openRun(i) };
      }}
      draw={draw}
    >
      {dialog}A Pareto-optimal experiment can be improved in one objective only at the expense of the other.
    </Figure>
  );
}
