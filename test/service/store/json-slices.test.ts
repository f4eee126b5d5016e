import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonChunks } from '../../../src/service/store/json-chunks.ts';
import { parseInSlices } from '../../../src/service/store/json-slices.ts';

fc.configureGlobal({ seed: 1 });

const outcome = async (parse: () => unknown): Promise<unknown> => {
  try {
    return { value: await parse() };
  } catch (error) {
    return (error as Error).name;
  }
};

const piece = fc.integer({ min: 0, max: 40 });

describe('JSON in slices', () => {
  it('is what JSON.parse makes of it, whatever the size of the pieces', async () => {
    const space = fc.constantFrom(undefined, 1, '\t');
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), piece, space, async (value, size, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(await parseInSlices(text, { piece: size })).toEqual(JSON.parse(text));
      }),
      { numRuns: 400 },
    );
  });

  it('is refused where JSON.parse refuses it', async () => {
    const cut = fc.record({
      value: fc.jsonValue({ maxDepth: 4 }),
      at: fc.nat(),
      put: fc.constantFrom('', ',', ']', '}', '[', '{', '"', ':', '\\', ' ', '1', 'x', ',,', ',]', 'null'),
      drop: fc.nat(3),
    });
    await fc.assert(
      fc.asyncProperty(cut, piece, async ({ value, at, put, drop }, size) => {
        const text = JSON.stringify(value);
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + put + text.slice(place + drop);
        const expected = await outcome(() => JSON.parse(changed));
        expect(await outcome(() => parseInSlices(changed, { piece: size }))).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it('ends where whoever watches has seen enough', async () => {
    const text = JSON.stringify(Array.from({ length: 300_000 }, (_, i) => [i]));
    const watch = () => {
      throw new RangeError('enough');
    };
    await expect(parseInSlices(text, { watch })).rejects.toThrow('enough');
  });

  it('takes back what is written in chunks, long arrays and the name of the prototype included', async () => {
    const rows = Array.from({ length: 5000 }, (_, i) => ({ x: i, note: `"${i}\\ü` }));
    const value = { rows, deep: { list: [rows, rows.slice(0, 3)], text: 'x'.repeat(3e5) } };
    const text = [...jsonChunks(value)].join('');
    expect(await parseInSlices(text)).toEqual(JSON.parse(text));
    const odd = `{"__proto__": {"a": 1}, "b": [${'1,'.repeat(1e5)}1]}`;
    const parsed = (await parseInSlices(odd)) as object;
    expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
    expect(Object.keys(parsed)).toEqual(['__proto__', 'b']);
  });
});
