import { extent } from '../../linalg/extent.ts';
import type { GpModel } from '../model.ts';
import { type Bounds, clamped, rangeOf } from './bounds.ts';
import {
  endsAround,
  fromLog,
  type LogEnds,
  logEndsOf,
  outputSlope,
  spansDecades,
  toLog,
} from './logarithm.ts';
import { fromLogit, type LogitEnds, logitEndsOf, toLogit } from './logit.ts';

/** The output as a function of the latent value that a Gaussian process models, and its derivative. */
export interface OutputOfLatent {
  /** Non-decreasing. */
  output(latent: number): number;
  /** Derivative of `output`. */
  slope(latent: number): number;
}

interface InvertibleWarp extends OutputOfLatent {
  /** The latent value of an output, and its derivative. */
  latent(y: number): { readonly value: number; readonly slope: number };
}

/** How outputs follow from latent values (a warped Gaussian process, Snelson et al. 2004). Outputs beyond a bound count as the bound; there `slope` is 0. */
export interface OutputWarp extends InvertibleWarp {
  /** Where outputs can lie; both ends absent: anywhere. */
  readonly bounds: Bounds;
  /** Whether latent values are logarithms or logits: expected values are then medians. */
  readonly isNonlinear: boolean;
  /** Of logarithms: the warp at points that are expected beyond the recorded results. */
  readonly beyond?: {
    /** Latent values of the lowest and the highest result. */
    readonly recorded: readonly [low: number, high: number];
    /** Where latent values between low and high are expected. */
    around(low: number, high: number): OutputWarp;
  };
}

/** The warp of the predictions of a model; undefined where they are normal in the outputs. */
export function outputWarpOf(model: GpModel): OutputWarp | undefined {
  const { ofLog, ofLogit, bounds = {} } = model;
  const isNonlinear = ofLog !== undefined || ofLogit !== undefined;
  if (!isNonlinear && model.bounds === undefined) return undefined;
  const warp = within(bounds, isNonlinear, unclampedWarp(model));
  return ofLog ? { ...warp, beyond: beyondRecorded(model, ofLog, bounds) } : warp;
}

function within(bounds: Bounds, isNonlinear: boolean, { latent, output, slope }: InvertibleWarp): OutputWarp {
  return {
    bounds,
    isNonlinear,
    latent: (y) => latent(clamped(y, bounds)),
    output: (value) => clamped(output(value), bounds),
    slope: (value) => (clamped(output(value), bounds) === output(value) ? slope(value) : 0),
  };
}

function beyondRecorded(
  model: GpModel,
  ofLog: Pick<GpModel, 'outputScale'>,
  bounds: Bounds,
): NonNullable<OutputWarp['beyond']> {
  const ends = logEndsOf(model, ofLog);
  const [lowest, highest] = extent(model.y);
  return {
    recorded: [toLog(lowest, ends).value, Math.log(highest)],
    around: (low, high) => within(bounds, true, logWarp(endsAround(ends, low, high, lowest === 0))),
  };
}

/** The warp under which a search takes the outputs of a model, where they span decades: logarithms or logits; undefined: outputs as they are. */
export function searchedWarp(model: GpModel): OutputWarp | undefined {
  return (model.ofLog || model.ofLogit) && spansDecades(model.y) ? outputWarpOf(model) : undefined;
}

/** Latent values are logarithms. */
export function logWarp(ends: LogEnds): InvertibleWarp {
  const output = (latent: number) => fromLog(latent, ends);
  return { latent: (y) => toLog(y, ends), output, slope: (latent) => outputSlope(output(latent), ends) };
}

/** Latent values are logits. */
export function logitWarp(ends: LogitEnds): InvertibleWarp {
  const output = (latent: number) => fromLogit(latent, ends);
  return {
    latent: (y) => toLogit(y, ends),
    output,
    slope: (latent) => 1 / toLogit(output(latent), ends).slope,
  };
}

function unclampedWarp({ ofLog, ofLogit, bounds, ...model }: GpModel): InvertibleWarp {
  if (ofLog) return logWarp(logEndsOf(model, ofLog));
  const range = rangeOf(bounds);
  if (ofLogit && range) return logitWarp(logitEndsOf(model.y, range));
  return { latent: (y) => ({ value: y, slope: 1 }), output: (latent) => latent, slope: () => 1 };
}

const views = new WeakMap<object, GpModel>();

/** A model whose outputs are the latent values: of the logarithms or logits where the model has one, else the model itself. */
export function latentView(model: GpModel): GpModel {
  const { ofLog, ofLogit, X, y } = model;
  const under = ofLog ?? ofLogit;
  if (!under) return model;
  const known = views.get(under);
  if (known?.X === X) return known;
  const { latent } = unclampedWarp(model);
  const view = { ...under, X, y: y.map((value) => latent(value).value) };
  views.set(under, view);
  return view;
}
