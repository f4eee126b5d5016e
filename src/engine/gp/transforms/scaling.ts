import { ValueError } from '../../errors.ts';
import { extent } from '../../linalg/extent.ts';
import { quantile } from '../../linalg/quantile.ts';
import { oneOf } from '../../words.ts';

/** value = shift + scale·scaled. */
export interface Scaling {
  readonly shift: number;
  readonly scale: number;
}

const identity: Scaling = { shift: 0, scale: 1 };

/**
 * Mean of a column [n]; of equal values exactly that value, as a rounded sum would give them a deviation. Loops, here and below: a training
 * scales a column a dozen times, and `reduce` calls a function per value.
 */
export function mean(values: Float64Array): number {
  let sum = 0;
  let differ = false;
  for (let i = 0; i < values.length; i++) {
    sum += values[i] / values.length;
    differ ||= values[i] !== values[0];
  }
  return differ ? sum : (values[0] ?? 0);
}

/** Outputs beyond it have no variance in fp64: squares end at 1.8e308. */
const LARGEST = 1e150;

/** Outputs that differ by less, or are all the same and smaller, have variances without digits: squares end at 2.2e-308. */
const SMALLEST = 1e-140;

/**
 * Checks outputs [n].
 *
 * @throws ValueError for magnitudes or ranges whose squares overflow or underflow, with a remedy
 */
export function checkMagnitudes(outputs: Float64Array): void {
  const [low, high] = extent(outputs);
  const beyond = high > LARGEST ? high : low < -LARGEST ? low : undefined;
  if (beyond !== undefined) {
    throw new ValueError(
      `output: expected magnitudes up to ${LARGEST}, got ${beyond}; correct that run, or record the output in another unit`,
    );
  }
  const width = high > low ? high - low : Math.abs(high);
  if (width === 0 || width >= SMALLEST) return;
  throw new ValueError(
    `output: expected results that span ${SMALLEST} or more, got ${low} to ${high}; record the output in another unit`,
  );
}

/** Standard deviation of a column [n], with divisor n − `lost`. */
export function deviation(values: Float64Array, lost: 0 | 1): number {
  const centre = mean(values);
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i] - centre));
  if (largest === 0 || values.length <= lost) return 0;
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += ((values[i] - centre) / largest) ** 2;
  return largest * Math.sqrt(sum / (values.length - lost));
}

/** A column without spread is left alone, or for outputs only shifted. */
function guard(scaling: Scaling, keepShift: boolean): Scaling {
  const spreads = Number.isFinite(scaling.scale) && scaling.scale > 0 && 1 / scaling.scale < Number.MAX_VALUE;
  if (spreads) return scaling;
  return keepShift ? { shift: scaling.shift, scale: 1 } : identity;
}

type ScalingRule = (values: Float64Array) => Scaling;

const minmax: ScalingRule = (values) => {
  const [low, high] = extent(values);
  return { shift: low, scale: high - low };
};
const standard: ScalingRule = (values) => ({ shift: mean(values), scale: deviation(values, 0) });

/** (y − mean)/deviation with divisor n − 1. */
export const sampleStandard: ScalingRule = (values) => ({ shift: mean(values), scale: deviation(values, 1) });

/** Transforms that a training may name; the last two are the names of BoTorch. */
const rules = {
  none: () => identity,
  minmax,
  standard,
  robust: (values) => {
    const sorted = values.slice().sort();
    return { shift: quantile(sorted, 0.5), scale: quantile(sorted, 0.75) - quantile(sorted, 0.25) };
  },
  normalize: minmax,
  standardize: standard,
} as const satisfies Record<string, ScalingRule>;

export const transformNames = Object.keys(rules) as (keyof typeof rules)[];

/** The rule of a name, in any letter case. @throws ValueError naming the known ones */
export function scalingRule(what: string, name: string): ScalingRule {
  const known = transformNames.find((one) => one === name.toLowerCase());
  if (known !== undefined) return rules[known];
  throw new ValueError(`${what}: unknown transform '${name}'; use ${oneOf(transformNames)}`);
}

/** Scaling of outputs y [n] by a rule; constant outputs are shifted and keep scale 1. */
export function scaleOutput(rule: ScalingRule, y: Float64Array): Scaling {
  return guard(rule(y), true);
}

/** Scaling of each column of X [n, columns]; columns without spread are left alone. */
export function scaleColumns(
  rule: ScalingRule,
  X: Float64Array,
  n: number,
  columns: number,
): { shift: Float64Array; scale: Float64Array } {
  const shift = new Float64Array(columns);
  const scale = new Float64Array(columns);
  const column = new Float64Array(n);
  for (let k = 0; k < columns; k++) {
    for (let i = 0; i < n; i++) column[i] = X[i * columns + k];
    const found = guard(rule(column), false);
    shift[k] = found.shift;
    scale[k] = found.scale;
  }
  return { shift, scale };
}
