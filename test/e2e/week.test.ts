import { beforeAll, expect, it } from 'vitest';
import { latin1, workbook } from '../service/tables/files.ts';
import { ask, lookAt, page, press, show, stage, story, violations } from './pages.ts';

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
    ['V-10', 88, 27, 'N,N-DMF', '78–82', 'geschätzt'],
    ['V-11', 92, 16, 'THF', 66.6, null],
  ],
});

/** As a spreadsheet saves "Unicode text": UTF-16, tabs, and a value with its error. */
const unicode = Buffer.from(
  `\ufeff${[
    'Versuch\tT / °C\tt / min\tLösungsmittel\tAusbeute / %',
    'V-13\t72,5\t11\tTHF\t51,3 ± 0,8',
    'V-14\t83\t19\t1,4-Dioxan\t68,0 ± 0,8',
  ].join('\r\n')}`,
  'utf16le',
);

/** Two lines of names, a line of units, empty lines and a line of sums. */
const merged = Buffer.from(
  [
    'Bedingungen;;;;Ergebnis',
    'Versuch;T;t;Lösungsmittel;Ausbeute',
    ';°C;min;;%',
    '',
    'V-15;99;12;N,N-DMF;88,1',
    'V-16;62;28;THF;33,3',
    ';;;;',
    'Mittelwert;;;;60,7',
  ].join('\n'),
);

/** Columns that a program printed, with English points. */
const printed = Buffer.from(
  [
    '   T    t  Lösungsmittel  Ausbeute',
    '  77.5  13  THF     59.9',
    '  91.0  24  Toluol  <1',
    '  64.0  17  THF     37.5',
  ].join('\n'),
);

let session = '';

const open = (view: string): Promise<unknown> => show(session, view);
const read = <T>(path: string): Promise<T> => ask<T>('GET', `/sessions/${session}/${path}`);
const give = (name: string, buffer: Buffer): Promise<void> =>
  page
    .getByLabel('File of experiments')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });

