import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxMoments } from '../../../../src/engine/design/optimal/model/moments.ts';
import { listCandidates } from '../../../../src/engine/design/optimal/region/candidates.ts';
import { codedRegion } from '../../../../src/engine/design/optimal/region/coded-region.ts';
import {
  type CandidateAlgorithm,
  searchByCandidates,
} from '../../../../src/engine/design/optimal/search/candidate-search.ts';
import { createCandidateState } from '../../../../src/engine/design/optimal/search/candidate-state.ts';
import { designValue } from '../../../../src/engine/design/optimal/search/inverse-information.ts';
import { refineContinuously } from '../../../../src/engine/design/optimal/search/refine.ts';
import { createGenerator } from '../../../../src/engine/random/generator.ts';
import { box, labels, real, spaceOf } from '../support.ts';
import { backend, problemOf } from './support.ts';

const algorithms: readonly CandidateAlgorithm[] = [
  'sequential',
  'simple_exchange',
  'fedorov',
  'modified_fedorov',
  'detmax',
];
const ignore = () => {};

function latticeProblem(criterion: 'D' | 'I', runs: number, factors = 2) {
  const space = box(factors);
  const pool = listCandidates(space, codedRegion(space), 3, createGenerator(1)).points;
  const problem = problemOf(space, 'quadratic', runs, { pool });
  if (criterion === 'D') return problem;
  return {
    ...problem,
    weights: boxMoments(
      problem.model,
      space.dimensions.map(() => undefined),
    ),
  };
}

const rowsOf = (pool: Float64Array, members: readonly number[]) =>
  Float64Array.from(members.flatMap((c) => [...pool.subarray(c * 2, c * 2 + 2)]));

describe('a design made of candidates', () => {
  it.each(['D', 'I'] as const)(
    'knows what every change is worth, from updates as from scratch (%s)',
    (criterion) => {
      fc.assert(
        fc.property(
          fc.array(fc.nat(8), { minLength: 9, maxLength: 12 }),
          fc.nat(8),
          fc.nat(8),
          (opening, i, c) => {
            const problem = latticeProblem(criterion, opening.length);
            const state = createCandidateState(problem, problem.pool, opening);
            fc.pre(state.rebuild(false));
            const value = () => designValue(problem, rowsOf(problem.pool, state.members));
            const close = (a: number, b: number) =>
              expect(Math.abs(a - b)).toBeLessThan(1e-7 * Math.max(1, Math.abs(b)));
            const before = value();
            close(state.value(), before);
            const buffers = [new Float64Array(9), new Float64Array(9)] as const;
            state.cross(i, ...buffers);
            const exchangeGain = state.gainOfExchange(i, c, ...buffers);
            const addGain = state.gainOfAdding(c);
            state.add(c);
            close(addGain, value() - before);
            const grown = value();
            const loss = state.lossOfRemoving(i);
            fc.pre(loss !== Number.POSITIVE_INFINITY);
            state.remove(i);
            close(loss, grown - value());
            close(exchangeGain, value() - before);
            close(state.value(), value());
          },
        ),
        { numRuns: 40, seed: 4 },
      );
    },
  );

  it.each(algorithms)('%s reaches the known optimum of two factors in nine runs', (algorithm) => {
    const problem = latticeProblem('D', 9);
    const [best] = searchByCandidates(problem, algorithm, { backend }, ignore);
    const efficiency = (100 * Math.exp((best?.value ?? Number.NaN) / 6)) / 9;
    // sequential makes one pass only; the 3² factorial is the optimum
    expect(efficiency).toBeGreaterThan(algorithm === 'sequential' ? 45.5 : 46.224);
  });

  it('repeats runs where that is best', () => {
    const problem = latticeProblem('I', 10);
    const [best] = searchByCandidates(problem, 'modified_fedorov', { backend }, ignore);
    const rows = Array.from({ length: 10 }, (_, i) => best?.rows.slice(i * 2, i * 2 + 2).join());
    expect(new Set(rows).size).toBeLessThan(10);
    expect(rows.filter((row) => row === '0,0').length).toBeGreaterThan(1);
  });

  it('goes beyond single exchanges: detmax is at least as good as simple exchange', () => {
    for (const runs of [10, 13]) {
      const problem = { ...latticeProblem('D', runs, 3), effort: 0.05 };
      const [simple] = searchByCandidates(problem, 'simple_exchange', { backend }, ignore);
      const [excursions] = searchByCandidates(problem, 'detmax', { backend }, ignore);
      expect(excursions?.value).toBeGreaterThanOrEqual((simple?.value ?? 0) - 1e-9);
    }
  });
});

describe('continuous refinement', () => {
  it('never makes a design worse and keeps rows feasible, along constraints too', () => {
    const sum = { name: 'sum', type: 'inequality' as const, coefficients: [1, 1, 1], rhs: 0.7 };
    let grown = 0;
    for (const used of [[], [sum]]) {
      const space = spaceOf([real('a'), real('b'), real('c')], used);
      const region = codedRegion(space);
      const pool = listCandidates(space, region, 3, createGenerator(1)).points;
      for (const criterion of ['D', 'I'] as const) {
        const bare = problemOf(space, 'quadratic', 11, { pool, region, effort: 0.02 });
        const weights =
          criterion === 'D'
            ? undefined
            : boxMoments(
                bare.model,
                space.dimensions.map(() => undefined),
              );
        const problem = { ...bare, weights };
        const [start] = searchByCandidates(problem, 'sequential', { backend }, ignore);
        if (start === undefined) throw new Error('no start');
        const refined = refineContinuously(problem, start, 40);
        expect(refined.value).toBeGreaterThanOrEqual(start.value);
        if (refined.value > start.value) grown++;
        expect(designValue(problem, refined.rows)).toBeCloseTo(refined.value, 6);
        for (let at = 0; at < refined.rows.length; at += 3) {
          const [a, b, c] = refined.rows.subarray(at, at + 3) as unknown as [number, number, number];
          expect(Math.max(Math.abs(a), Math.abs(b), Math.abs(c))).toBeLessThanOrEqual(1);
          if (used.length > 0) expect(a + b + c).toBeLessThanOrEqual(0.7 + 1e-7);
        }
      }
    }
    expect(grown).toBeGreaterThan(1);
  });

  it('moves real values alone: every run keeps its category', () => {
    const most = { name: 'most', type: 'inequality' as const, coefficients: [1, 0.8, 0], rhs: 0.35 };
    const space = spaceOf([real('a'), real('b'), labels('c', 'A', 'B', 'C', 'D')], [most]);
    const region = codedRegion(space);
    const pool = listCandidates(space, region, 3, createGenerator(1)).points;
    const problem = problemOf(space, 'quadratic', 16, { pool, region, effort: 0.02 });
    const [start] = searchByCandidates(problem, 'sequential', { backend }, ignore);
    if (start === undefined) throw new Error('no start');
    const refined = refineContinuously(problem, start, 40);
    const categories = (rows: Float64Array) => rows.filter((_, at) => at % 3 === 2);
    expect(refined.value).toBeGreaterThan(start.value);
    expect(categories(refined.rows)).toEqual(categories(start.rows));
  });
});
