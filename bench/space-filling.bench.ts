import type { DesignOptions } from '../src/engine/design/options.ts';
import { latinHypercube } from '../src/engine/design/space-filling/latin-hypercube.ts';
import { createGenerator } from '../src/engine/random/generator.ts';
import { median } from './support/averages.ts';
import { processorSeconds } from './support/clock.ts';
import { runPeer } from './support/peer.ts';
import { Report, type Row } from './support/report.ts';
import { spaceFillingQuality } from './support/space-filling-quality.ts';

/** Sizes (variables, points) of the goals: 20 % less discrepancy than SciPy, 1.6 times ALchemist's distance, in 1 s. */
const sizes: readonly (readonly [number, number])[] = [
  [2, 16],
  [2, 64],
  [3, 20],
  [4, 32],
  [6, 64],
  [10, 128],
];
const repeats = 5;

interface PeerRow {
  readonly d: number;
  readonly n: number;
  readonly 'random-cd': number;
  readonly 'random-cd s': number;
  readonly maximin: number;
  readonly 'maximin s': number;
}

/** Median over seeds of a measure of our hypercubes, and of the processor time that they took. */
function ours(
  d: number,
  n: number,
  criterion: NonNullable<DesignOptions['lhsCriterion']>,
  measure: 'centeredDiscrepancy' | 'minDistance',
) {
  const columns = Array.from({ length: d }, () => ({ levels: Number.POSITIVE_INFINITY, isLabel: false }));
  const values: number[] = [];
  const seconds: number[] = [];
  for (let seed = 0; seed < repeats; seed++) {
    const start = processorSeconds();
    const points = latinHypercube({ n, columns, criterion }, createGenerator(seed));
    seconds.push(processorSeconds() - start);
    values.push(spaceFillingQuality(points, d)[measure]);
  }
  return { value: median(values), seconds: median(seconds) };
}

/** Optimized Latin hypercubes against SciPy's `random-cd` and the best of 1000 hypercubes by smallest distance. */
export async function run(): Promise<void> {
  const report = new Report('space-filling');
  report.note(`medians over ${repeats} seeds; processor time of one thread on both sides`);
  ours(2, 16, 'maximin', 'minDistance'); // lets the compiler warm up
  const peers = runPeer<PeerRow[]>('space_filling.py', ['scipy'], { sizes, repeats });
  const discrepancy: Row[] = [];
  const distance: Row[] = [];
  for (const [i, [d, n]] of sizes.entries()) {
    const peer = peers?.[i];
    const low = ours(d, n, 'discrepancy', 'centeredDiscrepancy');
    const far = ours(d, n, 'maximin', 'minDistance');
    discrepancy.push({
      d,
      n,
      ours: low.value,
      's ': low.seconds,
      ...(peer && {
        'SciPy random-cd': peer['random-cd'],
        s: peer['random-cd s'],
        'less by %': 100 * (1 - low.value / peer['random-cd']),
      }),
    });
    distance.push({
      d,
      n,
      ours: far.value,
      's ': far.seconds,
      ...(peer && {
        'best of 1000': peer.maximin,
        s: peer['maximin s'],
        'times larger': far.value / peer.maximin,
      }),
    });
  }
  report.table('centred discrepancy (criterion discrepancy; goal: 20 % less)', discrepancy);
  report.table('smallest distance (criterion maximin; goal: 1.6 times)', distance);
  report.write();
}
