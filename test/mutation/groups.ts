/**
 * What `npm run mutation` changes: modules whose faults would be wrong numbers and no error, each with the tests that must notice.
 */
export interface Group {
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

const group = (folder: string, sources: string, tests: string): Group => ({
  sources: sources.split(' ').map((name) => `src/${folder}/${name}.ts`),
  tests: tests.split(' ').map((name) => `test/${folder}/${name}.test.ts`),
});

export const groups: readonly Group[] = [
  group('engine', 'random/normal random/error-function', 'random/normal'),
  group('engine', 'random/distributions random/incomplete-beta', 'random/distributions'),
  group('engine', 'diagnostics/residuals diagnostics/plots', 'diagnostics/plots'),
  group('engine', 'gp/ensemble/mixture', 'gp/ensemble/mixture'),
  group('engine', 'gp/fit/priors', 'gp/fit/priors'),
  group('engine', 'gp/transforms/scaling', 'gp/transforms/scaling'),
  group('engine', 'gp/outliers/separable-rows', 'gp/outliers/separable-rows'),
  group('engine', 'campaign/members/rounded-points', 'campaign/members/rounded-points'),
  group('engine', 'gp/censoring/censored', 'gp/censoring/censored'),
  group('engine', 'gp/posterior/byte-budget', 'gp/posterior/byte-budget'),
  group('engine', 'linalg/equal-rows', 'linalg'),
  group('engine', 'space/encode', 'space/encode space/step'),
  group(
    'engine',
    'acquisition/strategies/analytic acquisition/strategies/augmented-improvement',
    'acquisition/analytic acquisition/augmented-improvement',
  ),
  group('engine', 'acquisition/strategies/feasibility', 'acquisition/feasibility'),
  group('engine', 'acquisition/strategies/desirability', 'acquisition/desirability'),
  group('engine', 'acquisition/models/attainable', 'acquisition/attainable'),
  group(
    'engine',
    'design/analysis/lenth design/analysis/press design/analysis/effect-power design/analysis/contrasts design/analysis/variation',
    'design/analysis-parts design/analyse',
  ),
  group('engine', 'design/classical/blocks', 'design/blocks'),
  group('engine', 'design/classical/screening-blocks', 'design/screening-blocks'),
  group('engine', 'design/classical/galois-field design/classical/generalized-subset', 'design/classical'),
  group('engine', 'cost/calculus cost/evaluate', 'cost/calculus cost/evaluate'),
  group('engine', 'cost/run-cost', 'cost/cost-model'),
  group('contract', 'experiments/censored', 'censored'),
  {
    sources: ['src/contract/costs/cost-changes.ts'],
    tests: ['test/web/features/costs/cost-changes.test.ts'],
  },
  { sources: ['src/contract/variables/linear-sums.ts'], tests: ['test/service/broken-limits.test.ts'] },
  group('service', 'broken-limits', 'broken-limits'),
  group('service', 'session/words', 'session/words'),
  group('service', 'tables/cells/cell', 'tables/cells/cell'),
  group('service', 'tables/cells/column-name', 'tables/cells/column-name'),
  group('service', 'tables/units/same-unit', 'tables/units/same-unit'),
  group('service', 'tables/units/unit-conversion', 'tables/units/unit-conversion'),
  group('service', 'tables/transforms/repeats', 'tables/transforms/repeats'),
  group('service', 'tables/rows/duplicate-rows', 'tables/rows/duplicate-rows'),
  group('service', 'tables/transforms/waiting-runs', 'tables/transforms/waiting-runs'),
  group('web', 'text/numbers', 'text/numbers'),
];
