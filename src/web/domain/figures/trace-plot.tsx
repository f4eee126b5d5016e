import { useCallback, useMemo } from 'react';
import type { Row } from '../../api/types.ts';
import { Term } from '../../components/term.tsx';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Line, Points, Rule } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { extent, type Frame, padded } from '../../plots/scale.ts';
import { count, show, showWithUnit } from '../../text/format.ts';
import { Limits, limitEntry, resultWords } from '../results/limit-marks.tsx';
import { measuredColumn } from '../results/measured.ts';
import { keptResults, type Objective } from '../results/objectives.ts';
import {
  attainedOf,
  bestRow,
  bestSoFar,
  type Direction,
  outputsOf,
  regret,
  splitOutputs,
} from '../results/trace.ts';
import { useRunDialog } from './use-run-dialog.tsx';

/** Along which axis progress is drawn. */
export interface Along {
  readonly label: string;
  readonly unit?: string | undefined;
  /** Its values are integers. */
  readonly whole?: boolean;
  readonly values: readonly number[];
}

interface Props {
  id: string;
  rows: readonly Row[];
  objective: Objective;
  /** All of the campaign, for their limits. */
  objectives: readonly Objective[];
  goal: Direction;
  along?: Along | undefined;
  height?: number;
}

const byNumber = (rows: readonly Row[]): Along => ({
  label: 'Experiment',
  whole: true,
  values: rows.map((_, index) => index + 1),
});

const isNumber = (value: number | null): boolean => value !== null;

/** Results in order, by whether they are limits, with the best so far of runs that meet all limits; `top` is the best run. */
function useTrace({ rows, objective, objectives, goal, along }: Props) {
  const values = useMemo(() => attainedOf(rows, objective.name, goal), [rows, objective.name, goal]);
  const parts = useMemo(() => splitOutputs(rows, objective.name), [rows, objective.name]);
  const recorded = useMemo(() => outputsOf(rows, objective.name), [rows, objective.name]);
  const kept = useMemo(() => keptResults(values, rows, objectives), [values, rows, objectives]);
  const best = useMemo(() => bestSoFar(kept, goal), [kept, goal]);
  const x = useMemo(() => along ?? byNumber(rows), [along, rows]);
  const hasLimits = parts.above.some(isNumber) || parts.below.some(isNumber);
  const isShort = kept.some((value, i) => value !== values[i]);
  return { x, values, parts, recorded, best, hasLimits, isShort, top: bestRow(kept, goal) };
}

/** Every result in order and the best so far. */
export function TracePlot(props: Props) {
  const { id, rows, objective, height } = props;
  const { x, values, parts, recorded, best, hasLimits, isShort, top } = useTrace(props);
  const [openRun, dialog] = useRunDialog(id, rows);
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Points frame={frame} x={x.values} y={parts.measured} colour={colour.data} />
        {hasLimits && <Limits frame={frame} x={x.values} {...parts} />}
        <Line frame={frame} x={x.values} y={best} colour={colour.best} step />
        {top !== undefined && (
          <Points
            frame={frame}
            x={[x.values[top] as number]}
            y={[values[top] as number]}
            colour={colour.best}
            shape="ring"
            size={6}
          />
        )}
      </>
    ),
    [x, values, parts, hasLimits, best, top],
  );
  if (!recorded.some(isNumber)) return <p className="hint">No result of {objective.label} yet.</p>;
  return (
    <Figure
      title={`${objective.label} of ${count(rows.length, 'experiment')} in order, with the best so far`}
      name={`trace-${objective.name}`}
      x={{ label: x.label, unit: x.unit, whole: x.whole ?? false, domain: padded(extent(x.values), 0.03) }}
      y={{ label: objective.label, unit: objective.unit, domain: padded(extent(recorded)) }}
      legend={[
        { label: 'measured', colour: colour.data, kind: 'point' },
        ...(hasLimits ? [limitEntry] : []),
        ...(top === undefined ? [] : [{ label: 'best so far', colour: colour.best, kind: 'line' } as const]),
      ]}
      {...(height === undefined ? {} : { height })}
      table={() => [
        { name: x.label, unit: x.unit, values: x.values },
        measuredColumn(rows, objective),
        { name: 'Best so far', unit: objective.unit, values: best },
      ]}
      hit={(at) => {
        const i = nearest(at, x.values, recorded);
        if (i === undefined) return undefined;
        const row = rows[i] as Row;
        const lines = [`${objective.label} ${resultWords(row, objective)}`, `Experiment ${i + 1}`];
        if (row['Reason']) lines.push(String(row['Reason']));
        return { x: x.values[i] as number, y: recorded[i] as number, lines, open: () => openRun(i) };
      }}
      draw={draw}
    >
      {dialog}
      {hasLimits && 'Triangles are limits: the true value lies where they point. '}
      {isShort && 'Runs that do not meet all limits do not count as the best. '}
    </Figure>
  );
}

/** How far the best so far is from a reference, on a logarithmic axis. Results that do not count are null. */
export function RegretPlot({
  rows,
  results,
  objective,
  goal,
  along,
  reference,
  height,
}: Omit<Props, 'id' | 'objectives'> & { results: readonly (number | null)[]; reference: number }) {
  const x = useMemo(() => along ?? byNumber(rows), [along, rows]);
  const gaps = useMemo(() => regret(bestSoFar(results, goal), reference, goal), [results, goal, reference]);
  const range = extent(gaps.filter((value) => value !== null && value > 0));
  const [low, high] = range ? [range[0] / 1.5, range[1] * 1.5] : [0.1, 1];
  // Zero has no place on a logarithmic axis: the line falls to its foot there.
  const shown = useMemo(
    () => gaps.map((value) => (value === null ? null : Math.max(value, low))),
    [gaps, low],
  );
  const reached = gaps.indexOf(0);
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Line frame={frame} x={x.values} y={shown} colour={colour.best} step />
        {reached >= 0 && <Rule frame={frame} x={x.values[reached] as number} colour={colour.quiet} dash />}
      </>
    ),
    [x, shown, reached],
  );
  if (!gaps.some(isNumber))
    return <p className="hint">No run counts yet, so there is no distance to draw.</p>;
  if (range === undefined)
    return (
      <p className="hint">
        {`${reached > 0 ? `Experiment ${reached + 1}, the first that counts,` : 'The first experiment'} reached ${showWithUnit(reference, objective.unit)} already, so there is no distance to draw.`}
      </p>
    );
  return (
    <Figure
      title={`Distance of the best ${objective.label} so far from ${show(reference)}`}
      name={`regret-${objective.name}`}
      x={{ label: x.label, unit: x.unit, domain: padded(extent(x.values), 0.03) }}
      y={{ label: 'Distance, logarithmic', unit: objective.unit, domain: [low, high], log: true }}
      {...(height === undefined ? {} : { height })}
      table={() => [
        { name: x.label, unit: x.unit, values: x.values },
        { name: `Distance from ${show(reference)}`, unit: objective.unit, values: gaps },
      ]}
      draw={draw}
    >
      {`How far the best result so far is from ${showWithUnit(reference, objective.unit)} (its `}
      <Term name="regret" />
      {').'}
      {reached >= 0 && ` Experiment ${reached + 1} reached it (dashed line).`}
    </Figure>
  );
}
