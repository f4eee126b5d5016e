import { describe, expect, it, test } from 'vitest';
import { spaceFillingQuality } from '../../../bench/support/space-filling-quality.ts';
import {
  fractionRuns,
  minimumAberration,
  wordLengths,
} from '../../../src/engine/design/classical/regular-fraction.ts';
import { modelMatrix } from '../../../src/engine/design/optimal/model/coding.ts';
import { buildModel } from '../../../src/engine/design/optimal/model/model-terms.ts';
import { boxMoments } from '../../../src/engine/design/optimal/model/moments.ts';
import { splitPlotInformation } from '../../../src/engine/design/optimal/split-plots/split-plot-moves.ts';
import { plotStructure } from '../../../src/engine/design/optimal/split-plots/split-plot-structure.ts';
import { summarize } from '../../../src/engine/design/optimal/summary.ts';
import type { OptimalCriterion } from '../../../src/engine/design/optimal/task.ts';
import { correlationCriterion } from '../../../src/engine/design/space-filling/correlation-criterion.ts';
import { discrepancyCriterion } from '../../../src/engine/design/space-filling/discrepancy-criterion.ts';
import { distanceCriterion } from '../../../src/engine/design/space-filling/distance-criterion.ts';
import type { LatinState } from '../../../src/engine/design/space-filling/latin-criterion.ts';
import { maxProCriterion } from '../../../src/engine/design/space-filling/maxpro-criterion.ts';
import { createGenerator } from '../../../src/engine/random/generator.ts';
import * as designs from '../../../src/engine/reference/designs.ts';
import * as filling from '../../../src/engine/reference/space-filling.ts';
import type { Tape, Tensor } from '../../../src/engine/tensor/index.ts';
import * as t from '../../../src/engine/tensor/index.ts';
import { relativeError } from '../compute/native-support.ts';
import { box } from '../design/support.ts';
import { onPlain, valueAndGradient } from './plain.ts';

const generator = createGenerator(17);
const d = 3;
const n = 14;
const space = box(d);
const coded = Float64Array.from({ length: n * d }, () => 2 * generator.uniform() - 1);
const pool = Float64Array.from({ length: 20 * d }, () => 2 * generator.uniform() - 1);

describe('criteria of optimal designs', () => {
  const model = buildModel(space.dimensions, { modelType: 'interaction' });
  const p = model.columns.length;
  const moments = boxMoments(
    model,
    space.dimensions.map(() => undefined),
  );
  const full = buildModel(space.dimensions, { modelType: 'quadratic' });
  const known = new Set(model.terms.map(({ name }) => name));
  const outside = { ...full, columns: full.columns.filter(({ term }) => !known.has(full.terms[term].name)) };
  const a = outside.columns.length;
  const perRun = (X: Tensor) => t.divide(designs.information(X), n);
  const eye = Float64Array.from({ length: p * p }, (_, at) => Number(at % (p + 1) === 0));
  const define: [OptimalCriterion, (X: Tensor, tape: Tape) => Tensor][] = [
    ['D', (X) => t.exp(designs.logDeterminant(perRun(X)))],
    ['A', (X, tape) => designs.negativeTrace(perRun(X), tape.tensor(eye, [p, p]))],
    ['I', (X, tape) => designs.negativeTrace(perRun(X), tape.tensor(moments, [p, p]))],
    [
      'G',
      (X, tape) => designs.negativeLargestVariance(perRun(X), tape.tensor(modelMatrix(model, pool), [20, p])),
    ],
    ['E', (X) => designs.smallestEigenvalue(perRun(X))],
    ['alias', (X, tape) => designs.negativeAliasNorm(X, tape.tensor(modelMatrix(outside, coded), [n, a]))],
  ];
  // The variables of the box run from −1 to 1, so raw points are coded ones.
  const points = coded.map((value, at) => {
    const dimension = space.dimensions[at % d];
    return dimension.kind === 'real'
      ? dimension.low + ((value + 1) / 2) * (dimension.high - dimension.low)
      : value;
  });

  it.each(define)('%s is its definition', (criterion, definition) => {
    const value = onPlain((tape) =>
      tape.read(definition(tape.tensor(modelMatrix(model, coded), [n, p]), tape)),
    );
    const { score } = summarize(model, points, { criterion, algorithm: 'fedorov', moments, judged: pool });
    expect(relativeError([score], value)).toBeLessThan(1e-10);
  });

  it('has gradients by the model matrix', () => {
    const X = modelMatrix(model, coded);
    const { gradient } = valueAndGradient(X, [n, p], (x) => designs.logDeterminant(designs.information(x)));
    // ∂ log det X'X = 2 X (X'X)⁻¹: its product with X sums to 2p.
    expect(gradient.reduce((sum, value, at) => sum + value * X[at], 0)).toBeCloseTo(2 * p, 9);
  });

  it('information of split plots is its definition', () => {
    const strata = [
      { level: 'hard', unitsInParent: 2, varianceRatio: 0.7 },
      { level: 'easy', unitsInParent: 7 },
    ] as const;
    const X = modelMatrix(model, coded);
    const plotOf = Array.from({ length: n }, (_, i) => Math.floor(i / 7));
    const expected = onPlain((tape) =>
      tape.read(designs.splitPlotInformation(tape.tensor(X, [n, p]), [{ ratio: 0.7, plotOf }])),
    );
    expect(relativeError(splitPlotInformation(X, p, plotStructure(strata)), expected)).toBeLessThan(1e-12);
  });
});

