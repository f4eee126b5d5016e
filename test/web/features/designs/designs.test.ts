import { describe, expect, it, vi } from 'vitest';
import type { DesignAnalysis } from '../../../../src/contract/designs/design-quality.ts';
import type { Variable } from '../../../../src/web/api/types.ts';
import {
  axisWords,
  boxCoxWords,
  chance,
  lackOfFitWords,
  needsLenth,
  type Surface,
  shiftsOf,
  surfacePoint,
  surfaceValue,
  surfaceWords,
  verdict,
  weight,
} from '../../../../src/web/features/analysis/analysis.ts';
import { blockWords, confoundingWords } from '../../../../src/web/features/designs/confounding-words.ts';
import { method } from '../../../../src/web/features/designs/design-methods.ts';
import { designProblems, numberProblem } from '../../../../src/web/features/designs/design-problems.ts';
import {
  aliasesCall,
  type DesignForm,
  designCall,
  plotLevels,
  plotRatios,
  plotRuns,
  standardForm,
} from '../../../../src/web/features/designs/design-request.ts';
import {
  combinationWords,
  conditionProblem,
  forbiddenBody,
} from '../../../../src/web/features/designs/forbidden.ts';

const variable = (own: Partial<Variable>): Variable => ({
  name: 'x',
  type: 'real',
  role: 'controllable',
  changes: 'easy',
  bounds: null,
  categories: null,
  unit: null,
  description: null,
  ...own,
});
const variables = [
  variable({ name: 'heat', bounds: [20, 90], unit: '°C', changes: 'hard' }),
  variable({ name: 'solvent', type: 'categorical', categories: ['THF', 'water'] }),
  variable({ name: 'cells', type: 'discrete', allowed_values: [1, 2, 4] }),
];
const form = (own: Partial<DesignForm>): DesignForm => ({ ...standardForm, ...own });

describe('forbidden combinations', () => {
  const hot = { name: 'heat', from: '70', to: '', label: '' };
  const thf = { name: 'solvent', from: '', to: '', label: 'THF' };

  it('are sent as ranges and labels, an open end as the end of the variable', () => {
    expect(forbiddenBody([[hot, thf], []], variables)).toEqual([{ heat: [70, 90], solvent: 'THF' }]);
    expect(forbiddenBody([[{ name: 'cells', from: '', to: '2', label: '' }]], variables)).toEqual([
      { cells: [1, 2] },
    ]);
  });

  it('are read out in words', () => {
    expect(combinationWords([hot, thf], variables)).toBe('heat from 70 °C and solvent THF');
    expect(combinationWords([{ ...hot, from: '30', to: '40' }], variables)).toBe('heat 30 to 40 °C');
  });

  it('say what is wrong with them', () => {
    expect(conditionProblem(hot, variables)).toBeUndefined();
    expect(conditionProblem({ ...hot, from: '' }, variables)).toContain('at least one end');
    expect(conditionProblem({ ...hot, from: 'warm' }, variables)).toContain('not a number');
    expect(conditionProblem({ ...hot, to: '60' }, variables)).toContain('below the lower end');
    expect(conditionProblem({ ...hot, from: '95' }, variables)).toContain('outside 20 to 90');
    expect(conditionProblem({ ...thf, label: 'DMF' }, variables)).toContain('choose one');
    expect(conditionProblem({ ...thf, name: 'gone' }, variables)).toContain('no longer a variable');
  });
});

