import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { calls } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { keyOf } from '../../api/queries.ts';
import type { Constraint, Inputs, Prediction, Row, Variable } from '../../api/types.ts';
import { useDebounced } from '../../components/draft.ts';
import { CheckField } from '../../components/field.tsx';
import { waiting } from '../../components/page-parts.tsx';
import { Term } from '../../components/term.tsx';
import { useRunDialog } from '../../domain/figures/use-run-dialog.tsx';
import { BoundsNote } from '../../domain/results/bounds-note.tsx';
import { type Declared, estimateOf, type Objective, useDeclared } from '../../domain/results/objectives.ts';
import { outputsOf } from '../../domain/results/trace.ts';
import { type Direction, directionOf, settingsAt } from '../../domain/variables/direction.ts';
import { isSatisfied } from '../../domain/variables/expression.ts';
import { nearSlice } from '../../domain/variables/point.ts';
import {
  type RunConstraint,
  runConstraintWords,
  useRunConstraints,
} from '../../domain/variables/run-constraints.ts';
import { isListed } from '../../domain/variables/variable-range.ts';
import { type Domain, extent, padded } from '../../plots/scale.ts';
import { labelled, show } from '../../text/format.ts';
import { desirability, overall, type Range } from './desirability.ts';
import { isFlat } from './flat-results.ts';
import { type Slice, SlicePlot, type SlicePlotProps } from './slice-plot.tsx';
import { Sliders } from './sliders.tsx';

interface Props {
  id: string;
  objectives: readonly Objective[];
  variables: readonly Variable[];
  rows: readonly Row[];
  point: Inputs;
  /** Moves the point along one variable; in a mixture the other parts move too. */
  onMove: (values: Inputs) => void;
}

const steps = 41;

interface Moments {
  readonly mean: number;
  readonly std: number;
  readonly confidence_interval_95?: readonly number[] | undefined;
  /** Of one new measurement; absent for quantities without noise. */
  readonly prediction_interval_95?: readonly number[] | undefined;
}

/** What the model says along each variable through the point, for every objective, and at the point itself. */
function useSlices({ id, objectives, variables, rows, point }: Props, constraints: readonly Constraint[]) {
  // The model is asked at most every few hundredths of a second while a slider is pulled.
  const settled = useDebounced(point, 40);
  const lines = useMemo(() => {
    const space = { variables, constraints, rows, point: settled };
    return variables.map((variable) => directionOf(variable, steps, space));
  }, [variables, constraints, rows, settled]);
  const answer = useQuery({
    queryKey: keyOf(id, 'plot', 'slices', settled, constraints),
    queryFn:
      lines.length === 0
        ? skipToken
        : async ({ signal }) => {
            const call = calls.predict(id, [settled, ...lines.flatMap(({ settings }) => settings)]);
            return { lines, ...(await send<{ predictions: Prediction[] }>(call, signal)) };
          },
    placeholderData: keepPreviousData,
  });
  const momentsOf = (objective: Objective): Moments[] =>
    (answer.data?.predictions ?? []).map((one) => one.objectives?.[objective.name] ?? one);
  const all = objectives.map(momentsOf);
  let at = 1;
  const parts = (answer.data?.lines ?? []).map((line) => {
    const from = at;
    at += line.values.length;
    return { line, of: all.map((list) => list.slice(from, from + line.values.length)) };
  });
  return { answer, here: all.map((list) => list[0]), parts };
}

/** Where desirability begins and ends; until the server has said it, from the worst to the best result. */
function rangeOf(rows: readonly Row[], objective: Objective, declared: Declared | undefined): Range {
  const range = declared?.desirability_now;
  if (declared && range) return { ...declared, desirability_now: range };
  const [low, high] = extent(outputsOf(rows, objective.name)) ?? [0, 1];
  return { goal: 'maximize', target: null, importance: 1, desirability_now: { low, high, curve: 1 } };
}

/** Scale shared by all pictures of an objective. */
const domainOf = (series: readonly (readonly Moments[])[], half: number): Domain =>
  padded(
    extent(
      ...series.flatMap((list) => [
        list.map((one) => one.prediction_interval_95?.[0] ?? one.mean - half * one.std),
        list.map((one) => one.prediction_interval_95?.[1] ?? one.mean + half * one.std),
      ]),
    ),
  );

