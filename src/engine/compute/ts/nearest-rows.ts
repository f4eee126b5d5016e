import { arrayOp } from '../array-op.ts';

/** The nearest rows of one point so far: squared distances and rows, infinite and −1 where there is none yet. */
interface Best {
  readonly away: Float64Array;
  readonly rows: Float64Array;
}

/** Blocks of rows in the order of their boxes, until the next box is farther than the farthest row found. */
export const nearestRows = arrayOp('nearest_rows', ({ k, d, m, blocks, leaf, looked }, arrays) => {
  const { points, limits, rows, places, boxes, neighbours } = arrays;
  const [boxAway, heap] = [new Float64Array(blocks), new Int32Array(blocks)];
  const [rowAway, away] = [new Float64Array(leaf), new Float64Array(m)];
  for (let i = 0; i < k; i++) {
    const best = { away: away.fill(Infinity), rows: neighbours.subarray(i * m, (i + 1) * m).fill(-1) };
    const point = points.subarray(i * d, (i + 1) * d);
    boxDistances(boxes, point, boxAway);
    for (let c = 0; c < blocks; c++) heap[c] = c;
    for (let c = blocks >> 1; c-- > 0; ) sink(heap, boxAway, c, blocks);
    const most = m > 0 ? Math.min(looked, blocks) : 0;
    for (let seen = 0, held = blocks; seen < most; seen++) {
      const block = heap[0];
      if (!(boxAway[block] <= away[m - 1])) break;
      heap[0] = heap[--held];
      sink(heap, boxAway, 0, held);
      rowAway.fill(0);
      for (let column = 0, at = block * d * leaf; column < d; column++) {
        const x = point[column];
        for (let j = 0; j < leaf; j++, at++) rowAway[j] += (places[at] - x) ** 2;
      }
      for (let j = 0; j < leaf; j++) {
        const row = rows[block * leaf + j];
        if (rowAway[j] <= away[m - 1] && row >= 0 && row < limits[i]) insert(best, rowAway[j], row);
      }
    }
  }
});

/** Squared distances of a point from all boxes [2, d, blocks]. */
function boxDistances(boxes: Float64Array, point: Float64Array, away: Float64Array): void {
  const blocks = away.length;
  const highs = point.length * blocks;
  away.fill(0);
  for (let column = 0, at = 0; column < point.length; column++) {
    const x = point[column];
    for (let c = 0; c < blocks; c++, at++) away[c] += Math.max(boxes[at] - x, x - boxes[highs + at], 0) ** 2;
  }
}

/** Restores the heap below a place: the block of the nearest box, of equal ones the first, is on top. */
function sink(heap: Int32Array, away: Float64Array, place: number, held: number): void {
  const before = (a: number, b: number) => away[a] < away[b] || (away[a] === away[b] && a < b);
  const own = heap[place];
  for (let below = 2 * place + 1; below < held; below = 2 * place + 1) {
    if (below + 1 < held && before(heap[below + 1], heap[below])) below++;
    if (!before(heap[below], own)) break;
    heap[place] = heap[below];
    place = below;
  }
  heap[place] = own;
}

function insert({ away, rows }: Best, distance: number, row: number): void {
  let place = away.length - 1;
  if (distance === away[place] && row > rows[place] && rows[place] >= 0) return;
  for (; place > 0; place--) {
    const other = away[place - 1];
    if (other < distance || (other === distance && rows[place - 1] < row)) break;
    away[place] = other;
    rows[place] = rows[place - 1];
  }
  away[place] = distance;
  rows[place] = row;
}
