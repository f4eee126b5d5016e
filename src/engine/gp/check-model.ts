import { parseCovariance } from '../compute/ts/covariance/bound.ts';
import { ShapeError } from '../errors.ts';
import type { GpModel, LatentModel } from './model.ts';

/** Kept arrays of a model: without its rows. */
type Kept = Omit<LatentModel, 'noise'> & Pick<GpModel, 'ofLog' | 'ofLogit'>;

/** Columns of the covariance: categories may be spread over several. */
const columnsOf = ({ d, oneHot }: Pick<Kept, 'd' | 'oneHot'>): number =>
  oneHot ? oneHot.reduce((sum, labels) => sum + (labels ? Math.max(1, labels.length - 1) : 1), 0) : d;

function expectLength(name: string, values: ArrayLike<unknown> | undefined, length: number): void {
  if (values !== undefined && values.length !== length)
    throw new ShapeError(`${name}: expected ${length} entries, got ${values.length}`);
}

/**
 * Checks lengths of the arrays of a model that was kept by someone else, before its rows are joined to it. The types
 * are those of `GpModel`.
 *
 * @param d columns of the inputs
 * @throws ShapeError naming the array, with what was expected and what is there
 */
export function checkModelShape(model: Kept, d: number): void {
  if (model.d !== d) throw new ShapeError(`d: expected ${d} columns, got ${model.d}`);
  expectLength('categorical', model.categorical, d);
  expectLength('oneHot', model.oneHot, d);
  const columns = columnsOf(model);
  for (const name of ['inputShift', 'inputScale'] as const) expectLength(name, model[name], columns);
  expectLength('inputLog', model.inputLog, d);
  expectLength('inputWarp.a', model.inputWarp?.a, columns);
  expectLength('inputWarp.b', model.inputWarp?.b, columns);
  const length = parseCovariance(model.code, columns).parameters + 2;
  expectLength('theta', model.theta, length);
  model.members?.forEach(({ theta }, i) => {
    expectLength(`members.${i}.theta`, theta, length);
  });
  for (const name of ['ofLog', 'ofLogit'] as const) {
    const other = model[name];
    if (other !== undefined) checkModelShape(other, d);
  }
}
