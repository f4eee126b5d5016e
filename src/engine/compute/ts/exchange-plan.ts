import { ShapeError } from '../../errors.ts';
import type { SizesOf } from '../step.ts';

/** Columns of one factor, grouped by basis function, and where their pairs lie in a lower triangle. */
export interface ExchangeFactor {
  readonly categorical: boolean;
  /** Count of basis functions: highest power, or categories − 1. */
  readonly bases: number;
  /** Values the coordinate may take: offset and count in the `levels` input. */
  readonly levelOffset: number;
  readonly levelCount: number;
  /** Whether the ends of the feasible interval are tried too (real factors under constraints). */
  readonly ends: boolean;
  /** Columns that hold this factor, sorted by basis, then by position. */
  readonly columns: Int32Array;
  /** [bases + 1] where each basis starts in `columns`. */
  readonly groups: Int32Array;
  /** For a ≥ b: index of (columns[a], columns[b]) in the lower triangle, at a(a+1)/2 + b. */
  readonly pairs: Int32Array;
  /** Pieces of the other factors of each column: [offset, …, end] into `others`. */
  readonly otherOffsets: Int32Array;
  /** (factor, basis) pairs, flat. */
  readonly others: Int32Array;
}

/** The sizes of an `exchange` step and what follows them, unpacked; the layout is documented in `ops.ts`. */
export interface ExchangePlan {
  readonly sizes: SizesOf<'exchange'>;
  /** False: D, log determinant. True: trace(W·M⁻¹). */
  readonly linear: boolean;
  readonly levelTotal: number;
  readonly factors: readonly ExchangeFactor[];
  /** Per column: [offset, …, end] into `pieces`, which holds (factor, basis) pairs. */
  readonly pieceOffsets: Int32Array;
  readonly pieces: Int32Array;
}

/** Gives the next of the numbers that follow the sizes. */
type Take = () => number;
type Head = Pick<ExchangeFactor, 'categorical' | 'bases' | 'levelOffset' | 'levelCount' | 'ends'>;

/**
 * Unpacks and checks what follows the sizes of an `exchange` step.
 *
 * @throws ShapeError where a count is out of range or the list ends early
 */
export function planExchange({
  rest,
  ...sizes
}: SizesOf<'exchange'> & { readonly rest: Int32Array }): ExchangePlan {
  const { chains, rounds, n, d, p, maxPasses } = sizes;
  if (Math.min(chains, rounds, n, d, p, maxPasses) < 1) {
    throw new ShapeError(`exchange: sizes out of range, got ${Object.values(sizes)}`);
  }
  let at = 0;
  const take: Take = () => {
    if (at >= rest.length)
      throw new ShapeError(`exchange: dims end early, got ${rest.length} after the sizes`);
    return rest[at++];
  };
  const { heads, levelTotal } = readFactors(take, d);
  const { offsets, pieces } = readColumns(take, p, heads);
  return {
    sizes,
    linear: sizes.criterion === 1,
    levelTotal,
    factors: heads.map((head, j) => ({ ...head, ...factorColumns(j, head.bases, p, offsets, pieces) })),
    pieceOffsets: offsets,
    pieces: Int32Array.from(pieces),
  };
}

function readFactors(take: Take, d: number): { heads: Head[]; levelTotal: number } {
  const heads: Head[] = [];
  let levelTotal = 0;
  for (let j = 0; j < d; j++) {
    const categorical = take() === 1;
    const bases = take();
    const levelCount = take();
    heads.push({ categorical, bases, levelOffset: levelTotal, levelCount, ends: take() === 1 });
    if (bases < 0 || levelCount < 1) throw new ShapeError(`exchange: factor ${j} has ${levelCount} levels`);
    levelTotal += levelCount;
  }
  return { heads, levelTotal };
}

function readColumns(
  take: Take,
  p: number,
  heads: readonly Head[],
): { offsets: Int32Array; pieces: number[] } {
  const offsets = new Int32Array(p + 1);
  const pieces: number[] = [];
  for (let c = 0; c < p; c++) {
    const count = take();
    for (let k = 0; k < count; k++) {
      const factor = take();
      const basis = take();
      if (factor < 0 || factor >= heads.length || basis < 1 || basis > heads[factor].bases) {
        throw new ShapeError(`exchange: column ${c} names basis ${basis} of factor ${factor}`);
      }
      pieces.push(factor, basis);
    }
    offsets[c + 1] = pieces.length;
  }
  return { offsets, pieces };
}

/** Index of (row, column) of a symmetric matrix of which only the lower triangle of a [p, p] array is kept. */
function lowerIndex(p: number, a: number, b: number): number {
  return a >= b ? a * p + b : b * p + a;
}

function factorColumns(j: number, bases: number, p: number, offsets: Int32Array, pieces: readonly number[]) {
  const columns: number[] = [];
  const groups = [0];
  const otherOffsets = [0];
  const others: number[] = [];
  for (let basis = 1; basis <= bases; basis++) {
    for (let c = 0; c < p; c++) {
      const own: number[] = [];
      let found = false;
      for (let k = offsets[c]; k < offsets[c + 1]; k += 2) {
        if (pieces[k] !== j) own.push(pieces[k], pieces[k + 1]);
        else if (pieces[k + 1] === basis) found = true;
      }
      if (!found) continue;
      columns.push(c);
      others.push(...own);
      otherOffsets.push(others.length);
    }
    groups.push(columns.length);
  }
  const pairs: number[] = [];
  columns.forEach((a, i) => {
    for (let k = 0; k <= i; k++) pairs.push(lowerIndex(p, a, columns[k]));
  });
  return {
    columns: Int32Array.from(columns),
    groups: Int32Array.from(groups),
    pairs: Int32Array.from(pairs),
    otherOffsets: Int32Array.from(otherOffsets),
    others: Int32Array.from(others),
  };
}
