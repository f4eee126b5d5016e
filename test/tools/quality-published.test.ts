import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { campaignRows, campaignsOf, comparisons, published } from '../../bench/quality/published.ts';

type Row = Readonly<Record<string, string | number>>;

const { tables } = JSON.parse(readFileSync('bench/results/quality-published.json', 'utf8')) as {
  tables: Record<string, Row[]>;
};

/** `npm run bench -- quality-published` writes them; only the intervals, which take a minute, are not computed again here. */
describe.each(published)('the published search quality of the tier $tier', (one) => {
  const campaigns = campaignsOf(one);
  const kinds = new Map(
    tables[`${one.tier}: problems`]?.map((row) => [row.problem, String(row.kinds).split('; ')]),
  );

  it('counts the campaigns of the log', () => {
    expect(tables[`${one.tier}: campaigns`]).toEqual(campaignRows(campaigns));
  });

  it('has the ratios of the log', () => {
    const expected = comparisons(campaigns, (problem) => kinds.get(problem) ?? []);
    const rows = tables[`${one.tier}: ratios`] ?? [];
    expect(rows.length).toBe(expected.length);
    for (const [i, { pairs: _, ratio, ...rest }] of expected.entries()) {
      expect(rows[i]).toMatchObject(rest);
      expect(rows[i]?.ratio).toBeCloseTo(ratio, 12);
    }
  });
});
