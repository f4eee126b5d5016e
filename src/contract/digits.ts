/** Digits and signs as wide as East Asian letters. */
const wide = /[\uff01-\uff5e]/g;

/** Digits of other scripts, from their zeros on: Arabic, Persian, Devanagari, Bengali, Thai. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59]/g;
const zeros = [0x0e50, 0x09e6, 0x0966, 0x06f0, 0x0660];

/** The digit 0 to 9 that a digit of another script is. */
const plainDigit = (sign: string): string => {
  const code = sign.charCodeAt(0);
  return String(code - (zeros.find((zero) => zero <= code) as number));
};

/** Text with its wide digits and signs, and the digits of other scripts, as usual ones: `４５．２％` is 45.2%, `٤٥٫٢` is 45.2. */
export const plainDigits = (text: string): string =>
  text
    .replaceAll(wide, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll(otherDigits, plainDigit)
    .replaceAll(/(?<=\d)\u066b(?=\d)/g, '.')
    .replaceAll(/(?<=\d)\u066c(?=\d)/g, '\u2019');
