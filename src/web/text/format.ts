/** A number for reading: four significant digits, no needless zeros, a true minus sign. */
export function show(value: unknown, digits = 4): string {
  if (value === null || value === undefined) return '–';
  if (typeof value !== 'number') return String(value);
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text =
    size >= 1e6 || size < 1e-4
      ? value
          .toExponential(digits - 1)
          .replace(/\.?0+e/, 'e')
          .replace('e+', 'e')
      : String(Number(value.toPrecision(Math.max(digits, size >= 1000 ? Math.ceil(Math.log10(size)) : 0))));
  return text.replaceAll('-', '−');
}

/** Date and time in the reader's own form; the text itself when it is no date. */
export function when(text: string | null | undefined): string {
  if (!text) return '–';
  const date = new Date(text);
  return Number.isNaN(date.getTime())
    ? text
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** `1 run`, `2 runs`. */
export const count = (n: number, noun: string, plural = `${noun}s`): string =>
  `${n} ${n === 1 ? noun : plural}`;

/** A name with its unit, as axes and fields show it. */
export const labelled = (name: string, unit: string | null | undefined): string =>
  unit ? `${name} (${unit})` : name;
