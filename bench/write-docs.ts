/**
 * Writes docs/benchmarks.md, its plot and the tables of README, docs/limits.md and docs/models.md from bench/results, so that what is published is what was measured.
 * Every row of a table is published. `node bench/write-docs.ts`; a test fails when the files differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Line, ratioPlot } from './support/ratio-plot.ts';
import type { Row } from './support/report.ts';

interface Result {
  readonly machine: Readonly<Record<string, string | number>>;
  readonly notes: readonly string[];
  readonly tables: Readonly<Record<string, readonly Row[]>>;
}

interface Section {
  readonly file: string;
  readonly title: string;
  readonly command: string;
  /** Columns of the results and what they are called here; without it, all as they are. */
  readonly columns?: Readonly<Record<string, string>>;
}

const sections: readonly Section[] = [
  { file: 'throughput', title: 'Whole requests over HTTP', command: 'throughput' },
  { file: 'fit', title: 'Fits', command: 'fit -- --full' },
  { file: 'predict', title: 'Predictions', command: 'predict' },
  { file: 'acquisition', title: 'Acquisition values with gradients', command: 'acquisition' },
  { file: 'columns', title: 'Searches in many columns', command: 'columns' },
];

const marksOf = (name: string) =>
  [`<!-- ${name}: written by bench/write-docs.ts -->`, `<!-- end of ${name} -->`] as const;

const fileOf = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const read = (name: string): Result =>
  JSON.parse(readFileSync(fileOf(`bench/results/${name}.json`), 'utf8')) as Result;

/** Three significant digits, counts and words as they are; a dash for what was not measured. */
function show(value: string | number | null | undefined): string {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'string' || Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 1e5 || Math.abs(value) < 1e-3
    ? value.toExponential(2)
    : String(Number(value.toPrecision(3)));
}

function tableOf(rows: readonly Row[]): string[] {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(columns),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map((column) => show(row[column])))),
  ];
}

function sectionText({ file, title, command }: Section): string[] {
  const { machine, notes, tables } = read(file);
  const { cpu, cores, node, load } = machine;
  return [
    `## ${title}`,
    '',
    `\`npm run bench -- ${command}\` on ${cpu}, ${cores} cores, Node ${node}, load ${load} at the end. ${notes.map((note) => `${note[0]!.toUpperCase()}${note.slice(1)}.`).join(' ')}`,
    ...Object.entries(tables).flatMap(([name, rows]) => ['', `### ${name}`, '', ...tableOf(rows)]),
    '',
  ];
}

const opening = `# Benchmarks

Written from \`bench/results/\` by \`node bench/write-docs.ts\`. Each table shows every size and every row that was measured. Peers run at their library's
defaults. "Best" is the fastest of the peer's settings that the benchmark tries. Both sides are warm. A ratio above 1 means that Athanor is faster.
An Athanor training answers with a cross-validation at the fitted hyperparameters, and its model is on disk by then; the peers' trainings are one fit, in memory,
without scores. "Fits" below compares fits only.
The environments of the peers are made by \`node bench/peers/setup.ts\` from pinned lists.

![Ratios of whole requests by number of rows](benchmarks.svg)
`;

/** docs/benchmarks.md. */
export const benchmarksPage = (): string => [opening, ...sections.flatMap(sectionText)].join('\n');

const tasks = ['train', 'LogEI, one run', 'qEI, four runs'];

/** docs/benchmarks.svg. */
export function benchmarksPlot(): string {
  const { tables } = read('throughput');
  const lines: Line[] = tasks.flatMap((name) => {
    const rows = tables[name] ?? [];
    const points = (column: string) => rows.map((row) => [Number(row.n), Number(row[column])] as const);
    return [
      { name, dashed: false, points: points('ratio') },
      { name: `${name}, best setting`, dashed: true, points: points('ratio to best') },
    ];
  });
  return ratioPlot(lines);
}

