import type { Dimension, Space } from '../../space/space.ts';
import { mixtureOfSpace } from '../mixture-space.ts';
import { buildModel, type LinearModel, type ModelSpec } from '../optimal/model/model-terms.ts';

/** How far recorded amounts may miss their total, relative to it: weighing is not exact. */
const MISSED = 1e-3;

/** What the coefficients of a mixture refer to: x' = (x − lowest)/(total − sum of the lowest). */
export interface MixtureCoding {
  readonly total: number;
  readonly components: readonly { readonly variable: string; readonly lowest: number }[];
}

/** A mixture that runs belong to, in pseudo-components: shares of what the lower bounds leave of the total. */
interface MixtureForm {
  readonly components: readonly number[];
  /** Components from −1 room to +1 room around their lower bound, so that their coded value is the pseudo-component. */
  readonly dimensions: readonly Dimension[];
  /** [n, d] encoded, amounts scaled to their total. */
  readonly points: Float64Array;
  readonly coding: MixtureCoding;
}

/** A run whose amounts do not make up the total of the mixture that the space describes. */
export interface MissedTotal {
  readonly row: number;
  readonly sum: number;
  readonly total: number;
}

/**
 * The first run that keeps the others from being analysed as a mixture; undefined where none does.
 *
 * @param points [n, d] encoded
 */
export function missedTotal(space: Space, points: Float64Array): MissedTotal | undefined {
  const found = mixtureOfSpace(space);
  if (found === undefined) return undefined;
  const d = space.dimensions.length;
  for (let row = 0; row < points.length / d; row++) {
    const sum = found.components.reduce((all, k) => all + points[row * d + k], 0);
    if (Math.abs(sum - found.total) > MISSED * found.total) return { row, sum, total: found.total };
  }
  return undefined;
}

/** @param run how the reader finds it  @param judged what becomes of the runs */
export const notAMixture = (
  run: string,
  { sum, total }: MissedTotal,
  judged: 'analysed' | 'evaluated' = 'analysed',
): string =>
  `the amounts of ${run} add up to ${Number(sum.toPrecision(6))} instead of ${total}, so the runs are not ${judged} as a mixture; correct or remove it`;

/**
 * Undefined where no equality fixes the sum of amounts, or a run misses it.
 *
 * @param points [n, d] encoded
 *
 * Source: Scheffé 1958, J. R. Stat. Soc. B 20, 344–360; pseudo-components: Cornell, Experiments with Mixtures.
 */
function mixtureForm(space: Space, points: Float64Array): MixtureForm | undefined {
  const found = mixtureOfSpace(space);
  if (found === undefined || missedTotal(space, points) !== undefined) return undefined;
  const { components, total, lowest, room } = found;
  const d = space.dimensions.length;
  const scaled = points.slice();
  for (let row = 0; row < points.length; row += d) {
    const above = components.reduce((sum, k, i) => sum + points[row + k] - lowest[i], 0);
    components.forEach((k, i) => {
      scaled[row + k] = lowest[i] + ((points[row + k] - lowest[i]) * room) / above;
    });
  }
  const named = components.map((k, i) => ({ variable: space.dimensions[k].name, lowest: lowest[i] }));
  return {
    components,
    dimensions: space.dimensions.map((dimension, k): Dimension => {
      const low = lowest[components.indexOf(k)];
      return low === undefined
        ? dimension
        : { kind: 'real', name: dimension.name, low: low - room, high: low + room };
    }),
    points: scaled,
    coding: { total, components: named },
  };
}

/** A model with the points that it is fitted to. */
interface PlacedModel<Model> {
  readonly model: Model;
  readonly points: Float64Array;
  /** For Scheffé's polynomial of a mixture. */
  readonly coding?: MixtureCoding;
}

/**
 * The model of runs, of a mixture by Scheffé's polynomial.
 *
 * @param make the model of these dimensions and points; without components for what is no mixture
 */
export function modelOfRuns<Model extends { readonly model: LinearModel }>(
  space: Space,
  points: Float64Array,
  make: (dimensions: readonly Dimension[], points: Float64Array, components?: readonly number[]) => Model,
): PlacedModel<Model> {
  const form = mixtureForm(space, points);
  if (form !== undefined) {
    const model = make(form.dimensions, form.points, form.components);
    if (model.model.components) return { model, points: form.points, coding: form.coding };
  }
  return { model: make(space.dimensions, points), points };
}

/** As `modelOfRuns`, with runs [n, d] in `points`, of a model that is specified. */
export const specifiedModel = (space: Space, points: Float64Array, spec: ModelSpec) =>
  modelOfRuns(space, points, (dimensions, _points, components) => ({
    model: buildModel(dimensions, { ...spec, components }),
  }));
