import { useMemo, useRef, useState } from 'react';
import { SelectField } from '../../components/field.tsx';
import { scaledByFont } from '../../components/font-scale.ts';
import { NumberField } from '../../components/number-field.tsx';
import { Figure } from '../../plots/figure.tsx';
import { Line, Points } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { extent, type Frame, padded } from '../../plots/scale.ts';
import { labelled } from '../../text/format.ts';
import {
  type CostFunction,
  coefficientUnit,
  curveCorners,
  curveProblem,
  type Kind,
  kindWords,
  moveCorner,
  startingCurve,
} from './curve.ts';

interface Props {
  title: string;
  curve: CostFunction;
  onChange: (curve: CostFunction) => void;
  low: number;
  high: number;
  xLabel: string;
  xUnit: string | null | undefined;
  units: string | null | undefined;
}

const terms = {
  linear: [
    ['proportional_term', 'Slope m', 1],
    ['constant_term', 'Intercept c', 0],
  ],
  quadratic: [
    ['quadratic_term', 'Quadratic coefficient a', 2],
    ['proportional_term', 'Linear coefficient b', 1],
    ['constant_term', 'Intercept c', 0],
  ],
} as const;

type Of<Name extends Kind> = Extract<CostFunction, { kind: Name }>;

const Remove = (props: { what: string; onClick: () => void }) => (
  <button type="button" className="plain" aria-label={`Remove ${props.what}`} onClick={props.onClick}>
    ✕
  </button>
);

/** Points of a curve that is straight between them. */
function PointFields({
  curve,
  onChange,
  xLabel,
  xUnit,
  units,
}: Omit<Props, 'curve'> & { curve: Of<'piecewise_linear'> }) {
  const points = curve.points as [number, number][];
  const set = (index: number, point: [number, number]): void =>
    onChange({ ...curve, points: points.map((old, i) => (i === index ? point : old)) });
  const last = points.at(-1) ?? [0, 0];
  const step = last[0] - (points.at(-2)?.[0] ?? 0) || 1;
  return (
    <div className="corners">
      {points.map(([x, y], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the list
        <div key={index} className="row">
          <NumberField
            label={labelled(`${xLabel} ${index + 1}`, xUnit)}
            value={x}
            onChange={(value) => set(index, [value, y])}
          />
          <NumberField
            label={labelled(`Cost ${index + 1}`, units)}
            value={y}
            onChange={(value) => set(index, [x, value])}
          />
          {points.length > 2 && (
            <Remove
              what={`point ${index + 1}`}
              onClick={() => onChange({ ...curve, points: points.filter((_, i) => i !== index) })}
            />
          )}
        </div>
      ))}
      <button
        type="button"
        onClick={() => onChange({ ...curve, points: [...points, [last[0] + step, last[1]]] })}
      >
        Add point
      </button>
    </div>
  );
}

/** Edges of a curve that jumps at them. */
function StepFields({
  curve,
  onChange,
  xUnit,
  units,
}: Omit<Props, 'curve'> & { curve: Of<'piecewise_step'> }) {
  const { x_coords: xs, y_coords: ys } = curve;
  const replaced = (all: readonly number[], index: number, value: number) =>
    all.map((old, i) => (i === index ? value : old));
  const remove = (index: number): void =>
    onChange({
      ...curve,
      x_coords: xs.filter((_, i) => i !== index),
      y_coords: ys.filter((_, i) => i !== Math.min(index, ys.length - 1)),
    });
  const add = (): void => {
    const last = xs.at(-1) as number;
    const step = last - (xs.at(-2) as number) || 1;
    onChange({ ...curve, x_coords: [...xs, last + step], y_coords: [...ys, ys.at(-1) ?? 0] });
  };
  return (
    <div className="corners">
      {xs.map((x, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an edge is its place in the list
        <div key={index} className="row">
          <NumberField
            label={labelled(`Edge ${index + 1}`, xUnit)}
            value={x}
            onChange={(value) => onChange({ ...curve, x_coords: replaced(xs, index, value) })}
          />
          {index < ys.length && (
            <NumberField
              label={labelled('Cost from there', units)}
              value={ys[index] as number}
              onChange={(value) => onChange({ ...curve, y_coords: replaced(ys, index, value) })}
            />
          )}
          {xs.length > 2 && <Remove what={`edge ${index + 1}`} onClick={() => remove(index)} />}
        </div>
      ))}
      <button type="button" onClick={add}>
        Add step
      </button>
    </div>
  );
}

function Corners({ curve, ...rest }: Props) {
  if (curve.kind === 'piecewise_linear') return <PointFields curve={curve} {...rest} />;
  if (curve.kind === 'piecewise_step') return <StepFields curve={curve} {...rest} />;
  return null;
}

