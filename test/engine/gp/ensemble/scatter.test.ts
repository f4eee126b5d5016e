import { describe, expect, it } from 'vitest';
import { fitEnsemble } from '../../../../src/engine/gp/ensemble/fit.ts';
import {
  mixtureCdf,
  mixtureLogDensity,
  mixtureMoments,
  mixtureQuantile,
} from '../../../../src/engine/gp/ensemble/mixture.ts';
import {
  createEnsemblePosterior,
  type EnsemblePrediction,
  mixtureAt,
  predictionMoments,
} from '../../../../src/engine/gp/ensemble/posterior.ts';
import type { EnsembleData } from '../../../../src/engine/gp/ensemble/problem.ts';
import { noiseFactor, normalScatter } from '../../../../src/engine/gp/ensemble/scatter.ts';
import type { GpModel } from '../../../../src/engine/gp/model.ts';
import { train } from '../../../../src/engine/gp/train.ts';
import { createGenerator, type Generator } from '../../../../src/engine/random/generator.ts';
import { fastest as backend } from '../../compute/backends.ts';

const context = { backend };

type Noise = (curve: number, generator: Generator, a: number) => number;

const curveAt = (a: number, b: number): number => 3 + Math.sin(4 * a) + 2 * b;
const same: Noise = (_, generator) => 0.3 * generator.normal();
/** Ten per cent of the curve below 3, forty above. */
const proportional: Noise = (curve, generator) => 0.04 * curve * curve * generator.normal();
/** From 0.03 to 2.5 along the first column. */
const alongColumn: Noise = (_, generator, a) => 0.03 * 85 ** a * generator.normal();
/** One measurement of ten has ten times the deviation. */
const rough: Noise = (_, generator) => (generator.uniform() < 0.1 ? 1.5 : 0.15) * generator.normal();

function drawn(seed: string, n: number, noise: Noise): EnsembleData & { readonly curve: Float64Array } {
  const generator = createGenerator(seed);
  const X = Float64Array.from({ length: 2 * n }, () => generator.uniform());
  const curve = Float64Array.from({ length: n }, (_, i) => curveAt(X[2 * i], X[2 * i + 1]));
  const y = curve.map((value, i) => value + noise(value, generator, X[2 * i]));
  return { X, n, d: 2, categorical: [false, false], y, curve, seed: 1 };
}

function predictAt(model: GpModel, X: Float64Array): EnsemblePrediction {
  const posterior = createEnsemblePosterior(model, backend);
  try {
    return posterior.predict(X, X.length / model.d);
  } finally {
    posterior.free();
  }
}

/** Mean log density of fresh measurements, with the learned scatter and with normal ones. */
function logDensities(noise: Noise, sets: number): { learned: number; normal: number } {
  const sums = { learned: 0, normal: 0 };
  for (let set = 0; set < sets; set++) {
    const fresh = drawn(`fresh/${set}`, 100, noise);
    const prediction = predictAt(fitEnsemble(drawn(`rows/${set}`, 60, noise), context), fresh.X);
    const plain = { ...prediction, scatter: normalScatter };
    fresh.y.forEach((y, i) => {
      sums.learned += mixtureLogDensity(mixtureAt(prediction, i, 'measurement'), y) / fresh.n / sets;
      sums.normal += mixtureLogDensity(mixtureAt(plain, i, 'measurement'), y) / fresh.n / sets;
    });
  }
  return sums;
}

