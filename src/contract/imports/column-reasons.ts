/**
 * Reasons for the meaning of a column that the page reads, too. They stand apart from the schemas: the thread that reads files needs
 * these texts alone.
 */

/** Why a column of texts with many gaps is taken for a note: they may hold for the rows below. */
export const fewTexts = 'text in few rows';

/** Why a column is taken for a result where none is named as one. */
export const lastNumbers = 'the last column of numbers';

/** Why a column is taken for a result beside settings whose numbers recur. */
export const differingNumbers = 'numbers that differ in most runs, right of settings that recur';
