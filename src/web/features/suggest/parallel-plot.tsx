import { useCallback, useMemo } from 'react';
import type { Inputs, Row, Variable } from '../../api/types.ts';
import type { Objective } from '../../domain/objectives.ts';
import type { Direction } from '../../domain/trace.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { colour, ramp } from '../../plots/palette.ts';
import type { Frame } from '../../plots/scale.ts';
import { show } from '../../text/format.ts';
import { type Strand, strandsOf, type Upright } from './parallel.ts';

/** How many measured runs are drawn, the best ones. */
const most = 120;

function pathOf(frame: Frame, { heights }: Strand): string {
  let path = '';
  let pen = false;
  for (const [k, height] of heights.entries()) {
    if (Number.isNaN(height)) {
      pen = false;
      continue;
    }
    path += `${pen ? 'L' : 'M'}${frame.x(k).toFixed(1)},${frame.y(height).toFixed(1)}`;
    pen = true;
  }
  return path;
}

function Uprights({ frame, uprights }: { frame: Frame; uprights: readonly Upright[] }) {
  return (
    <g>
      {uprights.map((upright, k) => {
        const x = frame.x(k);
        return (
          <g key={upright.name}>
            <line className="upright" x1={x} x2={x} y1={frame.y(0)} y2={frame.y(1)} />
            {upright.labels.length > 0 ? (
              upright.labels.map((label, i) => (
                <text
                  key={label}
                  x={x - 5}
                  y={frame.y(upright.high > 0 ? i / upright.high : 0.5)}
                  dy="0.32em"
                  textAnchor="end"
                >
                  {label}
                </text>
              ))
            ) : (
              <>
                <text x={x} y={frame.y(1) - 7} textAnchor="middle">
                  {show(upright.high, 3)}
                </text>
                <text x={x} y={frame.y(0) + 15} textAnchor="middle">
                  {show(upright.low, 3)}
                </text>
              </>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** Measured and suggested runs as lines over all variables at once, up to the result at the right. */
export function ParallelPlot(props: {
  variables: readonly Variable[];
  objective: Objective;
  goal: Direction;
  rows: readonly Row[];
  suggestions: readonly Inputs[];
  expected: readonly (number | undefined)[];
}) {
  const { variables, objective, goal, rows, suggestions, expected } = props;
  const { uprights, strands } = useMemo(
    () => strandsOf(variables, objective, goal, rows, suggestions, expected, most),
    [variables, objective, goal, rows, suggestions, expected],
  );
  const corners = useMemo(
    () => ({
      x: strands.flatMap((strand) => strand.heights.map((_, k) => k)),
      y: strands.flatMap((strand) => [...strand.heights]),
    }),
    [strands],
  );
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Uprights frame={frame} uprights={uprights} />
        {strands.map((strand) => (
          <path
            key={`${strand.isNew}/${strand.number}`}
            className={strand.isNew ? 'strand new' : 'strand'}
            d={pathOf(frame, strand)}
            strokeOpacity={strand.isNew ? 1 : 0.12 + 0.68 * strand.merit}
            stroke={strand.isNew ? colour.next : `rgb(${ramp('mean', strand.merit).join(' ')})`}
          />
        ))}
      </>
    ),
    [uprights, strands],
  );
  const last = uprights.length - 1;
  return (
    <Figure
      title={`Suggested and measured runs over all variables and ${objective.label}`}
      name="parallel"
      height={330}
      x={{
        label: '',
        domain: [-0.09 * last, last * 1.09],
        ticks: uprights.map((_, k) => k),
        format: (k) => {
          const { name = '', unit } = uprights[k] ?? {};
          return unit ? `${name} (${unit})` : name;
        },
      }}
      y={{ label: '', domain: [-0.1, 1.12], ticks: [], format: () => '' }}
      legend={[
        { label: 'suggested', colour: colour.next, kind: 'line' },
        { label: 'measured, yellow is best', colour: `rgb(${ramp('mean', 0.9).join(' ')})`, kind: 'line' },
      ]}
      table={() => ({
        columns: ['run', ...uprights.map((one) => one.name)],
        rows: strands.map((strand) => ({
          run: strand.isNew ? `suggestion ${strand.number}` : `experiment ${strand.number}`,
          ...Object.fromEntries(
            uprights.map((one, k) => {
              const height = strand.heights[k] as number;
              const value = one.low + height * (one.high - one.low);
              return [one.name, one.labels.length > 0 ? one.labels[Math.round(value)] : value];
            }),
          ),
        })),
      })}
      hit={(at) => {
        const i = nearest(at, corners.x, corners.y);
        if (i === undefined) return undefined;
        const strand = strands[Math.floor(i / uprights.length)];
        if (!strand) return undefined;
        return {
          x: corners.x[i] as number,
          y: corners.y[i] as number,
          lines: [
            strand.isNew ? `Suggestion ${strand.number}` : `Experiment ${strand.number}`,
            ...uprights.map((one, k) => {
              const value = one.low + (strand.heights[k] as number) * (one.high - one.low);
              return `${one.name} ${one.labels.length > 0 ? (one.labels[Math.round(value)] ?? '–') : show(value)}`;
            }),
          ],
        };
      }}
      draw={draw}
    >
      Each line is a run, read from left to right.
      {rows.length > most && ` Of the measured ones the ${most} best.`}
    </Figure>
  );
}
