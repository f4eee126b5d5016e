/** Between cells; no file of text holds it. */
export const cellEnd = '\0';
