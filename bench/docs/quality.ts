import { readFileSync } from 'node:fs';
import { type IntervalLine, intervalPlot } from '../support/interval-plot.ts';
import { fileOf, grid, type ResultRow, read, show, tableIn, withInterval } from './text.ts';

const RUNS = [20, 30, 40, 60];
/** Fewest problems of a search that is drawn, and that docs/suggest-details.md names. */
const MOST_PROBLEMS = 20;

const kinds: Readonly<Record<string, string>> = {
  all: '',
  noisy: 'with noise',
  categorical: 'with categories',
  'exact, numeric': 'exact, numbers alone',
};

/** How each search was set up, and the list of bench/peers/environments that has its version. */
const settings: readonly (readonly [string, string, string, string])[] = [
  ['Optuna TPE', 'search', 'optuna', '`TPESampler`, the default of the library'],
  ['Optuna GP', 'search', 'optuna', '`GPSampler`'],
  [
    'BoTorch qLogNEI',
    'fits',
    'botorch',
    '`SingleTaskGP`, with categories `MixedSingleTaskGP`, with standardized outputs; `qLogNoisyExpectedImprovement` with 10 restarts and 512 raw samples, as in its tutorials',
  ],
  ['HEBO', 'hebo', 'HEBO', 'its Gaussian process and MACE; the common first runs are its random points'],
  ['BayBE', 'baybe', 'baybe', '`Campaign` with one numeric target'],
  [
    'Ax',
    'ax',
    'ax-platform',
    '`Client` with its usual generation strategy, without a centre point of its own',
  ],
  [
    'SMAC3',
    'smac',
    'smac',
    '`HyperparameterOptimizationFacade` without an initial design of its own; receives the information whether results are exact',
  ],
  ['OSS Vizier', 'vizier', 'google-vizier', '`VizierGPUCBPEBandit`, its default, without its service'],
];

function versionOf(list: string, name: string): string {
  const text = readFileSync(fileOf(`bench/peers/environments/${list}.txt`), 'utf8');
  const version = new RegExp(`^${name}(?:\\[\\w+\\])?==(.*)$`, 'm').exec(text)?.[1];
  if (version === undefined) throw new Error(`bench/peers/environments/${list}.txt: '${name}' is missing`);
  return version;
}

const result = () => read('quality-published');

const digits = (value: ResultRow[string]) => {
  const size = Number(value);
  return size < 0.095 ? String(Number(size.toPrecision(2))) : size < 10 ? size.toFixed(2) : size.toFixed(0);
};
const ratioText = (row: ResultRow | undefined) =>
  row === undefined
    ? '–'
    : row.low === undefined
      ? digits(row.ratio)
      : withInterval(digits(row.ratio), digits(row.low), digits(row.high));

/** Searches in the order of the settings, those without any last. */
function rivalsIn(rows: readonly ResultRow[]): string[] {
  const order = settings.map(([name]) => name);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...new Set(rows.map(({ rival }) => String(rival)))].sort((a, b) => place(a) - place(b));
}

/** Campaigns at 20 runs, and after so many runs where they are fewer. */
function campaignsText(rows: readonly ResultRow[]): string {
  const [first] = rows;
  const fewer = rows.find(({ campaigns }) => campaigns !== first?.campaigns);
  const many = (row: ResultRow | undefined) => Number(row?.campaigns).toLocaleString('en');
  return fewer === undefined ? many(first) : `${many(first)}; ${many(fewer)} to ${fewer.runs} runs`;
}

/** A row for each search and kind of problem. */
function ratioTable(tier: string): string[] {
  const rows = tableIn(result(), `${tier}: ratios`);
  const runs = RUNS.filter((one) => rows.some((row) => row.runs === one));
  const lines = rivalsIn(rows).flatMap((rival) =>
    Object.entries(kinds).flatMap(([kind, name]) => {
      const own = rows.filter((row) => row.rival === rival && row.kind === kind);
      if (own.length === 0) return [];
      const cells = runs.map((one) => ratioText(own.find((row) => row.runs === one)));
      return [
        [
          name === '' ? `**${rival}**` : `${rival}, ${name}`,
          show(own[0]?.problems),
          campaignsText(own),
          ...cells,
        ],
      ];
    }),
  );
  return grid(['compared with', 'problems', 'campaigns', ...runs.map((one) => `after ${one} runs`)], lines);
}

/** A row for each problem: the distances and their ratios after the last runs. */
function problemTable(tier: string, runs: readonly number[]): string[] {
  const rows = tableIn(result(), `${tier}: by problem`);
  const rivals = rivalsIn(rows);
  const find = (problem: ResultRow, rival: string, one: number) =>
    rows.find((row) => row.problem === problem.problem && row.rival === rival && row.runs === one);
  const last = runs.at(-1) ?? 0;
  const lines = tableIn(result(), `${tier}: problems`)
    .filter((problem) => rows.some((row) => row.problem === problem.problem))
    .map((problem) => [
      `\`${problem.problem}\``,
      show(problem.variables),
      show(problem.categories),
      String(problem.kinds).includes('noisy') ? 'yes' : 'no',
      ...rivals.flatMap((rival) => runs.map((one) => ratioText(find(problem, rival, one)))),
      ...[
        find(problem, rivals[0]!, last)?.ours,
        ...rivals.map((rival) => find(problem, rival, last)?.theirs),
      ].map((value) => (value === undefined ? '–' : digits(value))),
    ]);
  return grid(
    [
      ...['problem', 'variables', 'of these categorical', 'noise'],
      ...rivals.flatMap((rival) => runs.map((one) => `ratio to ${rival}, ${one} runs`)),
      ...['`auto`', ...rivals].map((name) => `distance of ${name}, ${last} runs`),
    ],
    lines,
  );
}

