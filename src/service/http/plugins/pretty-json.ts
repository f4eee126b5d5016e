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

function* writeList(list: readonly unknown[], pad: string, parts: Parts): Slices<void> {
  const inner = `${pad}  `;
  for (let i = 0; i < list.length; i++) {
    parts.push(`${i === 0 ? '[' : ','}\n${inner}${textOf(list[i], inner)}`);
    if (i % group === group - 1) yield;
  }
  parts.push(`\n${pad}]`);
}

function* write(value: unknown, pad: string, depth: number, parts: Parts): Slices<void> {
  if (Array.isArray(value) && value.length > group) {
    yield* writeList(value, pad, parts);
    return;
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries =
    isObject && depth > 0 ? Object.entries(value).filter(([, entry]) => entry !== undefined) : [];
  if (entries.length === 0) {
    parts.push(textOf(value, pad));
    return;
  }
  const inner = `${pad}  `;
  for (const [i, [key, entry]] of entries.entries()) {
    parts.push(`${i === 0 ? '{' : ','}\n${inner}${JSON.stringify(key)}: `);
    yield* write(entry, inner, depth - 1, parts);
    if (i % group === group - 1) yield;
  }
  parts.push(`\n${pad}}`);
}

/** The text of `JSON.stringify(value, null, 2)` in parts, written in slices. */
export function* prettyInSlices(value: unknown): Slices<readonly string[]> {
  const parts = new Parts();
  yield* write(value, '', levels, parts);
  parts.end();
  return parts.list;
}
