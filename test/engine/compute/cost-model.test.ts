import { describe, expect, it } from 'vitest';
import type { Backend, Step } from '../../../src/engine/compute/backend.ts';
import {
  expectedSeconds,
  type FamilyRates,
  measureRates,
  type Rates,
} from '../../../src/engine/compute/cost-model.ts';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { probeStep, probes, type RateFamily } from '../../../src/engine/compute/probes.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';

const families = Object.keys(probes) as RateFamily[];
const ratesOf = (rates: (family: RateFamily) => FamilyRates): Rates => ({
  of: Object.fromEntries(families.map((family) => [family, rates(family)])) as Record<
    RateFamily,
    FamilyRates
  >,
  perNumber: 1e-9,
});

/** A backend that computes nothing, with a clock by which its steps take what the rates say. */
function pretend(rates: Rates): { readonly backend: Backend; now(): number } {
  let time = 0;
  const real = createTsBackend();
  return {
    backend: {
      ...real,
      write: (slot) => {
        time += 1e3 * rates.perNumber * slot.length;
      },
      read: () => {},
      run: (program) => {
        for (const step of program) time += 1e3 * expectedSeconds(rates, step, 0);
      },
    },
    now: () => time,
  };
}

const stepOf = (op: Step['op'], ...dims: number[]): Step => ({
  op,
  dims: Int32Array.from(dims),
  inputs: [],
  outputs: [],
});
const steps = [
  stepOf('gp_information', 1, 50, 6, 9),
  stepOf('gp_information', 64, 50, 6, 9),
  stepOf('gp_likelihood', 1, 2000, 6, 9, 1),
  stepOf('gp_factor', 1, 500, 6, 9),
  stepOf('gp_predict', 1, 500, 6, 9, 512, 7),
  stepOf('mc_acquisition', 64, 4, 200, 6, 9, 512, 0, 1, 0),
  stepOf('vecchia_likelihood', 1, 10000, 6, 9, 30, 2),
  stepOf('exchange', 256, 1, 30, 5, 21, 0, 50, 1, 0, 0, 3, 0, 0, 0, 0),
  stepOf('matmul', 1, 1000, 1000, 1000, 0, 0, 0, 0),
];

describe('what a step is expected to take', () => {
  it.each<[string, FamilyRates]>([
    [
      'a GPU: expensive to call, slow in chains, fast in bulk',
      { fixed: 3e-5, perLink: 2e-6, perOperation: 1e-13 },
    ],
    ['a core: cheap to call, all by operations', { fixed: 1e-6, perLink: 0, perOperation: 3e-11 }],
    ['cores: chains cost, too', { fixed: 5e-6, perLink: 5e-7, perOperation: 2e-12 }],
  ])('follows from three measured steps a family: %s', (_name, own) => {
    // A link of exchanges is an operation, not a row.
    const truth = ratesOf((family) => (family === 'exchange' ? { ...own, perLink: own.perLink / 1e3 } : own));
    const { backend, now } = pretend(truth);
    const measured = measureRates(backend, now);
    for (const step of steps) {
      const ratio = expectedSeconds(measured, step, 1e4) / expectedSeconds(truth, step, 1e4);
      expect(ratio, step.op).toBeCloseTo(1, 1);
    }
  });

  it('is not measured with large steps where small ones are slow already', () => {
    const { backend, now } = pretend(ratesOf(() => ({ fixed: 1e-6, perLink: 0, perOperation: 1e-8 })));
    let most = 0;
    const counting: Backend = {
      ...backend,
      run: (program) => {
        for (const { op, dims } of program) if (op === 'gp_information') most = Math.max(most, dims[1]!);
        backend.run(program);
      },
    };
    measureRates(counting, now);
    expect(most).toBe(200);
  });

  it.each(families)('the steps of family %s compute numbers', (family) => {
    const backend = createTsBackend();
    for (const probe of probes[family].slice(0, 2)) {
      const { step, run, free } = probeStep(backend, probe);
      run();
      for (const slot of step.outputs) {
        const values = new Float64Array(slot.length);
        backend.read(slot, values);
        expect(values.every(Number.isFinite)).toBe(true);
      }
      free();
    }
  });

  it('a covariance of several leaves has rates of its own, one leaf with a scale has not', () => {
    const composedOnly = ratesOf((family) => ({
      fixed: family.startsWith('composed') ? 1 : 0,
      perLink: 0,
      perOperation: 0,
    }));
    const cost = (...code: number[]) =>
      ['gp_information', 'gp_factor'].map((op) =>
        expectedSeconds(composedOnly, stepOf(op as Step['op'], 1, 50, 2, 6, ...code), 0),
      );
    const leaf = [tokens.rbf, 0, 2, 0, 1];
    expect(cost(...leaf)).toEqual([0, 0]);
    expect(cost(...leaf, tokens.scale)).toEqual([0, 0]);
    expect(cost(...leaf, ...leaf, tokens.add)).toEqual([1, 1]);
  });

  it('one member of a batch waits as long as many: the chain counts once', () => {
    const rates = ratesOf(() => ({ fixed: 0, perLink: 1, perOperation: 0 }));
    expect(expectedSeconds(rates, stepOf('gp_information', 64, 50, 6, 9), 0)).toBe(50);
    expect(expectedSeconds(rates, stepOf('gp_predict', 1, 500, 6, 9, 512, 1), 0)).toBe(0);
  });
});
