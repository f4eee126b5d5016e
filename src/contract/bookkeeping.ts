/** Where a run stands in a split-plot design. */
export const plotColumns: readonly string[] = ['WholePlot', 'Subplot', 'RunOrder'];

/** Columns of the table that are neither variables nor objectives. No variable may have such a name. */
export const bookkeeping: readonly string[] = [
  'Iteration',
  'Reason',
  'Noise',
  'ProvenanceId',
  ...plotColumns,
];

/** What stands in the column `ProvenanceId` of the line of units below the names of an exported table. */
export const unitsMark = 'units';