story('a week in a lab', {}, () => {
  beforeAll(async () => {
    const context = await stage.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'de-DE',
    });
    lookAt(await context.newPage());
  });

  it('declares what the week is for, before any data', async () => {
    await page.goto(stage.server.address);
    await press('New session');
    await page.getByLabel('Name').fill('Woche im Labor');
    await press('Create session');
    await page.getByText('0 variables').waitFor();
    session = /#\/s\/([^/]+)/.exec(page.url())?.[1] ?? '';
    const objective = page.getByRole('group', { name: 'Objective Output' });
    await objective.getByLabel('Name').fill('Ausbeute');
    await page.getByRole('group', { name: 'Objective Ausbeute' }).getByLabel('Unit').fill('%');
    await page
      .getByRole('group', { name: 'Objective Ausbeute' })
      .getByLabel('Minimum acceptable')
      .fill('20,5');
    await press('Save objectives');
    await page.getByText('Objectives saved.').waitFor();
    const { objectives } = await read<{ objectives: object[] }>('objectives');
    expect(objectives).toMatchObject([{ name: 'Ausbeute', unit: '%', goal: 'maximize', at_least: 20.5 }]);
    expect(await violations(page)).toEqual([]);
  });

  it('takes a German file over with one look at it', async () => {
    await open('experiments');
    await give('versuche.csv', german);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Read as: semicolon between cells, decimal comma, windows-1252').waitFor();
    expect(await dialog.getByLabel('Name of column T / °C').inputValue()).toBe('T');
    expect(await dialog.getByLabel('Unit of column T / °C').inputValue()).toBe('°C');
    expect(await dialog.getByLabel('Meaning of column Versuch').inputValue()).toBe('id');
    expect(await dialog.getByLabel('Meaning of column Bemerkung').inputValue()).toBe('note');
    await dialog.getByText('Only a limit is known (>, <), 2 rows').waitFor();
    expect(await violations(page)).toEqual([]);
    const name = dialog.getByLabel('Name of column t / min');
    await name.fill('Zeit');
    await name.press('Enter');
    await press('Import 8 rows');
    await dialog.waitFor({ state: 'detached' });
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
    const { variables } = await read<{ variables: { name: string; categories: string[] | null }[] }>(
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
    const { constraints } = await read<{ constraints: object[] }>('constraints');
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
    const cell = dialog.getByLabel('Ausbeute [%] of line 3');
    await cell.fill('80');
    await cell.press('Enter');
    await cell.waitFor({ state: 'detached' });
    const category = dialog.locator('label').filter({ hasText: 'Unknown category' }).locator('select');
    await category.selectOption({ label: 'add the category' });
    expect(await violations(page)).toEqual([]);
    await press('Import 3 rows');
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('11 experiments recorded.').waitFor();
  });

  it.each([
    ['UTF-16 with tabs and errors', 'tabelle.txt', unicode, 2, 13],
    ['two lines of names, units and a mean', 'auszug.csv', merged, 2, 15],
    ['columns that a program printed', 'messung.dat', printed, 3, 18],
  ] as const)('takes a file of %s', async (_kind, name, content, added, total) => {
    await open('experiments');
    await page.getByText(`${total - added} experiments recorded.`).waitFor();
    await give(name, content);
    const dialog = page.getByRole('dialog');
    await press('Add to the table');
    const time = dialog.getByLabel(/^Name of column t( \/ min)?$/);
    if ((await time.inputValue()) !== 'Zeit') {
      await time.fill('Zeit');
      await time.press('Enter');
    }
    await press(new RegExp(`^Import ${added} rows$`));
    // The table may have the rows before the window knows that they are recorded.
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(`${total} experiments recorded.`).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('keeps a comment and a link with a run', async () => {
    await press('3');
    const dialog = page.getByRole('dialog', { name: 'Experiment 3' });
    await dialog.getByLabel('Comment').fill('Probe verloren, Kolben undicht');
    await dialog.getByLabel('Title').fill('NMR');
    await dialog.getByLabel('Address').fill('https://eln.example/42');
    await dialog.getByRole('button', { name: 'Add link' }).click();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save remarks' }).click();
    await page.getByText('Remarks saved.').waitFor();
    await press('3');
    await page.getByRole('dialog').getByRole('link', { name: 'NMR' }).waitFor();
    expect(await page.getByRole('dialog').getByLabel('Comment').inputValue()).toContain('Kolben undicht');
    await page.keyboard.press('Escape');
  });

  it('opens the analysis without an error', async () => {
    await open('analysis');
    await page.getByText(/^Model: /).waitFor();
    await page.getByRole('columnheader', { name: 'VIF' }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
  });

  it('suggests by itself, says why, and takes a result as it comes', async () => {
    await open('suggest');
    await page.getByText('Goal: maximize Ausbeute, at least 20,5 %').waitFor();
    await page.getByLabel('How many').fill('2');
    await press('Suggest experiments');
    await page.getByText('2 suggestions').waitFor();
    await press('Stage all 2');
    await page.getByRole('link', { name: 'Go to the queue' }).click();
    const device = page.getByRole('article', { name: /^Run \d+$/ });
    const result = device.getByLabel('Ausbeute (%)', { exact: true });
    await result.press('Enter');
    await device.getByText('Enter the ausbeute (%)').waitFor();
    expect(await violations(page)).toEqual([]);
    await result.fill('>99,5');
    await result.press('Enter');
    await page.getByText('Result recorded.').waitFor();
    await open('experiments');
    await page.getByText('19 experiments recorded.').waitFor();
    await page.getByRole('gridcell', { name: '>99,5' }).waitFor();
  });

  it('draws the model over a solvent and a number, and lets a slider be pulled', async () => {
    await open('model');
    await page.getByText('What the model has learned').waitFor();
    const slider = page.getByRole('slider', { name: 'T', exact: true }).first();
    await slider.focus();
    const before = await slider.getAttribute('aria-valuetext');
    const isLowest = (await slider.inputValue()) === (await slider.getAttribute('min'));
    await page.keyboard.press(isLowest ? 'ArrowRight' : 'ArrowLeft');
    await expect.poll(() => slider.getAttribute('aria-valuetext')).not.toBe(before);
    await page.getByRole('tab', { name: 'Contour' }).click();
    await page.getByLabel('Up', { exact: true }).selectOption('Lösungsmittel');
    await page.getByLabel(/^Predicted Ausbeute over T and Lösungsmittel/).waitFor();
    await page.getByLabel('Plot type').selectOption('3-D surface');
    await page.getByLabel(/^Surface of Ausbeute/).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('shows the week in the audit log', async () => {
    await open('history?tab=audit');
    await page.getByRole('listitem').getByText('Experiments imported').first().waitFor();
    await page.getByText('3 rows of nachtrag.xlsx', { exact: false }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('branches a second campaign off, with another goal', async () => {
    await open('history?tab=changes');
    await page
      .getByRole('button', { name: /^View revision/ })
      .first()
      .click();
    await page.getByText('As it was then').waitFor();
    await page.getByText('maximize Ausbeute, at least 20,5 %.').waitFor();
    await press('New campaign from here…');
    await page.getByRole('dialog').getByLabel('Name').fill('Woche zwei');
    await press('Begin campaign');
    await page.getByText('A new campaign begins here.').waitFor();
    const first = session;
    session = /#\/s\/([^/]+)/.exec(page.url())?.[1] ?? '';
    expect(session).not.toBe(first);
    await open('variables');
    const objective = page.getByRole('group', { name: 'Objective Ausbeute' });
    await objective.getByLabel('Goal').selectOption('target');
    await objective.getByLabel('Target').fill('62,5');
    await press('Save objectives');
    await page.getByText('Objectives saved.').waitFor();
    await open('progress');
    await page.getByText('Goal: Ausbeute close to 62,5 %, at least 20,5 %.').waitFor();
    expect(await violations(page)).toEqual([]);
    await open('suggest');
    await press('Suggest experiments');
    await page
      .getByText(/ in desirability over the best run/)
      .first()
      .waitFor();
  });

  it('broke no content policy and threw no error on the way', () => {
    expect(stage.faults).toEqual([]);
  });
});
