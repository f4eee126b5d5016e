import { scaledByFont } from '../../components/font-scale.ts';
import { Scroll } from '../../components/page-parts.tsx';
import { TickText } from '../../plots/axes.tsx';
import { tickTexts } from '../../plots/axis-text.ts';
import { ramp } from '../../plots/palette.ts';
import { useWidth } from '../../plots/width.ts';
import { show } from '../../text/format.ts';
import { letter, mapSizes } from './map-sizes.ts';

interface Props {
  names: readonly string[];
  values: readonly (number | null)[];
}

/**
 * How far a design confounds the terms of a model: light uncorrelated, dark confounded.
 * @param values correlations, row after row, as many rows as names
 */
export const CorrelationMap = (props: Props) =>
  props.names.length < 2 || props.names.length > 40 ? null : <Drawn {...props} />;

/** The two terms that are most confounded, in words. */
function strongestWords(names: readonly string[], at: (i: number, j: number) => number): string {
  let worst = { value: 0, text: '' };
  for (const [i, name] of names.entries())
    for (let j = 0; j < i; j++)
      if (at(i, j) > worst.value) worst = { value: at(i, j), text: `${name} and ${names[j]}` };
  return worst.value > 0.01 ? ` Strongest: ${worst.text}, ${show(worst.value, 2)}.` : '';
}

/** Names of the columns, read upwards. */
const NamesBelow = (props: {
  names: readonly string[];
  texts: readonly string[];
  at: (column: number) => readonly [number, number];
}) =>
  props.names.map((name, j) => (
    <text
      key={name}
      className="map-label"
      transform={`translate(${props.at(j).join(',')}) rotate(-90)`}
      dy="0.32em"
      textAnchor="end"
    >
      <TickText full={name} shown={props.texts[j]} />
    </text>
  ));

function Drawn(props: Props) {
  const { names } = props;
  const [place, room] = useWidth();
  const { size, letters } = mapSizes(
    Math.max(...names.map((name) => name.length)),
    names.length,
    room / scaledByFont(1),
  );
  const at = (i: number, j: number): number => Math.abs(props.values[i * names.length + j] ?? 0);
  const left = 8 + letter * letters;
  const texts = tickTexts(
    names,
    names.map(() => letter * letters),
  );
  const side = names.length * size;
  return (
    <figure className="figure">
      <div ref={place} />
      <Scroll label="Correlation map">
        <svg
          width={scaledByFont(left + side + 2)}
          height={scaledByFont(side + left)}
          viewBox={`0 0 ${left + side + 2} ${side + left}`}
          role="img"
          aria-label="Correlation of the terms of the design"
        >
          {names.map((name, i) => (
            <g key={name} transform={`translate(${left},${i * size})`}>
              <text className="map-label" x={-6} y={size / 2} dy="0.32em" textAnchor="end">
                <TickText full={name} shown={texts[i]} />
              </text>
              {names.slice(0, i + 1).map((other, j) => (
                <rect
                  key={other}
                  x={j * size}
                  width={size - 1}
                  height={size - 1}
                  fill={`rgb(${ramp('std', at(i, j) * 0.95).join(' ')})`}
                >
                  <title>{`${name} and ${other}: ${show(at(i, j), 3)}`}</title>
                </rect>
              ))}
            </g>
          ))}
          <NamesBelow names={names} texts={texts} at={(j) => [left + j * size + size / 2, side + 6]} />
        </svg>
      </Scroll>
      <figcaption>
        Light: uncorrelated terms. Dark: confounded terms.
        {strongestWords(names, at)}
      </figcaption>
    </figure>
  );
}
