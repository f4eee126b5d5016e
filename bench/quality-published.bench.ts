import { existsSync, readFileSync } from 'node:fs';
import {
  batchRows,
  campaignRows,
  campaignsOf,
  comparisonRows,
  problemRows,
  published,
} from './quality/published.ts';
import { tables } from './quality/tables.ts';
import { judgedProblem, kinds, problemsOf, type Tier } from './quality/tiers.ts';
import { Report, type Row } from './support/report.ts';

const written = new URL('./results/quality-published.json', import.meta.url);

/**
 * The search quality that docs/benchmarks.md publishes, from the committed logs (decision 0230). Runs no campaign and takes a minute. Without the
 * Python of the peers (bench/quality/tables.ts) problems are described as the file has them.
 */
export async function run(): Promise<void> {
  const before = existsSync(written) ? JSON.parse(readFileSync(written, 'utf8')).tables : {};
  const report = new Report('quality-published');
  report.note('2,000 bootstrap samples over problems and, in each, over seeds');
  for (const one of published) {
    const { tier } = one;
    const campaigns = campaignsOf(one);
    const title = `${tier}: problems`;
    const problems = Object.keys(tables()).length > 0 ? problemsIn(tier) : (before[title] as readonly Row[]);
    const kindsOf = (name: string) =>
      String(problems.find(({ problem }) => problem === name)?.kinds).split('; ');
    report.table(title, problems);
    report.table(`${tier}: campaigns`, campaignRows(campaigns));
    report.table(`${tier}: ratios`, comparisonRows(campaigns, kindsOf));
    report.table(`${tier}: by problem`, problemRows(campaigns));
    if (one.batches !== undefined)
      report.table(`${tier}: batches for the distance of 30 single runs`, batchRows(one));
  }
  report.write();
}

function problemsIn(tier: Tier): Row[] {
  return problemsOf(tier).map((name) => {
    const problem = judgedProblem(name, 0);
    const { dimensions, constraints } = problem.space;
    return {
      problem: name,
      variables: dimensions.length,
      categories: dimensions.filter(({ kind }) => kind === 'categorical').length,
      constraints: constraints.length,
      list: problem.list?.length ?? 0,
      kinds: Object.entries(kinds)
        .flatMap(([kind, fits]) => (fits(problem) ? [kind] : []))
        .join('; '),
    };
  });
}
