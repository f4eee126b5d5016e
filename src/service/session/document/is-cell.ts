/** Whether a JSON value may be in a cell of a table. */
export const isCell = (value: unknown): boolean =>
  value === null || typeof value === 'number' || typeof value === 'string';
