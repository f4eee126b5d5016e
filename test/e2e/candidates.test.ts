import type { Request } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import {
  ask,
  fitsInBothThemes,
  makeSession,
  page,
  press,
  says,
  show,
  stage,
  story,
  violations,
} from './pages.ts';

/** A campaign whose runs are those of a file: it is read, corrected, replaced and removed on the page. */

let id: string;

const variables = [
  { name: 'T', type: 'real', bounds: [20, 90], unit: '°C' },
  { name: 'solvent', type: 'categorical', categories: ['THF', 'DMF'] },
];
const runs = [
  [31.4, 'THF'],
  [47.7, 'DMF'],
  [72.9, 'THF'],
] as const;
/** Place on the plate of the run at a temperature. */
const wellOf = (T: number): string => `W${Math.round(T)}`;
const csv = (rows: readonly (readonly [number, string])[]): string =>
  ['Well,T,solvent', ...rows.map((row) => [wellOf(row[0]), ...row].join(','))].join('\n');

const open = (view: string) => show(id, view);
const choose = (name: string, text: string) =>
  page
    .getByLabel('File of candidates')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const repeats = () => page.getByLabel('Runs of this list may be proposed more than once');

/** Suggests `n` runs on the page. @returns the settings that the server gave */
interface Answer {
  suggestions?: { T: number; solvent: string }[];
  /** Of the job that a search becomes after a second. */
  result?: { body: Answer } | null;
}

