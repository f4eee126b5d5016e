import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask, lookAt, makeSession, page, press, show, stage, story } from './pages.ts';

/** Numbers and dates as people of a region write them: typed, pasted, in a file and shown. */

const solvents = ['2-methyltetrahydrofuran, dry', 'cyclopentyl methyl ether'];
const variables = [
  { name: 'p', type: 'real', bounds: [0, 5_000_000], unit: 'Pa' },
  { name: 'solvent', type: 'categorical', categories: solvents },
];

interface Region {
  readonly locale: string;
  readonly typed: string;
  readonly value: number;
  readonly shown: string;
  /** A file: pressures, then results. */
  readonly file: string;
  /** A block from a spreadsheet. */
  readonly pasted: string;
  readonly date: RegExp;
}

const narrow = '\u202f';
const regions: readonly Region[] = [
  {
    locale: 'fr-FR',
    typed: `1${narrow}234,5`,
    value: 1234.5,
    shown: '1234,5',
    file: `p (Pa);solvent;Output\n101${narrow}325,5;${solvents[0]};1${narrow}000,5\n2${narrow}500${narrow}000;${solvents[1]};12,25\n`,
    pasted: `101${narrow}325,5\t${solvents[0]}\t1${narrow}000,5`,
    date: /\d{1,2} \p{L}+\.? \d{4}/u,
  },
  {
    locale: 'en-IN',
    typed: '1,00,000.5',
    value: 100_000.5,
    shown: '100001',
    file: `p (Pa)\tsolvent\tOutput\n1,01,325.5\t${solvents[0]}\t1,000.5\n25,00,000\t${solvents[1]}\t12.25\n`,
    pasted: `1,01,325.5\t${solvents[0]}\t1,000.5`,
    date: /\d{1,2} \w+ \d{4}/,
  },
  {
    locale: 'de-CH',
    typed: '1’000.5',
    value: 1000.5,
    shown: '1000.5',
    file: `p (Pa);solvent;Output\n101’325.5;${solvents[0]};1’000.5\n2’500’000;${solvents[1]};12.25\n`,
    pasted: `101’325.5\t${solvents[0]}\t1’000.5`,
    date: /\d{1,2}\.\d{1,2}\.\d{4}/,
  },
];

const paste = (page: Page, text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  })()`);

/** Whether all text of an element fits into it. */
const isWhole = (place: Locator): Promise<boolean> =>
  place.evaluate((element) => {
    const { scrollWidth, clientWidth } = element as unknown as Record<'scrollWidth' | 'clientWidth', number>;
    return scrollWidth <= clientWidth;
  });

story('regions', {}, () => {
  it.each(regions)('$locale: numbers in files, from spreadsheets and typed', async (region) => {
    const context = await stage.newContext({
      viewport: { width: 1440, height: 900 },
      locale: region.locale,
    });
    lookAt(await context.newPage());
    const id = await makeSession(region.locale, variables);
    const open = (view: string) => show(id, view);
    const rows = async () =>
      (await ask<{ experiments: Record<string, unknown>[] }>('GET', `/sessions/${id}/experiments`))
        .experiments;

    await open('experiments');
    await page
      .getByLabel('File of experiments')
      .setInputFiles({ name: 'runs.csv', mimeType: 'text/csv', buffer: Buffer.from(region.file) });
    await press('Import 2 rows');
    // The table may have the rows before the window knows that they are recorded.
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('2 experiments recorded.').waitFor();
    expect(await rows()).toMatchObject([
      { p: 101_325.5, solvent: solvents[0], Output: 1000.5 },
      { p: 2_500_000, solvent: solvents[1], Output: 12.25 },
    ]);

    const sign = region.locale === 'fr-FR' ? ',' : '.';
    await page.getByLabel('File of experiments').setInputFiles({
      name: 'beyond.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `p (Pa);solvent;Output\n9000000${sign}5;${solvents[0]};1\n1${sign}5;${solvents[1]};2\n`,
      ),
    });
    await page.getByRole('dialog').getByText(`9000000${sign}5 is outside`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

    await page.locator('#cell-2-0').click();
    await paste(page, region.pasted);
    await press('Record 1 row');
    await page.getByText('3 experiments recorded.').waitFor();
    expect((await rows())[2]).toMatchObject({ p: 101_325.5, solvent: solvents[0], Output: 1000.5 });
    for (const cell of await page.getByRole('gridcell', { name: solvents[0] }).all())
      expect(await isWhole(cell)).toBe(true);

    const inputs = { p: 5000.5, solvent: solvents[0] };
    await ask('POST', `/sessions/${id}/experiments/queue`, {
      items: [{ inputs }, { inputs }],
    });
    await open('queue');
    const solvent = page.getByLabel('Actual solvent of run 2');
    expect([await solvent.inputValue(), await isWhole(solvent)]).toEqual([solvents[0], true]);
    const result = page.getByLabel('Output of run 2');
    await result.fill(region.typed);
    await result.press('Enter');
    await page.getByText('Result recorded.').waitFor();
    expect((await rows())[3]).toMatchObject({ p: 5000.5, Output: region.value });
    await page.getByText(region.date).first().waitFor({ state: 'attached' });
    await open('experiments');
    await page.locator('#cell-3-2', { hasText: region.shown }).waitFor();
    await ask('PATCH', `/sessions/${id}/experiments/${(await rows())[3]?.['ProvenanceId']}`, {
      inputs: { p: 5001.25, solvent: solvents[0] },
    });
    await open('history?tab=changes');
    const [before, after] = ['5000.5', '5001.25'].map((text) => text.replace('.', sign));
    await page.getByText(`p: ${before} → ${after}`).waitFor();
    await context.close();
  });

  it('raised no error in the page', () => {
    expect(stage.faults).toEqual([]);
  });
});
