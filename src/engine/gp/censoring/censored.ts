/** Rows of which only a limit is known: the recorded output lies below or above the true one. */
export interface CensoredRows {
  /** [m] ascending. */
  readonly rows: Int32Array;
  /** [m] 1: the true value lies above the recorded one; −1: below. */
  readonly sides: Int32Array;
}

/** Limits in a Gaussian likelihood: a pseudo-measurement for each, with more noise than a measurement has. */
export interface LimitSites {
  /** [m] output units. */
  readonly y: Float64Array;
  /** [m] variance beyond the noise of the row, squared output units. */
  readonly extra: Float64Array;
}

export type CensoredSites = CensoredRows & LimitSites;

/** The limits among some of the rows, counted by their places there; undefined where there are none. */
export function censoredAmong(
  { rows, sides }: CensoredRows,
  kept: ArrayLike<number>,
): CensoredRows | undefined {
  const side = new Map(Array.from(rows, (row, i) => [row, sides[i]]));
  const places = Array.from(kept).flatMap((row, at) => (side.has(row) ? [at] : []));
  if (places.length === 0) return undefined;
  return {
    rows: Int32Array.from(places),
    sides: Int32Array.from(places, (at) => side.get(kept[at]) as number),
  };
}

/** As `censoredAmong`, with the sites. */
export function sitesAmong(sites: CensoredSites, kept: ArrayLike<number>): CensoredSites | undefined {
  const among = censoredAmong(sites, kept);
  if (among === undefined) return undefined;
  const place = new Map(Array.from(sites.rows, (row, i) => [row, i]));
  const pick = (values: Float64Array) =>
    Float64Array.from(among.rows, (at) => values[place.get(kept[at]) as number]);
  return { ...among, y: pick(sites.y), extra: pick(sites.extra) };
}

/** Whether a row is a limit: 1 above, −1 below, 0 measured; [n]. */
export function sidesOf(n: number, censored: CensoredRows | undefined): Int32Array {
  const sides = new Int32Array(n);
  censored?.rows.forEach((row, i) => {
    sides[row] = censored.sides[i];
  });
  return sides;
}

/** Outputs [n] with pseudo-measurements in the place of limits; the same array where there are none. */
export function outputsWith(y: Float64Array, sites: CensoredSites | undefined): Float64Array {
  if (sites === undefined) return y;
  const values = y.slice();
  sites.rows.forEach((row, i) => {
    values[row] = sites.y[i];
  });
  return values;
}

/** Variances [n] beyond the learned noise: the given ones, and those of the sites. */
export function variancesWith(
  n: number,
  noise: Float64Array | undefined,
  sites: CensoredSites | undefined,
): Float64Array {
  const values = noise ? noise.slice() : new Float64Array(n);
  sites?.rows.forEach((row, i) => {
    values[row] += sites.extra[i];
  });
  return values;
}

/** Sites to begin with: half a standard deviation of the outputs y [n], `scale`, beyond the limit, and as uncertain. */
export function roughSites(limits: CensoredRows, y: Float64Array, scale: number): CensoredSites {
  const reach = 0.5 * scale;
  return {
    ...limits,
    y: Float64Array.from(limits.rows, (row, i) => y[row] + limits.sides[i] * reach),
    extra: new Float64Array(limits.rows.length).fill(reach * reach),
  };
}