/** Problems on which a search with a hundred campaigns is certainly nearer to the optimum, with the numbers of runs. */
function behindText(tier: string): string {
  const rows = tableIn(result(), `${tier}: by problem`);
  const names = (behind: readonly ResultRow[]) =>
    [...new Set(behind.map(({ problem, rival }) => `${problem} ${rival}`))].map((key) => {
      const own = behind.filter(({ problem, rival }) => key === `${problem} ${rival}`);
      const at = own.map((row) => `${ratioText(row)} after ${row.runs} runs`).join(', ');
      return `\`${own[0]?.problem}\` against ${own[0]?.rival}: ${at}`;
    });
  const certain = rows.filter(({ low }) => low !== undefined && Number(low) > 1);
  return names(certain)
    .map((line) => `- ${line}`)
    .join('\n');
}

const batchResults = (tier: string) =>
  tableIn(result(), `${tier}: batches for the distance of 30 single runs`);

/** Runs and rounds by batch size over those of single runs, all problems; for docs/suggest.md, too. */
export function batchTable(tier = 'validation'): string[] {
  const rows = batchResults(tier).filter(({ problem }) => problem === 'all');
  return grid(
    ['runs at a time', 'campaigns', 'runs, relative to single runs', 'rounds, relative to single runs'],
    rows.map((row) => [
      show(row.size),
      Number(row.campaigns).toLocaleString('en'),
      ratioText(row),
      ratioText({ ratio: row.rounds, low: row['rounds low'], high: row['rounds high'] }),
    ]),
  );
}

/** Times as many runs, by problem and batch size. */
function batchProblemTable(): string[] {
  const rows = batchResults('validation').filter(({ problem }) => problem !== 'all');
  const sizes = [...new Set(rows.map(({ size }) => size))];
  const names = [...new Set(rows.map(({ problem }) => problem))];
  const cell = (row: ResultRow | undefined) =>
    row === undefined ? '–' : `${row.reached === 'no' ? 'above ' : ''}${ratioText(row)}`;
  return grid(
    ['problem', ...sizes.map((size) => `${size} at a time`)],
    names.map((name) => [
      `\`${name}\``,
      ...sizes.map((size) => cell(rows.find((row) => row.problem === name && row.size === size))),
    ]),
  );
}

const campaignTable = (tier: string): string[] => {
  const rows = tableIn(result(), `${tier}: campaigns`);
  return grid(
    ['search', 'campaigns', 'seeds', 'most runs', 'commits'],
    rows.map((row) => [
      row.searcher === 'auto' ? '`auto`' : show(row.searcher),
      Number(row.campaigns).toLocaleString('en'),
      row['first seed'] === row['last seed']
        ? show(row['first seed'])
        : `${row['first seed']} to ${row['last seed']}`,
      show(row.runs),
      show(row.commits),
    ]),
  );
};

/** Lines of the plot and of the tables in docs/suggest-details.md: searches that ran most problems. */
const drawn = (tier = 'validation') =>
  tableIn(result(), `${tier}: ratios`).filter(
    ({ kind, problems }) => kind === 'all' && Number(problems) >= MOST_PROBLEMS,
  );

/** docs/quality.svg. */
export function qualityPlot(): string {
  const rows = drawn();
  const lines: IntervalLine[] = rivalsIn(rows).map((rival) => ({
    name: rival,
    points: rows
      .filter((row) => row.rival === rival)
      .map(({ runs, ratio, low, high }) => ({
        at: Number(runs),
        value: Number(ratio),
        low: Number(low),
        high: Number(high),
      })),
  }));
  return intervalPlot('runs made; below 1, auto is nearer to the best result', lines);
}

/** For docs/suggest-details.md. */
export const shortQualityTable = (): string[] => shortTable('validation', [20, 40, 60]);

/** For docs/suggest-details.md: the problems that played no part in any choice. */
export const shortFrozenTable = (): string[] => shortTable('frozen', [20, 30, 40]);

function shortTable(tier: string, marks: readonly number[]): string[] {
  const rows = drawn(tier);
  return grid(
    ['compared with', 'problems', 'campaigns', ...marks.map((runs) => `after ${runs} runs`)],
    rivalsIn(rows).map((rival) => {
      const own = rows.filter((row) => row.rival === rival && marks.includes(Number(row.runs)));
      const cells = marks.map((runs) => ratioText(own.find((row) => row.runs === runs)));
      return [rival, show(own[0]?.problems), campaignsText(own), ...cells];
    }),
  );
}

