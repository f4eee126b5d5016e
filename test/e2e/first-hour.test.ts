import { readFile } from 'node:fs/promises';
import readSheets from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { workbook } from '../service/tables/files.ts';
import { ask, makeSession, page, press, settled, show, stage, story, violations } from './pages.ts';

/** The first hour of people with files as laboratories have them. */

/** Runs with names as people write them; joined cells became gaps, and a mean stands below. */
const messy = workbook({
  'Sheet 1': [
    ['Project X – screening'],
    [null],
    ['Run', 'T (°C)', '1/T', 'Base "strong"', 'β-CD', 'Yield [%] (HPLC, 254 nm)', 'constructor'],
    ...Array.from({ length: 9 }, (_, i) => [
      `JD-${100 + i}`,
      40 + ((i * 7) % 60),
      0.0029 + (i % 6) * 0.0001,
      i % 3 === 0 ? (['K2CO3', 'N,N-DMF', '=SUM(A1)'][i / 3] ?? null) : null,
      (i * 3) % 10,
      i === 7 ? 'leaked' : 30 + 5 * i,
      (i * 13) % 7,
    ]),
    [null],
    ['Mean', null, null, null, null, 55, null],
  ],
});

const letters = [...'ABCDEFGH'];
const block = (title: string, cell: (row: number, column: number) => string | number): string[] => [
  [title, ...Array.from({ length: 12 }, (_, i) => i + 1)].join(','),
  ...letters.map((letter, row) =>
    [letter, ...Array.from({ length: 12 }, (_, column) => cell(row, column))].join(','),
  ),
];
const plate = [
  ...block('Glucose (g/L)', (row) => row + 1),
  ...block('Buffer', (_, column) => (column < 6 ? 'PBS' : 'Tris')),
  ...block('OD600', (row, column) => (row / 10 + column / 20).toFixed(2)),
].join('\n');

const repeats = 'T / °C,Yield 1 / %,Yield 2 / %\n20,10,11\n30,20,\n40,33,31\n50,40,41\n';

let session = '';

const dialog = () => page.getByRole('dialog');

/** Opens the settings that the file is read with. */
const openReading = () =>
  dialog()
    .getByText(/^Read as/)
    .click();
const give = async (name: string, content: Buffer | string): Promise<void> => {
  session = await makeSession(name, []);
  await show(session, 'experiments');
  await page.getByText('No columns yet').waitFor();
  await page.getByLabel('File of experiments').setInputFiles({
    name,
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(content),
  });
  await dialog().waitFor();
};

/** Whether an element can be seen, not covered by the foot of the dialog. */
const roomAbove = async (): Promise<number> => {
  const [box, foot] = await Promise.all([dialog().boundingBox(), dialog().locator('.foot').boundingBox()]);
  return (foot?.y ?? 0) - (box?.y ?? 0);
};

