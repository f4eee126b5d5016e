import { useMemo, useState } from 'react';
import type { Objective } from '../../domain/results/objectives.ts';
import { fadedShare } from '../../plots/heat-pixels.ts';
import { ramp } from '../../plots/palette.ts';
import { extent, linearTicks } from '../../plots/scale.ts';
import { useWidth } from '../../plots/width.ts';
import { distinctFormatter, labelled, show } from '../../text/format.ts';
import type { Surface, SurfaceAxis } from './surface.ts';
import {
  type Corner,
  type Face,
  facesOf,
  floorOf,
  levelLabels,
  meshOf,
  projection,
} from './surface-drawing.ts';

/** Pixels across the widest drawing, and those beside the floor for names and numbers. */
const maxSize = 520;
const margin = 73;

/** Of a drawing of some pixels across: how much farther apart its texts are, as shares of the floor, and pixels per side of the floor, which fits between the margins. */
function measuresOf(size: number) {
  const spread = Math.sqrt(maxSize / size);
  return { spread, scale: (size / 2 - margin / spread) * Math.SQRT2 };
}

function Angle(props: {
  label: string;
  value: number;
  least: number;
  most: number;
  onChange: (n: number) => void;
}) {
  return (
    <label className="slider">
      <span>{props.label}</span>
      <input
        type="range"
        min={props.least}
        max={props.most}
        value={props.value}
        onChange={(event) => props.onChange(Number(event.target.value))}
      />
    </label>
  );
}

const endsOf = ({ variable, values }: SurfaceAxis): string =>
  `${labelled(variable.name, variable.unit)}: ${show(values[0])} to ${show(values.at(-1))}`;

/** Corners in pixels. */
function placedBy(scale: number) {
  const at = ({ x, y }: Corner) => ({ x: (x * scale).toFixed(1), y: (y * scale).toFixed(1) });
  const outline = (corners: readonly Corner[]): string =>
    corners.map((corner) => `${at(corner).x},${at(corner).y}`).join(' ');
  return { at, outline };
}

type Placed = ReturnType<typeof placedBy>;

/** A face with the lines across it, so that what is before it hides both. */
const FaceMark = ({ face, placed: { at, outline } }: { face: Face; placed: Placed }) => (
  <>
    <polygon
      points={outline(face.corners)}
      fill={`rgb(${ramp('mean', face.height).join(' ')})`}
      fillOpacity={face.feasible ? undefined : fadedShare}
      className="face"
    />
    {face.lines.map(({ level, from, to }) => (
      <line
        key={`${level} ${from.x} ${from.y}`}
        className="level"
        x1={at(from).x}
        y1={at(from).y}
        x2={at(to).x}
        y2={at(to).y}
      />
    ))}
  </>
);

/** Names and numbers along the floor, at the side where they stand. */
const FloorMarks = (props: { marks: ReturnType<typeof floorOf>['marks']; placed: Placed }) =>
  props.marks.map(({ text, at: corner, isName }) => (
    <text
      key={`${text} ${corner.x}`}
      className={isName ? 'axis-label' : undefined}
      {...props.placed.at(corner)}
      dy="0.32em"
      textAnchor={Math.abs(corner.x) < 0.08 ? 'middle' : corner.x < 0 ? 'end' : 'start'}
    >
      {text.length > 18 ? `${text.slice(0, 17)}…` : text}
    </text>
  ));

/** Surface, lines and axes as seen from an angle. */
function useDrawing(surface: Surface, turn: number, tilt: number, spread: number) {
  return useMemo(() => {
    const [low, high] = extent(...surface.mean) ?? [0, 1];
    const share = (value: number): number => (high > low ? (value - low) / (high - low) : 0.5);
    const values = linearTicks([low, high], 6).filter((value) => value > low && value < high);
    const project = projection(turn, tilt);
    const faces = facesOf(
      meshOf(
        surface,
        surface.mean.map((row) => row.map(share)),
      ),
      project,
      values.map(share),
    );
    const text = distinctFormatter(values);
    const labels = levelLabels(faces, spread).map(({ level, at: corner }) => ({
      text: text(values[level]),
      at: corner,
    }));
    return { low, high, faces, labels, floor: floorOf(surface.x, surface.y, project, spread) };
  }, [surface, turn, tilt, spread]);
}

/** The mean as a surface in space. The slider below, or a pull with the pointer, turns it. */
export function Surface3d({ surface, objective }: { surface: Surface; objective: Objective }) {
  const [turn, setTurn] = useState(35);
  const [tilt, setTilt] = useState(30);
  const [holder, room] = useWidth();
  const size = Math.min(maxSize, room || maxSize);
  const { spread, scale } = measuresOf(size);
  const { low, high, faces, labels, floor } = useDrawing(surface, turn, tilt, spread);
  const ends = distinctFormatter([low, high]);
  const placed = placedBy(scale);
  return (
    <figure className="figure surface">
      <div ref={holder}>
        <svg
          viewBox={`0 0 ${size} ${size * 0.86}`}
          role="img"
          aria-label={`Surface of ${objective.label} over ${surface.x.variable.name} and ${surface.y.variable.name}`}
          onPointerMove={(event) => {
            if (event.buttons !== 1) return;
            setTurn((turn + event.movementX * 0.5 + 360) % 360);
            setTilt(Math.max(5, Math.min(85, tilt + event.movementY * 0.3)));
          }}
        >
          <g transform={`translate(${size / 2},${size * 0.4})`}>
            <polygon points={placed.outline(floor.corners)} className="floor" />
            {faces.map((face) => (
              <FaceMark key={placed.outline(face.corners)} face={face} placed={placed} />
            ))}
            {labels.map((label) => (
              <text
                key={label.text}
                className="level-label"
                {...placed.at(label.at)}
                dy="0.32em"
                textAnchor="middle"
              >
                {label.text}
              </text>
            ))}
            <FloorMarks marks={floor.marks} placed={placed} />
          </g>
        </svg>
      </div>
      <div className="row">
        <Angle label="Turn" value={turn} least={0} most={360} onChange={setTurn} />
        <Angle label="Tilt" value={tilt} least={5} most={85} onChange={setTilt} />
      </div>
      <figcaption>
        Height and lines: predicted {labelled(objective.label, objective.unit)}, {ends(low)} to {ends(high)}.
        Axes: {endsOf(surface.x)}; {endsOf(surface.y)}.
      </figcaption>
    </figure>
  );
}
