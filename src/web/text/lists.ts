/** `A`, `A and B`, `A, B and C`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Entries of a text from a spreadsheet or a file: cells of a column or a row, never parts of a cell. */
export const entriesOf = (text: string): string[] =>
  text
    .split(/[\t\r\n]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Entries of a list that was typed as one text, `MeOH, iPrOH; DCE`; undefined where it has none. */
export function typedList(text: string): string[] | undefined {
  const entries = text
    .split(/[,;]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  return entries.length > 1 ? entries : undefined;
}

/** The same for numbers, which hold no blanks and semicolons: `0,5; 1; 2` are three. */
export const numbersOf = (text: string): string[] =>
  text
    .split(/[;\s]+/)
    .map((entry) => entry.replace(/,$/, ''))
    .filter((entry) => entry !== '');
