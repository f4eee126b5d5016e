import { describe, expect, it } from 'vitest';
import type { DesignAnalysis } from '../../src/contract/designs/design-quality.ts';
import { outdatedBy, withProgress } from '../../src/web/api/live.ts';
import type { Row } from '../../src/web/api/types.ts';
import { isCrossValidated } from '../../src/web/domain/models/diagnostic.ts';
import { errorBarWords, fitWords, kernelWords, scales } from '../../src/web/domain/models/model-words.ts';
import { frontOf } from '../../src/web/domain/results/front.ts';
import { brokenLimits, keptResults, type Objective } from '../../src/web/domain/results/objectives.ts';
import {
  attainedOf,
  bestSoFar,
  paretoFront,
  regret,
  splitOutputs,
} from '../../src/web/domain/results/trace.ts';
import { isSatisfied } from '../../src/web/domain/variables/expression.ts';
import { along, nearSlice } from '../../src/web/domain/variables/point.ts';
import {
  choiceWords,
  coefficientWords,
  plotWords,
  withoutIntercept,
} from '../../src/web/features/analysis/analysis.ts';
import { curveCorners, curveProblem, moveCorner, startingCurve } from '../../src/web/features/costs/curve.ts';
import { sensitivityPlan, totalEffects } from '../../src/web/features/model/sensitivity.ts';
import { nextStep, spentWords } from '../../src/web/features/overview/next-step.ts';
import { knowledgeWords, strategiesFor } from '../../src/web/features/suggest/suggestion-words.ts';
import { show } from '../../src/web/text/format.ts';

describe('what others change', () => {
  it('is read again wherever it shows', () => {
    // As the panel of objectives does after its own request.
    for (const part of ['objectives', 'detail', 'data', 'state', 'model', 'audit', 'plot'])
      expect(outdatedBy('objective_metadata_changed')).toContain(part);
    // Runs outside the safety limits are runs of the queue; whoever asks for a pause is in the audit log.
    expect(outdatedBy('queue_updated')).toContain('rules');
    expect(outdatedBy('control_changed')).toContain('audit');
    expect(outdatedBy('experiment_changed')).toBeUndefined();
  });
});

