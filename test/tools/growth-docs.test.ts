import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  fittedExponent,
  type GrowthResults,
  growthPage,
  growthPlot,
} from '../../bench/support/growth-page.ts';

const results = JSON.parse(readFileSync('bench/results/growth.json', 'utf8')) as GrowthResults;

it('the page and the plot of growth are those of the committed figures', () => {
  expect(readFileSync('docs/growth.md', 'utf8')).toBe(growthPage(results));
  expect(readFileSync('bench/results/growth.svg', 'utf8')).toBe(growthPlot(results.tables.measured));
});

it('an exponent is the slope on logarithmic scales', () => {
  const rows = [1, 2, 4, 8].map((size) => ({
    what: 'w',
    axis: 'a',
    size,
    seconds: 3 * size ** 2.5,
    megabytes: size,
  }));
  expect(fittedExponent(rows)).toEqual([{ what: 'w', axis: 'a', from: 1, to: 8, time: 2.5, memory: 1 }]);
});
