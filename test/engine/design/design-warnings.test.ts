import { describe, expect, test } from 'vitest';
import { initialDesign } from '../../../src/engine/design/initial-design.ts';
import { designMethods, findDesignMethod } from '../../../src/engine/design/methods.ts';
import type { DesignOptions } from '../../../src/engine/design/options.ts';
import type { InitialDesignTask } from '../../../src/engine/design/task.ts';
import type { Space } from '../../../src/engine/space/space.ts';
import { snake } from '../../../src/engine/words.ts';
import { atMost, box, context, discrete, equals, integer, labels, real, rowsOf, spaceOf } from './support.ts';

const make = (space: Space, method: string, options: Partial<InitialDesignTask> = {}) =>
  initialDesign({ space, method, seed: 1, ...options }, context);

describe('what a design cannot estimate', () => {
  test.each([
    ['doehlert', 2],
    ['box_behnken', 3],
    ['box_behnken', 4],
    ['ccd', 2],
  ] as const)('%s of %i factors without centre runs names a square', (method, factors) => {
    const options = { nCenter: 0, ...(method === 'ccd' && { ccdAlpha: 'rotatable' as const }) };
    const { warnings } = make(box(factors), method, options);
    expect(warnings).toHaveLength(1);
    expect(warnings?.[0]).toMatch(
      new RegExp(
        `^${method}: \\d+ runs cannot estimate x\\d\\^2 \\(confounded with x1\\^2.*\\) of the quadratic model; add centre runs`,
      ),
    );
    expect(make(box(factors), method, { ...options, nCenter: 1 }).warnings).toBeUndefined();
  });

  test('faced runs of a central composite design need no centre', () => {
    expect(make(box(3), 'ccd', { nCenter: 0, ccdFace: 'faced' }).warnings).toBeUndefined();
  });

  test('a subset of too few runs', () => {
    expect(make(box(2), 'gsd').warnings).toEqual([
      'gsd: 2 runs cannot estimate x2 (confounded with x1) of the linear model; use an optimal design',
    ]);
  });

  test('variables of one value have no terms to lose, not even the intercept', () => {
    expect(make(spaceOf([labels('c', 'one')]), 'full_factorial', { nCenter: 0 }).warnings).toBeUndefined();
    expect(make(spaceOf([real('a', 1, 1), labels('c', 'one')]), 'orthogonal_array').warnings).toBeUndefined();
  });

  test('two values of a discrete variable have no square to lose', () => {
    const space = spaceOf([real('a'), real('b'), discrete('c', 1, 2)]);
    expect(make(space, 'ccd', { ccdFace: 'faced' }).warnings).toBeUndefined();
  });
});

test.each([
  ['simplex_lattice', "'T', 'base' have one value in all runs; use an optimal design to vary them too"],
  ['simplex_centroid', "'T', 'base' have one value in all runs; use an optimal design to vary them too"],
  ['extreme_vertices', "'base' has one value in all runs; use an optimal design to vary it too"],
])('%s names variables beside the mixture that it does not vary', (method, words) => {
  const parts = [real('a', 0, 1), real('b', 0, 1)];
  const others = [real('T'), labels('base', 'K2CO3', 'Et3N')];
  const blend = (more: Space['dimensions']) =>
    spaceOf([...parts, ...more], [equals(1, 1, 1, ...more.map(() => 0))]);
  expect(make(blend(others), method).warnings).toEqual([`${method}: ${words}`]);
  expect(make(blend([labels('base', 'K2CO3')]), method).warnings ?? []).toEqual([]);
});

test('centre runs of categories alone are said to repeat a combination', () => {
  const space = spaceOf([labels('base', 'K2CO3', 'Et3N'), labels('solvent', 'THF', 'DMF')]);
  const { points, warnings } = make(space, 'full_factorial');
  expect([...points.slice(-2)]).toEqual([0, 0]);
  expect(warnings).toEqual([expect.stringMatching(/^full_factorial: .*set n_center to 0/)]);
  expect(make(space, 'full_factorial', { nCenter: 0 }).warnings).toBeUndefined();
  expect(make(spaceOf([...space.dimensions, real('T')]), 'full_factorial').warnings).toBeUndefined();
});

test('an axial distance is said to have no effect on faced runs', () => {
  const given = make(box(2), 'ccd', { ccdFace: 'faced', ccdAlpha: 'rotatable' });
  expect(given.warnings).toEqual([expect.stringMatching(/ccd_alpha 'rotatable' .* ccd_face 'faced'/)]);
  const plain = make(box(2), 'ccd', { ccdFace: 'faced' });
  expect(plain.warnings).toBeUndefined();
  expect(plain.points).toEqual(given.points);
});

