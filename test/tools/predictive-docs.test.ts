import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Means {
  readonly n: number;
  readonly method: string;
  readonly NLPD: number;
  readonly CRPS: number;
  readonly 'coverage of 95 %': number;
}

const names: Readonly<Record<string, string>> = {
  'Athanor auto': '`auto`',
  sklearn: 'scikit-learn',
  botorch: 'BoTorch',
  'botorch-mixed': 'BoTorch mixed',
};

const { tables } = JSON.parse(readFileSync('bench/results/predictive.json', 'utf8')) as {
  tables: Record<string, Means[]>;
};
const docs = readFileSync('docs/models.md', 'utf8');

describe('the published figures of predictions', () => {
  const means = tables['means over tables by number of rows'] ?? [];
  const published = means.filter(({ method }) => method in names);

  it('are there for every size', () => {
    expect(new Set(published.map(({ n }) => n))).toEqual(new Set([10, 20, 40, 80]));
  });

  it.each(published)('are those of the bench: n = $n, $method', ({ n, method, ...scores }) => {
    const nlpd = scores.NLPD.toFixed(scores.NLPD < 1000 ? 2 : 0);
    const coverage = (100 * scores['coverage of 95 %']).toFixed(1);
    expect(docs).toContain(
      `| ${n} | ${names[method]} | ${nlpd} | ${scores.CRPS.toFixed(3)} | ${coverage} % |`,
    );
  });
});