/** What the model says at the point. */
function Here(props: {
  objectives: readonly Objective[];
  here: readonly (Moments | undefined)[];
  /** Absent where nothing tells a good result from a bad one. */
  joint: number | undefined;
}) {
  return (
    <dl className="stats">
      {props.objectives.map((objective, k) => (
        <div key={objective.name} className="stat">
          <dt>{objective.label} here, ± SD of the curve</dt>
          <dd>
            <b>
              {estimateOf(
                objective,
                props.here[k]?.mean,
                props.here[k]?.std,
                props.here[k]?.confidence_interval_95,
              )}
            </b>
          </dd>
        </div>
      ))}
      {props.joint !== undefined && (
        <div className="stat">
          <dt>
            <Term name="desirability">Desirability</Term> here
          </dt>
          <dd>
            <b>{show(props.joint, 2)}</b>
          </dd>
        </div>
      )}
    </dl>
  );
}

type Part = ReturnType<typeof useSlices>['parts'][number];

/** Small pictures of one quantity that are always in sight: two rows of a wide page. */
const few = (): number => (window.matchMedia('(max-width: 640px)').matches ? 3 : 6);

/** Places of the pictures whose lines go furthest up and down; all of them where they are few. */
function steepest(slices: readonly Slice[]): ReadonlySet<number> {
  const most = few();
  const heights = slices.map(({ mean }, k) => ({ k, height: Math.max(...mean) - Math.min(...mean) }));
  return new Set(
    heights
      .toSorted((a, b) => b.height - a.height)
      .slice(0, slices.length > most + 1 ? most : slices.length)
      .map(({ k }) => k),
  );
}

const Pictures = ({ children }: { children: readonly ReactNode[] }) => (
  <div className={children.length % 3 === 1 ? 'small-plots in-twos' : 'small-plots'}>{children}</div>
);

/** Small pictures side by side, in rows that come out even; of many, those of little effect are folded away. */
function SmallPlots(
  props: Omit<SlicePlotProps, 'slice' | 'here' | 'near'> & {
    slices: readonly Slice[];
    point: Inputs;
    near: (line: Direction) => readonly Row[];
  },
) {
  const { slices, point, near, ...shared } = props;
  const shown = steepest(slices);
  const rest = slices.flatMap((_, k) => (shown.has(k) ? [] : [k]));
  const picture = (k: number) => {
    const slice = slices[k] as Slice;
    const { name } = slice.line.variable;
    return (
      <SlicePlot key={name} {...shared} slice={slice} here={point[name] ?? null} near={near(slice.line)} />
    );
  };
  return (
    <>
      <Pictures>{[...shown].sort((a, b) => a - b).map(picture)}</Pictures>
      {rest.length > 0 && (
        <details className="fold">
          <summary>Less effect here: {rest.map((k) => slices[k]?.line.variable.name).join(', ')}</summary>
          <Pictures>{rest.map(picture)}</Pictures>
        </details>
      )}
    </>
  );
}

/** How desirable the whole is along each variable. */
function DesirabilityPlots({ parts, point, joint }: { parts: readonly Part[]; point: Inputs; joint: Joint }) {
  const slices = parts.map(({ line, of }) => ({
    line,
    mean: line.values.map((_, i) => joint(of.map((list) => list[i]))),
    std: line.values.map(() => 0),
  }));
  return (
    <section aria-label="Desirability">
      <h3>
        <Term name="desirability">Desirability</Term>
      </h3>
      <SmallPlots
        slices={slices}
        point={point}
        objective={{ name: 'desirability', label: 'Desirability', unit: undefined }}
        domain={[-0.03, 1.03]}
        near={() => []}
      />
    </section>
  );
}

/** An interval at every point; undefined where some have none. */
function intervalsOf(
  list: readonly Moments[] = [],
  name: 'confidence_interval_95' | 'prediction_interval_95',
): (readonly [number, number])[] | undefined {
  const found = list.flatMap((one) => (one[name] ? [one[name] as unknown as [number, number]] : []));
  return found.length === list.length ? found : undefined;
}

/** One objective along every variable; `k` is its place among the objectives. */
function ObjectivePlots(props: Props & { parts: readonly Part[]; k: number; onOpen: (row: Row) => void }) {
  const { objectives, variables, rows, point, parts, k } = props;
  const objective = objectives[k] as Objective;
  const domain = domainOf(
    parts.map((part) => part.of[k] ?? []),
    2,
  );
  const slices = parts.map(({ line, of }) => ({
    line,
    mean: (of[k] ?? []).map((one) => one.mean),
    std: (of[k] ?? []).map((one) => one.std),
    curve: intervalsOf(of[k], 'confidence_interval_95'),
    measurement: intervalsOf(of[k], 'prediction_interval_95'),
  }));
  return (
    <section aria-label={labelled(objective.label, objective.unit)}>
      {objectives.length > 1 && <h3>{objective.label}</h3>}
      <SmallPlots
        slices={slices}
        point={point}
        objective={objective}
        domain={domain}
        near={(line) =>
          nearSlice(rows, variables, (row) => settingsAt(line, point, row), [line.variable.name])
        }
        onOpen={props.onOpen}
      />
    </section>
  );
}

