import { useCallback, useMemo } from 'react';
import type { Backtest } from '../../api/types.ts';
import { DataTable, numbers } from '../../components/data-table.tsx';
import type { Objective } from '../../domain/results/objectives.ts';
import type { Direction } from '../../domain/results/trace.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Band, Line } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { extent, type Frame, padded } from '../../plots/scale.ts';
import { count, show, showWithUnit } from '../../text/format.ts';
import { type Curve, chosenBy, runsWords, targetWords } from './backtest.ts';

interface Props {
  answer: Backtest;
  objective: Objective;
  goals: readonly Direction[];
}

const ofAthanor = [colour.best, colour.model, colour.next, colour.other, colour.data];
const ofOthers = { design: colour.other, random: colour.quiet, recorded: colour.quiet };

/** Each curve with its colour, in the units of the axis; the comparisons by chance are dashed. */
const drawn = (curves: readonly Curve[], factor: number) =>
  curves.map((curve, k) => {
    const own = curve.searcher === 'auto';
    return {
      label: chosenBy(curve),
      colour: own ? (ofAthanor[k] as string) : ofOthers[curve.searcher as keyof typeof ofOthers],
      dash: curve.searcher === 'design' || curve.searcher === 'random',
      x: curve.best.map(({ runs }) => runs),
      median: curve.best.map(({ median }) => factor * median),
      low: curve.best.map(({ interval_80: [low] }) => factor * (low as number)),
      high: curve.best.map(({ interval_80: [, high] }) => factor * (high as number)),
    };
  });

type Drawn = ReturnType<typeof drawn>[number];

/** What the curves are of; a hypervolume has no unit that anybody knows, so that it is given as a share of the target. */
function axisOf({ objective, goals }: Pick<Props, 'objective' | 'goals'>) {
  if (goals.length > 1) return { label: 'Best compromises', unit: '% of the target' };
  const [goal] = goals;
  const label =
    typeof goal === 'object'
      ? `Distance of ${objective.label} from ${show(goal.target)}`
      : `Best ${objective.label} so far`;
  return { label, unit: objective.unit };
}

/** The point of a curve near the pointer. */
function hitOf(all: readonly Drawn[], unit: string | undefined, at: Parameters<typeof nearest>[0]) {
  const points = all.flatMap(({ label, x, median, low, high }) =>
    x.map((runs, i) => ({ label, runs, y: median[i] as number, low: low[i], high: high[i] })),
  );
  const i = nearest(
    at,
    points.map(({ runs }) => runs),
    points.map(({ y }) => y),
  );
  const point = i === undefined ? undefined : points[i];
  if (!point) return undefined;
  const lines = [
    `${showWithUnit(point.y, unit)} after ${count(point.runs, 'run')}`,
    `80 %: ${show(point.low)} to ${show(point.high)}`,
    point.label,
  ];
  return { x: point.runs, y: point.y, lines };
}

const tableOf = (all: readonly Drawn[], { label: name, unit }: ReturnType<typeof axisOf>) => [
  { name: 'Chosen by', values: all.flatMap(({ label, x }) => x.map(() => label)) },
  { name: 'Runs', values: all.flatMap(({ x }) => x) },
  { name: `${name}, median`, unit, values: all.flatMap(({ median }) => median) },
  { name: '80 % of the repeats, from', unit, values: all.flatMap(({ low }) => low) },
  { name: 'to', unit, values: all.flatMap(({ high }) => high) },
];

function Curves(props: Props) {
  const { answer, goals } = props;
  const factor = goals.length > 1 ? 100 / answer.target : 1;
  const all = useMemo(() => drawn(answer.curves, factor), [answer, factor]);
  const first = all[0] as Drawn;
  const axis = axisOf(props);
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Band frame={frame} {...first} />
        {all.map(({ label, median, ...one }) => (
          <Line key={label} frame={frame} x={one.x} y={median} colour={one.colour} dash={one.dash} step />
        ))}
      </>
    ),
    [all, first],
  );
  const values = [...all.flatMap(({ median }) => median), ...first.low, ...first.high];
  return (
    <Figure
      title={`${axis.label} over the runs of a campaign, by how the runs are chosen`}
      name="backtest"
      x={{ label: 'Run', whole: true, domain: padded([1, answer.runs], 0.03) }}
      y={{ ...axis, domain: padded(extent(values)) }}
      legend={all.map(({ label, colour: ink, dash }) => ({
        label,
        colour: ink,
        kind: dash ? ('dash' as const) : ('line' as const),
      }))}
      table={() => tableOf(all, axis)}
      hit={(at) => hitOf(all, axis.unit, at)}
      draw={draw}
    >
      Lines are medians over the repeats; the band holds 80 % of the repeats of {first.label}.
    </Figure>
  );
}

/** Curves of a backtest, and the runs that each way of choosing needs. */
export function BacktestResult(props: Props) {
  const { answer, objective, goals } = props;
  return (
    <>
      <p>
        Runs to reach {targetWords(answer.target, objective.unit, goals)}: median over the repeats, with the
        80 % interval in brackets, and the share of the repeats that reach it. {answer.choices} different runs
        could be chosen.
      </p>
      <DataTable
        label="Runs needed"
        rows={answer.curves}
        keyOf={chosenBy}
        columns={[
          { key: 'chosen', head: 'Chosen by', cell: chosenBy },
          numbers<Curve>('runs', 'Runs needed', (curve) => runsWords(curve, answer.runs)),
          numbers<Curve>('reached', 'Reached by', (curve) => `${Math.round(100 * curve.reached)} %`),
        ]}
      />
      {answer.mode === 'replay' && (
        <p className="hint">
          A campaign measures mostly good runs, so any order of its runs finds one of the best early. To
          compare over all settings, choose results drawn from the model.
        </p>
      )}
      <Curves {...props} />
    </>
  );
}