describe('progress of a campaign', () => {
  it('follows the best so far over gaps, both ways', () => {
    expect(bestSoFar([null, 3, 1, null, 5], 'maximize')).toEqual([null, 3, 3, 3, 5]);
    expect(bestSoFar([3, 1, 5], 'minimize')).toEqual([3, 1, 1]);
    expect(regret([3, 1], 0.5, 'minimize')).toEqual([2.5, 0.5]);
    expect(regret([7], 5, 'maximize')).toEqual([0]);
  });

  it('takes limits as limits: for a value only where the run is surely as good', () => {
    const rows = [
      { y: 80, z: 2, Censored: null },
      { y: 99, z: 3, Censored: 'y >' },
      { y: 5, z: 1, Censored: 'y <' },
      { y: 90, z: 0.5, Censored: 'z <' },
      { y: null, z: 0, Censored: null },
    ];
    expect(attainedOf(rows, 'y', 'maximize')).toEqual([80, 99, null, 90, null]);
    expect(attainedOf(rows, 'y', 'minimize')).toEqual([80, null, 5, 90, null]);
    expect(attainedOf(rows, 'y', { target: 85 })).toEqual([80, null, null, 90, null]);
    expect(splitOutputs(rows, 'y')).toEqual({
      measured: [80, null, null, 90, null],
      above: [null, 99, null, null, null],
      below: [null, null, 5, null, null],
    });
    const objectives = ['y', 'z'].map((name) => ({ name, label: name, unit: undefined }));
    const front = frontOf(rows, objectives, ['maximize', 'minimize']);
    expect(front.sort()).toEqual([1, 3]);
  });

  it('has runs that meet the limits on the front, and nothing where none does', () => {
    const rows = [
      { y: 80, z: 2 },
      { y: 99, z: 9 },
      { y: 60, z: 1 },
      { y: 70, z: 3 },
    ].map((row) => ({ ...row, Censored: null }));
    const front = (at_most: number) => {
      const declared = { goal: 'minimize', at_most };
      const objectives = [
        { name: 'y', label: 'yield', unit: '%' },
        { name: 'z', label: 'impurity', unit: '%', declared },
      ] as unknown as Objective[];
      return frontOf(rows, objectives, ['maximize', 'minimize']).sort();
    };
    expect(front(5)).toEqual([0, 2]);
    expect(front(10)).toEqual([0, 1, 2]);
    expect(front(0.5)).toEqual([]);
  });

  it('finds the Pareto-optimal points', () => {
    const points = [
      [1, 5],
      [2, 4],
      [2, 3],
      [3, 1],
      [0, 0],
      [null, 9],
    ];
    expect(paretoFront(points, ['maximize', 'maximize']).sort()).toEqual([0, 1, 3]);
    expect(paretoFront(points, ['minimize', 'minimize'])).toEqual([4]);
  });

  it('names the limits that a run surely breaks, and no others', () => {
    const objectives = [
      { name: 'p', label: 'purity', unit: '%', declared: { at_least: 90 } },
      { name: 'c', label: 'colour', unit: undefined, declared: { at_least: 2, at_most: 5 } },
    ] as unknown as Objective[];
    const broken = (row: Row) => brokenLimits({ Censored: null, ...row }, objectives);
    expect(broken({ p: 90, c: 5 })).toEqual([]);
    expect(broken({ p: 89, c: 6 })).toEqual(['purity below 90 %', 'colour above 5']);
    expect(broken({ p: 95, c: 4, Censored: 'p <' })).toEqual([]);
    expect(broken({ p: 85, c: 6, Censored: 'p <, c >' })).toEqual(['purity below 90 %', 'colour above 5']);
    expect(broken({ p: null, c: 1, Censored: 'c >' })).toEqual([]);
  });

  it('regret counts only runs that surely meet the limits', () => {
    const objectives = [
      { name: 'yield', label: 'yield', unit: '%', declared: {} },
      { name: 'waste', label: 'waste', unit: '%', declared: { at_most: 2 } },
    ] as unknown as Objective[];
    const rows = [
      { yield: 70, waste: 1 },
      { yield: 95, waste: 3 },
      { yield: 80, waste: 2 },
      { yield: 85, waste: null },
    ] as unknown as Row[];
    const kept = keptResults(attainedOf(rows, 'yield', 'maximize'), rows, objectives);
    expect(kept).toEqual([70, null, 80, null]);
    expect(regret(bestSoFar(kept, 'maximize'), 85, 'maximize')).toEqual([15, 15, 5, 5]);
  });

  it('judges settings by a constraint as recorded runs are judged: mixtures up to weighing, else up to rounding', () => {
    const whole = { type: 'equality' as const, coefficients: { a: 1, b: 1 }, rhs: 1 };
    expect(isSatisfied(whole, { a: 0.1, b: 0.9 })).toBe(true);
    expect(isSatisfied(whole, { a: 0.333, b: 0.666 })).toBe(true);
    expect(isSatisfied(whole, { a: 0.1, b: 0.8 })).toBe(false);
    const most = { type: 'inequality' as const, coefficients: { a: 2e12, b: -1 }, rhs: 4e12 };
    expect(isSatisfied(most, { a: 2, b: 0 })).toBe(true);
    expect(isSatisfied(most, { a: 2.1, b: 0 })).toBe(false);
  });

  it('claims nothing of a fit that is not known, and nothing good of one below the mean', () => {
    expect(fitWords(null)).toBe('unknown: too few results, or all equal');
    expect(errorBarWords(0.004, null, 24)).toBe('');
    expect(errorBarWords(0.004, 0.5, 24)).toBe('error bars are too long');
    expect(errorBarWords(0.75, 0.5, undefined)).toBe('error bars are too long');
    // With few runs the ratio differs from 1 by chance: 95 % of 24 runs give 0.72 to 1.28.
    expect([0.73, 1.27].map((std) => errorBarWords(std, 0.5, 24))).toEqual([
      ...['error bars fit the errors', 'error bars fit the errors'],
    ]);
    expect([0.7, 1.3].map((std) => errorBarWords(std, 0.5, 24))).toEqual([
      ...['error bars are too long', 'error bars are too short'],
    ]);
    expect(errorBarWords(0.75, 0.5, 500)).toBe('error bars are too long');
    expect(fitWords(-2.3)).toBe('no better than the mean so far');
    expect(fitWords(0.2)).toBe('hardly better than the mean so far');
  });

  it('says what a coefficient means, and how models were compared', () => {
    const term = (name: string) => ({ name }) as DesignAnalysis['coefficients'][number];
    const references = [{ variable: 'solvent', category: 'THF' }];
    const wordsOf = (terms: string[]) => coefficientWords({ coefficients: terms.map(term), references });
    const all = wordsOf(['Intercept', 'T', 'solvent[DMF]']);
    expect(all).toContain('from the middle to the upper end');
    expect(all).toContain('first category of its variable that was run: THF for solvent.');
    expect(wordsOf(['Intercept', 'T'])).not.toContain('category');
    expect(wordsOf(['Intercept', 'solvent[DMF]'])).not.toContain('numeric');
    const mixture = { total: 1, components: ['a', 'b'].map((variable) => ({ variable, lowest: 0 })) };
    const blend = coefficientWords({ coefficients: ['a', 'b', 'a*b'].map(term), mixture });
    expect(blend).toContain('Scheffé polynomial');
    expect(withoutIntercept({ coefficients: ['a', 'b'].map(term), mixture })).toHaveLength(2);
    expect(withoutIntercept({ coefficients: ['Intercept', 'T'].map(term) })).toEqual([term('T')]);
    expect(blend).not.toContain('upper end');
    const process = coefficientWords({ coefficients: ['a', 'b', 'T'].map(term), mixture });
    expect(process).toContain('from the middle to the upper end');
    const family = (name: string, predicted_r_squared: number | null) => ({ name, predicted_r_squared });
    const chosen = {
      name: 'linear',
      considered: [family('linear', 0.77), family('interaction', null), family('quadratic', 0.5)],
    } as unknown as Parameters<typeof choiceWords>[0];
    const words = choiceWords(chosen, false);
    expect(words).toContain('left-out runs: predicted');
    expect(choiceWords(chosen, true)).toContain('the other runs of its plot: predicted');
    expect(words).toContain(
      '77 % with main effects, against 50 % with main effects, interactions and squares.',
    );
    expect(words).toContain('too few to check a model with main effects and interactions.');
    expect(words).not.toContain('–');
  });

  it('says what plots add to the variation of runs', () => {
    const component = (name: string, count: number, share: number) => ({ name, count, share });
    const mixed = {
      variances: [
        component('WholePlot', 4, 0.75),
        component('Subplot', 8, 0),
        component('Residual', 24, 0.25),
      ],
    } as unknown as Parameters<typeof plotWords>[0];
    expect(plotWords(mixed)).toContain(
      'By REML, 75 % of the random variation is between the 4 whole plots, and the 8 subplots vary no more than their runs do.',
    );
  });

  it('knows the next step', () => {
    const goals = ['maximize yield'];
    const now = {
      variables: 3,
      rows: 8,
      measured: 8,
      declared: true,
      goals,
      pending: 0,
      trained: true,
      unseen: 0,
    };
    expect(nextStep({ ...now, variables: 0 }).view).toBe('variables');
    expect(nextStep({ ...now, rows: 2, measured: 2, trained: false }).view).toBe('suggest');
    expect(nextStep({ ...now, pending: 2 }).view).toBe('queue');
    expect(nextStep({ ...now, unseen: 1 }).view).toBe('model');
    expect(nextStep(now).view).toBe('suggest');
    expect(nextStep({ ...now, rows: 0, declared: false }).action).toBe('Set the goal');
    expect(nextStep({ ...now, rows: 0 }).view).toBe('designs');
    // One result is taken to be maximized; of several, the goals are asked for.
    expect(nextStep({ ...now, declared: false }).view).toBe('suggest');
    const several = { ...now, declared: false, goals: [...goals, 'maximize impurity'] };
    expect(nextStep(several)).toMatchObject({
      action: 'Set the goals',
      text: 'Assumed so far: maximize yield; maximize impurity.',
    });
    expect(nextStep({ ...several, declared: true }).view).toBe('suggest');
    // Three results of eight runs tell a model nothing.
    expect(nextStep({ ...now, measured: 3, trained: false })).toMatchObject({
      view: 'suggest',
      text: 'The first runs are spread over the ranges. Later ones are chosen by a model of the results.',
    });
    const spent = '1600 EUR of 1500 EUR are spent.';
    expect(nextStep({ ...now, trained: false, spent })).toMatchObject({
      title: 'The budget does not pay for another run',
      view: 'costs',
    });
    expect(nextStep({ ...now, pending: 1, spent }).view).toBe('queue');
    expect(nextStep({ ...now, spent, reached: 7 }).text).toMatch(/^Experiment 7 meets all goals/);
    expect(nextStep({ ...now, listUsedUp: true }).action).toBe('Review the list');
    // Training without any result is refused.
    expect(nextStep({ ...now, measured: 0, trained: false }).title).toBe('No run has given a result yet');
  });

  it('knows when a budget does not pay for another run', () => {
    const answer = (remaining: number | null, budget: number | null = 1500) =>
      ({
        cost_model: { run_cost: 20, measurements: { yield: 5 } },
        summary: { units: 'EUR', spent: 1500 - (remaining ?? 0), budget, remaining },
      }) as unknown as Parameters<typeof spentWords>[0];
    expect(spentWords({ cost_model: null, summary: null })).toBeUndefined();
    expect(spentWords(answer(null, null))).toBeUndefined();
    expect(spentWords(answer(25))).toBeUndefined();
    expect(spentWords(answer(24))).toBe('1476 EUR of 1500 EUR are spent.');
    expect(spentWords(answer(-100))).toBe('1600 EUR of 1500 EUR are spent.');
  });

  it('says how much is known, and offers only strategies that the model takes', () => {
    expect(knowledgeWords(0.03)).toMatch(/^well known/);
    expect(knowledgeWords(0.1)).toMatch(/^fairly well known/);
    expect(knowledgeWords(0.95)).toContain('unknown');
    expect(
      strategiesFor({ trained: true, backend: 'sklearn' }, 1)
        .slice(1)
        .every((one) => !one.batch),
    ).toBe(true);
    expect(strategiesFor({ trained: true, backend: 'botorch' }, 2).map((one) => one.name)).toEqual([
      'auto',
      'qNEHVI',
      'qEHVI',
    ]);
    expect(strategiesFor({ trained: false, backend: null }, 1).map((one) => one.name)).toEqual(['auto']);
  });
});

