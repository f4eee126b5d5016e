import { readFileSync } from 'node:fs';
import { fileOf, grid, machineOf, type ResultRow, read, show, tableIn, tableOf } from './text.ts';

/** Optimal designs beside the best known ones, for docs/designs.md. */
export function designQuality(): string[] {
  const result = read('design');
  const [title = '', problems = []] =
    Object.entries(result.tables).find(([name]) => name.startsWith('value over best known')) ?? [];
  const best = 'to best known, worst seed';
  const [large] = [...problems].sort((a, b) => Number(b['seconds, median']) - Number(a['seconds, median']));
  return [
    `Shares of the best known value over the continuous region, ${problems.length} reference problems (${title.split(', ').slice(1).join(', ')}). The longest search takes ${large?.['seconds, median']} s (\`${large?.problem}\`).`,
    '',
    ...tableOf(tableIn(result, 'share of designs')),
    '',
    'The problems that are not at 1 to four digits:',
    '',
    ...tableOf(
      problems
        .filter((row) => Math.abs(Number(row[best]) - 1) > 5e-5)
        .map((row) => ({ problem: `\`${row.problem}\``, share: row[best] })),
    ),
    '',
    'Split-plot designs, D-efficiency over the best known one on the lattice:',
    '',
    ...tableOf(tableIn(result, 'split-plot designs: D-efficiency over best known')),
    '',
    machineOf(result),
  ];
}

/** Starts of a coordinate exchange per second, for docs/designs.md; beside pyoptex where the run had it. */
export function designSpeed(): string[] {
  const result = read('design');
  const rows = tableIn(result, 'optimised starts per second, one core; full quadratic, D');
  const round = (value: ResultRow[string]) =>
    Number.isFinite(Number(value)) ? Number(Number(value).toPrecision(3)).toLocaleString('en') : show(value);
  const peers = rows.some((row) => typeof row['pyoptex'] === 'number') ? ['pyoptex'] : [];
  return [
    ...grid(
      ['factors, runs, levels', 'native', 'TypeScript', ...peers],
      rows.map((row) => [
        `${row.factors}, ${row.runs}, ${row.levels}`,
        round(row['native, per CPU second']),
        round(row['ts, per CPU second']),
        ...peers.map((peer) => round(row[peer])),
      ]),
    ),
    '',
    machineOf(result),
  ];
}

/** Space-filling designs beside other programs, for docs/designs.md. */
export function spaceFillingTable(): string[] {
  const result = read('space-filling');
  const [discrepancy, distance] = [
    'centred discrepancy (criterion discrepancy; goal: 20 % less)',
    'smallest distance (criterion maximin; goal: 1.6 times)',
  ].map((title) => tableIn(result, title)) as [readonly ResultRow[], readonly ResultRow[]];
  return grid(
    ['variables, points', ...discrepancy.map(({ d, n }) => `${d}, ${n}`)],
    [
      [
        'centred discrepancy smaller by',
        ...discrepancy.map((row) => `${Math.round(Number(row['less by %']))} %`),
      ],
      [
        'smallest distance larger by a factor of',
        ...distance.map((row) => Number(row['times larger']).toFixed(2)),
      ],
    ],
  );
}

interface Spent {
  readonly mean: number;
  readonly median: number;
  readonly found: number;
}

interface CostResults {
  readonly verdicts: readonly string[];
  readonly results: readonly {
    readonly problem: string;
    readonly heldOut: boolean;
    readonly logei: Spent;
    readonly costAware: Spent;
    readonly ratio: { means: number; medians: number; geometric: number; interval: readonly number[] };
    readonly won: number;
  }[];
}

/** Costs until a good value is found, for docs/cost.md. */
export function costTable(): string[] {
  const { verdicts, results } = JSON.parse(
    readFileSync(fileOf('bench/results/cost.json'), 'utf8'),
  ) as CostResults;
  const side = ({ mean, median, found }: Spent) => [mean.toFixed(1), median.toFixed(1), show(found)];
  return [
    ...grid(
      [
        ...['problem', 'LogEI mean', 'median', 'found', 'cost-aware mean', 'median', 'found'],
        ...['ratio of means', 'of medians', 'geometric mean of paired ratios [90 %]', 'seeds won'],
      ],
      results.map(({ problem, heldOut, logei, costAware, ratio, won }) => [
        heldOut ? `${problem} *` : problem,
        ...side(logei),
        ...side(costAware),
        ratio.means.toFixed(2),
        ratio.medians.toFixed(2),
        `${ratio.geometric.toFixed(2)} [${ratio.interval.map((limit) => limit.toFixed(2)).join(', ')}]`,
        show(won),
      ]),
    ),
    '',
    ...verdicts.map((verdict) => `- ${verdict}`),
  ];
}
