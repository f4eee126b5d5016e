import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvFile, parseDelimited, rowsOfCsv, toCsv } from '../../../src/web/text/csv.ts';

fc.configureGlobal({ seed: 1 });

describe('delimited text', () => {
  it('reads quoted cells with commas, line breaks and doubled quotes', () => {
    expect(parseDelimited('a,"b,1\n2","say ""x"""\r\n1,2,3\n', ',')).toEqual([
      ['a', 'b,1\n2', 'say "x"'],
      ['1', '2', '3'],
    ]);
  });

  it('reads tabs', () => {
    expect(parseDelimited('1,5\t2\n3\t4', '\t')).toEqual([
      ['1,5', '2'],
      ['3', '4'],
    ]);
  });

  it('drops a byte-order mark and empty lines, keeps empty cells', () => {
    expect(parseDelimited('\uFEFFa,b\n\n1,\n\n', ',')).toEqual([
      ['a', 'b'],
      ['1', ''],
    ]);
  });

  it('keeps the empty cells of a single column, so that no value moves up', () => {
    expect(parseDelimited('71,2\r\n\r\n65\r\n\r\n', '\t')).toEqual([['71,2'], [''], ['65']]);
    expect(parseDelimited('\n65\n', '\t')).toEqual([[''], ['65']]);
    expect(parseDelimited('\n\n', '\t')).toEqual([]);
  });

  it('reads back what it writes', () => {
    const cell = fc.string().filter((text) => text.trim() === text && !text.startsWith('\uFEFF'));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1 }), (rows) => {
        const text = toCsv(
          ['first', 'second'],
          rows.map(([first, second]) => ({ first, second })),
        );
        expect(parseDelimited(text, ',')).toEqual([['first', 'second'], ...rows]);
      }),
    );
  });
});

describe('files of the service', () => {
  it('give numbers, texts where texts belong, and null for empty cells', () => {
    expect(rowsOfCsv('a;b,lot,Reason\r\n1e-3,007,\r\n,12,"x, y"\r\n', new Set(['lot', 'Reason']))).toEqual([
      { 'a;b': 0.001, lot: '007', Reason: null },
      { 'a;b': null, lot: '12', Reason: 'x, y' },
    ]);
    expect(rowsOfCsv('a,b\r\n1,?\r\n', new Set())).toEqual([{ a: 1, b: '?' }]);
    expect(rowsOfCsv('a\r\n', new Set())).toEqual([]);
  });
});

describe('files for spreadsheets', () => {
  it('state their encoding and hold no cell that would be run as a formula; numbers stay numbers', () => {
    expect(csvFile(['=name', 'x'], [{ '=name': '=HYPERLINK("http://x")', x: -1 }])).toBe(
      '\uFEFF\'=name,x\n"\'=HYPERLINK(""http://x"")",-1\n',
    );
    const texts = ['@b', '-c', 'd-e', '＝f'];
    expect(
      csvFile(
        ['a'],
        texts.map((a) => ({ a })),
      ),
    ).toBe("\uFEFFa\n'@b\n'-c\nd-e\n'＝f\n");
  });
});
