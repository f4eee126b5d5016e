import { fieldOf, primePower } from './galois-field.ts';
import { hadamard } from './hadamard.ts';

/**
 * A difference scheme D(r, c; s): r rows, c columns over a group of s elements; the differences of any two columns hold
 * every element equally often. Elements are added digit by digit modulo the prime of s.
 */
export interface DifferenceScheme {
  readonly levels: number;
  readonly rows: readonly (readonly number[])[];
}

/**
 * Digits row by row: over the integers modulo 3 and 5 as in the published arrays L18, L36, L54 and L50; those of 15 rows and of
 * four levels were found by search.
 */
const TABLES: readonly { readonly levels: number; readonly rows: string }[] = [
  { levels: 3, rows: '000000 001122 010212 022110 012021 021201' },
  {
    levels: 3,
    rows: '000000000000 000011112222 001201220112 002102121021 012021022101 012100212210 010222011012 011220100221 021012202011 021110021202 022212110100 020121201120',
  },
  {
    levels: 3,
    rows: '000000000000000000 000000121212121212 000000212121212121 001122000012122121 001122121221210000 001122212100001212 010212001200211221 010212122112002100 010212210021120012 022110002121121200 022110120000212112 022110211212000021 012021001221002112 012021122100120021 012021210012211200 021201002112210012 021201120021001221 021201211200122100',
  },
  {
    levels: 3,
    rows: '000000000 002121221 001212201 001102102 002220111 010122010 011100222 011011021 012012120 010221100 020210122 022101210 021221012 020012212 022000001',
  },
  {
    levels: 4,
    rows: '000000000000 001223133120 003130221132 012331213200 010202231313 012013102332 023211030231 020310312123 022103323011 031121022303 033322110012 031032301221',
  },
  {
    levels: 5,
    rows: '0000000000 0123401234 0241330241 0314242031 0432132104 0034321412 0102213443 0220144313 0343014122 0411423320',
  },
];

/** Rows of the schemes that come from Hadamard matrices: levels 2. */
const HADAMARD_ROWS = [2, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40];

/** Sum of two elements of the group of `levels` elements. */
export function addElements(levels: number, a: number, b: number): number {
  const prime = primePower(levels)?.prime ?? levels;
  let sum = 0;
  for (let place = 1; place < levels; place *= prime)
    sum += ((Math.floor(a / place) + Math.floor(b / place)) % prime) * place;
  return sum;
}

/** Multiplication table of a field of q elements, products cut to their first digits: D(q, q; levels), levels | q. */
function fromField(q: number, levels: number): DifferenceScheme {
  const { multiply } = fieldOf(q);
  const elements = Array.from({ length: q }, (_, i) => i);
  return { levels, rows: elements.map((a) => elements.map((b) => multiply(a, b) % levels)) };
}

/** Row counts and levels of every scheme that is known here, with how to make it. */
export function differenceSchemes(): {
  readonly rows: number;
  readonly columns: number;
  readonly levels: number;
  build(): DifferenceScheme;
}[] {
  const tables = TABLES.map(({ levels, rows }) => {
    const lines = rows.split(' ');
    return {
      rows: lines.length,
      columns: lines[0].length,
      levels,
      build: () => ({ levels, rows: lines.map((line) => [...line].map(Number)) }),
    };
  });
  const doubled = tables.map((table) => ({
    ...table,
    rows: 2 * table.rows,
    build: () => {
      const { levels, rows } = table.build();
      return { levels, rows: [...rows, ...rows] };
    },
  }));
  const signs = HADAMARD_ROWS.map((rows) => ({
    rows,
    columns: rows,
    levels: 2,
    build: () => ({ levels: 2, rows: hadamard(rows).map((row) => row.map((x) => (1 - x) / 2)) }),
  }));
  const fields = [
    [3, 3],
    [4, 4],
    [5, 5],
    [7, 7],
    [8, 8],
    [9, 9],
    [8, 4],
    [16, 4],
    [9, 3],
    [27, 3],
  ].map(([q, levels]) => ({ rows: q, columns: q, levels, build: () => fromField(q, levels) }));
  return [...signs, ...fields, ...tables, ...doubled];
}
