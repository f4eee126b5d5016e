/** 0 to 9, as exponents are written. */
export const superscriptDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Text with plain digits in place of superscripts: `10` for `¹⁰`. */
export const withoutSuperscripts = (text: string): string =>
  text.replaceAll(/[⁰¹²³⁴-⁹]/g, (digit) => String(superscriptDigits.indexOf(digit)));