story('the first hour', {}, () => {
  it('takes a messy workbook over: names as they are, gaps filled down, decisions shown at once', async () => {
    await give('messy.xlsx', messy);
    expect(await dialog().getByLabel('Name of column 1/T').inputValue()).toBe('1 per T');
    expect(await dialog().getByLabel('Name of column Yield [%]').inputValue()).toBe('Yield (HPLC, 254 nm)');
    expect(await dialog().getByLabel('Unit of column Yield [%]').inputValue()).toBe('%');
    await dialog().getByText("no column can be named 'constructor'").waitFor();
    await dialog().getByText('fill the column down').waitFor();
    expect(await dialog().getByText('0.00299').count()).toBe(0);
    // The answer comes late; what was chosen is seen all the same.
    const held = Promise.withResolvers<void>();
    await page.route('**/imports/*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await dialog().getByRole('button', { name: 'Decide', exact: true }).click();
    await dialog().locator('section[aria-label=Problems] select:focus').waitFor();
    await dialog().getByLabel('Fill down Base "strong"').check();
    await dialog().getByLabel('Result is not a number, 1 row').selectOption('failed');
    expect(
      await dialog()
        .getByRole('button', { name: /^Import 9/ })
        .isDisabled(),
    ).toBe(true);
    held.resolve();
    await press('Import 9 rows');
    await page.unroute('**/imports/*');
    await page.getByText('9 experiments imported from messy.xlsx, 1 of them failed.').waitFor();
    await page.getByRole('gridcell', { name: '=SUM(A1)' }).first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('saves the runs with their units, and no cell is a formula', async () => {
    const [file] = await Promise.all([page.waitForEvent('download'), press('Save CSV')]);
    const [head, line] = (await readFile(await file.path(), 'utf8')).split('\n');
    expect(head).toContain('"Base ""strong"""');
    expect(line?.split(',').slice(0, 6)).toEqual(['°C', '', '', '', '%', '']);
    expect(await readFile(await file.path(), 'utf8')).toContain("'=SUM(A1)");
    const [book] = await Promise.all([page.waitForEvent('download'), press('Save XLSX')]);
    expect(book.suggestedFilename()).toBe('experiments.xlsx');
    const [sheet] = await readSheets(await readFile(await book.path()));
    const [names, units, ...runs] = (sheet as unknown as { data: unknown[][] }).data;
    expect(names?.slice(0, 3)).toEqual(['T', '1 per T', 'Base "strong"']);
    expect(units?.[0]).toBe('°C');
    expect(runs).toHaveLength(9);
    expect(runs[6]?.slice(0, 4)).toEqual([82, 0.0029, '=SUM(A1)', 8]);
  });

  it('turns a plate into runs, and leaves room to take it for a table', async () => {
    await give('plate.csv', plate);
    await dialog()
      .getByText(/^A plate became 96 runs/)
      .waitFor();
    await openReading();
    await dialog().getByLabel('Variables are in').selectOption('columns');
    await dialog().getByText('10 more reasons follow when these are solved').waitFor();
    expect(await roomAbove()).toBeGreaterThan(300);
    expect(await violations(page)).toEqual([]);
    await dialog().getByLabel('Variables are in').selectOption('plates of wells');
    await press('Import 96 rows');
    await page.getByText('96 experiments recorded.').waitFor();
  });

  it('makes a run of each repeat that was measured', async () => {
    await give('repeats.csv', repeats);
    await dialog()
      .getByText(/choose them as repeats/)
      .waitFor();
    await openReading();
    await dialog().getByLabel('Repeats of one result').selectOption('Yield 1 / %, Yield 2 / %');
    await dialog().getByText('4 rows became 7, one per value').waitFor();
    expect(await violations(page)).toEqual([]);
    const range = dialog().getByLabel('Range of T / °C');
    expect(await range.inputValue()).toBe('20 to 50');
    await range.fill('0 to 120');
    await range.press('Enter');
    await press('Import 7 rows');
    // The table may have the rows before the window knows that they are recorded.
    await dialog().waitFor({ state: 'detached' });
    await page.getByText('7 experiments recorded.').waitFor();
    const { variables } = await ask<{ variables: { bounds: number[] }[] }>(
      'GET',
      `/sessions/${session}/variables`,
    );
    expect(variables[0]?.bounds).toEqual([0, 120]);
  });

  it('converts values to the unit of the session where that is chosen', async () => {
    await page.getByLabel('File of experiments').setInputFiles({
      name: 'kelvin.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('T / K,Yield\n303.15,0.29\n313.15,0.3\n'),
    });
    await dialog()
      .getByText(/choose to convert the values to °C/)
      .waitFor();
    await dialog().getByLabel('Convert T / K to °C').check();
    await dialog().getByText("column 'T / K' is converted from K to °C: 313.15 becomes 40").waitFor();
    const unit = dialog().getByLabel('Unit of column Yield');
    await unit.fill('fraction');
    await unit.press('Enter');
    await dialog().getByLabel('Convert Yield to %').check();
    expect(await violations(page)).toEqual([]);
    await dialog().getByText('Preview of the first rows').click();
    const heads = await dialog().getByRole('table').last().getByRole('columnheader').allInnerTexts();
    expect(heads.slice(0, 2).map((head) => head.replace(/\s+/g, ' '))).toEqual(['T °C', 'Yield %']);
    await press('Import 2 rows');
    await page.getByText('9 experiments recorded.').waitFor();
    await page.getByRole('gridcell', { name: '29', exact: true }).waitFor();
  });

  it('asks for the decimal sign where nothing in the file shows it', async () => {
    await give('steps.csv', 'p;Yield\n1.200;40\n12.000;50\n');
    const button = dialog().getByRole('button', { name: 'Import 2 rows' });
    expect(await button.isDisabled()).toBe(true);
    await press('Decide');
    const sign = dialog().getByLabel('“1.200” is');
    await sign.and(page.locator(':focus')).waitFor();
    expect(await violations(page)).toEqual([]);
    await sign.selectOption('1200 (decimal comma)');
    await button.click();
    await page.getByRole('gridcell', { name: '12000', exact: true }).waitFor();
  });

  it('keeps the dialog when the server is lost, and imports when it is back', async () => {
    await give('lost.csv', repeats);
    const rows = /\/experiments(\?|$)/;
    await page.route(rows, (route) => route.abort());
    await press('Import 4 rows');
    await page.getByText('The server cannot be reached.').waitFor();
    await page.unroute(rows);
    await press('Import 4 rows');
    await page.getByText('4 experiments imported from lost.csv.').waitFor();
  });

  it('goes on with an import after the page was loaded again', async () => {
    await give('again.csv', repeats);
    await dialog().getByLabel('Meaning of column T / °C').selectOption('ignore');
    await settled();
    await page.reload();
    const go = page.getByRole('button', { name: 'Continue import' });
    await go.click();
    await page.getByRole('dialog', { name: 'Import again.csv' }).waitFor();
    expect(await dialog().getByLabel('Meaning of column T / °C').inputValue()).toBe('ignore');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => go.count()).toBe(0);
    await page.reload();
    await settled();
    expect(await go.count()).toBe(0);
  });

  it('leaves the window of the next file open when the import before is answered late', async () => {
    await give('first.csv', repeats);
    const held = Promise.withResolvers<void>();
    await page.route('**/imports/*/commit', async (route) => {
      const response = await route.fetch();
      await held.promise;
      await route.fulfill({ response });
    });
    await press('Import 4 rows');
    await page.getByText('4 experiments recorded.').waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page
      .getByLabel('File of experiments')
      .setInputFiles({ name: 'next.csv', mimeType: 'text/csv', buffer: Buffer.from(repeats) });
    const next = page.getByRole('dialog', { name: 'Import next.csv' });
    await next.waitFor();
    held.resolve();
    await page.getByText('4 experiments imported from first.csv.').waitFor();
    await settled();
    expect(await next.isVisible()).toBe(true);
    await page.unroute('**/imports/*/commit');
    await next.getByRole('button', { name: 'Cancel' }).click();
  });

  it('shows sessions and the fields of a new variable whole on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const where of ['', `#/s/${session}/variables`]) {
      await page.goto(`${stage.server.address}${where}`);
      await page
        .getByRole('heading', { name: where === '' ? 'Sessions' : 'Variables', exact: true })
        .waitFor();
      await page.locator('.table.cards').first().waitFor();
      const cut = (): Promise<number> =>
        page.evaluate(
          `[...document.querySelectorAll('.table.cards td, .table.cards input')].filter((one) => one.getBoundingClientRect().right > innerWidth - 12).length`,
        );
      await expect.poll(cut).toBe(0);
    }
    await page.getByPlaceholder('Step').last().waitFor();
    expect(stage.faults).toEqual([]);
  });
});
