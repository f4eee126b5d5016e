import { useCallback, useMemo } from 'react';
import type { Row } from '../../api/types.ts';
import type { Axis } from '../../plots/axes.tsx';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Line, Points, Rule } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { extent, type Frame, padded } from '../../plots/scale.ts';
import { show } from '../../text/format.ts';
import { limitEntry, resultWords } from '../results/limit-marks.tsx';
import { measuredColumn, measuredIn } from '../results/measured.ts';
import { hasLimit, keptResults, meetsLimits, type Objective } from '../results/objectives.ts';
import { attainedOf, type Direction, frontSteps, paretoFront } from '../results/trace.ts';
import { useRunDialog } from './use-run-dialog.tsx';

interface Props {
  id: string;
  rows: readonly Row[];
  x: Objective;
  y: Objective;
  /** All of the campaign, for their limits. */
  objectives: readonly Objective[];
  goals: readonly [Direction, Direction];
  front: readonly number[];
}

const numbers = (values: readonly (number | null)[]): number[] => values.map((value) => value ?? Number.NaN);

/** What the runs certainly attain in both objectives, which of them by a limit, and the steps of the front of these two alone. */
function usePair({ rows, x, y, objectives, goals }: Props) {
  const xs = useMemo(() => numbers(attainedOf(rows, x.name, goals[0])), [rows, x.name, goals]);
  const ys = useMemo(
    () => attainedOf(rows, y.name, goals[1]).map((value, i) => (Number.isNaN(xs[i]) ? null : value)),
    [rows, y.name, goals, xs],
  );
  const isLimit = useMemo(
    () =>
      rows.map((row) =>
        [x.name, y.name].some(
          (name) => typeof measuredIn(row, name) === 'object' && measuredIn(row, name) !== null,
        ),
      ),
    [rows, x.name, y.name],
  );
  const steps = useMemo(() => {
    const kept = keptResults(ys, rows, objectives);
    const found = paretoFront(
      xs.map((value, i) => [Number.isNaN(value) ? null : value, kept[i] ?? null]),
      goals,
    ).sort((a, b) => (xs[a] as number) - (xs[b] as number));
    return frontSteps(
      found.map((i) => [xs[i] as number, ys[i] as number]),
      goals,
      [padded(extent(xs)), padded(extent(ys))],
    );
  }, [rows, objectives, xs, ys, goals]);
  return { xs, ys, isLimit, steps };
}

/** Which runs do not count for the front, in words; undefined where all do. */
function leftOut(rows: readonly Row[], objectives: readonly Objective[]): string | undefined {
  if (!objectives.some(hasLimit)) return undefined;
  const met = rows.filter((row) => meetsLimits(row, objectives)).length;
  if (met === rows.length) return undefined;
  return met > 0
    ? 'Runs that do not meet all limits do not count.'
    : 'No run meets all limits, so there is no front yet.';
}

const axisOf = (objective: Objective, goal: Direction, values: ArrayLike<number | null>): Axis => {
  const way = typeof goal === 'object' ? `close to ${show(goal.target)}` : goal;
  return { label: `${objective.label}, ${way}`, unit: objective.unit, domain: padded(extent(values)) };
};

/** The limits of an objective that lie in the drawing. */
const boundsIn = ({ declared }: Objective, values: ArrayLike<number | null>): number[] => {
  const [low, high] = padded(extent(values));
  return [declared?.at_least, declared?.at_most].filter(
    (bound): bound is number => bound != null && bound >= low && bound <= high,
  );
};

/** Limits of both objectives, dashed. */
const Bounds = ({ frame, x, y }: { frame: Frame; x: readonly number[]; y: readonly number[] }) => (
  <>
    {x.map((bound) => (
      <Rule key={`x${bound}`} frame={frame} x={bound} colour={colour.quiet} dash />
    ))}
    {y.map((bound) => (
      <Rule key={`y${bound}`} frame={frame} y={bound} colour={colour.quiet} dash />
    ))}
  </>
);

/** Measured runs, limits as triangles, and the front. */
function Marks(
  props: ReturnType<typeof usePair> & {
    frame: Frame;
    front: readonly number[];
    bounds: { readonly x: readonly number[]; readonly y: readonly number[] };
  },
) {
  const { frame, front, xs, ys, isLimit, steps } = props;
  const only = (limit: boolean) => ys.map((value, i) => (isLimit[i] === limit ? value : null));
  return (
    <>
      <Bounds frame={frame} {...props.bounds} />
      <Points frame={frame} x={xs} y={only(false)} colour={colour.data} />
      <Points frame={frame} x={xs} y={only(true)} colour={colour.data} shape="up" />
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
  );
}

/** Two objectives against each other; the front holds the points that are Pareto-optimal in both. */
export function ParetoPlot(props: Props) {
  const { rows, x, y, goals, front } = props;
  const [openRun, dialog] = useRunDialog(props.id, rows);
  const { xs, ys, isLimit, steps } = usePair(props);
  const hasLimits = isLimit.some((limit, i) => limit && ys[i] !== null);
  const bounds = useMemo(() => ({ x: boundsIn(x, xs), y: boundsIn(y, ys) }), [x, y, xs, ys]);
  const hasBounds = bounds.x.length + bounds.y.length > 0;
  const draw = useCallback(
    (frame: Frame) => <Marks frame={frame} front={front} {...{ xs, ys, isLimit, steps, bounds }} />,
    [xs, ys, isLimit, steps, front, bounds],
  );
  if (!ys.some((value, i) => value !== null && xs[i] !== null))
    return (
      <p className="hint">
        No run has results of both {x.label} and {y.label} yet.
      </p>
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
        ...(hasLimits ? [limitEntry] : []),
        ...(front.length > 0
          ? [{ label: 'Pareto-optimal', colour: colour.best, kind: 'ring' } as const]
          : []),
        ...(hasBounds ? [{ label: 'limit to meet', colour: colour.quiet, kind: 'dash' } as const] : []),
      ]}
      table={() => [
        { name: 'Experiment', values: rows.map((_, i) => i + 1) },
        measuredColumn(rows, x),
        measuredColumn(rows, y),
        { name: 'Pareto-optimal', values: rows.map((_, i) => (front.includes(i) ? 'yes' : 'no')) },
      ]}
      hit={(at) => {
        const i = nearest(at, xs, ys);
        if (i === undefined) return undefined;
        const lines = [
          `${x.label} ${resultWords(rows[i], x)}`,
          `${y.label} ${resultWords(rows[i], y)}`,
          `Experiment ${i + 1}`,
        ];
        return { x: xs[i] as number, y: ys[i] as number, lines, open: () => openRun(i) };
      }}
      draw={draw}
    >
      {dialog}
      {hasLimits && 'Triangles are limits: the run is at least as good. '}A Pareto-optimal experiment can be
      improved in one objective only at the expense of another. {leftOut(rows, props.objectives)}
    </Figure>
  );
}
