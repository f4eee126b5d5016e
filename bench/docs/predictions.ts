import { sectionOf } from './speed.ts';
import { grid, machineOf, notesOf, type ResultRow, read, show, tableIn, withInterval } from './text.ts';

const MEANS = 'means over tables by number of rows';
const DIFFERENCES = 'ours less a peer, negative is better, 95 % interval over tables and splits';
const BY_TABLE = 'by table, over all sizes';

const methods: Readonly<Record<string, string>> = {
  'Athanor auto': '`auto`',
  'auto, normal measurements': '`auto` with normal noise',
  botorch: 'BoTorch',
  'botorch-mixed': 'BoTorch mixed',
  saas: 'SAAS',
  sklearn: 'scikit-learn',
  'sklearn-default': 'scikit-learn, defaults',
};

const nameOf = (method: ResultRow[string]) => methods[String(method)] ?? String(method);

const round = (value: ResultRow[string]): string => {
  const size = Math.abs(Number(value));
  const text = size < 1e5 ? size.toFixed(size < 10 ? 3 : 0) : size.toExponential(1).replace('+', '');
  return Number(value) < 0 && Number(text) !== 0 ? `−${text}` : text;
};
const percent = (value: ResultRow[string]) =>
  value === undefined ? '–' : `${(100 * Number(value)).toFixed(1)} %`;

/** Rows in the order of `methods`, by size. */
const sorted = (rows: readonly ResultRow[]): ResultRow[] => {
  const order = Object.keys(methods);
  return [...rows].sort(
    (a, b) => Number(a.n) - Number(b.n) || order.indexOf(String(a.method)) - order.indexOf(String(b.method)),
  );
};

function meansTable(file: string): string[] {
  const rows = sorted(tableIn(read(file), MEANS));
  return grid(
    ['n', 'model', 'fits', 'NLPD', 'CRPS', 'in 95 % intervals', 'RMSE'],
    rows.map((row) => [
      show(row.n),
      nameOf(row.method),
      show(row.cases),
      round(row.NLPD),
      round(row.CRPS),
      percent(row['coverage of 95 %']),
      round(row.RMSE),
    ]),
  );
}

function differencesTable(file: string): string[] {
  const interval = (row: ResultRow, score: string) =>
    withInterval(round(row[score]), round(row[`${score} low`]), round(row[`${score} high`]));
  return grid(
    ['`auto` less', 'n', 'fits', 'NLPD', 'CRPS'],
    tableIn(read(file), DIFFERENCES).map((row) => [
      nameOf(row.peer),
      show(row.n),
      show(row.cases),
      interval(row, 'NLPD'),
      interval(row, 'CRPS'),
    ]),
  );
}

const differencesOf = (file: string): string[] => [
  'Score of `auto` minus that of the other model on the same fits, with 95 % intervals over tables and splits; below 0 `auto` is better:',
  '',
  ...differencesTable(file),
  '',
];

function byTableTable(file: string): string[] {
  const rows = tableIn(read(file), BY_TABLE);
  const peers = Object.keys(methods).filter((method) =>
    rows.some((row) => row[`NLPD ${method}`] !== undefined),
  );
  return grid(
    ['table', '`auto` in 95 % intervals', ...peers.map((peer) => `NLPD ${nameOf(peer)}`)],
    rows.map((row) => [
      show(row.table),
      percent(row['coverage of 95 %']),
      ...peers.map((peer) => (row[`NLPD ${peer}`] === undefined ? '–' : round(row[`NLPD ${peer}`]))),
    ]),
  );
}

/** For docs/models.md: how often a new result lies within the 95 % interval. */
export function coverageTable(): string[] {
  const rows = tableIn(read('predictive-second'), MEANS);
  const sizes = [...new Set(rows.map(({ n }) => Number(n)))].sort((a, b) => a - b);
  const shown = ['Athanor auto', 'botorch', 'botorch-mixed', 'saas', 'sklearn'];
  return grid(
    ['share of new results within the 95 % interval, n =', ...sizes.map(String)],
    shown.map((method) => [
      nameOf(method),
      ...sizes.map((n) =>
        percent(rows.find((row) => row.method === method && Number(row.n) === n)?.['coverage of 95 %']),
      ),
    ]),
  );
}

/** A sentence for README.md. */
export function coverageSentence(): string[] {
  const rows = tableIn(read('predictive-second'), MEANS).filter(({ method }) => method === 'Athanor auto');
  const shares = rows.map((row) => `${percent(row['coverage of 95 %'])} after training on ${row.n} rows`);
  return [
    `On published tables, the 95 % intervals of the model contain this share of the results that it was not trained on: ${shares.join(', ')}.`,
  ];
}

