import { mean, median } from './averages.ts';
import { uniforms } from './hartmann.ts';

/** How far one side is from the other over paired outcomes, where less is better; a ratio below 1 says that `ours` is better. */
export interface PairedRatios {
  readonly means: number;
  readonly medians: number;
  /** Geometric mean of the ratios seed by seed; pairs that are both 0 do not count. */
  readonly geometric: number;
  /** 90 % bootstrap interval of the geometric mean, by percentiles. */
  readonly interval: readonly [number, number];
}

const RESAMPLES = 4000;

export function pairedRatios(ours: readonly number[], theirs: readonly number[]): PairedRatios {
  const logs = ours.flatMap((value, i) => {
    const other = theirs[i] ?? Number.NaN;
    return value === 0 && other === 0 ? [] : [Math.log(value / other)];
  });
  const uniform = uniforms(20_000);
  const resampled = Array.from({ length: RESAMPLES }, () =>
    mean(logs.map(() => logs[Math.floor(uniform() * logs.length)] ?? Number.NaN)),
  ).sort((a, b) => a - b);
  const at = (share: number) => Math.exp(resampled[Math.floor(share * RESAMPLES)] ?? Number.NaN);
  return {
    means: mean(ours) / mean(theirs),
    medians: median(ours) / median(theirs),
    geometric: Math.exp(mean(logs)),
    interval: [at(0.05), at(0.95)],
  };
}
