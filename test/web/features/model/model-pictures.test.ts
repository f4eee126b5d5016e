import { describe, expect, it } from 'vitest';
import { frontSteps } from '../../../../src/web/domain/results/trace.ts';
import { isLogarithmic } from '../../../../src/web/domain/variables/point.ts';
import { desirability, overall, type Range } from '../../../../src/web/features/model/desirability.ts';
import {
  asGrid,
  axisDomain,
  banded,
  forbiddenWords,
  mainAxes,
  placeOn,
  surfaceAxis,
  surfaceInputs,
  ticksOf,
} from '../../../../src/web/features/model/surface.ts';
import {
  facesOf,
  floorOf,
  levelLabels,
  meshOf,
  projection,
} from '../../../../src/web/features/model/surface-drawing.ts';
import { heatPixels } from '../../../../src/web/plots/heat-pixels.ts';
import { padded } from '../../../../src/web/plots/scale.ts';

const real = {
  name: 't',
  type: 'real' as const,
  role: 'controllable' as const,
  changes: 'easy' as const,
  bounds: [0, 10],
  categories: null,
};
const solvent = {
  ...real,
  name: 's',
  type: 'categorical' as const,
  bounds: null,
  categories: ['THF', '1,4-dioxane'],
};

describe('surfaces over any two variables', () => {
  const x = surfaceAxis(real, 3, []);
  const y = surfaceAxis(solvent, 3, []);

  it('asks for every combination, a category on one axis too', () => {
    expect(surfaceInputs(x, y, { t: 9, s: 'THF', u: 1 })).toEqual([
      { t: 0, s: 'THF', u: 1 },
      { t: 5, s: 'THF', u: 1 },
      { t: 10, s: 'THF', u: 1 },
      { t: 0, s: '1,4-dioxane', u: 1 },
      { t: 5, s: '1,4-dioxane', u: 1 },
      { t: 10, s: '1,4-dioxane', u: 1 },
    ]);
    expect(placeOn(y, '1,4-dioxane')).toBe(1);
    expect(placeOn(y, 'water')).toBeUndefined();
    expect(axisDomain(y)).toEqual([-0.5, 1.5]);
  });

  it('draws no line of equal value between two categories', () => {
    const surface = {
      x,
      y,
      mean: asGrid([1, 2, 3, 4, 5, 6], 3),
      std: asGrid([0, 0, 0, 0, 0, 0], 3),
      feasible: [],
    };
    const bands = banded(surface, surface.mean);
    expect(bands.grid).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [4, 5, 6],
      [4, 5, 6],
    ]);
    expect(bands.ys).toEqual([-0.48, 0.48, 0.52, 1.48]);
    expect(bands.between([0, 1.5, 1, 1.2])).toBe(true);
    expect(bands.between([0, 0, 0.5, 1])).toBe(false);
    expect(bands.between([0, 2, 0.5, 3])).toBe(false);
  });

  it('goes along the logarithm of a variable that has that scale', () => {
    const variable = { ...real, scale: 'log' as const, bounds: [1, 100] };
    const axis = surfaceAxis(variable, 3, []);
    expect(axis.values.map((value) => Number(value).toPrecision(12))).toEqual(
      [1, 10, 100].map((value) => value.toPrecision(12)),
    );
    expect(axis.places.map((place) => place.toFixed(9))).toEqual([
      '0.000000000',
      '1.000000000',
      '2.000000000',
    ]);
    expect(placeOn(axis, 1000)).toBeCloseTo(3, 12);
    expect(ticksOf(axis, 5)).toEqual([
      { place: 0, text: '1' },
      { place: 1, text: '10' },
      { place: 2, text: '100' },
    ]);
    expect(isLogarithmic({ ...variable, bounds: [0, 100] })).toBe(false);
    expect(padded([1, 100], 0.5, true)).toEqual([0.1, 1000]);
  });

  it('colours a category as one band, and begins with variables that have distances', () => {
    const field = { xs: [0, 1], ys: [0, 5, 10], grid: asGrid([0, 1, 0, 1, 0, 1], 2), low: 0, high: 1 };
    const { width, height, data } = heatPixels({
      ...field,
      ramp: 'mean',
      banded: { x: true, y: false },
      feasible: [
        [true, true],
        [true, true],
        [true, false],
      ],
    });
    expect(height).toBe(3);
    // The last row stands at the top; a point that no run may have is faded.
    const opacityOf = (pixel: number): number => data[4 * pixel + 3] as number;
    expect(opacityOf(width - 1)).toBeLessThan(opacityOf(0));
    expect(opacityOf(2 * width - 1)).toBe(opacityOf(0));
    const colours = Array.from({ length: width }, (_, x) =>
      data.slice(4 * (width + x), 4 * (width + x + 1)).join(' '),
    );
    expect(new Set(colours.slice(0, width / 2)).size).toBe(1);
    expect(new Set(colours.slice(width / 2)).size).toBe(1);
    expect(colours[0]).not.toBe(colours.at(-1));
    expect(mainAxes([solvent, real, { ...real, name: 'u' }])).toEqual(['t', 'u', 's']);
  });

  const u = surfaceAxis({ ...real, name: 'u' }, 3, []);
  const heights = asGrid([0, 0, 0, 0.5, 0.5, 0.5, 1, 1, 1], 3);
  const slope = meshOf({ x, y: u, mean: heights, std: heights, feasible: [] }, heights);

  it('draws a category as a level step in space, with no slope to the next one', () => {
    const steps = asGrid([0.2, 0.4, 0.6, 0.8, 0.9, 1], 3);
    const project = projection(0, 90);
    const faces = facesOf(meshOf({ x, y, mean: steps, std: steps, feasible: [] }, steps), project);
    expect(faces).toHaveLength(4);
    for (const { corners } of faces) {
      const [low, high] = [Math.min(...corners.map((c) => c.y)), Math.max(...corners.map((c) => c.y))];
      // Seen from above, each band keeps to its half of the floor.
      expect(Math.sign(low)).toBe(Math.sign(high));
      expect(high - low).toBeCloseTo(0.48, 6);
    }
    expect([...new Set(faces.map(({ height }) => height.toFixed(2)))].sort()).toEqual([
      '0.30',
      '0.50',
      '0.85',
      '0.95',
    ]);
  });

  it('reports how much of a drawing no run may have', () => {
    const constraint = { name: 'c', type: 'inequality' as const, coefficients: { t: 1, u: 1 }, rhs: 10 };
    const inputs = surfaceInputs(x, u, { t: 0, u: 0 });
    const words = (rhs: number) => {
      const feasible = inputs.map((one) => Number(one['t']) + Number(one['u']) <= rhs);
      return forbiddenWords(inputs, feasible, [{ ...constraint, rhs }]);
    };
    expect(words(10)).toBe(
      '33 % of the settings drawn here violate a constraint: t + u ≤ 10. No such run is suggested.',
    );
    expect(words(-1)).toMatch(/^All of the settings/);
    expect(words(20)).toBeUndefined();
    const part = inputs.map((_, i) => i > 0);
    expect(forbiddenWords(inputs, part, [])).toBe(
      '11 % of the settings drawn here leave the range of another part of the mixture. No such run is suggested.',
    );
    expect(
      forbiddenWords(
        inputs,
        inputs.map(() => false),
        [constraint],
      ),
    ).toBe(
      'All of the settings drawn here leave the range of another part of the mixture, or violate a constraint: t + u ≤ 10. No such run is suggested.',
    );
  });

  it('puts the far faces first', () => {
    const faces = facesOf(slope, projection(30, 30));
    expect(faces).toHaveLength(4);
    for (let i = 1; i < faces.length; i++) expect(faces[i].depth).toBeLessThanOrEqual(faces[i - 1].depth);
  });

  it('fades the faces at which no run may be, in space as in contours', () => {
    const feasible = asGrid(
      [0, 1, 2, 3, 4, 5, 6, 7, 8].map((i) => i !== 8),
      3,
    );
    const mesh = meshOf({ x, y: u, mean: heights, std: heights, feasible }, heights);
    expect(facesOf(mesh, projection(0, 90)).filter((face) => !face.feasible)).toHaveLength(1);
    const one = { type: 'inequality' as const, name: 'vial', coefficients: { t: 1 }, rhs: 2, isLimit: true };
    expect(forbiddenWords([{ t: 1 }, { t: 3 }], [true, false], [one])).toBe(
      '50 % of the settings drawn here violate a constraint: t ≤ 2 (safety limit “vial”). No such run is suggested.',
    );
  });

  it('draws each level as one line across a slope, with its number on it', () => {
    const project = projection(0, 90);
    const faces = facesOf(slope, project, [0.25, 0.75]);
    const lines = faces.flatMap((face) => face.lines);
    expect(lines.map(({ level }) => level).sort()).toEqual([0, 0, 1, 1]);
    // Seen from above, the height of a quarter lies a quarter of the way along y.
    for (const { level, from, to } of lines) {
      expect(from.y).toBeCloseTo(project(0, level === 0 ? -0.25 : 0.25, 0).y, 12);
      expect(to.y).toBeCloseTo(from.y, 12);
    }
    expect(
      levelLabels(faces)
        .map(({ level }) => level)
        .sort(),
    ).toEqual([0, 1]);
  });

  it('has ticks and names along the two edges of its floor that are nearest', () => {
    const project = projection(35, 30);
    const { marks, corners } = floorOf(x, y, project);
    const names = marks.filter(({ isName }) => isName).map(({ text }) => text);
    expect(names).toEqual([real.name, solvent.name]);
    expect(marks.map(({ text }) => text)).toEqual(expect.arrayContaining(['0', '10', ...solvent.categories]));
    const nearest = Math.min(...corners.map(({ depth }) => depth));
    for (const { at } of marks.filter(({ isName }) => isName))
      expect(at.depth).toBeLessThan((nearest + Math.max(...corners.map(({ depth }) => depth))) / 2);
  });
});

