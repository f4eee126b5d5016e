import { describe, expect, test } from 'vitest';
import { aliasStructure } from '../../../src/engine/design/classical/alias-structure.ts';
import { boxBehnken } from '../../../src/engine/design/classical/box-behnken.ts';
import { axialDistance, centralComposite } from '../../../src/engine/design/classical/central-composite.ts';
import { conferenceMatrix } from '../../../src/engine/design/classical/conference.ts';
import { definitiveScreening } from '../../../src/engine/design/classical/definitive-screening.ts';
import { doehlert } from '../../../src/engine/design/classical/doehlert.ts';
import { fullFactorial } from '../../../src/engine/design/classical/full-factorial.ts';
import { fieldOf } from '../../../src/engine/design/classical/galois-field.ts';
import { generalizedSubset } from '../../../src/engine/design/classical/generalized-subset.ts';
import { hadamard } from '../../../src/engine/design/classical/hadamard.ts';
import { orthogonalArrayFor } from '../../../src/engine/design/classical/orthogonal-array.ts';
import { plackettBurman } from '../../../src/engine/design/classical/plackett-burman.ts';
import {
  fractionOfResolution,
  fractionRuns,
  generatorWords,
  minimumAberration,
  parseGenerators,
  resolutionOf,
  wordLengths,
} from '../../../src/engine/design/classical/regular-fraction.ts';
import { oracle } from './support.ts';

const facts = oracle<{
  classical: {
    fractional_factorial: {
      factors: number;
      runs: number;
      generators: string[];
      resolution: number;
      wordlengths: Record<string, number>;
      clear_two_factor_interactions: number;
    }[];
    plackett_burman: { run_sizes: { factors: number; runs: number }[] };
    box_behnken: {
      factors: number;
      edge_runs: number;
      customary_centre_runs: number;
      total: number;
      D_eff?: number;
      A_eff?: number;
    }[];
    central_composite: {
      factors: number;
      factorial: number;
      axial: number;
      runs_with_two_centres: number;
      alpha_rotatable: number;
      alpha_orthogonal_blocks_1_1: number;
      alpha_spherical: number;
      alpha_uncorrelated_quadratics: number;
    }[];
    generalized_subset: { levels: number[]; reduction: number; runs: number; level_counts: number[][] }[];
    definitive_screening: {
      factors: number;
      runs: number;
      nonzero_per_column: number;
      main_effects_D_eff: number;
      quadratic_pair_abs_corr: number[];
      max_abs_corr_2fi_pairs: number;
    }[];
    orthogonal_arrays: { runs: number; columns: Record<string, number> }[];
  };
}>('doe-classical.json').classical;

const column = (rows: readonly (readonly number[])[], k: number) => rows.map((row) => row[k]);
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);

function correlation(a: readonly number[], b: readonly number[]): number {
  const centre = (x: readonly number[]) => {
    const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
    return x.map((value) => value - mean);
  };
  const [u, v] = [centre(a), centre(b)];
  return dot(u, v) / Math.sqrt(dot(u, u) * dot(v, v));
}

/** XᵀX = n·I of the columns. */
function isOrthogonal(rows: readonly (readonly number[])[], length: number): boolean {
  return rows[0].every((_, i) =>
    rows[0].every((_, j) => dot(column(rows, i), column(rows, j)) === (i === j ? length : 0)),
  );
}

