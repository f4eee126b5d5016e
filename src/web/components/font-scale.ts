let scale: number | undefined;

/** Pixels of a length that grows with the letters that the reader has chosen in the browser, from its pixels at a font size of 14. */
export function scaledByFont(pixels: number): number {
  scale ??= Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 14;
  return pixels * scale;
}
