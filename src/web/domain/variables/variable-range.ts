import type { Variable } from '../../api/types.ts';

/** Least and greatest number that a variable can take; undefined where it has no range. */
export function rangeOf({ bounds, allowed_values: values }: Variable): readonly [number, number] | undefined {
  const ends = values?.length ? values : (bounds ?? []);
  return ends.length === 0 ? undefined : [Math.min(...ends), Math.max(...ends)];
}

/** Whether a variable takes the values of a list. */
export const isListed = ({ type }: Pick<Variable, 'type'>): boolean =>
  type === 'categorical' || type === 'discrete';