describe('fractional factorial', () => {
  test.each(facts.fractional_factorial.map((fact) => [fact.factors, fact.runs, fact] as const))(
    '%i factors in %i runs has the published word lengths',
    (factors, runs, fact) => {
      const fraction = minimumAberration(factors, runs);
      const lengths = Object.fromEntries(
        wordLengths(fraction).flatMap((count, length) => (length > 0 && count > 0 ? [[length, count]] : [])),
      );
      expect(lengths).toEqual(fact.wordlengths);
      const structure = aliasStructure(fraction);
      expect(structure.resolution).toBe(fact.resolution);
      expect(structure.clearInteractions).toHaveLength(fact.clear_two_factor_interactions);
      expect(isOrthogonal(fractionRuns(fraction), runs)).toBe(true);
    },
  );

  test.each(
    facts.fractional_factorial.slice(0, 20).map((fact) => [fact.generators.join(' '), fact] as const),
  )('given generators %s are read and have their resolution', (text, fact) => {
    const fraction = parseGenerators(text, fact.factors);
    expect(fractionRuns(fraction)).toHaveLength(fact.runs);
    expect(resolutionOf(fraction)).toBe(fact.resolution);
  });

  test('every size from 4 to 128 runs and every number of factors is there', () => {
    for (let runs = 4; runs <= 128; runs *= 2) {
      for (let factors = Math.log2(runs); factors < runs; factors++) {
        const fraction = minimumAberration(factors, runs);
        expect(new Set(fraction.factors.map(({ mask }) => mask)).size).toBe(factors);
        if (factors > runs / 2) continue;
        expect(resolutionOf(fraction), `${factors} in ${runs}`).toBeGreaterThanOrEqual(4);
      }
    }
  });

  test('the smallest fraction of a resolution', () => {
    const runsFor = (factors: number, resolution: number) =>
      2 ** fractionOfResolution(factors, resolution).baseFactors;
    expect(runsFor(3, 3)).toBe(4);
    expect(runsFor(5, 5)).toBe(16);
    expect(runsFor(7, 3)).toBe(8);
    expect(runsFor(7, 4)).toBe(16);
    expect(runsFor(8, 5)).toBe(64);
    expect(runsFor(9, 6)).toBe(128);
    expect(runsFor(4, 5)).toBe(16);
    expect(() => fractionOfResolution(20, 6)).toThrow(/needs more than 128 runs/);
  });

  test('a minus sign flips a column and its aliases', () => {
    const plus = fractionRuns(parseGenerators('a b ab', 3));
    const minus = fractionRuns(parseGenerators('a b -ab', 3));
    expect(minus.map((row) => row[2])).toEqual(plus.map((row) => -row[2]));
    const { sets, definingWords } = aliasStructure(parseGenerators('C=-AB', 3));
    expect(definingWords).toEqual([{ factors: [0, 1, 2], sign: -1 }]);
    const first = sets.find(({ members }) => members[0].effect.join() === '0');
    expect(first?.members).toEqual([
      { effect: [0], sign: 1 },
      { effect: [1, 2], sign: -1 },
    ]);
    for (const [a, b, c] of minus) expect(a).toBe(-b * c);
  });

  test('words come back from a fraction', () => {
    expect(generatorWords(parseGenerators('a b c -abc', 4))).toBe('a b c -abc');
    expect(generatorWords(parseGenerators('D=ABC', 4))).toBe('a b c abc');
  });

  test.each([
    ['a b', 3, /2 words for 3 factors/],
    ['a b c ab', 3, /4 words for 3 factors/],
    ['a b a1', 3, /which is not letters/],
    ['a b ac', 3, /uses 'c', which is not a base factor/],
    ['a b ab ab', 4, /two factors the same column/],
    ['a b aa', 3, /or one no column/],
    ['Z=AB', 3, /defines none of the factors/],
  ])('bad generators %s for %i factors are refused', (text, factors, message) => {
    expect(() => parseGenerators(text, factors)).toThrow(message);
  });
});

describe('Plackett–Burman', () => {
  test.each(facts.plackett_burman.run_sizes)('$factors factors take $runs runs', ({ factors, runs }) => {
    const rows = plackettBurman(factors);
    expect(rows).toHaveLength(runs);
    expect(isOrthogonal(rows, runs)).toBe(true);
    for (const k of rows[0].keys()) expect(column(rows, k).reduce((sum, x) => sum + x)).toBe(0);
  });

  test('Hadamard matrices of every multiple of four to 100', () => {
    for (let order = 4; order <= 100; order += 4)
      expect(isOrthogonal(hadamard(order), order), `${order}`).toBe(true);
    expect(() => hadamard(6)).toThrow(/order 6/);
  });

  test('twelve runs spread each interaction over the other main effects', () => {
    const rows = plackettBurman(11);
    let pairs = 0;
    let words = 0;
    for (let a = 0; a < 11; a++)
      for (let b = 0; b < 11; b++)
        for (let c = b + 1; c < 11; c++) {
          if (a === b || a === c) continue;
          const r = correlation(
            column(rows, a),
            rows.map((row) => row[b] * row[c]),
          );
          expect(Math.abs(r)).toBeCloseTo(1 / 3, 12);
          pairs++;
          words += r * r;
        }
    expect(pairs).toBe(495);
    expect(words / 3).toBeCloseTo(18.3333333, 6);
  });
});

/** D and A efficiency of the full quadratic model. */
function quadraticEfficiency(rows: readonly (readonly number[])[]) {
  const model = rows.map((row) => {
    const terms = [1, ...row];
    row.forEach((x, i) => {
      for (let j = i + 1; j < row.length; j++) terms.push(x * row[j]);
    });
    return [...terms, ...row.map((x) => x * x)];
  });
  return efficiency(model);
}

