import type { Slices } from '../../session/slices.ts';

/** Marks that are looked at between two places where the work may be interrupted. */
const marksPerSlice = 1 << 14;

/** A string with all that is escaped in it, or a bracket; what is no JSON is left to the parser. */
const mark = /"(?:[^"\\]|\\.)*"?|[{}[\]]/gs;

/** Whether arrays and objects are nested deeper than `most` levels. */
export function* isTooDeep(text: string, most: number): Slices<boolean> {
  let depth = 0;
  let seen = 0;
  for (const [found] of text.matchAll(mark)) {
    if (++seen % marksPerSlice === 0) yield;
    if (found === '{' || found === '[') depth += 1;
    else if (found === '}' || found === ']') depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
