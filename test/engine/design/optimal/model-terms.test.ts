import { describe, expect, it } from 'vitest';
import { fromCoded, modelMatrix, toCoded } from '../../../../src/engine/design/optimal/model/coding.ts';
import { buildModel, optimalDesignInfo } from '../../../../src/engine/design/optimal/model/model-terms.ts';
import { ValueError } from '../../../../src/engine/errors.ts';
import { discrete, integer, labels, real } from '../support.ts';

const ab = [real('a', 0, 10), real('b', 0, 10)];
const mixed = [real('a', 0, 10), labels('k', 'x', 'y', 'z')];

describe('the model of an optimal design', () => {
  it.each([
    [ab, { modelType: 'linear' }, ['Intercept', 'a', 'b'], 3],
    [ab, { modelType: 'quadratic' }, ['Intercept', 'a', 'b', 'a*b', 'a^2', 'b^2'], 6],
    [ab, { effects: ['a', 'a*b', 'b**2'] }, ['Intercept', 'a', 'a*b', 'b^2'], 4],
    [ab, { effects: [] }, ['Intercept'], 1],
    [ab, { effects: ['a', 'a', 'b*a', 'a*b'] }, ['Intercept', 'a', 'a*b'], 3],
    [mixed, { modelType: 'interaction' }, ['Intercept', 'a', 'k', 'a*k'], 6],
    [mixed, { modelType: 'quadratic' }, ['Intercept', 'a', 'k', 'a*k', 'a^2'], 7],
    [[real('a*b'), real('c')], { effects: ['a*b', 'c'] }, ['Intercept', 'a*b', 'c'], 3],
  ] as const)('has the terms of the interface (%#)', (dimensions, spec, terms, columns) => {
    expect(optimalDesignInfo({ dimensions, constraints: [] }, spec)).toEqual({
      modelTerms: terms,
      columns,
      minimumRuns: columns,
      recommendedRuns: 2 * columns,
    });
  });

  it('lists pairs 12, 13, 14, 23 … and squares of real and integer variables only', () => {
    const dimensions = [real('a'), integer('i', 1, 9), discrete('d', 1, 2, 4), labels('k', 'x', 'y')];
    expect(buildModel(dimensions, { modelType: 'quadratic' }).terms.map((term) => term.name)).toEqual([
      'Intercept',
      'a',
      'i',
      'd',
      'k',
      'a*i',
      'a*d',
      'a*k',
      'i*d',
      'i*k',
      'd*k',
      'a^2',
      'i^2',
    ]);
  });

  it.each([
    [ab, {}, /neither model_type nor effects/],
    [ab, { modelType: 'linear', effects: ['a'] }, /both model_type and effects/],
    [ab, { effects: ['c'] }, /effect 'c'.*'a', 'b'/],
    [ab, { effects: ['a*c'] }, /effect 'a\*c'/],
    [ab, { effects: ['c**2'] }, /effect 'c\*\*2'/],
    [ab, { effects: ['a*a'] }, /occurs twice/],
    [ab, { effects: ['a**3'] }, /no power 3 of a variable; use 'a' or 'a\*\*2'/],
    [mixed, { effects: ['k**2'] }, /'k' is categorical and has no square/],
    [[discrete('d', 1, 2)], { effects: ['d**2'] }, /'d' has 2 values, a square needs three/],
  ] as const)('refuses what the interface refuses (%#)', (dimensions, spec, message) => {
    expect(() => buildModel(dimensions, spec)).toThrow(ValueError);
    expect(() => buildModel(dimensions, spec)).toThrow(message);
  });

  it('codes bounds to ±1, labels to indicators with the first as reference', () => {
    const dimensions = [real('T', 300, 500), discrete('load', 1, 2, 4, 8), labels('k', 'x', 'y', 'z')];
    const model = buildModel(dimensions, { effects: ['T', 'load', 'k', 'T*k', 'load**2'] });
    const raw = [450, 2, 2];
    const load = (2 - 4.5) / 3.5;
    const coded = toCoded(dimensions, raw);
    expect([...modelMatrix(model, coded)]).toEqual([1, 0.5, load, 0, 1, 0, 0.5, load * load]);
    expect([...fromCoded(dimensions, coded)]).toEqual(raw);
    expect([...fromCoded(dimensions, [1.5, 0.1, 1])]).toEqual([500, 4, 1]);
    // The plain formula gives 0.19999999999999996, and 0.09999999999999998 and 0.39999999999999997.
    expect([...fromCoded([real('t', 0.2, 1.8)], [-1, 1])]).toEqual([0.2, 1.8]);
    expect([...fromCoded([real('t', 0.1, 0.7)], [-1, 0, 1])]).toEqual([0.1, 0.4, 0.7]);
  });
});