function efficiency(model: readonly (readonly number[])[]) {
  const n = model.length;
  const p = model[0].length;
  const M = Array.from({ length: p }, (_, i) =>
    Array.from({ length: p }, (_, j) => dot(column(model, i), column(model, j)) / n),
  );
  const inverse = M.map((_, i) => M.map((_, j) => (i === j ? 1 : 0)));
  let logDeterminant = 0;
  for (let c = 0; c < p; c++) {
    const pivot = M[c][c];
    logDeterminant += Math.log(pivot);
    for (let j = 0; j < p; j++) {
      M[c][j] /= pivot;
      inverse[c][j] /= pivot;
    }
    for (let r = 0; r < p; r++) {
      if (r === c) continue;
      const factor = M[r][c];
      for (let j = 0; j < p; j++) {
        M[r][j] -= factor * M[c][j];
        inverse[r][j] -= factor * inverse[c][j];
      }
    }
  }
  const trace = inverse.reduce((sum, row, i) => sum + row[i], 0);
  return { D: 100 * Math.exp(logDeterminant / p), A: (100 * p) / trace };
}

describe('Box–Behnken', () => {
  test.each(facts.box_behnken)('$factors factors take $edge_runs edge runs', (fact) => {
    const rows = boxBehnken(fact.factors);
    expect(rows).toHaveLength(fact.edge_runs);
    expect(fact.edge_runs + fact.customary_centre_runs).toBe(fact.total);
    if (fact.D_eff === undefined || fact.A_eff === undefined) return;
    const centre = new Array<number>(fact.factors).fill(0);
    const all = [...rows, ...Array.from({ length: fact.customary_centre_runs }, () => centre)];
    const { D, A } = quadraticEfficiency(all);
    expect(D).toBeCloseTo(fact.D_eff, 3);
    expect(A).toBeCloseTo(fact.A_eff, 3);
  });

  test.each([
    [3, 12],
    [4, 24],
    [5, 40],
    [6, 48],
    [7, 56],
    [9, 120],
    [10, 160],
    [11, 176],
    [12, 192],
    [16, 384],
  ])('%i factors: %i runs, factors alike, every pair of factors varies together', (factors, runs) => {
    const rows = boxBehnken(factors);
    expect(rows).toHaveLength(runs);
    const varied = (...ks: number[]) => rows.filter((row) => ks.every((k) => row[k] !== 0)).length;
    for (let i = 0; i < factors; i++) {
      expect(varied(i)).toBe(varied(0));
      for (let j = 0; j < i; j++) {
        expect(varied(i, j)).toBeGreaterThan(0);
        expect(dot(column(rows, i), column(rows, j))).toBe(0);
      }
    }
  });
});

describe('Doehlert', () => {
  /** Coded rows in the units of the shell, in which factor j has the largest value √((j + 1)/(2j)). */
  const shell = (factors: number) =>
    doehlert(factors).map((row) => row.map((x, i) => x * Math.sqrt((i + 2) / (2 * (i + 1)))));
  const sorted = (rows: readonly (readonly number[])[]) =>
    rows.map((row) => row.map((x) => x.toFixed(3).replace('-0.000', '0.000')).join(' ')).sort();

  test('two and three factors: the published coordinates', () => {
    const half = [
      [1, 0],
      [0.5, 0.866],
      [0.5, -0.866],
    ];
    const three = [
      [1, 0, 0],
      [0.5, 0.866, 0],
      [0.5, 0.289, 0.816],
      [0.5, -0.866, 0],
      [0.5, -0.289, -0.816],
      [0, 0.577, -0.816],
    ];
    const mirrored = (rows: number[][]) => [...rows, ...rows.map((row) => row.map((x) => -x))];
    expect(sorted(shell(2))).toEqual(sorted(mirrored(half)));
    expect(sorted(shell(3))).toEqual(sorted(mirrored(three)));
  });

  test.each([2, 3, 4, 7, 10])('%i factors: runs, levels, spacing', (factors) => {
    const rows = doehlert(factors);
    expect(rows).toHaveLength(factors * (factors + 1));
    const levels = (k: number) => new Set([0, ...column(rows, k)].map((x) => x.toFixed(12))).size;
    expect(Array.from({ length: factors }, (_, k) => levels(k))).toEqual(
      Array.from({ length: factors }, (_, k) => (k === factors - 1 ? 3 : k === 0 ? 5 : 7)),
    );
    const all = [new Array<number>(factors).fill(0), ...shell(factors)];
    const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, i) => x - b[i]));
    for (const one of all) {
      const others = all.filter((other) => other !== one).map((other) => distance(one, other));
      expect(Math.min(...others)).toBeCloseTo(1, 12);
    }
    for (const row of all.slice(1)) expect(Math.hypot(...row)).toBeCloseTo(1, 12);
  });

  test.each([2, 3, 5])('%i factors: second moments as of a sphere', (factors) => {
    const rows = shell(factors);
    for (let i = 0; i < factors; i++)
      for (let j = 0; j <= i; j++)
        expect(dot(column(rows, i), column(rows, j))).toBeCloseTo(i === j ? factors + 1 : 0, 12);
  });

  test('a further factor adds runs and keeps those that are there', () => {
    const more = sorted(doehlert(4));
    expect(more).toEqual(expect.arrayContaining(sorted(doehlert(3).map((row) => [...row, 0]))));
  });
});

