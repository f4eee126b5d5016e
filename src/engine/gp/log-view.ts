import type { GpModel } from './model.ts';

const views = new WeakMap<object, GpModel>();

/** The model of the logarithms of the outputs as a model of its own, whose outputs are logarithms; the model itself where there is none. */
export function logView(model: GpModel): GpModel {
  const { ofLog, X, y } = model;
  if (!ofLog) return model;
  const known = views.get(ofLog);
  if (known?.X === X) return known;
  const view = { ...ofLog, X, y: y.map(Math.log) };
  views.set(ofLog, view);
  return view;
}

/** Between which outputs a model of logarithms takes them. */
export interface LogEnds {
  readonly low: number;
  readonly high: number;
}

/** How far beyond the recorded outputs the logarithm goes on as it is, as a factor. */
const REACH = 3;

export const logEndsOf = ({ y }: Pick<GpModel, 'y'>): LogEnds => ({
  low: y.reduce((a, b) => Math.min(a, b)) / REACH,
  high: REACH * y.reduce((a, b) => Math.max(a, b)),
});

/** The logarithm between the ends and its tangents beyond: a zero has a place, and a prediction far beyond the highest output grows no faster than there. */
export function toLog(y: number, { low, high }: LogEnds): { readonly value: number; readonly slope: number } {
  const near = Math.min(high, Math.max(low, y));
  return { value: Math.log(near) + (y - near) / near, slope: 1 / near };
}

/** The inverse of `toLog`; what would be negative is 0. */
export function fromLog(value: number, { low, high }: LogEnds): number {
  const end = value < Math.log(low) ? low : high;
  if (value >= Math.log(low) && value <= Math.log(high)) return Math.exp(value);
  return Math.max(0, end * (1 + value - Math.log(end)));
}
