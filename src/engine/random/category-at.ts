/** Which of some shares, which sum to 1, holds a number below 1. */
export function categoryAt(shares: Float64Array, value: number): number {
  let sum = 0;
  const place = shares.findIndex((share) => {
    sum += share;
    return value < sum;
  });
  return place < 0 ? shares.length - 1 : place;
}