describe('central composite', () => {
  test.each(facts.central_composite)('$factors factors: axial distances and runs', (fact) => {
    const k = fact.factors;
    expect(axialDistance(k, 'rotatable', 1)).toBeCloseTo(fact.alpha_rotatable, 5);
    expect(axialDistance(k, 'orthogonal', 1)).toBeCloseTo(fact.alpha_orthogonal_blocks_1_1, 5);
    expect(axialDistance(k, 'spherical', 1)).toBeCloseTo(fact.alpha_spherical, 5);
    expect(axialDistance(k, 'uncorrelated', 1)).toBeCloseTo(fact.alpha_uncorrelated_quadratics, 5);
    expect(centralComposite(k, 1, 'rotatable', 'circumscribed')).toHaveLength(fact.runs_with_two_centres);
  });

  test('rotatable: fourth moment is three times the mixed one', () => {
    for (const k of [2, 3, 5]) {
      const rows = centralComposite(k, 2, 'rotatable', 'circumscribed');
      const fourth = rows.reduce((sum, row) => sum + row[0] ** 4, 0);
      const mixed = rows.reduce((sum, row) => sum + row[0] ** 2 * row[1] ** 2, 0);
      expect(fourth / mixed).toBeCloseTo(3, 12);
    }
  });

  test('uncorrelated: squared columns have no correlation', () => {
    const rows = centralComposite(4, 1, 'uncorrelated', 'circumscribed');
    const square = (k: number) => rows.map((row) => row[k] ** 2);
    expect(correlation(square(0), square(1))).toBeCloseTo(0, 12);
  });

  test('nothing leaves the bounds and faced runs are on the faces', () => {
    for (const face of ['circumscribed', 'inscribed', 'faced'] as const) {
      const rows = centralComposite(3, 1, 'orthogonal', face);
      expect(Math.max(...rows.flat().map(Math.abs))).toBe(1);
    }
    expect(new Set(centralComposite(3, 1, 'orthogonal', 'faced').flat())).toEqual(new Set([-1, 0, 1]));
  });
});

describe('generalized subset', () => {
  test.each(facts.generalized_subset)(
    '$levels reduced by $reduction',
    ({ levels, reduction, runs, level_counts }) => {
      const rows = generalizedSubset(levels, reduction);
      expect(rows).toHaveLength(runs);
      const counts = levels.map((count, k) =>
        Array.from({ length: count }, (_, level) => rows.filter((row) => row[k] === level).length),
      );
      expect(counts).toEqual(level_counts);
      const parts = Array.from({ length: reduction }, (_, complement) =>
        generalizedSubset(levels, reduction, complement),
      );
      const all = new Set(parts.flat().map((row) => row.join()));
      expect(parts.flat()).toHaveLength(all.size);
      expect(all).toEqual(new Set(fullFactorial(levels, 'last').map((row) => row.join())));
    },
  );

  test('a reduction that leaves a part empty is refused', () => {
    expect(() => generalizedSubset([2, 2, 2], 5)).toThrow(/reduction 5/);
    expect(() => generalizedSubset([2, 3], 5)).toThrow(/reduction 5/);
    expect(generalizedSubset([2, 2, 2], 4)).toHaveLength(3);
  });
});

