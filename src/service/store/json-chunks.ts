import { keptKeys, keysOf } from '../session/document/document-keys.ts';
import { isList, type List } from '../session/document/document-list.ts';
import { joined, Slices } from './slices.ts';

/** Values that are turned into text at once: about a tenth of a millisecond of work. */
const most = 200;

/** What is left of a number of values after those in `value`; below 0 when it holds more. A long text counts for several. */
function leftOf(value: unknown, left: number): number {
  if (typeof value === 'string') return left - 1 - (value.length >>> 6);
  if (typeof value !== 'object' || value === null) return left - 1;
  let rest = left - 1;
  if (isList(value)) {
    for (let i = 0; i < value.length && rest >= 0; i++) rest = leftOf(value.at(i), rest);
    return rest;
  }
  const kept = keptKeys(value);
  if (kept !== undefined && kept.length > rest) return -1;
  for (const key in value) {
    rest = leftOf((value as Record<string, unknown>)[key], rest);
    if (rest < 0) break;
  }
  return rest;
}

/** Whether a value holds more than this many values. */
export const isLarge = (value: unknown, values = most): boolean => leftOf(value, values) < 0;

/** Items of a list without its brackets. */
function itemsOf(list: readonly unknown[], pad: string | undefined): string {
  if (pad === undefined) return JSON.stringify(list).slice(1, -1);
  return JSON.stringify(list, null, 2).slice(1, -2).replaceAll('\n', `\n${pad}`);
}

function* listChunks(list: List<unknown>, pad: string | undefined): Generator<string> {
  const inner = pad === undefined ? undefined : `${pad}  `;
  let before = '[';
  let from = 0;
  let left = most;
  for (let i = 0; i <= list.length; i++) {
    const rest = i < list.length ? leftOf(list.at(i), left) : -1;
    if (rest >= 0) {
      left = rest;
      continue;
    }
    if (i > from) {
      yield `${before}${itemsOf(list.slice(from, i), pad)}`;
      before = ',';
    }
    from = i;
    if (i === list.length) break;
    left = leftOf(list.at(i), most);
    if (left >= 0) continue;
    yield inner === undefined ? before : `${before}\n${inner}`;
    yield* jsonChunks(list.at(i), inner);
    before = ',';
    from = i + 1;
    left = most;
  }
  yield pad === undefined ? ']' : `\n${pad}]`;
}

function* recordChunks(record: object, pad: string | undefined): Generator<string> {
  const inner = pad === undefined ? undefined : `${pad}  `;
  let before = '{';
  for (const key of keysOf(record)) {
    const entry = (record as Record<string, unknown>)[key];
    if (entry === undefined) continue;
    const name = JSON.stringify(key);
    yield inner === undefined ? `${before}${name}:` : `${before}\n${inner}${name}: `;
    yield* jsonChunks(entry, inner);
    before = ',';
  }
  if (before === '{') yield '{}';
  else yield pad === undefined ? '}' : `\n${pad}}`;
}

/**
 * JSON text of a value in pieces, so that writing a large one does not hold up other work. Whatever is large is opened, however
 * deep it lies.
 *
 * @param pad indentation of the line that the value is in; left out: everything in one line
 */
export function* jsonChunks(value: unknown, pad?: string): Generator<string> {
  if (typeof value === 'object' && value !== null && isLarge(value)) {
    yield* isList(value) ? listChunks(value, pad) : recordChunks(value, pad);
    return;
  }
  const text = JSON.stringify(value ?? null, null, pad === undefined ? 0 : 2);
  yield pad === undefined ? text : text.replaceAll('\n', `\n${pad}`);
}

/** UTF-8 text of JSON, made in slices. */
export async function jsonBytes(value: unknown): Promise<Buffer> {
  const slices = new Slices();
  const parts: Buffer[] = [];
  for (const chunk of jsonChunks(value)) {
    parts.push(Buffer.from(chunk));
    await slices.pause();
  }
  return joined(parts);
}
