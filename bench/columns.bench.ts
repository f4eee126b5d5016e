import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createTsBackend } from '../src/engine/compute/ts/index.ts';
import { sparseFunctions } from './quality/columns.ts';
import { type ColumnsOrder, type ColumnsResult, runColumns } from './quality/columns-campaign.ts';
import { quantile } from './support/averages.ts';
import { openNative } from './support/backends.ts';
import { processorSeconds } from './support/clock.ts';
import { Report } from './support/report.ts';

/** Campaigns, a line each, of peers also what they had after 20, 40, … runs: the longest counts. A run that was cut off continues with the campaign that it was at. */
const LOG = new URL('./results/columns.jsonl', import.meta.url);

type Done = ColumnsOrder & ColumnsResult & { readonly commit: string };

const listOf = (args: readonly string[], name: string, usual: string): string[] =>
  (args.includes(name) ? (args[args.indexOf(name) + 1] ?? usual) : usual).split(',');

const keyOf = ({ name, d, seed, searcher }: ColumnsOrder): string =>
  JSON.stringify([name, d, seed, searcher]);

/**
 * Functions of few of many columns, searched by `auto` and peers from the same ten runs. `--searchers auto,vanilla,TuRBO,
 * "SAAS MAP",SAASBO,BAxUS` (a peer needs ATHANOR_PEERS_PYTHON), `--functions`, `--columns 50,100,200`, `--seeds 30`, `--first 0`,
 * `--runs 100`; with `--seeds 0` only the table is written, from the campaigns that are kept. The environment `columns` of bench/peers/setup.ts has all peers but BAxUS, which is in `baxus`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const validation = Object.entries(sparseFunctions).filter(([, { tier }]) => tier === 'validation');
  const functions = listOf(args, '--functions', validation.map(([name]) => name).join());
  const columns = listOf(args, '--columns', '50,100,200').map(Number);
  const seeds = Number(listOf(args, '--seeds', '30')[0]);
  const first = Number(listOf(args, '--first', '0')[0]);
  const runs = Number(listOf(args, '--runs', '100')[0]);
  const searchers = listOf(args, '--searchers', 'auto');
  const done: Done[] = existsSync(LOG)
    ? readFileSync(LOG, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
  const known = new Map(done.sort((a, b) => a.runs - b.runs).map((one) => [keyOf(one), one]));
  const backend = openNative(1) ?? createTsBackend();
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
  for (let seed = first; seed < first + seeds; seed++) {
    for (const d of columns) {
      for (const name of functions) {
        for (const searcher of searchers) {
          const order = { name, d, seed, searcher, runs };
          if ((known.get(keyOf(order))?.runs ?? 0) >= runs) continue;
          await runColumns(order, backend, processorSeconds, (made, result) => {
            const one = { ...order, runs: made, ...result, commit };
            known.set(keyOf(one), one);
            if (made < runs && searcher === 'auto') return;
            appendFileSync(LOG, `${JSON.stringify(one)}\n`);
            console.log(`${name} in ${d}, seed ${seed}, ${searcher}: ${JSON.stringify(one.regret)}`);
          });
        }
      }
    }
  }
  write([...known.values()]);
}

function write(done: readonly Done[]): void {
  const report = new Report('columns');
  report.note(
    '100 runs, the first ten the same for all but BAxUS, which draws its own in its subspace; median of the best regret over the seeds, with quartiles at the end; one thread; peers at their defaults',
  );
  const commits = [...new Set(done.map(({ commit }) => commit))];
  report.note(`campaigns at ${commits.join(', ')}`);
  const kinds = [...new Set(done.map(({ name, d, searcher }) => JSON.stringify([name, d, searcher])))];
  const rows = kinds.map((kind) => {
    const of = done.filter(({ name, d, searcher }) => JSON.stringify([name, d, searcher]) === kind);
    const { name, d, searcher } = of[0] as Done;
    const at = (runs: number, share = 0.5) =>
      quantile(
        of.flatMap(({ regret }) => regret[runs] ?? []),
        share,
      );
    return {
      function: name,
      columns: d,
      searcher,
      'at 40': at(40),
      'at 60': at(60),
      'at 100': at(100),
      'lower quartile': at(100, 0.25),
      'upper quartile': at(100, 0.75),
      'CPU s per run': quantile(
        of.map(({ cpu, runs }) => cpu / (runs - 10)),
        0.5,
      ),
      seeds: of
        .map(({ seed }) => seed)
        .sort((a, b) => a - b)
        .join(' '),
    };
  });
  report.table(
    'regret in many columns, lower is better',
    rows.sort(
      (a, b) =>
        a.function.localeCompare(b.function) || a.columns - b.columns || a.searcher.localeCompare(b.searcher),
    ),
  );
  report.write();
}
