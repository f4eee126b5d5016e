import { type Line, ratioPlot } from '../support/ratio-plot.ts';
import type { Cell } from '../support/report.ts';
import { grid, machineOf, notesIn, notesOf, type ResultRow, read, show, tableIn, tableOf } from './text.ts';

interface Section {
  readonly file: string;
  readonly title: string;
  readonly command: string;
}

const sections: readonly Section[] = [
  { file: 'throughput', title: 'Whole requests over HTTP', command: 'throughput' },
  { file: 'next-run', title: 'From a result to the next run', command: 'next-run' },
  { file: 'http-peer', title: 'Requests compared with ALchemist', command: 'http-peer' },
  { file: 'fit', title: 'Fits', command: 'fit -- --full' },
  { file: 'predict', title: 'Predictions', command: 'predict' },
  { file: 'acquisition', title: 'Acquisition values with gradients', command: 'acquisition' },
];

/** Every table of a benchmark, as it is. */
export function sectionOf({ file, title, command }: Section): string[] {
  const result = read(file);
  return [
    `## ${title}`,
    '',
    `\`npm run bench -- ${command}\` on ${machineOf(result)}`,
    '',
    ...notesIn(result).map((note) => `- ${note}`),
    ...Object.entries(result.tables).flatMap(([name, rows]) => ['', `### ${name}`, '', ...tableOf(rows)]),
    '',
  ];
}

export const speedSections = (): string[] => sections.flatMap(sectionOf);

export const designSection = (): string[] =>
  sectionOf({
    file: 'design-peers',
    title: 'Optimal designs compared with other programs',
    command: 'design-peers',
  });

const tasks = ['train', 'LogEI, one run', 'qEI, four runs'];

/** docs/benchmarks.svg. */
export function benchmarksPlot(): string {
  const result = read('throughput');
  const lines: Line[] = tasks.flatMap((name) => {
    const rows = tableIn(result, name);
    const points = (column: string) => rows.map((row) => [Number(row.n), Number(row[column])] as const);
    return [
      { name, dashed: false, points: points('ratio') },
      { name: `${name}, best setting`, dashed: true, points: points('ratio to best') },
    ];
  });
  return ratioPlot(lines);
}

/** Ratios of whole requests, for README.md. */
export function throughputTable(): string[] {
  const result = read('throughput');
  const sizes = tableIn(result, tasks[0]!).map(({ n }) => show(n));
  const line = (task: string, setting: string, column: string) => [
    `${task}, BoTorch at its ${setting}`,
    ...tableIn(result, task).map((row) => show(Math.round(Number(row[column])))),
  ];
  return [
    ...grid(
      ['times faster than BoTorch, n =', ...sizes],
      tasks.flatMap((task) => [line(task, 'defaults', 'ratio'), line(task, 'best setting', 'ratio to best')]),
    ),
    '',
    `Whole requests over HTTP, wall time, two threads and warm on both sides, geometric means of the medians of three data sets, on ${result.machine.cpu}.`,
  ];
}

const peers = [
  { title: 'against scikit-learn: likelihood alone', name: 'scikit-learn', key: 'sklearn' },
  { title: 'against BoTorch: likelihood with its default priors', name: 'BoTorch', key: 'BoTorch' },
];

/** Rows of the native backend from so many starts, by size. */
function fitsOf(title: string, starts: string): Map<string, ResultRow> {
  const rows = tableIn(read('fit'), title);
  const own = rows.filter((row) => row.backend === 'native' && row.starts === starts);
  return new Map(own.map((row) => [show(row.n), row]));
}

/** Two digits where a ratio is small, none where it is large. */
const times = (value: Cell | undefined): string => {
  if (value === undefined) return '–';
  return Number(value) < 10
    ? String(Number(Number(value).toPrecision(2)))
    : String(Math.round(Number(value)));
};

/** Single steps inside one process beside the peers, for README.md. */
export function stepsTable(): string[] {
  const predict = new Map(
    tableIn(read('predict'), 'prediction at 1000 points')
      .filter(({ backend }) => backend === 'native')
      .map((row) => [show(row.n), row]),
  );
  const [sklearn, botorch] = peers as [(typeof peers)[0], (typeof peers)[0]];
  const lines = [
    ["fit from one start, scikit-learn's one start", fitsOf(sklearn.title, 'one')],
    ["fit by the default search, scikit-learn's one start", fitsOf(sklearn.title, 'default')],
    ["fit by the default search, BoTorch's objective and likelihood", fitsOf(botorch.title, 'default')],
    ['mean and deviation at 1,000 points, BoTorch', predict],
  ] as const;
  const sizes = [...lines[0][1].keys()];
  const qei = tableIn(read('acquisition'), 'log-qEI, value and gradient').filter(
    ({ backend, n, q }) => backend === 'native' && n === 200 && q === 4,
  );
  return [
    ...grid(
      ['times faster than the peer, n =', ...sizes],
      lines.map(([name, rows]) => [name, ...sizes.map((n) => times(rows.get(n)?.['times faster']))]),
    ),
    '',
    `qLogEI with gradient at n = 200, q = 4, times BoTorch: ${qei.map((row) => `${times(row['times faster'])} (${row.batch} at once)`).join(', ')}.`,
  ];
}

/** Fits beside both peers, for docs/models.md. */
export function fitsTable(): string[] {
  const columns = peers.map((peer) => ({
    ...peer,
    one: fitsOf(peer.title, 'one'),
    usual: fitsOf(peer.title, 'default'),
  }));
  const sizes = [...columns[0]!.one.keys()];
  return grid(
    [
      'n',
      ...columns.flatMap(({ name }) => [
        `evaluations from one start (${name}'s)`,
        `times ${name}: one start`,
        'default search',
      ]),
    ],
    sizes.map((n) => [
      n,
      ...columns.flatMap(({ key, one, usual }) => [
        `${show(one.get(n)?.evaluations)} (${show(one.get(n)?.[`${key} evaluations`])})`,
        times(one.get(n)?.['times faster']),
        times(usual.get(n)?.['times faster']),
      ]),
    ]),
  );
}

/** How long requests hold the event loop, for docs/limits.md. */
export function loopTable(): string[] {
  const result = read('loop');
  return [
    ...Object.values(result.tables).flatMap((rows) => tableOf(rows)),
    '',
    `${machineOf(result)} ${notesOf(result)}`,
  ];
}

/** Requests a second of one session, and a small request beside a training, for docs/limits.md. */
export function ratesTable(): string[] {
  const result = read('rates');
  const [health] = tableIn(result, '/health during a training of 2,000 rows, ms');
  return [
    ...grid(
      ['request', 'per second', 'processor time of the server, ms'],
      tableIn(result, 'requests a second').map((row) => [
        `\`${row.request}\``,
        Number(Number(row['per second']).toPrecision(3)).toLocaleString('en'),
        show(row['server ms']),
      ]),
    ),
    '',
    `During a training of 2,000 rows \`/health\` answers in ${show(health?.median)} ms (median), ${show(health?.p99)} ms (99 %) and ${show(health?.max)} ms (longest). ${machineOf(result)}`,
  ];
}

/** How long a start takes on so many session files, for docs/limits.md. */
export function startTable(): string[] {
  const result = read('start');
  return [
    ...tableOf(tableIn(result, 'start of a server on a folder of session files')),
    '',
    machineOf(result),
  ];
}