/** The section of docs/benchmarks.md. */
export function predictionsSection(): string[] {
  const [second, first] = [read('predictive-second'), read('predictive')];
  return [
    '## Predictions against other models',
    '',
    `How well models predict one new measurement of real tables. They are trained on random rows and predict up to 100 other rows. Outputs are in units of the
table's standard deviation. NLPD is the mean negative log predictive density and CRPS the continuous ranked probability score; lower is better for both. The
95 % intervals should contain 95 % of the measurements.

- **BoTorch**: \`SingleTaskGP\` at its defaults. **BoTorch mixed**: \`MixedSingleTaskGP\`, on tables with categories. **SAAS**: BoTorch's fully Bayesian model,
  on numeric tables of up to 40 rows.
- **scikit-learn**: a scaled Matérn-5/2 with white noise. **scikit-learn, defaults**: an RBF of fixed lengthscale without noise.
- **\`auto\` with normal noise**: the model of \`auto\`, with the scatter of new measurements taken as normal.

Both models of \`auto\` receive what a session knows or infers: the bounds 0 and 100 of yields in per cent (\`reizman-2\`, \`reizman-4\` and \`process-yield\`), and
which columns span a decade, whose logarithms they may take. The peers have no such options.

A model with fewer fits than another was not run on all tables and splits. Means of different models can be compared only where the numbers of fits are
equal. Differences are always of the same fits.`,
    '',
    '### Second set of tables',
    '',
    `Tables that were chosen before any result on them was known. \`npm run bench -- predictive\` on ${machineOf(second)} ${notesOf(second)}`,
    '',
    ...meansTable('predictive-second'),
    '',
    ...differencesOf('predictive-second'),
    'By table, means over all sizes:',
    '',
    ...byTableTable('predictive-second'),
    '',
    '### Validation tables',
    '',
    `Tables on which a change of the model is checked before it is kept. \`npm run bench -- predictive -- --tier validation\` on ${machineOf(first)} ${notesOf(first)}`,
    '',
    ...meansTable('predictive'),
    '',
    ...differencesOf('predictive'),
    'By table, means over all sizes:',
    '',
    ...byTableTable('predictive'),
    '',
  ];
}

const MANY = 'predictions of held-out rows, lower is better';

const precise = (value: ResultRow[string]) => Number(value).toPrecision(4).replace('-', '−');

/** Models of many rows beside others, every row that was measured; times as processor time, the others were on a loaded machine. */
export function manyRowsSection(): string[] {
  const part = (file: string, title: string): string[] => {
    const result = read(file);
    const rows = tableIn(result, MANY);
    const times = ['fit, processor s', 'predict, processor s'].filter((name) =>
      rows.some((row) => Number(row[name]) > 0),
    );
    return [
      `### ${title}`,
      '',
      `${machineOf(result)} ${notesOf(result)}`,
      '',
      ...grid(
        ['table', 'rows', 'model', 'RMSE', 'NLPD', ...times],
        rows.map((row) => [
          ...[show(row.table), Number(row.rows).toLocaleString('en'), show(row.model)],
          ...[precise(row.RMSE), precise(row.NLPD), ...times.map((name) => show(row[name]))],
        ]),
      ),
      '',
    ];
  };
  return [
    '## Models of many rows',
    '',
    `\`npm run bench -- large\` fits each model itself; with \`--given\` all models get the same hyperparameters. \`Athanor\` is the model that \`auto\` uses for so many
rows (\`local\`), and \`neighbours alone\` is \`vecchia\`; [models.md](models.md#many-rows) describes both.`,
    '',
    ...part('large', 'Each model with its own fit'),
    ...part('large-given', 'All with the hyperparameters of our fit'),
    ...part('large-given-50000', 'The same with 50,000 rows'),
  ];
}

/** Sparse models less the exact one, for docs/models.md. */
export function sparseTable(): string[] {
  const rows = tableIn(read('sparse'), 'sparse models less the exact one at equal hyperparameters');
  const models = [
    ['60 neighbours (vecchia)', '`vecchia`: 60 neighbours'],
    [
      '500 inducing, 60 neighbours (local above 8,000 rows)',
      '`local` above 8,000 rows: 500 inducing points, 60 neighbours',
    ],
    [
      'exact means, 500 inducing, 30 neighbours (local)',
      '`local`: exact means, 500 inducing points, 30 neighbours',
    ],
  ] as const;
  const keyOf = ({ columns, kernel, noise }: ResultRow) => [show(columns), show(kernel), String(noise)];
  const signed = (value: ResultRow[string], digits: number) => {
    const text = Number(value).toFixed(digits);
    return Number(text) > 0 ? `+${text}` : Number(text) === 0 ? '0' : text;
  };
  const keys = new Map(rows.map((row) => [keyOf(row).join(), keyOf(row)]));
  return grid(
    ['variables', 'kernel', 'noise variance', ...models.map(([, name]) => name)],
    [...keys].map(([key, cells]) => [
      ...cells,
      ...models.map(([model]) => {
        const row = rows.find((one) => one.model === model && keyOf(one).join() === key);
        return `${signed(row?.['RMSE, %'], 1)} %, ${signed(row?.['NLPD, nats'], 3)}`;
      }),
    ]),
  );
}

/** Searches with many variables, in full. */
export const columnsSection = (): string[] =>
  sectionOf({ file: 'columns', title: 'Searches in many columns', command: 'columns' });
