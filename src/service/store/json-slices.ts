import { noteKeys } from '../session/document/document-keys.ts';
import { Slices } from './slices.ts';

/** Bytes that are parsed at once: some tenths of a millisecond of work. */
const usualPiece = 1 << 15;

/** Levels that are opened; nothing of ours is nested deeper. */
const maxLevels = 64;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openRecord, closeRecord] = [0x5b, 0x5d, 0x7b, 0x7d];

/** UTF-8 text of JSON, read from the left: no byte of a character that is not ASCII is one of the marks. */
class Scanner {
  readonly bytes: Buffer;
  /** Bytes that are parsed at once. */
  readonly piece: number;
  at = 0;

  constructor(bytes: Buffer, piece: number) {
    this.bytes = bytes;
    this.piece = piece;
  }

  /** The next byte that is no blank; -1 at the end. */
  peek(): number {
    const { bytes } = this;
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at] as number;
      if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return byte;
    }
    return -1;
  }

  expect(mark: number): void {
    if (this.peek() !== mark)
      throw new SyntaxError(`'${String.fromCharCode(mark)}' expected at byte ${this.at}`);
    this.at++;
  }

  /** What was gone past, as a value. */
  parsed(from: number, to: number): unknown {
    return JSON.parse(this.bytes.toString('utf8', from, to));
  }

  #skipString(): void {
    const { bytes } = this;
    for (let at = this.at + 1; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === backslash) at++;
      else if (byte === quote) {
        this.at = at + 1;
        return;
      }
    }
    throw new SyntaxError(`the text that begins at byte ${this.at} has no end`);
  }

  #skipNested(most: number): void {
    const { bytes } = this;
    const from = this.at;
    for (let depth = 0; this.at < bytes.length; ) {
      const byte = bytes[this.at];
      if (byte === quote) {
        this.#skipString();
        continue;
      }
      this.at++;
      if (byte === openList || byte === openRecord) depth++;
      else if (byte === closeList || byte === closeRecord) {
        depth--;
        if (depth === 0) return;
      }
      if (this.at - from > most) return;
    }
    throw new SyntaxError(`what begins at byte ${from} has no end`);
  }

  /** Skips one value without parsing it. Stops inside an array or object longer than `most`. */
  skip(most = Number.POSITIVE_INFINITY): void {
    const first = this.peek();
    if (first === quote) this.#skipString();
    else if (first === openRecord || first === openList) this.#skipNested(most);
    else {
      const { bytes } = this;
      for (; this.at < bytes.length; this.at++) {
        const byte = bytes[this.at];
        if (byte === comma || byte === closeList || byte === closeRecord) return;
      }
    }
  }
}

const opens = (first: number): boolean => first === openList || first === openRecord;

async function parseArray(scanner: Scanner, slices: Slices, depth: number): Promise<unknown[]> {
  const items: unknown[] = [];
  /** Items that were gone past and are not parsed yet: where they begin, and where the last one ends. */
  let from = 0;
  let to = 0;
  const take = async () => {
    if (to > from) {
      const text = scanner.bytes.toString('utf8', from, to);
      for (const item of JSON.parse(`[${text}]`)) items.push(item);
    }
    from = to;
    await slices.pause();
  };
  scanner.expect(openList);
  if (scanner.peek() === closeList) {
    scanner.at++;
    return items;
  }
  for (;;) {
    const first = scanner.peek();
    const start = scanner.at;
    if (to === from) from = start;
    scanner.skip(scanner.piece);
    if (scanner.at === start) throw new SyntaxError(`a value expected at byte ${start}`);
    if (scanner.at - start > scanner.piece && opens(first)) {
      // One item is a long one: those before it, then it alone.
      await take();
      scanner.at = start;
      items.push(await parseValue(scanner, slices, depth - 1));
      from = scanner.at;
    }
    to = scanner.at;
    if (to - from >= scanner.piece) await take();
    if (scanner.peek() !== comma) break;
    scanner.at++;
  }
  await take();
  scanner.expect(closeList);
  return items;
}

async function parseObject(scanner: Scanner, slices: Slices, depth: number): Promise<unknown> {
  const result: Record<string, unknown> = {};
  const keys: string[] = [];
  scanner.expect(openRecord);
  if (scanner.peek() === closeRecord) {
    scanner.at++;
    return result;
  }
  for (;;) {
    if (scanner.peek() !== quote) throw new SyntaxError(`a key expected at byte ${scanner.at}`);
    const from = scanner.at;
    scanner.skip();
    const key = scanner.parsed(from, scanner.at) as string;
    scanner.expect(colon);
    const value = await parseValue(scanner, slices, depth - 1);
    if (!Object.hasOwn(result, key)) keys.push(key);
    // As JSON.parse does: the name of the prototype is a key as any other.
    Object.defineProperty(result, key, { value, writable: true, enumerable: true, configurable: true });
    if (scanner.peek() !== comma) break;
    scanner.at++;
  }
  scanner.expect(closeRecord);
  noteKeys(result, keys);
  return result;
}

async function parseValue(scanner: Scanner, slices: Slices, depth: number): Promise<unknown> {
  const first = scanner.peek();
  const from = scanner.at;
  scanner.skip(depth > 0 ? scanner.piece : Number.POSITIVE_INFINITY);
  if (depth > 0 && opens(first) && scanner.at - from > scanner.piece) {
    scanner.at = from;
    return first === openList ? parseArray(scanner, slices, depth) : parseObject(scanner, slices, depth);
  }
  const value = scanner.parsed(from, scanner.at);
  await slices.pause();
  return value;
}

/**
 * As JSON.parse of UTF-8 text, in slices with other work in between. Long values are split at any depth.
 *
 * @param watch is called between pieces and may throw
 * @throws SyntaxError
 */
export async function parseInSlices(
  source: string | Uint8Array,
  { piece = usualPiece, watch }: { readonly piece?: number; readonly watch?: () => void } = {},
): Promise<unknown> {
  if (typeof source === 'string' && source.length <= piece) return JSON.parse(source);
  const bytes =
    typeof source === 'string'
      ? Buffer.from(source)
      : Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  if (bytes.length <= piece) return JSON.parse(bytes.toString('utf8'));
  const scanner = new Scanner(bytes, piece);
  const value = await parseValue(scanner, new Slices(watch), maxLevels);
  if (scanner.peek() !== -1) throw new SyntaxError(`unexpected text at byte ${scanner.at}`);
  return value;
}
