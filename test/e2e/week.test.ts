import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { latin1, workbook } from '../service/tables/files.ts';
import {
  chromium,
  openStage,
  pictureOnFailure,
  press as pressOn,
  request,
  type Stage,
  violations,
  watch,
} from './pages.ts';

/** A week in a lab, in German: files as laboratories have them, results as they come, and what follows from them. */

/** Windows-1252, semicolons, decimal commas, units in names, commas in categories, remarks, limits and failures. */
const german = latin1(
  [
    'Versuchsreihe Suzuki, Labor 3;;;;;',
    'Versuch;T / °C;t / min;Lösungsmittel;Ausbeute [%];Bemerkung',
    'V-01;80,5;10;1,4-Dioxan;45,2;gelb',
    'V-02;95;20;N,N-DMF;>99;',
    'V-03;60;30;1,4-Dioxan;n.d.;Probe verloren',
    'V-04;70,25;15;THF;fehlgeschlagen;Pumpe undicht',
    'V-05;100,5;25;THF;< 5;',
    'V-06;85;12,5;N,N-DMF;71,4;',
    'V-07;65;22;THF;38,9;',
    'V-08;90;18;1,4-Dioxan;62,3;',
  ].join('\r\n'),
);

/** A workbook with the same columns, whose runs bring a new solvent, a cell that is no number and a number used twice. */
const excel = workbook({
  Ergebnisse: [
    ['Versuch', 'T / °C', 't / min', 'Lösungsmittel', 'Ausbeute [%]', 'Bemerkung'],
    ['V-09', 75, 14, 'Toluol', 55.5, null],
    ['V-10', 88, 27, 'N,N-DMF', 'ca. 80', 'geschätzt'],
    ['V-11', 92, 16, 'THF', 66.6, null],
  ],
});

let stage: Stage;
let page: Page;
let session = '';

const press = (name: string | RegExp): Promise<void> => pressOn(page, name);
const open = (view: string): Promise<unknown> => page.goto(`${stage.server.address}#/s/${session}/${view}`);
const ask = <T>(path: string): Promise<T> =>
  request<T>(stage.server.address, 'GET', `/sessions/${session}/${path}`);
const give = (name: string, buffer: Buffer): Promise<void> =>
  page
    .getByLabel('File of experiments')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

