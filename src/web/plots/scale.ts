export type Domain = readonly [low: number, high: number];

/** Maps data to pixels and back. */
export interface Scale {
  (value: number): number;
  readonly domain: Domain;
  readonly log: boolean;
  readonly invert: (pixel: number) => number;
  readonly ticks: readonly number[];
}

/** Smallest and largest finite value of all series; undefined without any. */
export function extent(...series: readonly ArrayLike<number | null | undefined>[]): Domain | undefined {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of series)
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (typeof value !== 'number' || !Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return low <= high ? [low, high] : undefined;
}

/** A domain with a margin on both sides, on the scale that is drawn; a single value gets room around it. */
export function padded(domain: Domain | undefined, share = 0.05, log = false): Domain {
  if (!domain) return [0, 1];
  if (log) return onScale(domain, true, (low, high) => padded([low, high], share));
  const [low, high] = domain;
  const room = high > low ? (high - low) * share : Math.max(Math.abs(low) * 0.1, 0.5);
  return [low - room, high + room];
}

/**
 * Round values inside the domain, about `target` of them, but at least two, as one alone gives no scale: steps of 1, 2 or 5 times a
 * power of ten, or half of such a step.
 */
export function linearTicks([low, high]: Domain, target: number): number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  // A third more than wanted is better than half of it.
  const rough = span / (1.3 * Math.max(1, target));
  const power = 10 ** Math.floor(Math.log10(rough));
  const whole = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
  const isOne = Math.floor(high / whole + 1e-9) - Math.ceil(low / whole - 1e-9) < 1;
  const step = isOne ? whole / 2 : whole;
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/**
 * Powers of ten inside the domain, thinned to about `target`; with fewer than two of them 1, 2 and 5 times a power, and
 * linear ticks when even these are fewer than two.
 */
export function logTicks([low, high]: Domain, target: number): number[] {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  if (last - first < 1) {
    const between = [first - 1, first, last, last + 1].flatMap((power) =>
      [1, 2, 5].map((factor) => Number(`${factor}e${power}`)),
    );
    const inside = [...new Set(between)].filter((value) => value >= low && value <= high);
    return inside.length > 1 ? inside : linearTicks([low, high], target).filter((value) => value > 0);
  }
  const stride = Math.max(1, Math.ceil((last - first + 1) / target));
  const ticks: number[] = [];
  for (let power = first; power <= last; power += stride) ticks.push(10 ** power);
  return ticks;
}

/** @param range pixels of the low and the high end */
export function makeScale(
  domain: Domain,
  range: readonly [number, number],
  log: boolean,
  target: number,
): Scale {
  const [low, high] = log ? [Math.log10(domain[0]), Math.log10(domain[1])] : domain;
  const factor = (range[1] - range[0]) / (high - low || 1);
  const map = (value: number): number => range[0] + ((log ? Math.log10(value) : value) - low) * factor;
  return Object.assign(map, {
    domain,
    log,
    invert: (pixel: number): number => {
      const value = low + (pixel - range[0]) / factor;
      return log ? 10 ** value : value;
    },
    ticks: log ? logTicks(domain, target) : linearTicks(domain, target),
  });
}

/** The ends of a domain on the scale that is drawn, and back from there. */
function onScale([low, high]: Domain, log: boolean, change: (low: number, high: number) => Domain): Domain {
  if (!log) return change(low, high);
  const [a, b] = change(Math.log10(low), Math.log10(high));
  return [10 ** a, 10 ** b];
}

/** A domain moved by a share of its length. */
export const moved = (domain: Domain, log: boolean, share: number): Domain =>
  onScale(domain, log, (low, high) => [low + share * (high - low), high + share * (high - low)]);

/** A domain made `factor` times as long; what is at the share `at` of it stays there. */
export const scaled = (domain: Domain, log: boolean, at: number, factor: number): Domain =>
  onScale(domain, log, (low, high) => {
    const centre = low + at * (high - low);
    return [centre + (low - centre) * factor, centre + (high - centre) * factor];
  });

/** Where data land on a plot: both scales, and the size of the area between the axes in pixels. */
export interface Frame {
  readonly x: Scale;
  readonly y: Scale;
  readonly width: number;
  readonly height: number;
}
