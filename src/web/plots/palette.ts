/** Colours of marks, after Okabe and Ito: distinguishable with every kind of colour vision, on light and on dark. */
export const colour = {
  data: 'var(--c-data)',
  model: 'var(--c-model)',
  best: 'var(--c-best)',
  next: 'var(--c-next)',
  other: 'var(--c-other)',
  quiet: 'var(--c-quiet)',
} as const;

/** Cividis: even in lightness and readable with every kind of colour vision (Nuñez et al. 2018). */
const cividis = [
  '00224e',
  '123570',
  '3b496c',
  '575d6d',
  '707173',
  '8a8678',
  'a59c74',
  'c3b369',
  'e1cc55',
  'fee838',
];
/** Light to dark violet, for uncertainty. */
const violet = ['f7f4fb', 'e3dbf0', 'cbbbe2', 'b098d1', '9474bf', '7a52ab', '613694', '481f77', '2f0f55'];

const channels = (hex: string): [number, number, number] => [
  Number.parseInt(hex.slice(0, 2), 16),
  Number.parseInt(hex.slice(2, 4), 16),
  Number.parseInt(hex.slice(4, 6), 16),
];
const ramps = { mean: cividis.map(channels), std: violet.map(channels) };
export type Ramp = keyof typeof ramps;

/** Colour at `share` (0 to 1) of a ramp, as red, green, blue from 0 to 255. */
export function ramp(name: Ramp, share: number): [number, number, number] {
  const stops = ramps[name];
  const at = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const low = Math.min(stops.length - 2, Math.floor(at));
  const [a, b] = [stops[low] as [number, number, number], stops[low + 1] as [number, number, number]];
  const mix = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * (at - low));
  return [mix(0), mix(1), mix(2)];
}

/** Value of a colour variable now, for drawing on a canvas. */
export function resolved(value: string): string {
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return name === undefined
    ? value
    : getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Red, green and blue of a colour variable now, 0 to 255. */
export function rgbOf(value: string): [number, number, number] {
  return channels(resolved(value).replace('#', ''));
}