describe.skipIf(chromium === undefined)('a week in a lab', { timeout: 180_000 }, () => {
  beforeAll(async () => {
    stage = await openStage();
    const context = await stage.browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'de-DE',
    });
    page = await context.newPage();
    watch(page, stage.faults);
  }, 120_000);
  beforeEach(() => pictureOnFailure(() => page));
  afterAll(() => stage?.close());

  it('takes a German file over with one look at it', async () => {
    await page.goto(stage.server.address);
    await press('New session');
    await page.getByLabel('Name').fill('Woche im Labor');
    await press('Create session');
    await page.getByText('0 variables').waitFor();
    session = /#\/s\/([^/]+)/.exec(page.url())?.[1] ?? '';
    await open('experiments');
    await give('versuche.csv', german);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Read as: semicolon between cells, decimal comma, windows-1252').waitFor();
    expect(await dialog.getByLabel('Name of column T / °C').inputValue()).toBe('T');
    expect(await dialog.getByLabel('Unit of column T / °C').inputValue()).toBe('°C');
    expect(await dialog.getByLabel('Meaning of column Versuch').inputValue()).toBe('id');
    expect(await dialog.getByLabel('Meaning of column Bemerkung').inputValue()).toBe('note');
    await dialog.getByText('Censored result, 2 rows').waitFor();
    expect(await violations(page)).toEqual([]);
    const name = dialog.getByLabel('Name of column t / min');
    await name.fill('Zeit');
    await name.press('Enter');
    await press('Import 8 rows');
    await page.getByText('8 experiments recorded.').waitFor();
    await page.getByRole('gridcell', { name: '80,5' }).waitFor();
    await page.getByRole('gridcell', { name: '>99' }).waitFor();
  });

  it('keeps names with commas when only a unit is edited', async () => {
    await open('variables');
    await page.getByText('1,4-Dioxan', { exact: true }).waitFor();
    const unit = page.getByLabel('Unit of Lösungsmittel', { exact: true });
    await unit.fill('mL');
    await unit.press('Enter');
    await page.getByText('Variable “Lösungsmittel” changed.').waitFor();
    const { variables } = await ask<{ variables: { name: string; categories: string[] | null }[] }>(
      'variables',
    );
    expect(variables.find((one) => one.name === 'Lösungsmittel')?.categories).toEqual([
      '1,4-Dioxan',
      'N,N-DMF',
      'THF',
    ]);
    expect(variables.map((one) => one.name)).toEqual(['T', 'Zeit', 'Lösungsmittel']);
  });

  it('reads decimal commas in a constraint', async () => {
    await page.getByLabel('New constraint').fill('T + 0,5 Zeit ≤ 118,5');
    await page.getByText('Read as: T + 0,5·Zeit ≤ 118,5').waitFor();
    await press('Add constraint');
    await page.getByText('Constraint added.').waitFor();
    const { constraints } = await ask<{ constraints: object[] }>('constraints');
    expect(constraints).toMatchObject([{ coefficients: { T: 1, Zeit: 0.5 }, rhs: 118.5 }]);
    expect(await violations(page)).toEqual([]);
  });

  it('adds a workbook, with a decision for what cannot be read', async () => {
    await open('experiments');
    await page.getByText('8 experiments recorded.').waitFor();
    await give('nachtrag.xlsx', excel);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 rows in the file').waitFor();
    if ((await dialog.getByLabel('Name of column t / min').inputValue()) !== 'Zeit') {
      await dialog.getByLabel('Name of column t / min').fill('Zeit');
      await dialog.getByLabel('Name of column t / min').press('Enter');
    }
    await press('Add to the table');
    const cell = dialog.getByLabel('Ausbeute [%] of row 2');
    await cell.fill('80');
    await cell.press('Enter');
    await cell.waitFor({ state: 'detached' });
    const category = dialog.locator('label').filter({ hasText: 'Unknown category' }).locator('select');
    await category.selectOption({ label: 'add the category' });
    expect(await violations(page)).toEqual([]);
    await press('Import 3 rows');
    await page.getByText('11 experiments recorded.').waitFor();
  });

  it('opens the analysis without an error', async () => {
    await open('analysis');
    await page.getByText(/^Model: /).waitFor({ timeout: 60_000 });
    await page.getByRole('columnheader', { name: 'VIF' }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it('suggests by itself, says why, and takes a result as it comes', async () => {
    await open('suggest');
    await page.getByLabel('How many').fill('2');
    await press('Suggest experiments');
    await page.getByText('2 suggestions').waitFor({ timeout: 120_000 });
    await press('Stage all 2');
    await page.getByRole('link', { name: 'Go to the queue' }).click();
    const device = page.getByRole('article', { name: 'Run 1' });
    const result = device.getByLabel('Ausbeute (%)');
    await result.press('Enter');
    await device.getByText('Enter the ausbeute (%)').waitFor();
    expect(await violations(page)).toEqual([]);
    await result.fill('>99,5');
    await result.press('Enter');
    await page.getByText('Result recorded.').waitFor({ timeout: 60_000 });
    await open('experiments');
    await page.getByText('12 experiments recorded.').waitFor();
    await page.getByRole('gridcell', { name: '>99,5' }).waitFor();
  });

  it('draws the model over a solvent and a number, and lets a slider be pulled', async () => {
    await open('model');
    await page.getByText('What the model has learned').waitFor({ timeout: 60_000 });
    const slider = page.getByRole('slider', { name: 'T', exact: true }).first();
    await slider.focus();
    const before = await slider.getAttribute('aria-valuetext');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => slider.getAttribute('aria-valuetext'), { timeout: 20_000 }).not.toBe(before);
    await page.getByRole('tab', { name: 'Contour' }).click();
    await page.getByLabel('Up', { exact: true }).selectOption('Lösungsmittel');
    await page.getByLabel(/^Predicted Ausbeute over T and Lösungsmittel/).waitFor();
    await page.getByLabel('Drawn as').selectOption('3-D surface');
    await page.getByLabel(/^Surface of Ausbeute/).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('tells the week in the audit log', async () => {
    await open('history?tab=audit');
    await page.getByRole('listitem').getByText('Experiments imported').first().waitFor();
    await page.getByText('3 rows of nachtrag.xlsx', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('broke no content policy and threw no error on the way', () => {
    expect(stage.faults).toEqual([]);
  });
});
