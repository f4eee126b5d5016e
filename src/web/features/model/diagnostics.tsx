import { useCallback } from 'react';
import { useDataset, useModel } from '../../api/session.ts';
import type { CalibrationPlot, ParityPlot, QqPlot } from '../../api/types.ts';
import { waiting } from '../../components/page-parts.tsx';
import { useRunDialog } from '../../domain/figures/use-run-dialog.tsx';
import { isCrossValidated, useDiagnostic } from '../../domain/models/diagnostic.ts';
import { spreadWords } from '../../domain/models/model-words.ts';
import { estimateOf, type Objective, withinBounds } from '../../domain/results/objectives.ts';
import { Figure, nearest } from '../../plots/figure.tsx';
import { Band, ErrorBars, Line, Points } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import { extent, type Frame, padded } from '../../plots/scale.ts';
import { show, showFixed } from '../../text/format.ts';

interface Props {
  id: string;
  objective: Objective;
  several: boolean;
}

const unseen: Record<ParityPlot['kind'], string> = {
  refit: 'Each run is predicted by a model that was fitted without it.',
  fixed_hyperparameters: 'Each run is predicted without it, with the hyperparameters of the fit to all runs.',
};

/** Predicted against measured, each point predicted without having been seen. */
function Parity({ id, objective, several }: Props) {
  const plot = useDiagnostic(id, 'parity', several ? objective.name : undefined);
  const missing = waiting(plot);
  if (missing || !plot.data) return missing;
  return <ParityFigure id={id} data={plot.data} objective={objective} />;
}

function ParityFigure({ id, data, objective }: { id: string; data: ParityPlot; objective: Objective }) {
  const [openRun, dialog] = useRunDialog(id, useDataset(id).data?.rows ?? []);
  const domain = padded(extent(data.actual, data.predicted));
  const { low, high } = objective.bounds ?? { low: null, high: null };
  const end = useCallback(
    (side: 1 | -1) =>
      data.predicted.map((value, i) => withinBounds(value + side * (data.std[i] as number), { low, high })),
    [data, low, high],
  );
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Line frame={frame} x={frame.x.domain} y={frame.x.domain} colour={colour.quiet} dash />
        <ErrorBars frame={frame} x={data.actual} low={end(-1)} high={end(1)} colour={colour.model} />
        <Points frame={frame} x={data.actual} y={data.predicted} colour={colour.model} />
      </>
    ),
    [data, end],
  );
  return (
    <Figure
      title={`Predicted against measured ${objective.label}`}
      name={`parity-${objective.name}`}
      square
      x={{ label: `Measured ${objective.label}`, unit: objective.unit, domain }}
      y={{ label: 'Predicted', unit: objective.unit, domain }}
      legend={[
        { label: 'predicted without the run, ± 1 SD', colour: colour.model, kind: 'point' },
        { label: 'perfect', colour: colour.quiet, kind: 'dash' },
      ]}
      table={() => [
        { name: 'Experiment', values: data.rows.map((row) => (row === null ? 'changed since' : row + 1)) },
        { name: `Measured ${objective.label}`, unit: objective.unit, values: data.actual },
        { name: 'Predicted without it', unit: objective.unit, values: data.predicted },
        { name: 'Standard deviation', unit: objective.unit, values: data.std },
      ]}
      hit={(at) => {
        const i = nearest(at, data.actual, data.predicted);
        if (i === undefined) return undefined;
        const row = data.rows[i] ?? null;
        return {
          x: data.actual[i] as number,
          y: data.predicted[i] as number,
          lines: [
            row === null ? 'Removed or corrected since the training' : `Experiment ${row + 1}`,
            `measured ${show(data.actual[i])}`,
            `predicted ${estimateOf(objective, data.predicted[i], data.std[i])}`,
          ],
          ...(row === null ? {} : { open: () => openRun(row) }),
        };
      }}
      draw={draw}
    >
      {dialog}RMSE {show(data.metrics.rmse, 3)}, mean error {show(data.metrics.mae, 3)}, R²{' '}
      {showFixed(data.metrics.r2, 3)}. Points on the dashed line are predicted exactly. {unseen[data.kind]}
    </Figure>
  );
}

/** Standardized errors against what a normal distribution gives. */
function Quantiles({ id, objective, several }: Props) {
  const plot = useDiagnostic(id, 'qq_plot', several ? objective.name : undefined);
  const missing = waiting(plot);
  if (missing || !plot.data) return missing;
  return <QuantileFigure data={plot.data} objective={objective} />;
}

