import { ValueError } from '../../errors.ts';
import { addElements, type DifferenceScheme, differenceSchemes } from './difference-scheme.ts';
import { fullFactorial } from './full-factorial.ts';
import { hadamard } from './hadamard.ts';

/** An array of strength 2: any two columns hold every pair of levels equally often. */
interface OrthogonalArray {
  /** Columns [runs] of level positions. */
  readonly columns: readonly (readonly number[])[];
}

/** An array that can be made, with the levels of its columns. */
interface Recipe {
  readonly runs: number;
  readonly levels: readonly number[];
  build(): OrthogonalArray;
}

/** Most runs that are tried. */
const RUNS_MAX = 81;

const repeat = (level: number, count: number) => new Array<number>(count).fill(level);

/** All combinations once: the trivial array, also what splits a column of that many levels. */
function product(levels: readonly number[]): Recipe {
  return {
    runs: levels.reduce((all, level) => all * level, 1),
    levels,
    build: () => {
      const rows = fullFactorial(levels, 'last');
      return { columns: levels.map((_, c) => rows.map((row) => row[c])) };
    },
  };
}

/** Two-level columns of a Hadamard matrix. */
function fromHadamard(runs: number): Recipe {
  return {
    runs,
    levels: repeat(2, runs - 1),
    build: () => {
      const matrix = hadamard(runs);
      return { columns: matrix.slice(1).map((_, c) => matrix.map((row) => (1 - row[c + 1]) / 2)) };
    },
  };
}

/** A doubled Hadamard matrix: the doubling column, one other and their product make a four-level column. */
function doubledHadamard(runs: number): Recipe {
  const half = runs / 2;
  return {
    runs,
    levels: [4, ...repeat(2, runs - 4)],
    build: () => {
      const matrix = hadamard(half);
      const side = (i: number) => (i < half ? 0 : 1);
      const bit = (i: number, c: number) => (1 - matrix[i % half][c]) / 2;
      const all = Array.from({ length: runs }, (_, i) => i);
      const columns = [all.map((i) => 2 * side(i) + bit(i, 1))];
      for (let c = 2; c < half; c++)
        columns.push(
          all.map((i) => bit(i, c)),
          all.map((i) => bit(i, c) ^ side(i)),
        );
      return { columns };
    },
  };
}

/** Every column of a difference scheme moved through the group, and a column that numbers the scheme's rows. */
function fromScheme(rows: number, columns: number, levels: number, build: () => DifferenceScheme): Recipe {
  return {
    runs: rows * levels,
    levels: [rows, ...repeat(levels, columns)],
    build: () => {
      const scheme = build();
      const runs = Array.from({ length: rows * levels }, (_, i) => i);
      const moved = scheme.rows[0].map((_, c) =>
        runs.map((i) => addElements(levels, scheme.rows[Math.floor(i / levels)][c], i % levels)),
      );
      return { columns: [runs.map((i) => Math.floor(i / levels)), ...moved] };
    },
  };
}

/** Small arrays with an odd column: bit i of a two-level column is its level in run i. Found by search. */
function fromBits(runs: number, first: number, bits: readonly number[]): Recipe {
  const all = Array.from({ length: runs }, (_, i) => i);
  return {
    runs,
    levels: [first, ...repeat(2, bits.length)],
    build: () => ({
      columns: [
        all.map((i) => Math.floor((i * first) / runs)),
        ...bits.map((column) => all.map((i) => (column >>> i) & 1)),
      ],
    }),
  };
}

const RECIPES: readonly Recipe[] = [
  ...[4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 68, 72, 76, 80].map(fromHadamard),
  ...[24, 40, 48, 56, 72, 80].map(doubledHadamard),
  ...differenceSchemes().map(({ rows, columns, levels, build }) => fromScheme(rows, columns, levels, build)),
  fromBits(12, 3, [0x569, 0xc33, 0xa59, 0x6c3]),
  fromBits(12, 6, [0x555, 0xa95]),
  fromBits(20, 5, [0x695c3, 0x59a69, 0x66ca9, 0x55535, 0xca633, 0xa5659, 0x3ac55, 0x36363]),
  fromBits(
    28,
    7,
    [
      0x5a5a3a3, 0xc59a539, 0x36c3c33, 0x6a69559, 0x96339c9, 0x55655a5, 0x5936c53, 0xac35333, 0x99c3355,
      0x69a3aa9, 0x936ca39, 0xa56a6c3,
    ],
  ),
];

