/** Sides of a cell: as drawn where there is room, and what a line of text needs. */
const [wide, narrow] = [22, 10];
/** Width of a letter of a name. */
export const letter = 6.4;

/** The side of a cell and the letters of a name that fit, so that the map is as wide as its place where that can be. */
export function mapSizes(longest: number, n: number, room: number): { size: number; letters: number } {
  const size = Math.max(narrow, Math.min(wide, Math.floor((room - 10 - letter * Math.min(longest, 16)) / n)));
  const letters = Math.max(8, Math.min(longest, Math.floor((room - 10 - size * n) / letter)));
  return { size, letters };
}
