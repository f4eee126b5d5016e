import { hull, isLogarithmic } from '../space/encode.ts';
import type { Dimension, Space } from '../space/space.ts';

/** The components of a mixture: the variables whose sum an equality fixes. */
export interface Mixture {
  readonly components: readonly number[];
  readonly total: number;
}

/**
 * The first equality constraint with equal coefficients over two or more variables.
 *
 * @param isComponent whether a variable can be part of a mixture
 */
export function findMixture(
  { dimensions, constraints }: Space,
  isComponent: (dimension: Dimension) => boolean,
): Mixture | undefined {
  for (const { type, coefficients, rhs } of constraints) {
    const components = coefficients.flatMap((coefficient, k) => (coefficient === 0 ? [] : [k]));
    const first = coefficients[components[0]];
    if (type !== 'equality' || components.length < 2) continue;
    if (components.some((k) => coefficients[k] !== first || !isComponent(dimensions[k]))) continue;
    return { components, total: rhs / first };
  }
  return undefined;
}

/** A mixture with what its lower bounds leave of the total. */
interface BoundedMixture extends Mixture {
  /** Per component. */
  readonly lowest: readonly number[];
  readonly room: number;
}

/** The mixture of a space, for models of it: amounts of 0 or more. */
export function mixtureOfSpace(space: Space): BoundedMixture | undefined {
  const found = findMixture(space, (one) => one.kind !== 'categorical' && !isLogarithmic(one));
  if (found === undefined) return undefined;
  const lowest = found.components.map((k) => hull(space.dimensions[k])[0]);
  const room = found.total - lowest.reduce((sum, low) => sum + low, 0);
  return room > 0 && lowest.every((low) => low >= 0) ? { ...found, lowest, room } : undefined;
}
