/** Between cells; no file of text holds it. */
export const CELL_END = '\0';