describe('definitive screening', () => {
  test.each(facts.definitive_screening)('$factors factors take $runs runs', (fact) => {
    const rows = definitiveScreening(fact.factors);
    expect(rows).toHaveLength(fact.runs);
    const k = fact.factors;
    expect(column(rows, 0).filter((x) => x !== 0)).toHaveLength(fact.nonzero_per_column);
    const products: number[][] = [];
    for (let i = 0; i < k; i++) for (let j = i; j < k; j++) products.push(rows.map((row) => row[i] * row[j]));
    for (let i = 0; i < k; i++) for (const other of products) expect(dot(column(rows, i), other)).toBe(0);
    expect(efficiency(rows.map((row) => [1, ...row])).D).toBeCloseTo(fact.main_effects_D_eff, 3);
    const square = (i: number) => rows.map((row) => row[i] ** 2);
    expect(Math.abs(correlation(square(0), square(1)))).toBeCloseTo(fact.quadratic_pair_abs_corr[0], 3);
    const pairs: number[][] = [];
    for (let i = 0; i < k; i++)
      for (let j = i + 1; j < k; j++) pairs.push(rows.map((row) => row[i] * row[j]));
    let largest = 0;
    pairs.forEach((a, i) => {
      for (const b of pairs.slice(0, i)) largest = Math.max(largest, Math.abs(correlation(a, b)));
    });
    expect(largest).toBeCloseTo(fact.max_abs_corr_2fi_pairs, 3);
  });

  test('fake factors are columns left out', () => {
    const rows = definitiveScreening(6, 2);
    expect(rows).toHaveLength(17);
    expect(rows).toEqual(definitiveScreening(8).map((row) => row.slice(0, 6)));
  });

  test('conference matrices are what they say', () => {
    for (let size = 4; size <= 50; size += 2) {
      const matrix = conferenceMatrix(size) as number[][];
      expect(isOrthogonal(matrix, matrix.length - 1), `${size}`).toBe(true);
      matrix.forEach((row, i) => {
        expect(row[i]).toBe(0);
      });
    }
  });
});

describe('orthogonal arrays', () => {
  const more = [
    { runs: 9, columns: { 3: 4 } },
    { runs: 16, columns: { 2: 8, 8: 1 } },
    { runs: 16, columns: { 2: 6, 4: 3 } },
    { runs: 20, columns: { 2: 8, 5: 1 } },
    { runs: 24, columns: { 2: 16, 3: 1 } },
    { runs: 24, columns: { 2: 14, 6: 1 } },
    { runs: 25, columns: { 5: 6 } },
    { runs: 28, columns: { 2: 12, 7: 1 } },
    { runs: 32, columns: { 2: 4, 4: 9 } },
    { runs: 36, columns: { 3: 13, 4: 1 } },
    { runs: 45, columns: { 3: 10, 5: 1 } },
    { runs: 48, columns: { 2: 40, 3: 1 } },
    { runs: 48, columns: { 2: 11, 4: 12 } },
    { runs: 49, columns: { 7: 8 } },
    { runs: 64, columns: { 4: 21 } },
    { runs: 72, columns: { 2: 23, 3: 12 } },
    { runs: 81, columns: { 3: 40 } },
    { runs: 81, columns: { 9: 10 } },
  ];
  test.each([...facts.orthogonal_arrays, ...more])('L$runs with columns $columns', ({ runs, columns }) => {
    const levels = Object.entries(columns).flatMap(([level, count]) =>
      new Array<number>(count).fill(Number(level)),
    );
    const rows = orthogonalArrayFor(levels);
    expect(rows).toHaveLength(runs);
    levels.forEach((a, i) => {
      for (let j = 0; j < i; j++) {
        const counts = new Map<number, number>();
        for (const row of rows)
          counts.set(row[i] * 100 + row[j], (counts.get(row[i] * 100 + row[j]) ?? 0) + 1);
        expect(counts.size).toBe(a * levels[j]);
        expect(new Set(counts.values()).size).toBe(1);
      }
    });
  });

  test('what is not known is refused', () => {
    expect(orthogonalArrayFor([7, 11])).toHaveLength(77);
    expect(() => orthogonalArrayFor([7, 11, 5])).toThrow(
      /no array of strength 2 with at most 81 runs .*change the level counts$/,
    );
    expect(() => orthogonalArrayFor([2, 2, 2], 7)).toThrow(
      /no array of strength 2 with 7 runs .*leave n_runs out for the smallest array$/,
    );
    expect(() => orthogonalArrayFor([3, 3, 3], 12)).toThrow(/12 runs/);
  });
});

test('finite fields have inverses and distribute', () => {
  for (const order of [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 49]) {
    const { add, multiply } = fieldOf(order);
    for (let a = 1; a < order; a++) {
      expect(new Set(Array.from({ length: order }, (_, b) => multiply(a, b))).size).toBe(order);
      expect(multiply(a, add(1, a))).toBe(add(a, multiply(a, a)));
    }
  }
  expect(() => fieldOf(6)).toThrow(/prime power, got 6/);
});
