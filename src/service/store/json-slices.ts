import { Slices } from './slices.ts';

/** Characters that are parsed at once: about a millisecond of work. */
const usualPiece = 1 << 17;

const blank = /[ \t\r\n]*/y;
const mark = /["{}[\]]/g;

/** Text of JSON, read from the left. */
class Scanner {
  readonly text: string;
  /** Characters that are parsed at once. */
  readonly piece: number;
  at = 0;

  constructor(text: string, piece: number) {
    this.text = text;
    this.piece = piece;
  }

  /** The next character that is no blank. */
  peek(): string {
    blank.lastIndex = this.at;
    blank.test(this.text);
    this.at = blank.lastIndex;
    return this.text[this.at] ?? '';
  }

  expect(character: string): void {
    if (this.peek() !== character) throw new SyntaxError(`'${character}' expected at position ${this.at}`);
    this.at++;
  }

  #skipString(): void {
    for (let end = this.at + 1; ; end++) {
      end = this.text.indexOf('"', end);
      if (end < 0) throw new SyntaxError(`the text that begins at position ${this.at} has no end`);
      let slashes = 0;
      while (this.text[end - 1 - slashes] === '\\') slashes++;
      if (slashes % 2 === 0) {
        this.at = end + 1;
        return;
      }
    }
  }

  #skipNested(most: number): void {
    const from = this.at;
    for (let depth = 0; ; ) {
      mark.lastIndex = this.at;
      const found = mark.exec(this.text);
      if (found === null) throw new SyntaxError(`what begins at position ${from} has no end`);
      this.at = found.index;
      if (found[0] === '"') {
        this.#skipString();
        continue;
      }
      this.at++;
      depth += found[0] === '{' || found[0] === '[' ? 1 : -1;
      if (depth === 0 || this.at - from > most) return;
    }
  }

  /** Goes past one value; what is inside is not looked at. Stops inside an array or object longer than `most`. */
  skip(most = Number.POSITIVE_INFINITY): void {
    const first = this.peek();
    if (first === '"') this.#skipString();
    else if (first === '{' || first === '[') this.#skipNested(most);
    else while (this.at < this.text.length && !',]}'.includes(this.text[this.at] as string)) this.at++;
  }
}

async function parseArray(scanner: Scanner, slices: Slices, depth: number): Promise<unknown[]> {
  const items: unknown[] = [];
  /** Items that were gone past and are not parsed yet: where they begin, and where the last one ends. */
  let from = 0;
  let to = 0;
  const take = async () => {
    if (to > from) for (const item of JSON.parse(`[${scanner.text.slice(from, to)}]`)) items.push(item);
    from = to;
    await slices.pause();
  };
  scanner.expect('[');
  if (scanner.peek() === ']') {
    scanner.at++;
    return items;
  }
  for (;;) {
    const first = scanner.peek();
    const start = scanner.at;
    if (to === from) from = start;
    scanner.skip(scanner.piece);
    if (scanner.at === start) throw new SyntaxError(`a value expected at position ${start}`);
    if (scanner.at - start > scanner.piece && (first === '[' || first === '{')) {
      // One item is a long one: those before it, then it alone.
      await take();
      scanner.at = start;
      items.push(await parseValue(scanner, slices, depth - 1));
      from = scanner.at;
    }
    to = scanner.at;
    if (to - from >= scanner.piece) await take();
    if (scanner.peek() !== ',') break;
    scanner.at++;
  }
  await take();
  scanner.expect(']');
  return items;
}

async function parseObject(scanner: Scanner, slices: Slices, depth: number): Promise<unknown> {
  const result: Record<string, unknown> = {};
  scanner.expect('{');
  if (scanner.peek() === '}') {
    scanner.at++;
    return result;
  }
  for (;;) {
    if (scanner.peek() !== '"') throw new SyntaxError(`a key expected at position ${scanner.at}`);
    const from = scanner.at;
    scanner.skip();
    const key = JSON.parse(scanner.text.slice(from, scanner.at)) as string;
    scanner.expect(':');
    const value = await parseValue(scanner, slices, depth - 1);
    // As JSON.parse does: the name of the prototype is a key as any other.
    Object.defineProperty(result, key, { value, writable: true, enumerable: true, configurable: true });
    if (scanner.peek() !== ',') break;
    scanner.at++;
  }
  scanner.expect('}');
  return result;
}

async function parseValue(scanner: Scanner, slices: Slices, depth: number): Promise<unknown> {
  const first = scanner.peek();
  if (first === '[' && depth > 0) return parseArray(scanner, slices, depth);
  if (first === '{' && depth > 0) return parseObject(scanner, slices, depth);
  const from = scanner.at;
  scanner.skip();
  const value = JSON.parse(scanner.text.slice(from, scanner.at));
  await slices.pause();
  return value;
}

/**
 * As JSON.parse, in pieces between which others get their turn: what is large is opened to a depth of four.
 *
 * @throws SyntaxError
 */
export async function parseInSlices(text: string, piece = usualPiece): Promise<unknown> {
  if (text.length <= piece) return JSON.parse(text);
  const scanner = new Scanner(text, piece);
  const value = await parseValue(scanner, new Slices(), 4);
  if (scanner.peek() !== '') throw new SyntaxError(`unexpected text at position ${scanner.at}`);
  return value;
}