const introduction = [
  '## Search quality',
  '',
  `How close a search comes to the best possible result within a given number of runs. \`npm run bench -- quality-published\` computes these figures
from the logs in \`bench/results/quality-*.jsonl\`; \`npm run bench -- quality -- --tier validation\` runs the campaigns.

- **Problem**: a known test function, a random function of a family that imitates laboratories, an emulator of a published table (a random forest or a
  neural network), or a published table whose rows are the only possible runs.
- **Start**: all searches begin with the same 2(d + 1) first runs, at most ten, with the same noise.
- **Run to use**: without noise, the best run. With noise, the run that one model recommends, the same model for all searches; for \`auto\`, the
  settings that it recommends itself, which need not have been run.
- **Distance**: the true value of the run to use minus the best possible value, in units of the median distance of the first runs. A distance below
  0.01 counts as 0.01. For a single problem it is the geometric mean over the seeds that both searches have.
- **Ratio**: the distance of \`auto\` divided by that of the other search from the same first runs, as a geometric mean over the problems. Below 1
  \`auto\` is closer to the optimum.
- **Intervals** in parentheses are 95 % bootstrap intervals, over problems and, within each problem, over seeds. One campaign says little about its
  problem, but campaigns of many problems say something about all of them.`,
  '',
  '![Ratio of distances by number of runs, with intervals; below 1 `auto` is ahead](quality.svg)',
  '',
];

const otherSearches = (): string[] => [
  '### The other searches',
  '',
  ...grid(
    ['search', 'version', 'settings, otherwise those of the library'],
    settings.map(([name, list, module, text]) => [name, versionOf(list, module), text]),
  ),
  '',
  'No other search receives linear constraints, so constrained problems are compared with random runs only. Only SMAC3 receives the information whether results are exact.',
  '',
];

const problemCount = (tier: string) => tableIn(result(), `${tier}: problems`).length;

const validation = (): string[] => [
  '### Validation problems',
  '',
  `${problemCount('validation')} problems on which a change of the search is checked before it is kept. Changes are not developed on them.`,
  '',
  ...ratioTable('validation'),
  '',
  'The campaigns behind these figures:',
  '',
  ...campaignTable('validation'),
  '',
  '### Validation problems, each by name',
  '',
  'On these problems another search is closer to the optimum, and the interval does not contain 1:',
  '',
  behindText('validation'),
  '',
  ...problemTable('validation', [30, 60]),
  '',
  '### Several runs at a time',
  '',
  'How many runs and rounds a search in batches needs to come as close to the optimum as 30 single runs, divided by the runs and rounds of those. A round is one batch; the common first runs count as runs and not as rounds. The number needed is the first from which the mean over the seeds stays that close. Where that was not reached, one batch more than was made is counted, so means of large batches are a little too small.',
  '',
  ...batchTable(),
  '',
  'Runs needed on each problem, relative to single runs. A problem with sixteen campaigns says little: on some, one half of the seeds gave twice as much as the other (decision 0370).',
  '',
  ...batchProblemTable(),
  '',
];

const frozen = (): string[] => [
  '### Frozen problems',
  '',
  `${problemCount('frozen')} other problems, which are run once per release, after the last change of the search that acts on them. These campaigns are those of 0.1.0. An earlier version of the search (before the [decisions](decisions/README.md) 0124 to 0227) ran them once, in two to four campaigns of each; the log keeps those, too. \`benzamide table\` has fewer than 60 rows and is left out. Few campaigns of the other searches have more than 40 runs, so figures after 60 runs say little.`,
  '',
  ...ratioTable('frozen'),
  '',
  'The campaigns behind these figures:',
  '',
  ...campaignTable('frozen'),
  '',
  'In batches of four, compared with single runs as above:',
  '',
  ...batchTable('frozen'),
  '',
  'Single problems have no intervals here, because eight campaigns and fewer are too few.',
  '',
  ...problemTable('frozen', [40]),
  '',
];

/** A sentence for README.md. */
export function qualitySentence(): string[] {
  const of = (tier: string, rival: string, runs: number) =>
    ratioText(drawn(tier).find((row) => row.runs === runs && row.rival === rival));
  const unseen = drawn('frozen').find((row) => row.rival === 'Optuna GP')?.problems;
  return [
    `On ${problemCount('validation')} test problems, after 60 runs, the default search \`auto\` is ${of('validation', 'Optuna TPE', 60)} times as far from the best possible result as Optuna's default
sampler, and ${of('validation', 'Optuna GP', 60)} times as far as Optuna's Gaussian-process sampler (95 % intervals in parentheses).
On ${unseen} other problems, which played no part in its choices, the figures after 40 runs are ${of('frozen', 'Optuna TPE', 40)} and ${of('frozen', 'Optuna GP', 40)}:
there \`auto\` is ahead of the default sampler, but not certainly of the Gaussian-process sampler.`,
  ];
}

/** The section of docs/benchmarks.md. */
export const qualitySection = (): string[] => [
  ...introduction,
  ...otherSearches(),
  ...validation(),
  ...frozen(),
];
