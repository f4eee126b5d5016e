import { useMemo } from 'react';
import type { Row, Variable } from '../../api/types.ts';
import { show } from '../../components/format.ts';
import { ramp } from '../../plots/palette.ts';
import { correlations, designTerms } from './correlation.ts';

const size = 22;

/** How far the terms of a second-order model can be told apart by the design: 0 free of each other, 1 the same. */
export function CorrelationMap(props: { points: readonly Row[]; variables: readonly Variable[] }) {
  const { points, variables } = props;
  const terms = useMemo(() => designTerms(variables, points), [variables, points]);
  const values = useMemo(() => correlations(terms), [terms]);
  if (terms.length < 2 || terms.length > 40) return null;
  const left = 8 + 6.4 * Math.max(...terms.map((term) => term.name.length));
  const side = terms.length * size;
  let worst = { value: 0, text: '' };
  for (const [i, row] of values.entries())
    for (let j = 0; j < i; j++)
      if ((row[j] as number) > worst.value)
        worst = { value: row[j] as number, text: `${terms[i]?.name} and ${terms[j]?.name}` };
  return (
    <figure className="figure">
      <div className="table-scroll">
        <svg
          width={left + side + 2}
          height={side + left}
          role="img"
          aria-label="Correlation of the terms of the design"
        >
          {values.map((row, i) => (
            <g key={terms[i]?.name} transform={`translate(${left},${i * size})`}>
              <text className="map-label" x={-6} y={size / 2} dy="0.32em" textAnchor="end">
                {terms[i]?.name}
              </text>
              {row.slice(0, i + 1).map((value, j) => (
                <rect
                  key={terms[j]?.name}
                  x={j * size}
                  width={size - 1}
                  height={size - 1}
                  fill={`rgb(${ramp('std', value * 0.95).join(' ')})`}
                >
                  <title>{`${terms[i]?.name} and ${terms[j]?.name}: ${show(value, 3)}`}</title>
                </rect>
              ))}
            </g>
          ))}
          {terms.map((term, j) => (
            <text
              key={term.name}
              className="map-label"
              transform={`translate(${left + j * size + size / 2},${side + 6}) rotate(-90)`}
              dy="0.32em"
              textAnchor="end"
            >
              {term.name}
            </text>
          ))}
        </svg>
      </div>
      <figcaption>
        Light: the two terms can be told apart. Dark: they move together.
        {worst.value > 0.01 && ` Strongest: ${worst.text}, ${show(worst.value, 2)}.`}
      </figcaption>
    </figure>
  );
}

/** What the design can tell apart. */
export function Evaluation(props: { id: string; points: readonly Row[]; variables: readonly Variable[] }) {
  return (
    <details className="fold">
      <summary>What this design can tell apart</summary>
      <CorrelationMap points={props.points} variables={props.variables} />
    </details>
  );
}