describe('requests for designs', () => {
  it('ratios of variances are those of the plots there are, outermost first', () => {
    const ratios = { very_hard: '5', hard: ' 2 ' };
    expect(plotRatios(form({ ratios }), variables)).toEqual(['2']);
    const both = [...variables, variable({ name: 'oven', bounds: [0, 1], changes: 'very_hard' })];
    expect(plotRatios(form({ ratios }), both)).toEqual(['5', '2']);
    expect(plotRatios(form({}), both)).toEqual(['1', '1']);
  });

  it('an optimal split-plot design sends sizes and ratios of the levels there are', () => {
    const typed = form({
      model: 'linear',
      units: { very_hard: '9', hard: '5', easy: '4' },
      ratios: { very_hard: '7', hard: '2.5' },
      effort: '0.5',
      continuous: false,
    });
    expect(plotLevels(variables)).toEqual(['hard', 'easy']);
    expect(plotRuns(typed, variables)).toBe(20);
    expect(plotRuns(form({ units: { very_hard: '', hard: '', easy: '4' } }), variables)).toBeUndefined();
    expect(designCall('s', 'optimal-split-plot', typed, variables, [])).toEqual({
      method: 'POST',
      path: 'api/v1/sessions/s/optimal-split-plot-design',
      body: {
        model_type: 'linear',
        units: { hard: 5, easy: 4 },
        variance_ratios: { hard: 2.5 },
        criterion: 'D',
        effort: 0.5,
        continuous: false,
      },
    });
  });

  it('a design that adds to what is recorded counts both', () => {
    const call = designCall('s', 'optimal', form({ extend: true, runs: '4', criterion: 'I' }), variables, [
      { heat: 20 },
      { heat: 90 },
    ]);
    expect(call.body).toEqual({
      model_type: 'quadratic',
      n_points: 6,
      criterion: 'I',
      algorithm: 'coordinate_exchange',
      existing: [{ heat: 20 }, { heat: 90 }],
      order: 'random',
    });
  });

  it('an optimal design names its algorithm, so that runs may repeat', () => {
    const { body } = designCall('s', 'optimal', form({ runs: '9' }), variables, []);
    expect(body).toMatchObject({ n_points: 9, algorithm: 'coordinate_exchange' });
  });

  it('blocks divide the runs as evenly as they can', () => {
    const call = designCall('s', 'optimal', form({ runs: '11', blocks: '3' }), variables, []);
    expect(call.body).toMatchObject({ blocks: [4, 4, 3] });
    expect(call.body).not.toHaveProperty('n_points');
    expect(designProblems(form({ blocks: '3' }), 'optimal', variables)).toEqual({ runs: 'needed' });
    expect(designProblems(form({ runs: '4', blocks: '5' }), 'optimal', variables)).toEqual({
      blocks: '2 to 4',
    });
    expect(designProblems(form({ runs: '4', blocks: '1' }), 'optimal', variables)).toEqual({
      blocks: '2 to 4',
    });
    const other = form({ runs: '6', blocks: '2', criterion: 'G', algorithm: 'detmax' });
    expect(designProblems(other, 'optimal', variables)).toEqual({
      criterion: 'D, A or I in blocks',
      algorithm: 'coordinate exchange in blocks',
    });
    expect(designProblems({ ...other, blocks: '' }, 'optimal', variables)).toEqual({});
    const more = form({ runs: '4', blocks: '1', extend: true });
    expect(designProblems(more, 'optimal', variables)).toEqual({});
  });

  it('classical and optimal designs come in random order unless switched off, space-filling ones as they are spread', () => {
    const body = (own: Partial<DesignForm>) => designCall('s', 'initial', form(own), variables, []).body;
    expect(body({ initial: method('ccd', '') })).toMatchObject({ method: 'ccd', order: 'random' });
    expect(body({ initial: method('ccd', ''), shuffled: false })).not.toHaveProperty('order');
    const faced = body({ initial: { ...method('ccd', ''), face: 'faced' } });
    expect(faced).toMatchObject({ ccd_face: 'faced' });
    expect(faced).not.toHaveProperty('ccd_alpha');
    expect(body({ initial: method('sobol', '8') })).not.toHaveProperty('order');
  });

  it('the words about a fraction name its resolution and aliases', () => {
    expect(confoundingWords({ resolution: 4, aliases: ['A*B = C*D', 'A*C = B*D'] })).toEqual([
      'Resolution IV: main effects are clear of two-factor interactions, which are aliased with each other.',
      'Aliased: A*B = C*D; A*C = B*D.',
    ]);
    expect(confoundingWords({ resolution: 5, aliases: [] })).toEqual([
      'Resolution V: main effects and two-factor interactions are clear of each other.',
    ]);
    expect(confoundingWords({ resolution: null, aliases: [] })).toEqual([]);
    expect(confoundingWords(null)).toEqual([]);
  });

  it('a fraction by default is asked for again by its generators, which report its aliases', () => {
    const call = designCall(
      's',
      'initial',
      form({ initial: method('fractional_factorial', '') }),
      variables,
      [],
    );
    expect(aliasesCall(call, { generators: 'a b c abc' })).toMatchObject({
      path: call.path,
      body: { method: 'fractional_factorial', order: 'random', generators: 'a b c abc' },
    });
    expect(aliasesCall(call, { generators: 'a b c abc', resolution: 4 })).toBeUndefined();
    expect(aliasesCall(call, { generators: 'a b c' })).toBeUndefined();
    expect(aliasesCall(call, null)).toBeUndefined();
    expect(confoundingWords({ fold_over: 'full' }, 'plackett_burman')[0]).toContain('Resolution IV');
    expect(blockWords({ block_runs: [5, 5, 7], confounded_with_blocks: ['a*b'] })).toEqual([
      expect.stringMatching(/^3 blocks of 5 and 7 runs\./),
      'Confounded with blocks: a*b.',
    ]);
    expect(blockWords({ block_runs: [4, 4] })).toHaveLength(1);
    expect(blockWords(null)).toEqual([]);
    expect(confoundingWords({}, 'plackett_burman')).toEqual([
      'Resolution III: main effects are aliased with two-factor interactions, most of them in part.',
    ]);
  });

  it('checks numbers before they are sent', () => {
    expect(numberProblem('', [1, 9, true])).toBeUndefined();
    expect(numberProblem('', [1, 9, true], true)).toBe('needed');
    expect(numberProblem('x', [1, 9, true])).toBe('not a number');
    expect(numberProblem('1.5', [1, 9, true])).toBe('not a whole number');
    expect(numberProblem('10', [1, 9, true])).toBe('1 to 9');
    vi.stubGlobal('navigator', { language: 'de' });
    // As it can be typed: in groups it would be another number, or refused.
    expect(numberProblem('0', [0.5, 10_000, false])).toBe('0,5 to 10000');
    vi.unstubAllGlobals();
    expect(designProblems(form({}), 'initial', variables)).toEqual({});
    expect(designProblems(form({ seed: '-1' }), 'initial', variables)).toHaveProperty('seed');
    expect(designProblems(form({ extend: true }), 'optimal', variables)).toEqual({ runs: 'needed' });
    expect(designProblems(form({ model: 'effects', effects: [] }), 'optimal', variables)).toHaveProperty(
      'effects',
    );
    const broken = form({
      units: { very_hard: '1', hard: '0', easy: '' },
      forbidden: [[{ name: 'heat', from: '', to: '', label: '' }]],
    });
    expect(Object.keys(designProblems(broken, 'optimal-split-plot', variables)).sort()).toEqual([
      'forbidden.0.0',
      'units.easy',
      'units.hard',
    ]);
  });
});

