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

/** @throws ShapeError places are not integers from 0 to n − 1 in ascending order */
function expectPlaces(name: string, places: Int32Array | undefined, n: number): void {
  places?.forEach((place, i) => {
    const least = i === 0 ? 0 : (places[i - 1] as number) + 1;
    if (place < least || place >= n)
      throw new ShapeError(
        `${name}: expected ascending places of rows from 0 to ${n - 1}, got ${place} at ${i}`,
      );
  });
}

/** What depends on the rows: which are limits, which were left out, which come last. */
function checkRows({ n, censored, members, doubtful, sparse }: Kept): void {
  expectPlaces('doubtful', doubtful, n + (doubtful?.length ?? 0));
  // In the order of the validation.
  expectPlaces('sparse.last', sparse?.last?.toSorted(), n);
  expectPlaces('censored.rows', censored?.rows, n);
  const limits = censored?.rows.length ?? 0;
  for (const name of ['sides', 'y', 'extra'] as const)
    expectLength(`censored.${name}`, censored?.[name], limits);
  const side = censored?.sides.find((one) => Math.abs(one) !== 1);
  if (side !== undefined) throw new ShapeError(`censored.sides: expected 1 or -1, got ${side}`);
  members?.forEach(({ sites }, i) => {
    for (const name of ['y', 'extra'] as const)
      expectLength(`members.${i}.sites.${name}`, sites?.[name], limits);
  });
}

/** @throws ShapeError the lists differ in length, or a slope is along a column that the model does not have */
function checkScatter({ scatter, d }: Kept): void {
  expectLength('scatter.shares', scatter?.shares, scatter?.scales.length ?? 0);
  scatter?.columns?.forEach(({ column }, i) => {
    if (column < 0 || column >= d)
      throw new ShapeError(`scatter.columns.${i}.column: expected 0 to ${d - 1}, got ${column}`);
  });
}

/**
 * Checks lengths of the arrays of a model that was kept by someone else, and the places of rows in them, before its rows are joined to it. The types
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
  checkRows(model);
  checkScatter(model);
  for (const name of ['ofLog', 'ofLogit'] as const) {
    const other = model[name];
    if (other !== undefined) checkModelShape(other, d);
  }
}