/** Arrays that may take the place of a column of that many levels. */
function splitsOf(levels: number): Recipe[] {
  const trivial: Recipe[] = [];
  for (let first = 2; first * first <= levels; first++)
    if (levels % first === 0) trivial.push(product([first, levels / first]));
  return [...RECIPES.filter(({ runs }) => runs === levels), ...trivial];
}

/** Splits, in order, that turn a recipe's columns into ones that hold all levels wanted; undefined when none do. */
function planSplits(
  have: readonly number[],
  wanted: readonly number[],
  seen: Set<string>,
): { readonly level: number; readonly by: Recipe }[] | undefined {
  const spare = [...have];
  const unmet = wanted.filter((level) => {
    const at = spare.indexOf(level);
    if (at >= 0) spare.splice(at, 1);
    return at < 0;
  });
  if (unmet.length === 0) return [];
  const key = [...have].sort((a, b) => a - b).join();
  if (seen.has(key)) return undefined;
  seen.add(key);
  for (const level of [...new Set(spare)].sort((a, b) => b - a)) {
    for (const by of splitsOf(level)) {
      if (!by.levels.some((part) => unmet.some((need) => part % need === 0))) continue;
      const next = [...have];
      next.splice(next.indexOf(level), 1, ...by.levels);
      const rest = planSplits(next, wanted, seen);
      if (rest) return [{ level, by }, ...rest];
    }
  }
  return undefined;
}

interface LevelColumn {
  readonly level: number;
  readonly entries: readonly number[];
}

/** The columns of a recipe after the splits. */
function buildColumns(
  recipe: Recipe,
  splits: readonly { readonly level: number; readonly by: Recipe }[],
): LevelColumn[] {
  const { columns } = recipe.build();
  let built = columns.map((entries, c) => ({ level: recipe.levels[c], entries }));
  for (const { level, by } of splits) {
    const at = built.findIndex((column) => column.level === level);
    const parts = by.build().columns.map((part, c) => ({
      level: by.levels[c],
      entries: built[at].entries.map((entry) => part[entry]),
    }));
    built = [...built.slice(0, at), ...parts, ...built.slice(at + 1)];
  }
  return built;
}

/**
 * Smallest array of strength 2 with a column for every factor, up to 81 runs.
 *
 * Made of Hadamard matrices, difference schemes (over fields, and the tables behind L18, L36, L50 and L54) and a few
 * arrays found by search, with columns of many levels split by smaller arrays.
 *
 * @param levels number of levels per factor
 * @param runs   only this size, when given
 * @returns rows of level positions
 * @throws ValueError when none is known here
 *
 * Source: Hedayat, Sloane and Stufken 1999, Orthogonal Arrays; Bose and Bush 1952 (difference schemes).
 */
export function orthogonalArrayFor(levels: readonly number[], runs?: number): number[][] {
  const bySize = [...RECIPES, product(levels)].filter(
    (recipe) => recipe.runs <= RUNS_MAX && recipe.runs === (runs ?? recipe.runs),
  );
  for (const recipe of bySize.sort((a, b) => a.runs - b.runs)) {
    if (levels.reduce((sum, level) => sum + level - 1, 1) > recipe.runs) continue;
    if (levels.some((level) => recipe.runs % level !== 0)) continue;
    const splits = planSplits(recipe.levels, levels, new Set());
    if (!splits) continue;
    const free = buildColumns(recipe, splits);
    const chosen = levels.map((level) => {
      const at = free.findIndex((column) => column.level === level);
      return free.splice(at, 1)[0].entries;
    });
    return chosen[0].map((_, run) => chosen.map((entries) => entries[run]));
  }
  const [size, other] =
    runs === undefined
      ? [`at most ${RUNS_MAX} runs`, 'change the level counts']
      : [`${runs} runs`, 'leave n_runs out for the smallest array'];
  throw new ValueError(
    `orthogonal_array: no array of strength 2 with ${size} is known here for level counts ${levels.join(', ')}; use gsd or an optimal design, or ${other}`,
  );
}
