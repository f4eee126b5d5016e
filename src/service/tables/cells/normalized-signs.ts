import { plainDigits } from '../../../contract/digits.ts';

/** Units that are written apart or as one sign, as the usual ones: `° C`, `deg C`, `℃`, `ºC`, `mol %`. */
const spelled = (text: string): string =>
  text
    .replace('℃', '°C')
    .replace('℉', '°F')
    .replace(/(?<=[\d.,]\s?)(?:[°º˚]|deg\.?)\s?([CFK])(?![\p{L}\d])/u, '°$1')
    .replace(/(?<=\d\s?)(mol|wt|vol|area|w|v) %/, '$1%');

/** What has none of them. */
const usual = /^[\d\s.,;:<>=+\-Ee]*$/;

/** Text with its wide digits and signs, the digits of other scripts and split units as usual ones: `４５．２％` is 45.2 %, `٤٥٫٢` is 45.2. */
export const normalizedSigns = (text: string): string =>
  usual.test(text) ? text : plainDigits(spelled(text));