describe('words of an analysis', () => {
  const analysis = (r_squared: number | null, predicted: number | null, degrees = 3): DesignAnalysis =>
    ({ r_squared, predicted_r_squared: predicted, residual: { degrees } }) as DesignAnalysis;

  it('the test of the lack of fit says why there is none', () => {
    const line = { name: '', degrees: 1, sum_of_squares: 2, mean_square: 2, f_value: null, p_value: null };
    const tested = (p: number | null) => ({ lack_of_fit: { ...line, p_value: p }, pure_error: line });
    expect(lackOfFitWords(null)).toContain('without replicates');
    expect(lackOfFitWords(tested(null))).toContain('repeated runs gave equal results');
    expect(lackOfFitWords(tested(0.01))).toContain('Significant');
    expect(lackOfFitWords(tested(0.2))).toContain('No significant');
  });

  it('says what the model explains and whether it would hold', () => {
    expect(verdict(analysis(0.9434, 0.935))).toBe(
      'The model explains 94.3 % of the variation, and is expected to explain about 93.5 % of the variation of new runs.',
    );
    expect(verdict(analysis(0.99, 0.5))).toContain('more terms than the data support');
    expect(verdict(analysis(0.99, -0.5))).toContain('worse than their mean');
    expect(verdict(analysis(0.99, null))).toContain('is unknown');
    expect(verdict(analysis(null, null))).toContain('do not vary');
    expect(verdict(analysis(1, null, 0))).toContain('passes through every result and its R² says nothing');
  });

  it('says whether a transformation is worth it', () => {
    const profile = { lambda: [], log_likelihood: [], limit: 0, maximum: -0.07, interval: [-0.25, null] };
    const words = (recommended: number) =>
      boxCoxWords({ box_cox: { ...profile, recommended }, target: 'Volume' }, '95');
    expect(words(0)).toBe(
      'The likelihood is largest at λ = −0.07, with a 95 % interval from −0.25 to above 2. It does not contain 1: the model fits the logarithm of Volume (λ = 0) better than the results themselves.',
    );
    expect(words(1)).toContain('no reason for a transformation');
    expect(boxCoxWords({ box_cox: null, target: 'Volume' }, '95')).toMatch(
      /needs positive results .* three degrees of freedom/,
    );
  });

  it('gives the median at a stationary point of transformed results, unless a category shifts it', () => {
    const shift = [{ variable: 'c', category: 'B', shift: 3 }];
    expect([surfaceValue({ value: 5 }, shift), surfaceValue({ value: 5, result_value: 7 }, [])]).toEqual([
      8, 7,
    ]);
    expect(surfaceValue({ value: 5, result_value: 7 }, shift)).toBeNull();
  });

  it('judges effects against each other only where residuals hardly show the noise', () => {
    // With 4 degrees of freedom and p below 0.0001 it said beside the table that no effect stands out.
    const of = (degrees: number) => needsLenth({ residual: { degrees, sum_of_squares: 1, mean_square: 1 } });
    expect([0, 2, 3, 4].map(of)).toEqual([true, true, false, false]);
  });

  it('writes chances and weighs them', () => {
    expect([0.00001, 0.0152, 0.5, null].map(chance)).toEqual(['< 0.0001', '0.0152', '0.5000', '–']);
    expect([0.0001, 0.005, 0.03, 0.05, null].map(weight)).toEqual(['strong', 'clear', 'likely', '', '']);
  });

  it('puts categories of a surface where its coefficients have them', () => {
    const variables = [
      { name: 'a', type: 'real', bounds: [0, 9] },
      { name: 'b', type: 'categorical', categories: ['x', 'y'] },
      { name: 'c', type: 'real', bounds: [0, 4] },
    ] as unknown as Variable[];
    const at = { variables: ['a'], stationary: [7] };
    // No run has category x.
    const references = [{ variable: 'b', category: 'y' }];
    expect(surfacePoint(at, variables, references)).toEqual({ a: 7, b: 'y', c: 2 });
    const shifts = [{ variable: 'b', category: 'x', shift: 3 }];
    expect(surfacePoint(at, variables, references, shifts)).toEqual({ a: 7, b: 'x', c: 2 });
  });

  it('puts the stationary point on settings that can be made', () => {
    const variables = [
      { name: 'T', type: 'real', bounds: [20, 96], step: 5 },
      { name: 'n', type: 'integer', bounds: [1, 9] },
      { name: 'dose', type: 'discrete', allowed_values: [0.5, 1, 2] },
      { name: 'held', type: 'real', bounds: [0.1, 0.7], step: 0.1 },
      { name: 'free', type: 'real', bounds: [0, 1] },
    ] as unknown as Variable[];
    const at = { variables: ['T', 'n', 'dose', 'free'], stationary: [95.9, 3.4, 1.4, 0.123456] };
    expect(surfacePoint(at, variables)).toEqual({ T: 95, n: 3, dose: 1, held: 0.4, free: 0.123456 });
  });

  it('finds the categories of a top or bottom, where they do not bend the surface', () => {
    const coefficients = (estimates: Record<string, number>) =>
      Object.entries(estimates).map(([name, estimate]) => ({ name, estimate })) as never;
    const references = [{ variable: 'b', category: 'x' }];
    const found = (estimates: Record<string, number>, nature: Surface['nature']) =>
      shiftsOf({ coefficients: coefficients(estimates), references }, { nature });
    const plain = { Intercept: 50, a: 3, 'b[y]': 10, 'b[z]': -4 };
    expect(found(plain, 'maximum')).toEqual([{ variable: 'b', category: 'y', shift: 10 }]);
    expect(found(plain, 'minimum')).toEqual([{ variable: 'b', category: 'z', shift: -4 }]);
    expect(found(plain, 'saddle')).toEqual([]);
    expect(found({ 'b[y]': -1, 'b[z]': -4 }, 'maximum')).toEqual([]);
    expect(found({ ...plain, 'a*b[y]': 2 }, 'maximum')).toEqual([]);
  });

  it('describes a surface', () => {
    const surface: Surface = {
      variables: ['a', 'b'],
      stationary: [1, 2],
      value: 71.25,
      is_inside: true,
      eigenvalues: [-3, -1],
      axes: [0.8, -0.6, 0.05, 0.99],
      nature: 'maximum',
    };
    expect(surfaceWords(surface, { unit: '%' }, [])).toBe(
      'The surface has a maximum inside the ranges, with the value 71.25 %.',
    );
    expect(surfaceWords(surface, { unit: '%' }, ['solvent THF', 'time 3 h'])).toBe(
      'The surface has a maximum inside the ranges, with the value 71.25 %, at solvent THF, time 3 h.',
    );
    // Far from all runs its value and its settings mean nothing.
    const outside: Surface = { ...surface, is_inside: false, nature: 'saddle', value: 222 };
    expect(surfaceWords(outside, { unit: '%' }, ['c 3'])).toBe(
      'The surface has a saddle point outside the ranges. Within them its highest and its lowest value lie at the edge.',
    );
    const objective = { unit: '%', bounds: { low: 0, high: 100, assumed: null } };
    expect(surfaceWords({ ...surface, value: 118 }, objective, [])).toBe(
      'The surface has a maximum inside the ranges, with the value 100 %. The polynomial itself gives 118 %, which no result can be.',
    );
    expect(axisWords(surface, 0)).toBe('a, b');
    expect(axisWords(surface, 1)).toBe('b');
  });
});