describe('live connection', () => {
  it('keeps one bar per job and takes it away at its end', () => {
    const begun = withProgress([], { job: 'train', fraction: 0.2, message: 'fit' });
    expect(begun).toEqual([{ job: 'train', fraction: 0.2, label: 'fit' }]);
    expect(withProgress(begun, { job: 'train', fraction: 0.6, message: '' })).toEqual([
      { job: 'train', fraction: 0.6, label: 'train' },
    ]);
    expect(withProgress(begun, { job: 'train', fraction: 1 })).toEqual([]);
  });
});

describe('numbers for reading', () => {
  it.each([
    [0, '0'],
    [1234.567, '1235'],
    [123456, '123456'],
    [-0.000012346, '−1.235e−5'],
    [0.5, '0.5'],
    [2e9, '2e9'],
    [null, '–'],
    [Number.NaN, '–'],
  ])('%s is %s', (value, text) => {
    expect(show(value)).toBe(text);
  });
});

describe('models', () => {
  const variable = (name: string) => ({
    name,
    type: 'real' as const,
    role: 'controllable' as const,
    changes: 'easy' as const,
    bounds: [-1, 1],
    categories: null,
  });

  const label = {
    ...variable('solvent'),
    type: 'categorical' as const,
    bounds: null,
    categories: ['x', 'y'],
  };

  it('lengthscales belong to the variables in order, observed ones last, labels without one', () => {
    const observed = { ...variable('humidity'), role: 'observed' as const };
    expect(scales([1, 4, 2], [observed, variable('a'), variable('b')])).toEqual({ a: 1, b: 4, humidity: 2 });
    expect(scales([1], [variable('a'), variable('b')])).toEqual({});
    expect(scales([2, 1], [label, variable('a'), variable('b')])).toEqual({ a: 2, b: 1 });
  });

  it('total effects are those of the function, labels included', () => {
    const variables = [variable('a'), variable('b'), label, variable('idle')];
    const plan = sensitivityPlan(variables);
    expect(plan.inputs).toHaveLength(plan.base * 5);
    // Variances over the ranges: 4a has 16/3, ab 1/9, a label of ±2 has 4.
    const mean = plan.inputs.map(
      ({ a, b, solvent }) => 4 * Number(a) + Number(a) * Number(b) + (solvent === 'x' ? 2 : -2),
    );
    const whole = 16 / 3 + 1 / 9 + 4;
    const [ofA, ofB, ofLabel, idle] = totalEffects(mean, plan.base);
    expect(ofA).toBeCloseTo((16 / 3 + 1 / 9) / whole, 1);
    expect(ofB).toBeCloseTo(1 / 9 / whole, 1);
    expect(ofLabel).toBeCloseTo(4 / whole, 1);
    expect(idle).toBe(0);
    expect(totalEffects([1, 1, 1, 1], 2)).toEqual([0]);
  });

  it('names kernels as people do', () => {
    expect(kernelWords('Matern', { nu: 1.5 }, 'botorch')).toBe('Matérn 3/2');
    expect(kernelWords('Matern', { matern_nu: 0.5 }, 'sklearn')).toBe('Matérn 1/2');
    expect(kernelWords('Matern', null, 'botorch')).toBe('Matérn 5/2');
    expect(kernelWords('Matern', null, 'sklearn')).toBe('Matérn 3/2');
    expect(kernelWords('Matern', undefined, 'sklearn')).toBe('Matérn');
    expect(kernelWords('RationalQuadratic', null, 'sklearn')).toBe('Rational quadratic');
    expect(kernelWords('RBF', null, 'botorch')).toBe('RBF');
    expect(kernelWords('auto', null, 'auto')).toBe('auto');
  });

  it('rows near a slice have its labels and are within a tenth of the ranges', () => {
    const variables = [variable('a'), variable('b'), label];
    const point = { a: 0, b: 0, solvent: 'x' };
    const rows = [
      { a: 1, b: 0.2, solvent: 'x' },
      { a: 0, b: 0.21, solvent: 'x' },
      { a: 0, b: 0, solvent: 'y' },
    ];
    expect(nearSlice(rows, variables, point, ['a'])).toEqual([rows[0]]);
    expect(nearSlice(rows, variables, point, ['a', 'b'])).toEqual([rows[0], rows[1]]);
  });

  it('an observed variable without a range has that of the runs, however many there are', () => {
    const observed = { ...variable('humidity'), bounds: null };
    const rows = Array.from({ length: 200_000 }, (_, i) => ({ humidity: 40 + (i % 21) }));
    const values = along(observed, 3, rows);
    expect(values).toEqual([40, 50, 60]);
    const near = nearSlice(rows, [observed], { humidity: 50 }, []);
    expect([...new Set(near.map(({ humidity }) => humidity))].sort()).toEqual([48, 49, 50, 51, 52]);
  });
});

