import { hull } from '../../space/encode.ts';
import type { LinearConstraint, Space } from '../../space/space.ts';

/** Smallest and largest value that a column can add to a constraint. */
function reach(space: Space, { coefficients }: LinearConstraint, k: number): readonly [number, number] {
  const [low, high] = hull(space.dimensions[k]).map((end) => coefficients[k] * end);
  return low < high ? [low, high] : [high, low];
}

/** A constraint that ties columns of one level to columns outside it, if there is one. */
export function linkedConstraint(
  space: Space,
  columns: readonly number[],
  others: readonly number[],
): LinearConstraint | undefined {
  return space.constraints.find(
    ({ coefficients }) =>
      columns.some((k) => coefficients[k] !== 0) && others.some((k) => coefficients[k] !== 0),
  );
}

/**
 * The variables of one change level with what the constraints ask of them: outer variables at their values, inner ones
 * wherever in their range they help most (so an equality becomes two inequalities while inner variables are free).
 * Constraints over none of the level's variables are left out.
 *
 * @param columns the level's columns
 * @param outer   columns that have their value in `point`
 */
export function levelSpace(
  space: Space,
  columns: readonly number[],
  outer: readonly number[],
  point: Float64Array,
): Space {
  const inner = space.dimensions.map((_, k) => k).filter((k) => !columns.includes(k) && !outer.includes(k));
  const constraints = space.constraints.flatMap((constraint): LinearConstraint[] => {
    const { name, type, coefficients, rhs } = constraint;
    if (columns.every((k) => coefficients[k] === 0)) return [];
    const left = rhs - outer.reduce((sum, k) => sum + coefficients[k] * point[k], 0);
    const own = columns.map((k) => coefficients[k]);
    const ends = inner.filter((k) => coefficients[k] !== 0).map((k) => reach(space, constraint, k));
    const least = ends.reduce((sum, [low]) => sum + low, 0);
    const most = ends.reduce((sum, [, high]) => sum + high, 0);
    if (type === 'inequality' || ends.length === 0)
      return [{ name, type, coefficients: own, rhs: left - least }];
    return [
      { name, type: 'inequality', coefficients: own, rhs: left - least },
      { name, type: 'inequality', coefficients: own.map((c) => -c), rhs: most - left },
    ];
  });
  return { dimensions: columns.map((k) => space.dimensions[k]), constraints };
}
