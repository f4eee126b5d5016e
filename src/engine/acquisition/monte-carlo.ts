import type { Posterior } from '../gp/posterior.ts';
import { readSlot, slotOf } from '../gp/slots.ts';
import { sobolNormal } from '../random/sobol.ts';
import type { Scorer } from './climb.ts';

/** Codes of `mc_acquisition`. */
export const monteCarlo = { logQEI: 0, qEI: 1, qUCB: 2 } as const;

export interface MonteCarloOptions {
  readonly kind: (typeof monteCarlo)[keyof typeof monteCarlo];
  readonly q: number;
  readonly sign: 1 | -1;
  /** f*, output units. */
  readonly best: number;
  readonly beta: number;
  readonly samples: number;
  readonly seed: number;
  /** [samples, q + p] standard normal draws to use instead of those of the seed. */
  readonly baseSamples?: Float64Array;
  /** [p, d] raw points that are under way and count with every group. */
  readonly pending: Float64Array;
}

/** Smoothing of max(·, 0) and of the maximum over the batch, model scale. */
const TAU = 1e-6;
const TAU_MAX = 1e-2;

/**
 * Scores batches of q points by averages over fixed Sobol normal samples of the joint posterior, one program per call.
 *
 * Values are in output units: log-qEI its logarithm, qUCB as an output. Groups are split so that one call stays within
 * the backend's memory.
 */
export function monteCarloScorer(posterior: Posterior, options: MonteCarloOptions): Scorer {
  const { backend, inputs, model, slots, parameters, outputShift, outputScale } = posterior;
  const { q, kind, sign } = options;
  const { d } = model;
  const D = inputs.dimension;
  const pendingCount = options.pending.length / d;
  const total = q + pendingCount;
  const Z = options.baseSamples ?? sobolNormal(options.samples, total, options.seed);
  const pending = inputs.encode(options.pending, pendingCount);
  const best = (options.best - outputShift) / outputScale;
  const settings = Float64Array.of(best, options.beta, sign, TAU, TAU_MAX, 0);

  function run(points: Float64Array, withGradient: boolean) {
    const groups = points.length / (q * d);
    const value = new Float64Array(groups);
    const gradient = new Float64Array(withGradient ? points.length : 0);
    const bytes = 8 * total * (posterior.n + 2 * options.samples + total);
    const most = Math.max(1, Math.min(groups, Math.floor((0.25 * backend.memory()) / bytes)));
    for (let from = 0; from < groups; from += most) {
      const count = Math.min(most, groups - from);
      const part = points.subarray(from * q * d, (from + count) * q * d);
      const answer = runPart(part, count, withGradient);
      value.set(answer.value, from);
      if (withGradient) gradient.set(inputs.pullback(part, count * q, answer.gradient), from * q * d);
    }
    return toOutput(value, gradient);
  }

  function runPart(points: Float64Array, groups: number, withGradient: boolean) {
    const own = [
      slotOf(backend, inputs.encode(points, groups * q)),
      slotOf(backend, Z),
      slotOf(backend, pending),
      slotOf(backend, settings),
    ];
    const outputs = [groups, withGradient ? groups * q * D : 0, groups].map((length) =>
      backend.alloc(length),
    );
    try {
      const dims = [
        groups,
        q,
        posterior.n,
        D,
        parameters,
        options.samples,
        kind,
        withGradient ? 1 : 0,
        pendingCount,
      ];
      backend.run([
        {
          op: 'mc_acquisition',
          dims: Int32Array.from([...dims, ...model.code]),
          inputs: [slots.X, slots.theta, slots.L, slots.alpha, ...own],
          outputs,
        },
      ]);
      return { value: readSlot(backend, outputs[0]), gradient: readSlot(backend, outputs[1]) };
    } finally {
      for (const slot of [...own, ...outputs]) backend.free(slot);
    }
  }

  /** From model scale: log values gain log scale, the others are scaled, qUCB is shifted too. */
  function toOutput(value: Float64Array, gradient: Float64Array) {
    if (kind === monteCarlo.logQEI) return { value: value.map((v) => v + Math.log(outputScale)), gradient };
    const shift = kind === monteCarlo.qUCB ? sign * outputShift : 0;
    return {
      value: value.map((v) => shift + outputScale * v),
      gradient: gradient.map((v) => v * outputScale),
    };
  }

  return { q, values: (points) => run(points, false).value, gradients: (points) => run(points, true) };
}