describe('cost curves', () => {
  it('are drawn through their corners, steps level between them', () => {
    expect(curveCorners({ kind: 'piecewise_step', x_coords: [0, 1, 3], y_coords: [2, 5] }, 0, 3)).toEqual([
      [0, 2],
      [1, 2],
      [1, 5],
      [3, 5],
    ]);
    expect(curveCorners({ kind: 'linear', proportional_term: 2, constant_term: 1 }, 0, 3).at(-1)).toEqual([
      3, 7,
    ]);
  });

  it('keep x in order when a corner is dragged', () => {
    const curve = startingCurve('piecewise_linear', 0, 10);
    expect(moveCorner(curve, 1, 99, 7)).toMatchObject({
      points: [
        [0, 0],
        [10, 7],
        [10, 4],
      ],
    });
    expect(curveProblem(moveCorner(curve, 1, 99, 7))).toBeUndefined();
    expect(
      curveProblem({
        kind: 'piecewise_linear',
        points: [
          [1, 0],
          [0, 1],
        ],
      }),
    ).toBe('x must increase: 0 comes after 1');
  });
});

describe('plots of the cross-validation', () => {
  it('are asked for where there is one', () => {
    expect(isCrossValidated(undefined, 'yield')).toBeUndefined();
    expect(isCrossValidated(undefined, undefined)).toBeUndefined();
    expect(isCrossValidated({}, 'yield')).toBe(false);
    expect(isCrossValidated({ cross_validated: [] }, undefined)).toBe(false);
    expect(isCrossValidated({ cross_validated: ['yield'] }, undefined)).toBe(true);
    expect(isCrossValidated({ cross_validated: ['yield'] }, 'yield')).toBe(true);
    expect(isCrossValidated({ cross_validated: ['yield'] }, 'purity')).toBe(false);
  });
});
