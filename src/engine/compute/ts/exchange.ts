import { ShapeError } from '../../errors.ts';
import { arrayOp } from '../array-op.ts';
import type { InputsOf } from '../step.ts';
import { xoshiro } from '../xoshiro.ts';
import { type ExchangeState, modelRow } from './exchange-forms.ts';
import { type ExchangePlan, planExchange } from './exchange-plan.ts';
import { createRowVisitor } from './exchange-row.ts';

/** Added to the diagonal of M, times n, while a design may still be singular. */
const RIDGE = 1e-3;
/** A pivot below this, times n, means a singular M. */
const PIVOT = 1e-9;
/** Passes between inversions from scratch. */
const REFRESH = 10;
/** Relative growth of a chain's value below which two designs count as equally good, whatever rounding says. */
const TIE = 1e-9;

/**
 * Coordinate exchange from many starts, each followed by perturbed restarts of its best design. The native kernel does
 * the same arithmetic in the same order for several chains at once.
 */
export const exchange = arrayOp('exchange', (sizes, arrays) => {
  const plan = planExchange(sizes);
  if (arrays.levels.length < plan.levelTotal) {
    throw new ShapeError(`exchange: expected ${plan.levelTotal} levels, got ${arrays.levels.length}`);
  }
  const { value: values, designs, passes } = arrays;
  const size = sizes.n * sizes.d;
  const chain = createChain(plan, arrays);
  for (let k = 0; k < sizes.chains; k++) {
    const result = runChain(chain, k, designs.subarray(k * size, (k + 1) * size));
    values[k] = result.value;
    passes[k] = result.passes;
  }
});

/** What the chains of one call share: each works on the one state. */
interface Chain {
  readonly plan: ExchangePlan;
  readonly inputs: InputsOf<'exchange', Float64Array>;
  readonly state: ExchangeState;
  readonly visit: ReturnType<typeof createRowVisitor>;
  readonly invert: ReturnType<typeof createInverter>;
}

/** Value of a design and the passes that led to it. */
interface Found {
  readonly value: number;
  readonly passes: number;
}

function createChain(plan: ExchangePlan, inputs: InputsOf<'exchange', Float64Array>): Chain {
  const { levels, M0, W = new Float64Array(0), normals, limit, boxes } = inputs;
  const { n, d, p } = plan.sizes;
  const state: ExchangeState = {
    x: new Float64Array(n * d),
    C: new Float64Array(p * p),
    B: new Float64Array(plan.linear ? p * p : 0),
    trace: 0,
    ratio: 1,
  };
  const visit = createRowVisitor(plan, { levels, normals, limits: limit, forbidden: boxes });
  return { plan, inputs, state, visit, invert: createInverter(plan, M0, W, state) };
}

/** One chain: local search from a start, then `rounds` − 1 times a perturbation of its best and a search again. */
function runChain(chain: Chain, k: number, best: Float64Array): Found {
  const { plan, inputs, state } = chain;
  const { sizes } = plan;
  const { n, d } = sizes;
  const next = chainRandom(sizes.seedLow, sizes.seedHigh, sizes.firstChain + k);
  let value = Number.NaN;
  let passes = 0;
  for (let round = 0; round < sizes.rounds; round++) {
    if (round === 0 && inputs.starts) state.x.set(inputs.starts.subarray(k * n * d, (k + 1) * n * d));
    else if (Number.isNaN(value)) for (let i = 0; i < n; i++) randomRow(chain, next, i * d);
    else {
      state.x.set(best);
      const count = 1 + below(next, sizes.perturb);
      for (let c = 0; c < count; c++) randomRow(chain, next, below(next, n) * d);
    }
    const found = search(chain);
    passes += found.passes;
    if (!(found.value > value + TIE * Math.max(1, Math.abs(value))) && !Number.isNaN(value)) continue;
    value = found.value;
    best.set(state.x);
  }
  return { value, passes };
}

function randomRow({ plan, inputs, state }: Chain, next: () => number, row: number): void {
  const { pool, d } = plan.sizes;
  if (pool > 0) {
    const at = below(next, pool) * d;
    for (let j = 0; j < d; j++) state.x[row + j] = inputs.points[at + j];
    return;
  }
  for (let j = 0; j < d; j++) {
    const { levelOffset, levelCount } = plan.factors[j];
    state.x[row + j] = inputs.levels[levelOffset + below(next, levelCount)];
  }
}

