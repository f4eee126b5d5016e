import { useCallback, useMemo } from 'react';
import { sessionCall } from '../../api/call.ts';
import { keyOf, useAnswer } from '../../api/queries.ts';
import { Panel } from '../../components/page-parts.tsx';
import type { Along } from '../../domain/figures/trace-plot.tsx';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Line } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { extent, type Frame, padded } from '../../plots/scale.ts';
import { show } from '../../text/format.ts';

/** The best desirability so far, the joint one of several objectives; nothing where goals are not read by it. */
export function DesirabilityPanel(props: { id: string; along: Along | undefined; nObjectives: number }) {
  const { id, along } = props;
  const isJoint = props.nObjectives > 1;
  const name = isJoint ? 'Joint desirability' : 'Desirability';
  // Part of the data: it is asked for again with every result and every change of the goals.
  const progress = useAnswer(keyOf(id, 'data', 'campaign'), sessionCall('GET', id, 'campaign')).data
    ?.progress;
  const { x, y } = useMemo(() => {
    const known = (progress ?? []).filter((one) => one.desirability !== undefined);
    return {
      x: known.map(({ row }) => along?.values[row] ?? row + 1),
      y: known.map(({ desirability }) => desirability as number),
    };
  }, [progress, along]);
  const draw = useCallback(
    (frame: Frame) => <Line frame={frame} x={x} y={y} colour={colour.best} step />,
    [x, y],
  );
  if (y.length === 0) return null;
  const label = along?.label ?? 'Experiment';
  return (
    <Panel title={`${name}: best ${show(y.at(-1), 3)}`}>
      <Figure
        title={`${name}, best so far`}
        name="desirability"
        x={{ label, unit: along?.unit, domain: padded(extent(x), 0.03), whole: along === undefined }}
        y={{ label: name, domain: [0, 1] }}
        legend={[{ label: 'best so far', colour: colour.best, kind: 'line' }]}
        table={() => [
          { name: label, unit: along?.unit, values: x },
          { name: `${name}, best so far`, values: y },
        ]}
        hit={(at) => {
          const i = nearest(at, x, y);
          if (i === undefined) return undefined;
          const lines = [`${name} ${show(y[i], 3)}`, `${label} ${show(x[i])}`];
          return { x: x[i] as number, y: y[i] as number, lines };
        }}
        draw={draw}
      >
        {isJoint ? 'Geometric mean of the desirabilities of all objectives: ' : ''}0 is not acceptable, 1 is
        fully satisfactory.
      </Figure>
    </Panel>
  );
}
