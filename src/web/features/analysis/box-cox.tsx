import { useCallback } from 'react';
import type { DesignAnalysis } from '../../../contract/designs/design-quality.ts';
import { Panel } from '../../components/page-parts.tsx';
import type { Objective } from '../../domain/results/objectives.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Line, Points, Rule } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { extent, type Frame, padded } from '../../plots/scale.ts';
import { show } from '../../text/format.ts';
import { boxCoxWords, transformationWord } from './analysis.ts';

type BoxCox = NonNullable<DesignAnalysis['box_cox']>;

function BoxCoxPlot({ profile, objective }: { profile: BoxCox; objective: Objective }) {
  const { lambda, log_likelihood: likelihood, limit } = profile;
  const draw = useCallback(
    (frame: Frame) => {
      const ends = profile.interval.filter((end) => end !== null);
      return (
        <>
          <Rule frame={frame} x={1} colour={colour.quiet} dash />
          <Rule frame={frame} y={profile.limit} colour={colour.best} dash />
          <Line frame={frame} x={profile.lambda} y={profile.log_likelihood} colour={colour.model} />
          <Points frame={frame} x={ends} y={ends.map(() => profile.limit)} colour={colour.model} size={4.5} />
        </>
      );
    },
    [profile],
  );
  return (
    <Figure
      title={`Box–Cox plot of ${objective.label}`}
      name={`box-cox-${objective.name}`}
      height={280}
      x={{ label: 'λ', domain: [-2, 2] }}
      y={{ label: 'Log likelihood', domain: padded(extent(likelihood, [limit])) }}
      legend={[
        { label: 'profile log likelihood', colour: colour.model, kind: 'line' },
        { label: 'limit of the interval', colour: colour.best, kind: 'dash' },
      ]}
      table={() => [
        { name: 'λ', values: lambda },
        { name: 'Log likelihood', values: likelihood },
      ]}
      hit={(at) => {
        const i = nearest(at, lambda, likelihood);
        if (i === undefined) return undefined;
        return {
          x: lambda[i] as number,
          y: likelihood[i] as number,
          lines: [`λ ${show(lambda[i])}`, `log likelihood ${show(likelihood[i])}`],
        };
      }}
      draw={draw}
    >
      λ = 1 is no transformation. Each λ above the limit is in the interval.
    </Figure>
  );
}

/** Whether transformed results would fit the model better, and the way to analyse them. */
export function BoxCoxPanel(props: {
  analysis: DesignAnalysis;
  objective: Objective;
  confidence: string;
  /** Analyses the results under this λ. */
  onTransform: (lambda: number) => void;
}) {
  const { analysis, objective, confidence, onTransform } = props;
  const { box_cox: profile, transformation } = analysis;
  const current = transformation?.lambda ?? 1;
  return (
    <Panel
      title="Transformation of the results"
      actions={
        profile &&
        profile.recommended !== current && (
          <button type="button" onClick={() => onTransform(profile.recommended)}>
            Analyse {transformationWord(profile.recommended, objective.label)}
          </button>
        )
      }
    >
      <p>{boxCoxWords(analysis, confidence)}</p>
      {profile && <BoxCoxPlot profile={profile} objective={objective} />}
    </Panel>
  );
}
