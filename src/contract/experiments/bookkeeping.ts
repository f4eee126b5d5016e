/** Where a run is in a split-plot design. */
export const plotColumns: readonly string[] = ['WholePlot', 'Subplot', 'RunOrder'];

/** The block of a run, such as a day: a column in addition to the variables, unless a variable or objective has its name. */
export const blockColumn = 'Block';

/** What the table says about every run in addition to its settings and results; tables of release 0.4.0 have these alone. */
export const runColumns: readonly string[] = ['Iteration', 'Reason', 'Noise', 'ProvenanceId'];

/** What is noted of some runs: that they failed, which results are limits, remarks, files. */
export const detailColumns = ['Status', 'Censored', 'Comment', 'Attachments'] as const;

/** Columns of the table that are neither variables nor objectives. No variable may have such a name. */
export const bookkeeping: readonly string[] = [...runColumns, ...plotColumns];

/** What is in the column `ProvenanceId` of the line of units below the names of an exported table. */
export const unitsMark = 'units';