const rounded = (value: number): number => Number(value.toPrecision(3));

/** Corners that the pointer can take hold of and move. */
function useDragging(
  handles: readonly (readonly [number, number])[],
  move: (index: number, x: number, y: number) => void,
) {
  const holder = useRef<HTMLDivElement>(null);
  const frameRef = useRef<Frame | undefined>(undefined);
  const [held, setHeld] = useState<number | undefined>();
  const place = (event: React.PointerEvent): [number, number] | undefined => {
    const box = holder.current?.querySelector('svg')?.getBoundingClientRect();
    return (
      box && [
        (event.clientX - box.left) / scaledByFont(1) - 62,
        (event.clientY - box.top) / scaledByFont(1) - 26,
      ]
    );
  };
  return {
    frameRef,
    events: {
      ref: holder,
      onPointerDownCapture(event: React.PointerEvent) {
        const [at, frame] = [place(event), frameRef.current];
        if (!at || !frame) return;
        const index = handles.findIndex(([x, y]) => Math.hypot(frame.x(x) - at[0], frame.y(y) - at[1]) < 14);
        if (index < 0) return;
        event.stopPropagation();
        holder.current?.setPointerCapture(event.pointerId);
        setHeld(index);
      },
      onPointerMove(event: React.PointerEvent) {
        const [at, frame] = [place(event), frameRef.current];
        if (held === undefined || !at || !frame) return;
        move(held, rounded(frame.x.invert(at[0])), rounded(frame.y.invert(at[1])));
      },
      onPointerUp: () => setHeld(undefined),
    },
  };
}

function handlesOf(curve: CostFunction, corners: [number, number][]): [number, number][] {
  if (curve.kind === 'piecewise_linear') return corners;
  if (curve.kind !== 'piecewise_step') return [];
  return curve.y_coords.map((y, i) => [curve.x_coords[i] as number, y]);
}

/** Graph of a curve; the corners of piecewise ones can be dragged. */
function Graph(props: Props) {
  const { curve, low, high } = props;
  const corners = useMemo(() => curveCorners(curve, low, high), [curve, low, high]);
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  const handles = handlesOf(curve, corners);
  const { frameRef, events } = useDragging(handles, (index, x, y) =>
    props.onChange(moveCorner(curve, index, x, y)),
  );
  const range = padded(extent(ys, [0]), 0.12);
  const drawn = (frame: Frame) => {
    frameRef.current = frame;
    return (
      <>
        <Line frame={frame} x={xs} y={ys} colour={colour.best} />
        <Points
          frame={frame}
          x={handles.map(([x]) => x)}
          y={handles.map(([, y]) => y)}
          colour={colour.best}
          size={7}
        />
      </>
    );
  };
  return (
    <div {...events} className={handles.length > 0 ? 'curve-graph movable' : 'curve-graph'}>
      <Figure
        title={`${props.title} as a curve`}
        name="cost"
        height={240}
        x={{ label: props.xLabel, unit: props.xUnit, domain: padded(extent(xs, [low, high]), 0.04) }}
        y={{ label: 'Cost', unit: props.units, domain: range }}
        table={() => [
          { name: props.xLabel, unit: props.xUnit, values: corners.map(([x]) => x) },
          { name: 'Cost', unit: props.units, values: corners.map(([, cost]) => cost) },
        ]}
        draw={drawn}
      />
    </div>
  );
}

/** Draws and edits one cost function. */
export function CurveEditor(props: Props) {
  const { curve, onChange, low, high, units, xUnit } = props;
  const wrong = curveProblem(curve);
  return (
    <div className="curve">
      <div>
        <SelectField
          label="Shape"
          value={curve.kind}
          onChange={(kind) => onChange(startingCurve(kind as Kind, low, high))}
          options={Object.entries(kindWords) as [string, string][]}
          narrow
        />
        {curve.kind === 'linear' &&
          terms.linear.map(([name, label, power]) => (
            <NumberField
              key={name}
              label={labelled(label, coefficientUnit(power, units, xUnit))}
              value={curve[name]}
              onChange={(value) => onChange({ ...curve, [name]: value })}
            />
          ))}
        {curve.kind === 'quadratic' &&
          terms.quadratic.map(([name, label, power]) => (
            <NumberField
              key={name}
              label={labelled(label, coefficientUnit(power, units, xUnit))}
              value={curve[name]}
              onChange={(value) => onChange({ ...curve, [name]: value })}
            />
          ))}
        <Corners key={curve.kind} {...props} />
        {wrong && <p className="note bad">{wrong}</p>}
        {(curve.kind === 'piecewise_linear' || curve.kind === 'piecewise_step') && (
          <p className="hint">Drag the points in the plot, or enter values.</p>
        )}
      </div>
      <Graph {...props} />
    </div>
  );
}
