import { ShapeError } from '../errors.ts';

interface Fold {
  readonly fold: number;
  readonly rows: Int32Array;
  /** Where the results of its rows begin. */
  readonly from: number;
}

/**
 * The folds of a step `leave_out` from what follows its sizes.
 *
 * @throws ShapeError when these are not m rows of n, in each fold every row at most once
 */
export function foldsOf(
  rest: Int32Array,
  { n, m, folds }: Readonly<Record<'n' | 'm' | 'folds', number>>,
): Fold[] {
  if (rest.length !== folds + m)
    throw new ShapeError(`leave_out: expected ${folds} counts and ${m} rows, got ${rest.length} numbers`);
  const all: Fold[] = [];
  let from = 0;
  for (let fold = 0; fold < folds; fold++) {
    const rows = rest.subarray(folds + from, folds + from + rest[fold]);
    if (rest[fold] < 0 || rows.length !== rest[fold])
      throw new ShapeError(`leave_out: fold ${fold} of ${rest[fold]} rows does not fit ${m} rows`);
    const seen = new Uint8Array(n);
    const outside = rows.findIndex((row) => row < 0 || row >= n || ++seen[row] > 1);
    if (outside >= 0)
      throw new ShapeError(
        `leave_out: expected different rows below ${n} in fold ${fold}, got ${rows[outside]}`,
      );
    all.push({ fold, rows, from });
    from += rows.length;
  }
  if (from !== m) throw new ShapeError(`leave_out: expected folds of ${m} rows, got ${from}`);
  return all;
}
