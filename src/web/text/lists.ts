/** Entries of a text from a spreadsheet or a file: cells of a column or a row, never parts of a cell. */
export const entriesOf = (text: string): string[] =>
  text
    .split(/[\t\r\n]+/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** The same for numbers, which hold no blanks and semicolons: `0,5; 1; 2` are three. */
export const numbersOf = (text: string): string[] =>
  text
    .split(/[;\s]+/)
    .map((entry) => entry.replace(/,$/, ''))
    .filter((entry) => entry !== '');
