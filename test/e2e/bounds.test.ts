import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { makeSession, page, press, root, show, stage, story, violations } from './pages.ts';

/** Yields end at 100 %, on every page. */

const variables = [
  {
    name: 'catalyst',
    type: 'categorical',
    categories: ['P1-L1', 'P1-L2', 'P1-L3', 'P1-L4', 'P1-L5', 'P1-L6', 'P1-L7', 'P2-L1'],
  },
  { name: 't_res', type: 'real', bounds: [60, 600], unit: 's' },
  { name: 'temperature', type: 'real', bounds: [30, 110], unit: '°C' },
  { name: 'catalyst_loading', type: 'real', bounds: [0.498, 2.515], unit: 'mol %' },
];

let session: string;

const open = (view: string): Promise<unknown> => show(session, view);
const note = 'yield is assumed to lie between 0 and 100, because';

story('yields in the browser', {}, () => {
  beforeAll(async () => {
    const lines = (await readFile(`${root}src/demo/data/reizman-suzuki-3.csv`, 'utf8')).trim().split('\n');
    // Every third run, without the turnover number.
    const csv = lines
      .filter((_, i) => i % 3 === 0)
      .map((line) => line.split(',').filter((_, k) => k !== 4))
      .map((cells, i) => (i === 0 ? [...cells.slice(0, -1), 'yield'] : cells).join(','))
      .join('\n');
    session = await makeSession('Reizman', variables, { csv, target: 'yield' });
  });

  it('says what results are possible, and takes other bounds', async () => {
    await open('variables');
    const fold = page.getByText('Possible results: 0 to 100 (assumed)');
    await fold.click();
    await page.getByText("because it is called 'yield' and all results fit").waitFor();
    await page.getByLabel('Highest possible').fill('none');
    await press('Save objectives');
    await page.getByText('Possible results: none to none').waitFor();
    await page.getByLabel('Highest possible').fill('');
    await page.getByLabel('Lowest possible').fill('');
    await press('Save objectives');
    await fold.waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('draws the model, suggests and finds the optimum up to 100', async () => {
    await open('model');
    await press('Train model');
    await page.getByText('What the model has learned').waitFor();
    await page.getByText(note).waitFor();
    await open('suggest');
    await press('Suggest experiments');
    await page.getByRole('heading', { name: '3 suggestions' }).waitFor();
    await page.getByText(note).waitFor();
    const numbers = (text: string) => (text.match(/\d+(\.\d+)?/g) ?? []).map(Number);
    const expected = await page.locator('td[data-label^="yield expected"]').allInnerTexts();
    expect(expected).toHaveLength(3);
    for (const text of expected)
      expect(Math.max(...numbers(text.replaceAll('95 %', '')))).toBeLessThanOrEqual(100);
    await open('progress');
    await press('Find it');
    const best = page.locator('p', { hasText: 'at catalyst' }).locator('b');
    await best.waitFor();
    expect(numbers(await best.innerText())[0]).toBeLessThanOrEqual(100);
    expect(stage.faults).toEqual([]);
  });
});