describe('categories in designs of two levels', () => {
  const space = spaceOf([real('a', 0, 10), labels('solvent', 'THF', 'DMF'), real('b', 0, 1)]);

  test('two categories are the two levels', () => {
    const fraction = make(space, 'fractional_factorial', { nCenter: 0 });
    expect(rowsOf(fraction.points, 3)).toEqual([
      [0, 0, 1],
      [0, 1, 0],
      [10, 0, 0],
      [10, 1, 1],
    ]);
    const screening = rowsOf(make(space, 'plackett_burman', { nCenter: 0 }).points, 3);
    for (const solvent of [0, 1])
      for (const a of [0, 10])
        expect(screening.filter((row) => row[1] === solvent && row[0] === a)).toHaveLength(1);
  });

  test('centre runs take the first category', () => {
    const { points } = make(space, 'plackett_burman');
    expect([...points.slice(-3)]).toEqual([5, 0, 0.5]);
  });

  test.each(['fractional_factorial', 'plackett_burman'])('%s names what takes three', (method) => {
    const three = spaceOf([real('a'), labels('solvent', 'THF', 'DMF', 'water')]);
    expect(() => make(three, method)).toThrow(
      `${method}: sets two levels, 'solvent' has 3 categories; use orthogonal_array`,
    );
  });
});

describe('options without effect', () => {
  const values = {
    nPoints: 7,
    lhsCriterion: 'centered',
    nLevels: 3,
    nCenter: 2,
    generators: 'a b c d abcd',
    ccdAlpha: 'rotatable',
    ccdFace: 'faced',
    gsdReduction: 3,
    resolution: 3,
    nRuns: 16,
    foldOver: 'full',
    nBlocks: 2,
    nFake: 2,
    latticeDegree: 3,
  } as const satisfies Required<Omit<DesignOptions, 'searchEffort'>>;
  const options = Object.keys(values) as (keyof typeof values)[];
  const blend = spaceOf(
    Array.from({ length: 5 }, (_, i) => real(`x${i}`, 0, 1)),
    [equals(1, 1, 1, 1, 1, 1)],
  );
  const spaceFor = (method: string) => (/simplex|vertices/.test(method) ? blend : box(5));

  test.each(Object.keys(designMethods))('%s takes its own, and names the others', (method) => {
    const space = spaceFor(method);
    // Searches are short: only what goes into them is compared.
    const plain = make(space, method, { searchEffort: 0.01 });
    for (const option of options) {
      const given = make(space, method, { searchEffort: 0.01, [option]: values[option] });
      const isSame =
        JSON.stringify([rowsOf(given.points, 5), given.blocks]) ===
        JSON.stringify([rowsOf(plain.points, 5), plain.blocks]);
      const isOwn = findDesignMethod(method)?.parameters.includes(option);
      expect([option, isSame]).toEqual([option, !isOwn]);
      expect((given.warnings ?? []).filter((text) => text.includes('has no effect'))).toEqual(
        isOwn
          ? []
          : [
              expect.stringMatching(
                new RegExp(`^${method}: ${snake(option)} .* has no effect; it is an option of`),
              ),
            ],
      );
    }
  });

  test('the methods that have the option are named', () => {
    expect(make(box(3), 'ccd', { nPoints: 30 }).warnings).toEqual([
      'ccd: n_points 30 has no effect; it is an option of random, lhs, sobol, halton, hammersly, maximin, maxpro and concentric',
    ]);
  });

  test('levels of variables that have none to choose, or fewer', () => {
    const fixed = spaceOf([labels('solvent', 'THF', 'DMF'), discrete('cells', 1, 2, 4)]);
    expect(make(fixed, 'full_factorial', { nLevels: 3, nCenter: 0 }).warnings).toEqual([
      'full_factorial: n_levels 3 has no effect, since no variable is real or integer: all categories and allowed values are used',
    ]);
    const short = spaceOf([real('T'), integer('n', 1, 3)]);
    expect(make(short, 'full_factorial', { nLevels: 4 }).warnings).toEqual([
      "full_factorial: n_levels 4 is more than 'n' takes: it has 3 levels",
    ]);
    expect(make(short, 'full_factorial', { nLevels: 3 }).warnings).toBeUndefined();
    expect(make(fixed, 'full_factorial', { nLevels: 2, nCenter: 0 }).warnings).toBeUndefined();
  });

  test('a criterion of Latin hypercubes beside constraints', () => {
    const half = spaceOf(box(2).dimensions, [atMost(0, 1, 1)]);
    const given = make(half, 'lhs', { lhsCriterion: 'correlation' });
    expect(given.warnings).toEqual([
      expect.stringMatching(/^lhs: lhs_criterion 'correlation' has no effect/),
    ]);
    expect(given.points).toEqual(make(half, 'lhs').points);
    expect(make(half, 'lhs', { lhsCriterion: 'maximin' }).warnings).toBeUndefined();
  });
});