/** Passes over all rows until none moves. Value of the design found: log det M or −trace(W·M⁻¹); NaN when singular. */
function search({ plan: { sizes, linear }, state, visit, invert }: Chain): Found {
  const { n, maxPasses } = sizes;
  let ridged = true;
  let fresh = 0;
  let value = invert(RIDGE * n);
  for (let pass = 1; pass <= maxPasses; pass++) {
    let moved = false;
    for (let i = 0; i < n; i++) if (visit(state, i)) moved = true;
    value += Math.log(state.ratio);
    state.ratio = 1;
    if (!ridged && !moved) return { value: linear ? -state.trace : value, passes: pass };
    fresh++;
    if (!ridged && fresh < REFRESH) continue;
    fresh = 0;
    const wasRidged = ridged;
    value = invert(0);
    ridged = Number.isNaN(value);
    if (ridged && wasRidged && !moved) return { value: Number.NaN, passes: pass };
    if (ridged) value = invert(RIDGE * n);
  }
  return { value: ridged ? Number.NaN : linear ? -state.trace : value, passes: maxPasses };
}

/**
 * Makes the inversion from scratch: M = M0 + Σ f f' + ridge·I by the sweep operator, then B = C·W·C and trace(W·C).
 * The inverter returns log det M, or NaN where a pivot vanishes.
 */
function createInverter(plan: ExchangePlan, M0: Float64Array, W: Float64Array, state: ExchangeState) {
  const { linear } = plan;
  const { n, d, p } = plan.sizes;
  const f = new Float64Array(p);
  const t = new Float64Array(p);
  const T = new Float64Array(linear ? p * p : 0);
  return (ridge: number): number => {
    const { x, C } = state;
    for (let i = 0; i < p; i++) {
      for (let k = 0; k <= i; k++) C[i * p + k] = M0[i * p + k];
      C[i * p + i] += ridge;
    }
    for (let r = 0; r < n; r++) {
      modelRow(plan, x, r * d, f);
      for (let i = 0; i < p; i++) for (let k = 0; k <= i; k++) C[i * p + k] += f[i] * f[k];
    }
    let logDet = 0;
    for (let q = 0; q < p; q++) {
      const pivot = C[q * p + q];
      if (!(pivot > PIVOT * n)) return Number.NaN;
      logDet += Math.log(pivot);
      sweep(C, t, p, q, pivot);
    }
    for (let i = 0; i < p; i++) for (let k = 0; k <= i; k++) C[i * p + k] = -C[i * p + k];
    if (linear) state.trace = sandwich(C, W, state.B, T, p);
    state.ratio = 1;
    return logDet;
  };
}

/** One step of the sweep operator on a lower triangle; after all p steps it holds −M⁻¹. */
function sweep(C: Float64Array, t: Float64Array, p: number, q: number, pivot: number): void {
  const inverse = 1 / pivot;
  for (let i = 0; i < p; i++) t[i] = i < q ? C[q * p + i] : C[i * p + q];
  for (let i = 0; i < p; i++) {
    const scaled = t[i] * inverse;
    for (let k = 0; k <= i; k++) C[i * p + k] -= scaled * t[k];
  }
  for (let i = 0; i < p; i++) C[i < q ? q * p + i : i * p + q] = t[i] * inverse;
  C[q * p + q] = -inverse;
}

/** B = C·W·C (lower triangle) by T = C·W; returns trace(W·C). */
function sandwich(C: Float64Array, W: Float64Array, B: Float64Array, T: Float64Array, p: number): number {
  let trace = 0;
  for (let i = 0; i < p; i++) {
    for (let k = 0; k < p; k++) {
      let sum = 0;
      for (let q = 0; q < p; q++) sum += (q <= i ? C[i * p + q] : C[q * p + i]) * W[q * p + k];
      T[i * p + k] = sum;
    }
    trace += T[i * p + i];
  }
  for (let i = 0; i < p; i++) {
    for (let k = 0; k <= i; k++) {
      let sum = 0;
      for (let q = 0; q < p; q++) sum += T[i * p + q] * (q <= k ? C[k * p + q] : C[q * p + k]);
      B[i * p + k] = sum;
    }
  }
  return trace;
}

/** Uniform integer in 0 … count − 1 from the next 32 bits. */
function below(next: () => number, count: number): number {
  return count < 2 ? 0 : Math.floor(((next() >>> 0) * count) / 4294967296);
}

/** xoshiro128** whose state is spread from (seed, chain) by a 32-bit mixer, so a chain is the same on any thread. */
function chainRandom(seedLow: number, seedHigh: number, chain: number): () => number {
  let h = mix(mix(mix(seedLow) ^ seedHigh) ^ chain);
  const spread = () => {
    h = (h + 0x9e3779b9) | 0;
    return mix(h);
  };
  return xoshiro(spread(), spread(), spread(), spread() | 1);
}

function mix(value: number): number {
  let z = value | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return z ^ (z >>> 15);
}
