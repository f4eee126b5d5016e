import type { Constraint, Inputs, Scalar, Variable } from '../../api/types.ts';
import { type Direction, withValues } from '../../domain/variables/direction.ts';
import { isLogarithmic } from '../../domain/variables/point.ts';
import { isListed } from '../../domain/variables/variable-range.ts';
import { show } from '../../text/format.ts';

interface SliderProps {
  variable: Variable;
  value: Scalar | undefined;
  values: readonly Scalar[];
  onMove: (value: Scalar) => void;
}

/** Chooses the category of the point: categories have no order to pull along. */
const CategoryChoice = ({ variable: { name }, value, values, onMove }: SliderProps) => (
  <label className="slider">
    <span>{name}</span>
    <select aria-label={name} value={String(value)} onChange={(event) => onMove(event.target.value)}>
      {values.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  </label>
);

/** Pulls the point along one variable. */
function Slider(props: SliderProps) {
  const { variable, value, values } = props;
  if (variable.type === 'categorical') return <CategoryChoice {...props} />;
  const listed = isListed(variable);
  const log = !listed && isLogarithmic(variable);
  const placeOf = (one: Scalar | undefined): number => (log ? Math.log10(Number(one)) : Number(one));
  const [low, high] = listed ? [0, values.length - 1] : [placeOf(values[0]), placeOf(values.at(-1))];
  const whole = listed || variable.type === 'integer';
  const position = listed ? Math.max(0, values.indexOf(value as Scalar)) : placeOf(value);
  return (
    <label className="slider">
      <span>{variable.name}</span>
      <input
        type="range"
        aria-label={variable.name}
        min={low}
        max={high}
        step={whole && !log ? 1 : (high - low) / 200 || 1}
        value={position}
        aria-valuetext={`${show(value)} ${variable.unit ?? ''}`.trim()}
        onChange={(event) => {
          const next = Number(event.target.value);
          const number = log ? Number((10 ** next).toPrecision(4)) : next;
          props.onMove(listed ? (values[next] as Scalar) : whole ? Math.round(number) : number);
        }}
      />
      <b>
        {show(value, 4)} {variable.unit}
      </b>
    </label>
  );
}

/** Values that change in a point: in a mixture also those of the other parts, in the digits of settings. */
function moved(point: Inputs, values: Inputs, mixture: Constraint | undefined): Inputs {
  const after = withValues(point, values, mixture);
  const parts = Object.keys(mixture?.coefficients ?? {}).filter((name) => !(name in values));
  return {
    ...values,
    ...Object.fromEntries(parts.map((name) => [name, Number(Number(after[name]).toPrecision(6))])),
  };
}

/** A slider or a list for each variable. */
export const Sliders = (props: {
  lines: readonly Direction[];
  point: Inputs;
  onMove: (values: Inputs) => void;
}) => (
  <div className="sliders">
    {props.lines.map(({ variable, values, mixture }) => (
      <Slider
        key={variable.name}
        variable={variable}
        value={props.point[variable.name]}
        values={values}
        onMove={(value) => props.onMove(moved(props.point, { [variable.name]: value }, mixture))}
      />
    ))}
  </div>
);
