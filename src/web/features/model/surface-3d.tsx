import { useMemo, useState } from 'react';
import type { Objective } from '../../domain/objectives.ts';
import { ramp } from '../../plots/palette.ts';
import { extent } from '../../plots/scale.ts';
import { labelled, show } from '../../text/format.ts';
import { facesOf, type Surface, type SurfaceAxis } from './surface.ts';

const size = 520;
const scale = 300;

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

/** The mean as a surface in space. The slider below, or a pull with the pointer, turns it. */
export function Surface3d({ surface, objective }: { surface: Surface; objective: Objective }) {
  const [turn, setTurn] = useState(35);
  const [tilt, setTilt] = useState(30);
  const [low, high] = extent(...surface.mean) ?? [0, 1];
  const faces = useMemo(() => {
    const heights = surface.mean.map((row) =>
      row.map((value) => (high > low ? (value - low) / (high - low) : 0.5)),
    );
    return facesOf(heights, turn, tilt);
  }, [surface, turn, tilt, low, high]);
  return (
    <figure className="figure surface">
      <svg
        viewBox={`0 0 ${size} ${size * 0.8}`}
        role="img"
        aria-label={`Surface of ${objective.label} over ${surface.x.variable.name} and ${surface.y.variable.name}`}
        onPointerMove={(event) => {
          if (event.buttons !== 1) return;
          setTurn((turn + event.movementX * 0.5 + 360) % 360);
          setTilt(Math.max(5, Math.min(85, tilt + event.movementY * 0.3)));
        }}
      >
        <g transform={`translate(${size / 2},${size * 0.4})`}>
          {faces.map((face) => (
            <polygon
              key={face.corners.map((one) => `${one.x},${one.y}`).join(' ')}
              points={face.corners
                .map((one) => `${(one.x * scale).toFixed(1)},${(one.y * scale).toFixed(1)}`)
                .join(' ')}
              fill={`rgb(${ramp('mean', face.height).join(' ')})`}
              className="face"
            />
          ))}
        </g>
      </svg>
      <div className="row">
        <Angle label="Turn" value={turn} least={0} most={360} onChange={setTurn} />
        <Angle label="Tilt" value={tilt} least={5} most={85} onChange={setTilt} />
      </div>
      <figcaption>
        Height: predicted {labelled(objective.label, objective.unit)}, {show(low)} to {show(high)}. Axes:{' '}
        {endsOf(surface.x)}; {endsOf(surface.y)}.
      </figcaption>
    </figure>
  );
}
