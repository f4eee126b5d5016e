import { list } from '../../engine/words.ts';

export { nearestName } from '../../engine/nearest-name.ts';
export { counted, didYouMean, list, namesToUse, oneOf, placeOf, sentence, show } from '../../engine/words.ts';

/** Variables that a run has no values of. */
export const valuesMissing = (names: readonly string[]): string =>
  names.length === 1
    ? `variable ${list(names)} has no value; give one`
    : `variables ${list(names)} have no values; give one each`;

/** Decimal places from which on, and zeros from which on, a power of ten is read more easily. */
const longDigits = 7;

/** Digits that a number has beyond its first, at most. */
const maxDigits = 14;

/** A value with so many digits; a power of ten where more zeros than `longDigits` would follow. */
export function digits(value: number, count: number): string {
  const rounded = Number(value.toPrecision(count));
  return Math.abs(rounded) >= 10 ** (count - 1 + longDigits)
    ? rounded.toExponential().replace('e+', 'e')
    : String(rounded);
}

/** An estimate with the digits that its error deserves: to the second digit of the error, 87.3 for an error of 2.14. */
export function roundedToError(value: number, error: number): string {
  const place = Math.floor(Math.log10(error)) - 1;
  const exponent = value === 0 ? place : Math.floor(Math.log10(Math.abs(value)));
  if (!Number.isFinite(place) || exponent - place > maxDigits || Math.abs(value) >= 1e15)
    return String(Number(value.toPrecision(4)));
  if (exponent <= place && place <= -longDigits) return '0';
  if (exponent > place && (exponent < 1 - longDigits || place >= longDigits))
    return value.toExponential(exponent - place).replace('e+', 'e');
  const rounded = place > 0 ? Math.round(value / 10 ** place) * 10 ** place : value;
  return rounded.toFixed(Math.max(0, -place)).replace(/^-(0(\.0*)?)$/, '$1');
}
