/** 0 to 9, as exponents are written. */
export const raisedDigits = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** Text with plain digits in place of raised ones: `10` for `¹⁰`. */
export const plainDigits = (text: string): string =>
  text.replaceAll(/[⁰¹²³⁴-⁹]/g, (digit) => String(raisedDigits.indexOf(digit)));
