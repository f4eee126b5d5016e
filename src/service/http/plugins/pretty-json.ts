import type { Slices } from '../../session/slices.ts';

/** Items of a list that are written at once. */
const group = 32;

/** Levels that are opened; what is deeper is short and written as a whole. */
const levels = 4;

const textOf = (value: unknown, pad: string): string =>
  JSON.stringify(value ?? null, null, 2).replaceAll('\n', `\n${pad}`);

/** Collects text in parts of this length or somewhat more. */
const partLength = 1 << 16;

class Parts {
  readonly list: string[] = [];
  #last = '';

  push(text: string): void {
    this.#last += text;
    if (this.#last.length >= partLength) this.end();
  }

  end(): void {
    if (this.#last !== '') this.list.push(this.#last);
    this.#last = '';
  }
}

function* write(value: unknown, pad: string, depth: number, pieces: Parts): Slices<void> {
  const isLong = Array.isArray(value) ? value.length > group : typeof value === 'object' && value !== null;
  const entries =
    isLong && depth > 0 ? Object.entries(value as object).filter(([, v]) => v !== undefined) : [];
  if (entries.length === 0) {
    pieces.push(textOf(value, pad));
    return;
  }
  const isList = Array.isArray(value);
  const inner = `${pad}  `;
  let before = isList ? '[' : '{';
  for (const [i, [key, entry]] of entries.entries()) {
    pieces.push(`${before}\n${inner}${isList ? '' : `${JSON.stringify(key)}: `}`);
    before = ',';
    if (isList) pieces.push(textOf(entry, inner));
    else yield* write(entry, inner, depth - 1, pieces);
    if (i % group === group - 1) yield;
  }
  pieces.push(`\n${pad}${isList ? ']' : '}'}`);
}

/** The text of `JSON.stringify(value, null, 2)` in parts, written in slices. */
export function* prettyInSlices(value: unknown): Slices<readonly string[]> {
  const parts = new Parts();
  yield* write(value, '', levels, parts);
  parts.end();
  return parts.list;
}