describe('the scatter of new measurements', () => {
  it('stays near normal where the noise is normal', () => {
    const { learned, normal } = logDensities(same, 6);
    expect(learned).toBeGreaterThan(normal - 0.01);
  });

  it('learns that some measurements lie far off', () => {
    const { learned, normal } = logDensities(rough, 4);
    expect(learned).toBeGreaterThan(normal + 0.1);
  });

  it('learns noise that grows with the curve: intervals hold low and high results alike', () => {
    const inside = { low: [0, 0], high: [0, 0] };
    let slope = 0;
    for (let set = 0; set < 8; set++) {
      const fresh = drawn(`at/${set}`, 150, proportional);
      const prediction = predictAt(fitEnsemble(drawn(`grows/${set}`, 60, proportional), context), fresh.X);
      slope += prediction.scatter.slope / 8;
      fresh.y.forEach((y, i) => {
        const level = mixtureCdf(mixtureAt(prediction, i, 'measurement'), y);
        const count = fresh.curve[i] < 4 ? inside.low : inside.high;
        count[0] += level > 0.025 && level < 0.975 ? 1 : 0;
        count[1]++;
      });
    }
    expect(slope).toBeGreaterThan(0.3);
    for (const [held, all] of Object.values(inside)) {
      expect(held / all).toBeGreaterThan(0.9);
      expect(held / all).toBeLessThan(0.995);
    }
  });

  it('learns noise that grows along a column: narrow at the quiet end, wide at the other', () => {
    const fresh = drawn('at', 300, alongColumn);
    const held = { quiet: [0, 0], loud: [0, 0] };
    const widths = { quiet: 0, loud: 0 };
    for (let set = 0; set < 4; set++) {
      const prediction = predictAt(fitEnsemble(drawn(`along/${set}`, 80, alongColumn), context), fresh.X);
      const { stdMeasurement } = predictionMoments(prediction);
      const slopes = prediction.scatter.columns ?? [];
      expect(slopes.map(({ column }) => column)).toEqual([0, 1]);
      expect(slopes[0].slope).toBeGreaterThan(1.5);
      expect(Math.abs(slopes[1].slope)).toBeLessThan(0.3);
      fresh.y.forEach((y, i) => {
        const at = fresh.X[2 * i];
        if (at > 0.3 && at < 0.7) return;
        const end = at < 0.5 ? 'quiet' : 'loud';
        const level = mixtureCdf(mixtureAt(prediction, i, 'measurement'), y);
        held[end][0] += level > 0.025 && level < 0.975 ? 1 : 0;
        held[end][1]++;
        widths[end] += stdMeasurement[i];
      });
    }
    for (const [inside, all] of Object.values(held)) expect(inside / all).toBeGreaterThan(0.9);
    expect(widths.quiet / held.quiet[1]).toBeLessThan(0.5);
    expect(widths.loud / held.loud[1]).toBeGreaterThan(1);
  });

  it('has no slope along a category, nor a column that does not vary', () => {
    const data = drawn('kinds', 30, alongColumn);
    const columnsOf = (X: Float64Array, categorical: boolean[]) =>
      predictAt(fitEnsemble({ ...data, X, categorical }, context), X).scatter.columns?.map(
        ({ column }) => column,
      );
    const held = data.X.map((value, at) => (at % 2 === 1 ? 0.5 : value));
    expect(columnsOf(held, [false, false])).toEqual([0]);
    const kinds = data.X.map((value, at) => (at % 2 === 0 ? Math.floor(3 * value) : value));
    expect(columnsOf(kinds, [true, false])).toEqual([1]);
    expect(
      columnsOf(
        kinds.map((value, at) => (at % 2 === 0 ? value : 1)),
        [true, false],
      ),
    ).toBeUndefined();
  });

  it('is learned from many rows by a few draws', () => {
    const { scatter } = predictAt(
      fitEnsemble(drawn('many', 320, proportional), context),
      new Float64Array(2),
    );
    expect(scatter.slope).toBeGreaterThan(0.5);
    expect(scatter.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(Math.abs(scatter.usual)).toBeLessThan(0.3);
  });

  it('is what was believed before where a single row says nothing', () => {
    const { scatter } = predictAt(fitEnsemble(drawn('one', 1, same), context), Float64Array.of(0.5, 0.5));
    expect(scatter.shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
    expect(scatter.shares[1]).toBeGreaterThan(0.6);
    expect(Math.abs(scatter.slope)).toBeLessThan(0.05);
  });

  it('has no slope where variances are given, and no say from limits', () => {
    const data = drawn('given', 20, same);
    const noise = new Float64Array(20).fill(0.09);
    expect(predictAt(fitEnsemble({ ...data, noise }, context), data.X).scatter.slope).toBe(0);
    const all = { rows: Int32Array.from(data.y.keys()), sides: new Int32Array(20).fill(1) };
    const limits = predictAt(fitEnsemble({ ...data, censored: all }, context), data.X).scatter;
    const none = predictAt(fitEnsemble(drawn('one', 1, same), context), data.X).scatter;
    expect(limits.shares[1]).toBeCloseTo(0.5 + 0.3 * 0.5 + 0.2 * 0.25, 12);
    expect(none.shares[1]).not.toBe(limits.shares[1]);
  });

  it('is learned again by a model that took up rows', () => {
    const data = drawn('more', 30, rough);
    const model = fitEnsemble(data, context);
    const before = predictAt(model, data.X).scatter;
    const y = data.y.map((value, i) => (i === 3 ? value + 20 : value));
    expect(predictAt({ ...model, y }, data.X).scatter.shares[3]).toBeGreaterThan(before.shares[3]);
  });

  it('is one distribution: its moments, quantiles and density agree', () => {
    const data = drawn('agree', 25, rough);
    const prediction = predictAt(fitEnsemble(data, context), data.X);
    const { std, stdMeasurement } = predictionMoments(prediction);
    for (let i = 0; i < data.n; i++) {
      const mixture = mixtureAt(prediction, i, 'measurement');
      expect(stdMeasurement[i]).toBeCloseTo(mixtureMoments(mixture).std, 10);
      expect(stdMeasurement[i]).toBeGreaterThan(std[i]);
      expect(mixtureCdf(mixture, mixtureQuantile(mixture, 0.975))).toBeCloseTo(0.975, 10);
    }
  });

  it('leaves the recipes of the libraries as they are', () => {
    const { X, n, d, categorical, y } = drawn('botorch', 20, rough);
    const task = { X, n, d, categorical, outputs: [y], kernel: 'matern', kernelParams: {}, seed: 1 };
    const { models } = train({ recipe: 'botorch', ...task }, context);
    expect(predictAt(models[0], X).scatter).toBe(normalScatter);
  });

  it('is reported in the messages where the noise differs twofold', () => {
    const toldOf = ({ X, n, d, categorical, y }: ReturnType<typeof drawn>) => {
      const task = {
        X,
        n,
        d,
        categorical,
        outputs: [y],
        kernel: '',
        kernelParams: {},
        seed: 1,
        isBrief: true,
      };
      return train({ recipe: 'auto', ...task }, context).models[0].verdict.join('\n');
    };
    const told = (noise: Noise) => toldOf(drawn('told', 80, noise));
    expect(told(proportional)).toMatch(
      /the noise changes with the result: deviation 0\.\d+ at the lowest result/,
    );
    expect(told(alongColumn)).toMatch(
      /the noise changes along input column 0: deviation 0\.\d+ at its lowest value, \d\.\d at its highest/,
    );
    expect(told(same)).toBe('fitted');
    const flat = drawn('flat', 30, same);
    expect(toldOf({ ...flat, y: flat.y.map(() => 5) })).not.toContain('the noise changes');
  });
});

/** A training without draws, which learns the scatter from the rows that it leaves out. */
function trainedOnMany(n: number, noise: Noise, approximation?: 'local') {
  const { X, d, categorical, y } = drawn('many rows', n, noise);
  const task = { X, n, d, categorical, outputs: [y], kernel: '', kernelParams: {}, seed: 1 };
  const options = approximation ? { options: { approximation } } : {};
  return train({ recipe: 'auto', ...task, ...options }, context);
}

describe('the scatter of a model of many rows', () => {
  it.each([
    ['exact', 1010, undefined],
    ['of the nearest rows', 400, 'local'],
  ] as const)('is learned by one that is %s, and holds low and high results alike', (_, n, approximation) => {
    const { models, validation } = trainedOnMany(n, proportional, approximation);
    expect(models[0].members).toBeUndefined();
    const fresh = drawn('fresh', 600, proportional);
    const prediction = predictAt(models[0], fresh.X);
    expect(prediction.scatter.slope).toBeGreaterThan(0.5);
    const low = Array.from(fresh.y.keys()).filter((i) => fresh.curve[i] < 4);
    const high = Array.from(fresh.y.keys()).filter((i) => fresh.curve[i] >= 4);
    for (const rows of [low, high]) {
      const held = rows.filter((i) => {
        const level = mixtureCdf(mixtureAt(prediction, i, 'measurement'), fresh.y[i]);
        return level > 0.025 && level < 0.975;
      });
      expect(held.length / rows.length).toBeGreaterThan(0.88);
      expect(held.length / rows.length).toBeLessThan(0.985);
    }
    const { kind, level = [] } = validation[0] ?? {};
    expect(kind).toBe('fixed_hyperparameters');
    const inside = Array.from(level).filter((value) => value > 0.025 && value < 0.975).length;
    expect(inside / level.length).toBeGreaterThan(0.92);
    expect(models[0].verdict.join()).toContain('the noise changes with the result');
  });

  it('has the usual deviation where some measurements lie far off', () => {
    const { models } = trainedOnMany(1010, rough);
    const { shares, level } = models[0].scatter ?? normalScatter;
    expect(level).toBeLessThan(-0.5);
    expect(shares[2] + shares[3]).toBeGreaterThan(0.15);
  });

  it('is normal where the noise is', () => {
    const { scatter = normalScatter } = trainedOnMany(1010, same).models[0];
    expect(scatter.shares[1]).toBeGreaterThan(0.9);
    expect(Math.abs(scatter.level)).toBeLessThan(0.1);
    expect(Math.abs(scatter.slope)).toBeLessThan(0.1);
  });

  it('has no slope and no level where variances are given', () => {
    const { X, d, categorical, y } = drawn('given', 1010, same);
    const task = { X, n: 1010, d, categorical, outputs: [y], kernel: '', kernelParams: {}, seed: 1 };
    const noise = new Float64Array(1010).fill(0.09);
    const { scatter } = train({ recipe: 'auto', ...task, noise }, context).models[0];
    expect([scatter?.slope, scatter?.level]).toEqual([0, 0]);
  });
});

describe('the factor of the noise', () => {
  const scatter = { ...normalScatter, slope: 1, centre: 10, unit: 2, usual: 0.5 };

  it('is 1 at the usual height, rises with the curve, and levels off far from the data', () => {
    expect(noiseFactor(scatter, 11)).toBe(1);
    expect(noiseFactor(scatter, 13)).toBeCloseTo(Math.exp(0.5), 12);
    expect(noiseFactor(scatter, 100)).toBe(noiseFactor(scatter, 15));
    expect(noiseFactor(normalScatter, 100)).toBe(1);
  });
});
