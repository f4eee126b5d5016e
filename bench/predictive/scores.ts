import type { Backend } from '../../src/engine/compute/backend.ts';
import { distributionAt } from '../../src/engine/gp/ensemble/distribution.ts';
import { createEnsemblePosterior, type EnsemblePrediction } from '../../src/engine/gp/ensemble/posterior.ts';
import { fitPredictive } from '../../src/engine/gp/ensemble/predictive.ts';
import { normalScatter } from '../../src/engine/gp/ensemble/scatter.ts';
import { createGenerator } from '../../src/engine/random/generator.ts';
import { spanningColumns } from '../../src/engine/space/encode.ts';
import type { Dimension } from '../../src/engine/space/space.ts';
import { mean } from '../support/averages.ts';
import type { Case, Table } from './cases.ts';

/** Scores of one method on one case: outputs in units of the table's deviation, of one new measurement. */
export interface Score {
  readonly method: string;
  readonly table: string;
  readonly n: number;
  readonly split: number;
  /** Of `Case`. */
  readonly data: string;
  /** Of a peer's package. */
  readonly version?: string;
  readonly nlpd: number;
  readonly crps: number;
  /** Share of the test rows inside the central 95 %. */
  readonly coverage: number;
  readonly rmse: number;
}

/** Of a model, and of the same draws if measurements were normal with the same noise everywhere. */
export const OURS = { whole: 'Athanor auto', plain: 'auto, normal measurements' };

/** Fits to the training rows and scores the test rows, by each of `OURS`. */
export function ourScores(
  table: Table,
  { table: name, n, split, train, test, data }: Case,
  backend: Backend,
): Score[] {
  const centre = mean(table.y);
  const unit = Math.sqrt(mean(table.y.map((y) => (y - centre) ** 2)));
  const rowsOf = (rows: readonly number[]) => Float64Array.from(rows.flatMap((row) => table.X[row]));
  const model = fitPredictive(
    {
      X: rowsOf(train),
      n,
      d: table.columns.length,
      categorical: table.columns.map((kind) => kind === 'categorical'),
      spanning: spanningColumns(dimensionsOf(table)),
      y: Float64Array.from(train, (row) => table.y[row] / unit),
      ...(table.bounds && { bounds: { low: table.bounds[0] / unit, high: table.bounds[1] / unit } }),
      seed: split,
    },
    { backend },
  );
  const posterior = createEnsemblePosterior(model, backend);
  const prediction = posterior.predict(rowsOf(test), test.length);
  posterior.free();
  const measured = test.map((row) => table.y[row] / unit);
  return [
    { method: OURS.whole, table: name, n, split, data, ...scoresOf(prediction, measured) },
    {
      ...{ method: OURS.plain, table: name, n, split, data },
      ...scoresOf({ ...prediction, scatter: normalScatter }, measured),
    },
  ];
}

/** As a session describes the table: a numeric column by the range of its values. */
const dimensionsOf = ({ columns, X }: Table): Dimension[] =>
  columns.map((kind, column) => {
    const values = X.map((row) => row[column]);
    const name = String(column);
    return kind === 'categorical'
      ? { kind: 'categorical', name, labels: [...new Set(values)].map(String) }
      : { kind: 'real', name, low: Math.min(...values), high: Math.max(...values) };
  });

function scoresOf(prediction: EnsemblePrediction, measured: readonly number[]) {
  const each = measured.map((y, i) => {
    const measurement = distributionAt(prediction, i, 'measurement');
    const level = measurement.level(y);
    return {
      nlpd: -measurement.logDensity(y),
      crps: measurement.crps(y),
      inside: level > 0.025 && level < 0.975 ? 1 : 0,
      square: (measurement.moments().mean - y) ** 2,
    };
  });
  return {
    nlpd: mean(each.map(({ nlpd }) => nlpd)),
    crps: mean(each.map(({ crps }) => crps)),
    coverage: mean(each.map(({ inside }) => inside)),
    rmse: Math.sqrt(mean(each.map(({ square }) => square))),
  };
}

const RESAMPLES = 2000;

/** Mean of paired differences, and its 95 % bootstrap interval over tables and the splits within them. */
export function pairedDifference(byTable: readonly (readonly number[])[]): {
  readonly mean: number;
  readonly interval: readonly [number, number];
} {
  const generator = createGenerator('paired');
  const draw = <T>(values: readonly T[]): T[] => values.map(() => values[generator.integer(values.length)]);
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(draw(byTable).map((table) => mean(draw(table)))),
  );
  means.sort((a, b) => a - b);
  return {
    mean: mean(byTable.map(mean)),
    interval: [means[Math.round(0.025 * RESAMPLES)], means[Math.round(0.975 * RESAMPLES) - 1]],
  };
}