describe('desirability', () => {
  it('runs from the worst to the best result, and is nothing when one objective is', () => {
    const range = (goal: Range['goal'], curve = 1, target: number | null = null): Range => ({
      goal,
      target,
      importance: 1,
      desirability_now: { low: 50, high: 100, curve },
    });
    expect([40, 75, 120].map((value) => desirability(value, range('maximize')))).toEqual([0, 0.5, 1]);
    expect([40, 75, 120].map((value) => desirability(value, range('at_most', 2)))).toEqual([1, 0.25, 0]);
    expect([50, 55, 60, 80, 100].map((value) => desirability(value, range('target', 1, 60)))).toEqual([
      0, 0.5, 1, 0.5, 0,
    ]);
    const part = (worth: number, importance = 1) => ({ worth, importance });
    expect(overall([part(0.25), part(1)])).toBe(0.5);
    expect(overall([part(0.5), part(1, 3)])).toBeCloseTo(0.5 ** 0.25, 12);
    expect(overall([part(0), part(1)])).toBe(0);
  });
});

describe('the border of a Pareto front', () => {
  const bounds = [
    [0, 10],
    [0, 10],
  ] as const;
  it('is a staircase on the side of what is attained', () => {
    const both = frontSteps(
      [
        [2, 8],
        [6, 4],
      ],
      ['maximize', 'maximize'],
      bounds,
    );
    expect(both).toEqual({ x: [0, 2, 2, 6, 6], y: [8, 8, 4, 4, 0] });
    const least = frontSteps(
      [
        [2, 8],
        [6, 4],
      ],
      ['minimize', 'minimize'],
      bounds,
    );
    expect(least).toEqual({ x: [2, 2, 6, 6, 10], y: [10, 8, 8, 4, 4] });
    expect(frontSteps([], ['maximize', 'maximize'], bounds)).toEqual({ x: [], y: [] });
  });
});