test.each([
  [6, 16],
  [7, 32],
])('word lengths of the fraction of %i factors in %i runs are those of their definition', (factors, runs) => {
  const fraction = minimumAberration(factors, runs);
  const words = onPlain((tape) => {
    const X = tape.tensor(fractionRuns(fraction).flat(), [runs, factors]);
    return designs.generalizedWordLengths(X).map((word) => tape.read(word)[0]);
  });
  const found = wordLengths(fraction);
  expect(words.map((value) => Math.round(1e9 * value) / 1e9)).toEqual(
    Array.from({ length: factors }, (_, r) => found[r + 1] ?? 0),
  );
});

describe('criteria of space-filling designs', () => {
  const isCategory = [false, false, true];
  const shuffled = () => Array.from(generator.shuffle(Int32Array.from({ length: n }, (_, i) => i)));
  const levels = Int32Array.from(Array.from({ length: d }, shuffled).flat());
  const x = Float64Array.from(levels, (level, at) =>
    isCategory[Math.floor(at / n)] ? level % 3 : (level + generator.uniform()) / n,
  );
  const state: LatinState = { n, d, levels, x, isLabel: isCategory };
  const offsets = [0, 0, 1 / 3];
  const midpoints = Float64Array.from(levels, (level) => (level + 0.5) / n);
  const define: [string, number, Float64Array, (X: Tensor) => Tensor][] = [
    ['maximin', distanceCriterion(state, false).value(), x, (X) => filling.maximin(X, isCategory)],
    [
      'ratio of distances',
      distanceCriterion(state, true).value(),
      x,
      (X) => filling.distanceRatio(X, isCategory),
    ],
    ['MaxPro', maxProCriterion(state, offsets).value(), x, (X) => filling.maxPro(X, isCategory, offsets)],
    ['correlation', correlationCriterion(state).value(), x, filling.correlation],
    [
      'discrepancy',
      discrepancyCriterion(state).value(),
      midpoints,
      (X) => t.log(filling.centredDiscrepancy(X)),
    ],
  ];

  it.each(define)('%s is its definition', (_name, found, columns, criterion) => {
    const value = onPlain((tape) => tape.read(criterion(t.transpose(tape.tensor(columns, [d, n])))));
    expect(relativeError([found], value)).toBeLessThan(1e-10);
  });

  it('quality of any points is its definition', () => {
    const points = Float64Array.from({ length: n * d }, () => generator.uniform());
    const { centeredDiscrepancy, minDistance, maxCorrelation } = spaceFillingQuality(points, d);
    const [discrepancy, squared, r] = onPlain((tape) => {
      const X = tape.tensor(points, [n, d]);
      const numbers = [filling.centredDiscrepancy(X), filling.squaredDistances(X, [false, false, false])];
      return [...numbers, filling.correlations(X)].map((tensor) => tape.read(tensor));
    });
    const pairs = squared.filter((_, at) => Math.floor(at / n) > at % n);
    const columns = r.filter((_, at) => Math.floor(at / d) > at % d);
    const expected = [discrepancy[0], Math.sqrt(Math.min(...pairs)), Math.max(...columns.map(Math.abs))];
    expect(relativeError([centeredDiscrepancy, minDistance, maxCorrelation], expected)).toBeLessThan(1e-12);
  });
});
