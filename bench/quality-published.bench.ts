import {
  campaignRows,
  campaignsOf,
  comparisonRows,
  foursRows,
  problemRows,
  published,
} from './quality/published.ts';
import { judgedProblem, kinds, problemsOf } from './quality/tiers.ts';
import { Report } from './support/report.ts';

/**
 * The search quality that docs/benchmarks.md publishes, from the committed logs (decision 0230). Runs no campaign and takes a minute; the kinds of
 * problems with real tables need the Python of the peers (bench/quality/tables.ts).
 */
export async function run(): Promise<void> {
  const report = new Report('quality-published');
  report.note('2,000 bootstrap samples over problems and, in each, over seeds');
  for (const one of published) {
    const { tier } = one;
    const campaigns = campaignsOf(one);
    const problems = problemsOf(tier).map((name) => judgedProblem(name, 0));
    const kindsOf = (name: string) =>
      Object.entries(kinds).flatMap(([kind, fits]) =>
        problems.some((problem) => problem.name === name && fits(problem)) ? [kind] : [],
      );
    report.table(
      `${tier}: problems`,
      problems.map(({ name, space, list }) => ({
        problem: name,
        variables: space.dimensions.length,
        categories: space.dimensions.filter(({ kind }) => kind === 'categorical').length,
        constraints: space.constraints.length,
        list: list?.length ?? 0,
        kinds: kindsOf(name).join('; '),
      })),
    );
    report.table(`${tier}: campaigns`, campaignRows(campaigns));
    report.table(`${tier}: ratios`, comparisonRows(campaigns, kindsOf));
    report.table(`${tier}: by problem`, problemRows(campaigns));
    if (one.fours !== undefined) {
      const { needed, equal } = foursRows(one);
      report.table(`${tier}: runs in fours for the distance of 30 single runs`, needed);
      report.table(`${tier}: in fours, at equal numbers of runs`, equal);
    }
  }
  report.write();
}
