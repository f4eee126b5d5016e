/**
 * Writes docs/benchmarks.md, its plots and the tables between marks in README and docs from bench/results, so that what is published is what was measured.
 * `node bench/write-docs.ts`; a test fails when the files differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { costTable, designQuality, designSpeed, spaceFillingTable } from './docs/designs.ts';
import { gpuHttpTable, gpuRatesTable } from './docs/gpu.ts';
import {
  columnsSection,
  coverageSentence,
  coverageTable,
  manyRowsSection,
  predictionsSection,
  sparseTable,
} from './docs/predictions.ts';
import {
  batchTable,
  qualityPlot,
  qualitySection,
  qualitySentence,
  shortFrozenTable,
  shortQualityTable,
} from './docs/quality.ts';
import { scaleTable } from './docs/scale.ts';
import {
  benchmarksPlot,
  designSection,
  fitsTable,
  loopTable,
  ratesTable,
  speedSections,
  startTable,
  stepsTable,
  throughputTable,
} from './docs/speed.ts';
import { loopGoals, loopPeers, manyVariables, movedOptima, tfjsTable } from './docs/strategies.ts';
import { fileOf } from './docs/text.ts';

const opening = `# Benchmarks

How fast Athanor is, and how good its answers are, compared with other libraries (*peers*):

- speed: [whole requests](#whole-requests-over-http), [next runs](#from-a-result-to-the-next-run), [requests compared with ALchemist](#requests-compared-with-alchemist), [fits](#fits), [predictions](#predictions), [acquisition values](#acquisition-values-with-gradients)
- quality: [search](#search-quality), [predictions](#predictions-against-other-models), [search in many columns](#searches-in-many-columns),
  [models of many rows](#models-of-many-rows), [optimal designs](#optimal-designs-compared-with-other-programs)

\`node bench/write-docs.ts\` writes this page from \`bench/results/\`. \`node bench/peers/setup.ts\` makes the environments of the peers from pinned lists.

The tables of times show every size that was measured. A ratio above 1 means that Athanor is faster. Peers run at the defaults of
their library; "best" is the fastest of their settings that the benchmark tries. Both sides are warm. An Athanor training includes a
cross-validation at the fitted hyperparameters and writing the model to disk. A training of a peer is one fit, in memory, without scores.
The section *Fits* compares fits only.

![Ratios of whole requests by number of rows](benchmarks.svg)
`;

/** docs/benchmarks.md. */
const benchmarksPage = (): string =>
  [
    opening,
    ...speedSections(),
    ...qualitySection(),
    ...columnsSection(),
    ...predictionsSection(),
    ...manyRowsSection(),
    ...designSection(),
  ].join('\n');

/** Files that are written as a whole. */
const wholeFiles: Readonly<Record<string, () => string>> = {
  'docs/benchmarks.md': benchmarksPage,
  'docs/benchmarks.svg': benchmarksPlot,
  'docs/quality.svg': qualityPlot,
};

/** Files with tables between marks, and what writes each. */
const filesWithTables: Readonly<Record<string, Readonly<Record<string, () => readonly string[]>>>> = {
  'README.md': {
    throughput: throughputTable,
    steps: stepsTable,
    quality: () => [...qualitySentence(), ...coverageSentence()],
  },
  'docs/cost.md': { cost: costTable },
  'docs/designs.md': {
    'space-filling quality': spaceFillingTable,
    'design quality': designQuality,
    'design speed': designSpeed,
  },
  'docs/experiments/strategies.md': {
    goals: loopGoals,
    peers: loopPeers,
    'moved optima': movedOptima,
    'many variables': manyVariables,
  },
  'docs/gpu.md': { 'gpu rates': gpuRatesTable, 'gpu http': gpuHttpTable },
  'docs/limits.md': { loop: loopTable, rates: ratesTable, start: startTable },
  'docs/models.md': { coverage: coverageTable, fits: fitsTable, sparse: sparseTable },
  'docs/scale.md': { scale: scaleTable },
  'docs/suggest-details.md': { quality: shortQualityTable, 'frozen quality': shortFrozenTable },
  'docs/suggest.md': { batches: batchTable },
  'docs/tfjs.md': { backends: tfjsTable },
};

export const writtenFiles: readonly string[] = [...Object.keys(wholeFiles), ...Object.keys(filesWithTables)];

/** A written file as it should be, its tables replaced in the text that it has. */
export function written(path: string, text: string): string {
  const whole = wholeFiles[path];
  if (whole !== undefined) return whole();
  return Object.entries(filesWithTables[path] ?? {}).reduce((before, [name, write]) => {
    const [start, end] = [`<!-- ${name}: written by bench/write-docs.ts -->`, `<!-- end of ${name} -->`];
    const [from, to] = [before.indexOf(start), before.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`${path}: the marks '${start}' and '${end}' are missing`);
    return [before.slice(0, from) + start, '', ...write(), '', before.slice(to)].join('\n');
  }, text);
}

if (import.meta.main)
  for (const path of writtenFiles) {
    const whole = wholeFiles[path] !== undefined;
    writeFileSync(fileOf(path), written(path, whole ? '' : readFileSync(fileOf(path), 'utf8')));
  }
