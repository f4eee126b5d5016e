import { CancelledError } from '../../errors.ts';
import type { RunContext } from '../../run-context.ts';
import { distributionAt, interval95, momentsOf } from '../ensemble/distribution.ts';
import { createEnsemblePosterior, type EnsemblePrediction } from '../ensemble/posterior.ts';
import type { GpModel } from '../model.ts';

/** Where to predict, and with what. */
export interface PredictTask {
  /** One per objective, over the same columns. */
  readonly models: readonly GpModel[];
  /** [m, d] raw, encoded inputs. */
  readonly X: Float64Array;
  readonly m: number;
  /** What is wanted of one new measurement at each point besides its deviation. */
  readonly measurement?: {
    /** Shares in (0, 1). */
    readonly shares: readonly number[];
    /** [objectives][m] measured values; NaN where there is none. */
    readonly measured?: readonly Float64Array[];
  };
}

/** In output units, calibration included; [objectives][m]. */
export interface PredictResult {
  /** The curve: the latent function. */
  readonly mean: readonly Float64Array[];
  readonly std: readonly Float64Array[];
  /** Ends of its 95 % interval. */
  readonly low: readonly Float64Array[];
  readonly high: readonly Float64Array[];
  /** One new measurement, noise included. */
  readonly stdMeasurement: readonly Float64Array[];
  /** [objectives][m, shares]; nothing where none were asked for. */
  readonly quantiles: readonly Float64Array[];
  /** log density of the measured values; NaN where there is none. */
  readonly logDensity?: readonly Float64Array[];
}

/** Points per call of the backend: bounds its buffers, and how long a cancelled job still runs. */
const CHUNK = 4096;

/** Arrays for the results of one objective, which are written chunk by chunk. */
function emptyResults(task: PredictTask) {
  const { m, measurement } = task;
  return {
    mean: new Float64Array(m),
    std: new Float64Array(m),
    low: new Float64Array(m),
    high: new Float64Array(m),
    stdMeasurement: new Float64Array(m),
    quantiles: new Float64Array(m * (measurement?.shares.length ?? 0)),
    logDensity: new Float64Array(measurement?.measured ? m : 0).fill(Number.NaN),
  };
}

/** Quantiles and log densities of one new measurement at the points of a chunk. */
function measure(
  prediction: EnsemblePrediction,
  from: number,
  into: ReturnType<typeof emptyResults>,
  shares: readonly number[],
  measured: Float64Array | undefined,
): void {
  const m = prediction.means[0].length;
  for (let i = 0; i < m; i++) {
    const measurement = distributionAt(prediction, i, 'measurement');
    shares.forEach((share, k) => {
      into.quantiles[(from + i) * shares.length + k] = measurement.quantile(share);
    });
    const value = measured?.[from + i];
    if (value !== undefined && !Number.isNaN(value))
      into.logDensity[from + i] = measurement.logDensity(value);
  }
}

/**
 * Posterior mean and deviations of every objective at every point, and what is wanted of one new measurement.
 * O(n³) per member of a model whose factor is not kept from an earlier call, then O(n²) per point.
 */
export function predict(task: PredictTask, context: RunContext): PredictResult {
  const { measurement } = task;
  const each = task.models.map((model, k) => {
    const posterior = createEnsemblePosterior(model, context.backend);
    const into = emptyResults(task);
    try {
      for (let from = 0; from < task.m; from += CHUNK) {
        if (context.cancelled?.())
          throw new CancelledError('predict: cancelled, because its client disconnected or requested it');
        const m = Math.min(CHUNK, task.m - from);
        const prediction = posterior.predict(task.X.subarray(from * model.d, (from + m) * model.d), m);
        const moments = momentsOf(prediction);
        into.mean.set(moments.mean, from);
        into.std.set(moments.std, from);
        for (let i = 0; i < m; i++)
          [into.low[from + i], into.high[from + i]] = interval95(prediction, i, 'curve');
        into.stdMeasurement.set(moments.stdMeasurement, from);
        if (measurement) measure(prediction, from, into, measurement.shares, measurement.measured?.[k]);
      }
    } finally {
      posterior.free();
    }
    return into;
  });
  return {
    mean: each.map(({ mean }) => mean),
    std: each.map(({ std }) => std),
    low: each.map(({ low }) => low),
    high: each.map(({ high }) => high),
    stdMeasurement: each.map(({ stdMeasurement }) => stdMeasurement),
    quantiles: each.map(({ quantiles }) => quantiles),
    ...(measurement?.measured ? { logDensity: each.map(({ logDensity }) => logDensity) } : {}),
  };
}
