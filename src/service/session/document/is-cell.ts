/** Whether a JSON value may stand in a cell of a table. */
export const isCell = (value: unknown): boolean =>
  value === null || typeof value === 'number' || typeof value === 'string';