async function suggest(n: number): Promise<{ T: number; solvent: string }[]> {
  await open('suggest');
  await page.getByLabel('How many').fill(String(n));
  let found: Answer['suggestions'];
  const answered = page.waitForResponse(async (one) => {
    if (!/\/acquisition\/suggest$|\/jobs\//.test(one.url())) return false;
    const body = (await one.json()) as Answer;
    found = body.suggestions ?? body.result?.body.suggestions;
    return found !== undefined;
  });
  await press('Suggest experiments');
  await answered;
  return found!;
}

story('a candidate list in the browser', {}, () => {
  beforeAll(async () => {
    id = await makeSession('Plates', variables);
  });

  it('a file without results becomes variables and their list, and goes again', async () => {
    const other = await makeSession('Compounds', []);
    await show(other, 'experiments');
    const lines = Array.from({ length: 12 }, (_, i) => `C-${i},${200 + 9 * i},${i - 0.5},${(3 * i) % 7}`);
    await page.getByLabel('File of experiments').setInputFiles({
      name: 'library.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['Compound,MW,cLogP,RotB', ...lines].join('\n')),
    });
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText("'RotB' is taken as the result, because it is the last column of numbers")
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await press('Use as candidate list');
    await says('The candidate list holds 12 runs of library.csv. 3 variables added.');
    await says('The list holds 12 runs, none of which is taken yet.');
    expect(await ask('GET', `/sessions/${other}/experiments`)).toMatchObject({ n_experiments: 0 });
    await press('Undo');
    await says('0 variables');
    expect(await ask('GET', `/sessions/${other}/campaign`)).toMatchObject({ n_candidates: null });
  });

  it('a file that does not fit is refused beside its button, with line and column', async () => {
    await open('variables');
    await choose('plate.csv', csv([...runs, [99, 'THF']]));
    const alert = page.getByRole('alert').filter({ hasText: 'plate.csv' });
    await alert.getByText("line 5, variable 'T': 99 is outside its bounds [20, 90]").waitFor();
    expect(await page.getByRole('button', { name: 'Remove list' }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it('suggestions come from the file only, with what it says of each run', async () => {
    await choose('plate.csv', csv(runs));
    await says('The list holds 3 runs, none of which is taken yet.');
    expect(await page.getByRole('alert').count()).toBe(0);
    const listed = page.getByRole('region', { name: 'First runs of the candidate list' });
    // What a phone writes beside the value.
    expect(await listed.getByText('47.7').getAttribute('data-label')).toBe('T (°C)');
    expect(await repeats().isChecked()).toBe(false);
    const suggested = await suggest(3);
    expect(suggested.map(({ T }) => T).toSorted((a, b) => a - b)).toEqual(runs.map(([T]) => T));
    await says('3 suggestions');
    expect(await page.locator('.suggested td[data-label=Well]').allInnerTexts()).toEqual(
      suggested.map(({ T }) => wellOf(T)),
    );
    // Nothing is expected of the first runs.
    expect(await page.getByRole('columnheader', { name: 'expected' }).count()).toBe(0);
    expect(await page.getByText('contour plot').count()).toBe(0);
  });

  it('staged runs keep what the file says of them in the queue, at the bench and on the wall', async () => {
    await press('Stage all 3');
    await says('3 runs staged.');
    const { items } = await ask<{ items: { inputs: { T: number } }[] }>(
      'GET',
      `/sessions/${id}/experiments/queue`,
    );
    const wells = items.map(({ inputs }) => wellOf(inputs.T));
    await open('queue');
    await page.locator('.bench-card dl').getByText(String(wells[0]), { exact: true }).waitFor();
    expect(await page.locator('td[data-label=Well]').allInnerTexts()).toEqual(wells.slice(1));
    await open('bench');
    for (const well of wells) await says(String(well));
    expect(await page.locator('.bench-card dt').getByText('Well').count()).toBe(3);
    await open('monitor');
    for (const well of wells) await says(`Well ${well}`);
    await open('queue');
    const changes: string[] = [];
    const note = (one: Request): unknown => one.method() !== 'GET' && changes.push(one.url());
    page.on('request', note);
    await press('Clear pending runs');
    await says('The queue is empty');
    expect(changes).toEqual([expect.stringMatching(/\/queue\/remove-batch$/)]);
    page.off('request', note);
  });

  it('a number that is none is refused by the name of its field, and nothing is asked', async () => {
    const asked: string[] = [];
    const note = (one: Request): number => asked.push(one.url());
    page.on('request', note);
    await open('suggest');
    await page.getByLabel('How many').fill('few');
    await page.getByLabel('How many').press('Enter');
    await page.getByRole('alert').getByText('How many: “few”: not a number.').waitFor();
    await page.getByText('More options').click();
    await page.getByLabel('Seed').waitFor();
    // The automatic strategy refuses it.
    expect(await page.getByLabel('ξ (xi)').count()).toBe(0);
    expect(asked.filter((url) => url.endsWith('/acquisition/suggest'))).toEqual([]);
    page.off('request', note);
  });

  it('what is recorded is taken, until repeats are allowed', async () => {
    const experiments = runs.map(([T, solvent]) => ({ inputs: { T, solvent }, output: T }));
    await ask('POST', `/sessions/${id}/experiments/batch`, { experiments });
    await open('variables');
    await says('The list holds 3 runs, all of which are taken.');
    await repeats().click();
    await says('each of which may be proposed repeatedly');
    // The page says so before the server has heard of it.
    await expect.poll(() => ask('GET', `/sessions/${id}/candidates`)).toMatchObject({ repeats: true });
    const suggested = await suggest(1);
    expect(runs.map(([T]) => T)).toContain(suggested[0]?.T);
    await page.reload();
    await open('variables');
    await expect.poll(() => repeats().isChecked()).toBe(true);
  });

  it('another file takes its place after a question, and its runs are proposed once', async () => {
    await choose('second.csv', csv([[55.5, 'DMF']]));
    const dialog = page.getByRole('dialog', { name: 'Replace the candidate list?' });
    await dialog.getByText('Runs of the new list are proposed once each').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await says('The list holds 3 runs');
    await choose('second.csv', csv([[55.5, 'DMF']]));
    await dialog.getByRole('button', { name: 'Replace list' }).click();
    await says('The list holds 1 run, none of which is taken yet.');
    await expect.poll(() => repeats().isChecked()).toBe(false);
  });

  it.each([390, 820, 1440])('fits into %i pixels, light and dark', fitsInBothThemes);

  it('is removed after a question; then any settings may be proposed', async () => {
    await press('Remove list');
    const dialog = page.getByRole('dialog', { name: 'Remove the candidate list?' });
    await dialog.getByRole('button', { name: 'Remove list' }).click();
    await page.getByRole('button', { name: 'Choose file' }).waitFor();
    expect(await suggest(2)).toHaveLength(2);
    expect(await page.getByRole('link', { name: 'candidate list' }).count()).toBe(0);
    expect(stage.faults).toEqual([]);
  });
});
