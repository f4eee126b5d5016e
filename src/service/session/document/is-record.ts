/** Whether a JSON value is an object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a JSON value may stand in a cell of a table. */
export const isCell = (value: unknown): boolean =>
  value === null || typeof value === 'number' || typeof value === 'string';
