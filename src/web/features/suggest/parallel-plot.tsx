import { useCallback, useMemo, useState } from 'react';
import { SelectField } from '../../components/field.tsx';
import type { Objective } from '../../domain/results/objectives.ts';
import { TickText } from '../../plots/axes.tsx';
import { strideUp, tickTexts } from '../../plots/axis-text.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { colour } from '../../plots/palette.ts';
import type { Frame } from '../../plots/scale.ts';
import { labelled, show, showSetting, showSignificant } from '../../text/format.ts';
import {
  type ParallelAxis,
  type ParallelLine,
  type ParallelTask,
  parallelLines,
  valueAt,
} from './parallel.ts';

/** Pixels that an axis has at least, for its name and numbers. */
const axisRoom = 62;

/** How many measured runs are drawn, the best ones. */
const most = 120;

function pathOf(frame: Frame, { heights }: ParallelLine): string {
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

function Uprights({ frame, uprights }: { frame: Frame; uprights: readonly ParallelAxis[] }) {
  return (
    <g>
      {uprights.map((upright, k) => {
        const x = frame.x(k);
        // Not over the axis beside it.
        const room = x - (k > 0 ? frame.x(k - 1) : 0) - 10;
        const texts = tickTexts(
          upright.labels,
          upright.labels.map(() => room),
        );
        const stride = strideUp(Math.abs(frame.y(1) - frame.y(0)) / Math.max(1, upright.high));
        return (
          <g key={upright.name}>
            <line className="upright" x1={x} x2={x} y1={frame.y(0)} y2={frame.y(1)} />
            {upright.labels.length > 0 ? (
              upright.labels.map((label, i) =>
                i % stride > 0 ? null : (
                  <text
                    key={label}
                    x={x - 5}
                    y={frame.y(upright.high > 0 ? i / upright.high : 0.5)}
                    dy="0.32em"
                    textAnchor="end"
                  >
                    <TickText full={label} shown={texts[i]} />
                  </text>
                ),
              )
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

function Strands({ frame, strands }: { frame: Frame; strands: readonly ParallelLine[] }) {
  return strands.map((strand) => (
    <path
      key={`${strand.isNew}/${strand.number}`}
      className={strand.isNew ? 'strand new' : 'strand'}
      d={pathOf(frame, strand)}
      strokeOpacity={strand.isNew ? 1 : 0.12 + 0.88 * strand.merit ** 2}
      stroke={strand.isNew ? colour.next : colour.data}
    />
  ));
}

/** Value of a strand on an upright: a number, or the category next to it. */
function valueOn(upright: ParallelAxis, height: number): number | string | undefined {
  const value = valueAt(upright, height);
  return upright.labels.length > 0 ? upright.labels[Math.round(value)] : value;
}

interface Drawing {
  readonly uprights: readonly ParallelAxis[];
  readonly strands: readonly ParallelLine[];
}

const runWords = ({ isNew, number }: ParallelLine): string =>
  isNew ? `Suggestion ${number}` : `Experiment ${number}`;

const tableOf = ({ uprights, strands }: Drawing) => [
  { name: 'Run', values: strands.map(runWords) },
  ...uprights.map((one, k) => ({
    ...one,
    values: strands.map(({ heights }) => valueOn(one, heights[k] as number)),
  })),
];

/** What a point of the drawing says. The last `results` uprights are results; those of a suggestion are expected, in three digits. */
const linesOf = (uprights: readonly ParallelAxis[], strand: ParallelLine, results: number): string[] => [
  runWords(strand),
  ...uprights.map((one, k) => {
    const value = valueOn(one, strand.heights[k] as number) ?? '–';
    const isExpected = strand.isNew && k >= uprights.length - results && typeof value === 'number';
    return isExpected
      ? `${one.name} about ${showSignificant(value)} expected`
      : `${one.name} ${showSetting(value)}`;
  }),
];

type Props = Omit<ParallelTask, 'by' | 'most' | 'objectives'> & { objectives: readonly Objective[] };

/** Uprights and strands, and the places where they meet, strand by strand. */
function useDrawing({ variables, objectives, goals, rows, suggestions, expected }: Props, by: number) {
  const drawing = useMemo(
    () => parallelLines({ variables, objectives, goals, by, rows, suggestions, expected, most }),
    [variables, objectives, goals, by, rows, suggestions, expected],
  );
  const corners = useMemo(
    () => ({
      x: drawing.strands.flatMap((strand) => strand.heights.map((_, k) => k)),
      y: drawing.strands.flatMap((strand) => [...strand.heights]),
    }),
    [drawing],
  );
  return { drawing, corners };
}

/** Which objective the colours of the lines follow. */
function BestBy(props: {
  objectives: readonly Objective[];
  ranked: Objective;
  choose: (name: string) => void;
}) {
  if (props.objectives.length < 2) return null;
  return (
    <SelectField
      label="Best by"
      value={props.ranked.name}
      onChange={props.choose}
      options={props.objectives.map(({ name, label }) => [name, label] as const)}
      narrow
    />
  );
}

/** Measured and suggested runs as lines over all variables at once, up to the results at the right. */
export function ParallelPlot(props: Props) {
  const { objectives } = props;
  const [chosen, choose] = useState('');
  const by = Math.max(
    0,
    objectives.findIndex(({ name }) => name === chosen),
  );
  const ranked = objectives[by] as Objective;
  const { drawing, corners } = useDrawing(props, by);
  const { uprights, strands } = drawing;
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Strands frame={frame} strands={strands} />
        <Uprights frame={frame} uprights={uprights} />
      </>
    ),
    [uprights, strands],
  );
  const last = uprights.length - 1;
  // Categories of the first axis have the room that those of the others have.
  const before = uprights[0]?.labels.length ? 1 : 0.09 * last;
  return (
    <Figure
      title={`Suggested and measured runs over all variables and ${objectives.map(({ label }) => label).join(', ')}`}
      name="parallel"
      height={330}
      minWidth={uprights.length * axisRoom}
      x={{
        label: '',
        domain: [-before, last * 1.09],
        ticks: uprights.map((_, k) => k),
        format: (k) => labelled(uprights[k]?.name ?? '', uprights[k]?.unit),
      }}
      y={{ label: '', domain: [-0.1, 1.12], ticks: [], format: () => '' }}
      legend={[
        { label: 'suggested', colour: colour.next, kind: 'line' },
        { label: `measured, strongest: best ${ranked.label}`, colour: colour.data, kind: 'line' },
      ]}
      table={() => tableOf(drawing)}
      hit={(at) => {
        const i = nearest(at, corners.x, corners.y);
        const strand = i === undefined ? undefined : strands[Math.floor(i / uprights.length)];
        if (i === undefined || !strand) return undefined;
        const lines = linesOf(uprights, strand, objectives.length);
        return { x: corners.x[i] as number, y: corners.y[i] as number, lines };
      }}
      draw={draw}
    >
      <BestBy {...{ objectives, ranked, choose }} />
      Each line is a run, read from left to right.
      {props.rows.length > most && ` Only the ${most} best measured runs are drawn.`}
    </Figure>
  );
}