/** The rows of README between its marks. */
function readmeTable(): string {
  const { tables, machine } = read('throughput');
  const sizes = (tables[tasks[0]!] ?? []).map((row) => String(row.n));
  const row = (name: string, column: string) =>
    (tables[name] ?? []).map((one) => show(Math.round(Number(one[column])))).join(' | ');
  const [start, end] = marksOf('throughput');
  return [
    start,
    '',
    `| times faster than BoTorch, n = | ${sizes.join(' | ')} |`,
    `|---|${sizes.map(() => '---|').join('')}`,
    ...tasks.flatMap((name) => [
      `| ${name}, BoTorch at its defaults | ${row(name, 'ratio')} |`,
      `| ${name}, BoTorch at its best setting | ${row(name, 'ratio to best')} |`,
    ]),
    '',
    `Whole requests over HTTP, wall time, two threads and warm on both sides, medians, on ${machine.cpu}.`,
    '',
    end,
  ].join('\n');
}

/** How long requests hold the event loop, for docs/limits.md. */
function loopTable(): string {
  const { tables, machine, notes } = read('loop');
  const { cpu, cores, node, load } = machine;
  const [start, end] = marksOf('loop');
  return [
    start,
    '',
    ...Object.values(tables).flatMap((rows) => tableOf(rows)),
    '',
    `${cpu}, ${cores} cores, Node ${node}, load ${load} at the end. ${notes.map((note) => `${note[0]!.toUpperCase()}${note.slice(1)}.`).join(' ')}`,
    '',
    end,
  ].join('\n');
}

const peers: Readonly<Record<string, string>> = {
  botorch: 'BoTorch',
  'botorch-mixed': 'BoTorch mixed',
  saas: 'SAAS',
  sklearn: 'scikit-learn',
  'sklearn-default': 'scikit-learn as it comes',
};

/** Predictions on the second tables beside the peers on the same rows, for docs/models.md. */
function predictiveTable(): string {
  const { tables } = read('predictive-second');
  const differences =
    tables['ours less a peer, negative is better, 95 % interval over tables and splits'] ?? [];
  const digits = (size: number) => (size < 10 ? 3 : 0);
  const round = (value: Row[string]) => {
    const size = Math.abs(Number(value));
    const text = size < 1e5 ? size.toFixed(digits(size)) : size.toExponential(1).replace('+', '');
    return Number(value) < 0 ? `−${text}` : text;
  };
  const interval = (row: Row, score: string) =>
    `${round(row[score])} (${round(row[`${score} low`])} to ${round(row[`${score} high`])})`;
  const rows = differences.flatMap((row) => {
    const peer = peers[String(row.peer)];
    if (peer === undefined) return [];
    const { n, cases } = row;
    return [
      {
        '`auto` less': peer,
        n: String(n),
        cases: String(cases),
        NLPD: interval(row, 'NLPD'),
        CRPS: interval(row, 'CRPS'),
      },
    ];
  });
  const [start, end] = marksOf('predictive');
  return [start, '', ...tableOf(rows), '', end].join('\n');
}

/** Files with a table between marks, and what writes it. */
export const filesWithTable = {
  'README.md': ['throughput', readmeTable],
  'docs/limits.md': ['loop', loopTable],
  'docs/models.md': ['predictive', predictiveTable],
} as const;

/** The text of such a file with its table replaced. */
export function withTable(path: keyof typeof filesWithTable, text: string): string {
  const [name, write] = filesWithTable[path];
  const [start, end] = marksOf(name);
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${path}: the marks '${start}' and '${end}' are missing`);
  return text.slice(0, from) + write() + text.slice(to + end.length);
}

if (import.meta.main) {
  writeFileSync(fileOf('docs/benchmarks.md'), benchmarksPage());
  writeFileSync(fileOf('docs/benchmarks.svg'), benchmarksPlot());
  for (const path of Object.keys(filesWithTable) as (keyof typeof filesWithTable)[]) {
    writeFileSync(fileOf(path), withTable(path, readFileSync(fileOf(path), 'utf8')));
  }
}