/** Desirability of the whole from the moments of each objective. */
type Joint = (moments: readonly (Moments | undefined)[]) => number;

/** Undefined where all results of an objective are equal: desirability goes from the worst to the best of them. */
function useJoint({ id, objectives, rows }: Props): Joint | undefined {
  const list = useDeclared(id).data;
  const ranges = objectives.map((objective) => {
    const declared = list?.objectives.find(({ name }) => name === objective.name);
    return rangeOf(rows, objective, declared);
  });
  const isOpen = ({ name }: Objective, k: number): boolean =>
    isFlat(rows, name) || ranges[k]?.desirability_now.low === ranges[k]?.desirability_now.high;
  if (objectives.some(isOpen)) return undefined;
  return (moments) =>
    overall(
      ranges.map((range, k) => ({
        worth: desirability(moments[k]?.mean ?? Number.NaN, range),
        importance: range.importance,
      })),
    );
}

/** Which constraints the settings of the sliders break. */
function Broken({ constraints, point }: { constraints: readonly RunConstraint[]; point: Inputs }) {
  const broken = constraints.filter((constraint) => !isSatisfied(constraint, point));
  if (broken.length === 0) return null;
  return (
    <p className="note warn">
      These settings violate a constraint: {broken.map(runConstraintWords).join('; ')}. Such a run is never
      suggested.
    </p>
  );
}

/** How the pictures are to be read. */
function Legend({ lines, hasOuter }: { lines: readonly Direction[]; hasOuter: boolean }) {
  const hasListed = lines.some(({ variable }) => isListed(variable));
  const mixed = lines.filter(({ mixture }) => mixture);
  return (
    <p className="hint">
      Line: mean of the model, or its median where logarithms or logits of the results are modelled.{' '}
      {hasOuter
        ? 'Inner band: 95 % interval of the curve. Outer band: 95 % interval of one new measurement.'
        : 'Band: 95 % interval of the curve.'}{' '}
      Rings: measured with all other variables within a tenth of their range; click one for its run.
      {hasListed && ' Bars at single values: 95 % intervals of the curve.'}
      {mixed.length > 0 &&
        ` Along ${mixed.map(({ variable }) => variable.name).join(', ')} the other parts of the mixture change in proportion (Cox’s direction), as far as ranges and constraints allow.`}
      {lines.some(({ feasible }) => feasible.includes(false)) &&
        ' Grey and dashed: settings that violate a constraint, which are never suggested.'}
    </p>
  );
}

/** Every objective along every variable through one point, which sliders move; and how desirable the whole is. */
export function Slices(props: Props) {
  const { objectives, rows, point, onMove } = props;
  const constraints = useRunConstraints(props.id);
  const { answer, here, parts } = useSlices(props, constraints);
  const joint = useJoint(props);
  const [openRun, dialog] = useRunDialog(props.id, rows);
  const [joined, setJoined] = useState(objectives.length > 1);
  const missing = waiting(answer);
  if (missing) return missing;
  return (
    <>
      <div className="profiler-point">
        <Sliders lines={parts.map(({ line }) => line)} point={point} onMove={onMove} />
        <Broken constraints={constraints} point={point} />
        <Here objectives={objectives} here={here} joint={joint?.(here)} />
        {joint && (
          <CheckField
            label="Draw the desirability along each variable"
            checked={joined}
            onChange={setJoined}
          />
        )}
      </div>
      {objectives.map((objective, k) => (
        <ObjectivePlots
          key={objective.name}
          {...props}
          parts={parts}
          k={k}
          onOpen={(row) => openRun(rows.indexOf(row))}
        />
      ))}
      {joint && joined && <DesirabilityPlots parts={parts} point={point} joint={joint} />}
      <Legend
        lines={parts.map(({ line }) => line)}
        hasOuter={here.some((one) => one?.prediction_interval_95 !== undefined)}
      />
      <BoundsNote objectives={objectives} />
      {dialog}
    </>
  );
}
