import { type Bounds, clamped, rangeOf } from './bounds.ts';
import { fromLog, type LogEnds, logEndsOf, outputSlope, spansDecades, toLog } from './log-view.ts';
import { fromLogit, logitEndsOf, toLogit } from './logit.ts';
import type { GpModel } from './model.ts';

/** What Gaussian processes are of, where that is not the output itself. */
export interface Reading {
  /** Ends of the outputs; both absent: outputs may be anything. */
  readonly bounds: Bounds;
  /** Whether it is another quantity, a logarithm or a logit: expected values are then medians. */
  readonly isCurved: boolean;
  /** The latent value of an output, and its slope; what lies beyond a bound counts as the bound. */
  latent(y: number): { readonly value: number; readonly slope: number };
  /** The output of a latent value; the larger, the larger. */
  output(latent: number): number;
  /** How much the output grows with the latent value; 0 at a bound. */
  rise(latent: number): number;
}

/** What gives an output its desirability: the output of a latent value, and its slope. */
export type Outputs = Pick<Reading, 'output' | 'rise'>;

/** How the predictions of a model read its outputs; undefined where they are normal in the outputs as they are. */
export function readingOf(model: GpModel): Reading | undefined {
  const { ofLog, ofLogit, bounds = {} } = model;
  const isCurved = ofLog !== undefined || ofLogit !== undefined;
  if (!isCurved && model.bounds === undefined) return undefined;
  const { to, from, rise } = scaleOf(model);
  return {
    bounds,
    isCurved,
    latent: (y) => to(clamped(y, bounds)),
    output: (latent) => clamped(from(latent), bounds),
    rise: (latent) => (clamped(from(latent), bounds) === from(latent) ? rise(latent) : 0),
  };
}

/** The reading by which a search takes the outputs of a model: a logarithm, or a logit where outputs span decades; undefined: as they are. */
export function searchedReading(model: GpModel): Reading | undefined {
  return model.ofLog || (model.ofLogit && spansDecades(model.y)) ? readingOf(model) : undefined;
}

interface Scale {
  to(y: number): { readonly value: number; readonly slope: number };
  from(latent: number): number;
  rise(latent: number): number;
}

/** Of a model of logarithms. */
export function logScale(ends: LogEnds): Scale {
  const from = (latent: number) => fromLog(latent, ends);
  return { to: (y) => toLog(y, ends), from, rise: (latent) => outputSlope(from(latent), ends) };
}

function scaleOf({ ofLog, ofLogit, bounds, ...model }: GpModel): Scale {
  if (ofLog) {
    return logScale(logEndsOf(model, ofLog));
  }
  const range = rangeOf(bounds);
  if (ofLogit && range) {
    const ends = logitEndsOf(model.y, range);
    const from = (latent: number) => fromLogit(latent, ends);
    return { to: (y) => toLogit(y, ends), from, rise: (latent) => 1 / toLogit(from(latent), ends).slope };
  }
  return { to: (y) => ({ value: y, slope: 1 }), from: (latent) => latent, rise: () => 1 };
}

const views = new WeakMap<object, GpModel>();

/** The model of the logarithms or logits of the outputs as a model of its own, whose outputs are these; the model itself where there is none. */
export function latentView(model: GpModel): GpModel {
  const { ofLog, ofLogit, X, y } = model;
  const under = ofLog ?? ofLogit;
  if (!under) return model;
  const known = views.get(under);
  if (known?.X === X) return known;
  const { to } = scaleOf(model);
  const view = { ...under, X, y: y.map((value) => to(value).value) };
  views.set(under, view);
  return view;
}