function QuantileFigure({ data, objective }: { data: QqPlot; objective: Objective }) {
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Line frame={frame} x={frame.x.domain} y={frame.x.domain} colour={colour.quiet} dash />
        <Points
          frame={frame}
          x={data.theoretical_quantiles}
          y={data.sample_quantiles}
          colour={colour.model}
        />
      </>
    ),
    [data],
  );
  return (
    <Figure
      title={`Quantiles of the errors of ${objective.label} against the normal distribution`}
      name={`qq-${objective.name}`}
      square
      x={{ label: 'Expected error, in error bars', domain: padded(extent(data.theoretical_quantiles)) }}
      y={{ label: 'Measured − predicted, in error bars', domain: padded(extent(data.sample_quantiles)) }}
      table={() => [
        { name: 'Expected error', unit: 'error bars', values: data.theoretical_quantiles },
        { name: 'Measured − predicted', unit: 'error bars', values: data.sample_quantiles },
      ]}
      draw={draw}
    >
      Each point is a run, sorted by its error. An error bar is one standard deviation of a prediction. On the
      dashed line the errors are as large as predicted. Mean {showFixed(data.mean_z, 2)}, standard deviation{' '}
      {showFixed(data.std_z, 2)}
      {typeof data.std_z === 'number' ? `: ${spreadWords(data.std_z, data.sample_quantiles.length)}` : ''}.
    </Figure>
  );
}

/** How often the truth lies inside the intervals that the model gives. */
function Coverage({ id, objective, several }: Props) {
  const plot = useDiagnostic(id, 'calibration', several ? objective.name : undefined);
  const missing = waiting(plot);
  if (missing || !plot.data) return missing;
  if (plot.data.confidence_levels.length === 0)
    return <p className="hint">Too few experiments to judge the intervals.</p>;
  return <CoverageFigure data={plot.data} objective={objective} />;
}

const inPercent = (shares: readonly number[]): number[] => shares.map((share) => 100 * share);

function CoverageFigure({ data, objective }: { data: CalibrationPlot; objective: Objective }) {
  const draw = useCallback(
    (frame: Frame) => (
      <>
        <Band
          frame={frame}
          x={data.confidence_levels}
          low={data.confidence_bands_lower}
          high={data.confidence_bands_upper}
          colour={colour.quiet}
        />
        <Line frame={frame} x={[0, 1]} y={[0, 1]} colour={colour.quiet} dash />
        <Line frame={frame} x={data.confidence_levels} y={data.observed_coverage} colour={colour.model} />
        <Points frame={frame} x={data.confidence_levels} y={data.observed_coverage} colour={colour.model} />
      </>
    ),
    [data],
  );
  const percent = (value: number): string => `${Math.round(value * 100)} %`;
  return (
    <Figure
      title={`Share of measured ${objective.label} inside the intervals, by confidence level`}
      name={`calibration-${objective.name}`}
      square
      x={{ label: 'Interval of the model', domain: [0, 1], format: percent }}
      y={{ label: 'Results inside it', domain: [0, 1], format: percent }}
      legend={[
        { label: 'observed', colour: colour.model, kind: 'line' },
        { label: 'expected by chance', colour: colour.quiet, kind: 'band' },
      ]}
      table={() => [
        { name: 'Interval of the model', unit: '%', values: inPercent(data.confidence_levels) },
        { name: 'Results inside it', unit: '%', values: inPercent(data.observed_coverage) },
        { name: 'By chance, from', unit: '%', values: inPercent(data.confidence_bands_lower) },
        { name: 'to', unit: '%', values: inPercent(data.confidence_bands_upper) },
      ]}
      draw={draw}
    >
      For example, about 80 % of the results should lie inside the 80 % intervals. Below the band the error
      bars are too short, above it too long.
    </Figure>
  );
}

/** One of the pictures that judge the model by runs it has not seen. */
export function Diagnostics({ kind, ...props }: Props & { kind: 'parity' | 'qq' | 'calibration' }) {
  const model = useModel(props.id).data;
  if (isCrossValidated(model, props.several ? props.objective.name : undefined) === false)
    return (
      <p className="hint">Too few results. From five on, each is predicted by a model trained without it.</p>
    );
  if (kind === 'parity') return <Parity {...props} />;
  return kind === 'qq' ? <Quantiles {...props} /> : <Coverage {...props} />;
}
