import { type Bounds, clamped, rangeOf } from './bounds.ts';
import { fromLog, logEndsOf, toLog } from './log-view.ts';
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
}

/** How the predictions of a model read its outputs; undefined where they are normal in the outputs as they are. */
export function readingOf(model: GpModel): Reading | undefined {
  const { ofLog, ofLogit, bounds = {} } = model;
  const isCurved = ofLog !== undefined || ofLogit !== undefined;
  if (!isCurved && model.bounds === undefined) return undefined;
  const { to, from } = scaleOf(model);
  return {
    bounds,
    isCurved,
    latent: (y) => to(clamped(y, bounds)),
    output: (latent) => clamped(from(latent), bounds),
  };
}

interface Scale {
  to(y: number): { readonly value: number; readonly slope: number };
  from(latent: number): number;
}

function scaleOf({ ofLog, ofLogit, bounds, ...model }: GpModel): Scale {
  if (ofLog) {
    const ends = logEndsOf(model, ofLog);
    return { to: (y) => toLog(y, ends), from: (latent) => fromLog(latent, ends) };
  }
  const range = rangeOf(bounds);
  if (ofLogit && range) {
    const ends = logitEndsOf(model.y, range);
    return { to: (y) => toLogit(y, ends), from: (latent) => fromLogit(latent, ends) };
  }
  return { to: (y) => ({ value: y, slope: 1 }), from: (latent) => latent };
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
