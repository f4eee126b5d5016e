import { readFile } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import {
  ask,
  fits,
  makeSession,
  page,
  press,
  root,
  settled,
  show,
  stage,
  story,
  violations,
  watch,
} from './pages.ts';

/** What people take for granted: nothing is lost, everything goes back, the keyboard suffices. */

const variables = [
  {
    name: 'catalyst',
    type: 'categorical',
    categories: ['P1-L1', 'P1-L2', 'P1-L3', 'P1-L4', 'P1-L5', 'P1-L6', 'P1-L7', 'P2-L1'],
  },
  { name: 't_res', type: 'real', bounds: [60, 600], unit: 's' },
  { name: 'temperature', type: 'real', bounds: [30, 110], unit: '°C', role: 'observed' },
  { name: 'catalyst_loading', type: 'real', bounds: [0.498, 2.515], unit: 'mol %' },
];

let session: string;

const open = (view: string): Promise<unknown> => show(session, view);
const gone = (text: string) => expect.poll(() => page.getByText(text).count()).toBe(0);

story('habits in the browser', { timeout: 600_000 }, () => {
  beforeAll(async () => {
    const csv = await readFile(`${root}src/demo/data/reizman-suzuki-3.csv`, 'utf8');
    session = await makeSession('Reizman', variables, { csv, target: 'ton,yld' });
  });

  it('takes an edit back when the server refuses it, and says why in its words', async () => {
    await open('variables');
    const max = page.getByLabel('Max of t_res', { exact: true });
    await page.route('**/variables/t_res', (route) =>
      route.fulfill({
        status: 409,
        json: { detail: 'the session is locked by the robot', error_type: 'LockedError', status_code: 409 },
      }),
    );
    await max.fill('900');
    await max.press('Enter');
    await page.getByText('the session is locked by the robot').waitFor();
    await expect.poll(() => max.inputValue()).toBe('600');
    await page.unroute('**/variables/t_res');
    await press('Dismiss');
    await open('experiments');
    await page.getByText('96 experiments recorded').waitFor();
    const cell = page.locator('#cell-0-1');
    const oneRow = /\/experiments\/[0-9a-f-]{36}$/;
    await page.route(oneRow, (route) =>
      route.fulfill({
        status: 400,
        json: { detail: 'disk is full', error_type: 'StoreError', status_code: 400 },
      }),
    );
    await cell.click();
    await page.keyboard.type('77');
    await page.keyboard.press('Enter');
    await page.getByText('disk is full').waitFor();
    await expect.poll(() => cell.textContent()).toBe('60');
    await page.unroute(oneRow);
  });

  it('goes back with the browser and keeps the state of a page in its address', async () => {
    await open('overview');
    await page.getByRole('link', { name: 'Analysis' }).click();
    await page.getByLabel('Objective').selectOption('yld');
    await page.getByLabel('Terms', { exact: true }).selectOption('Main effects');
    await page.getByLabel('Coefficients of yld with their intervals').waitFor();
    const address = page.url();
    await page.getByRole('link', { name: 'Progress' }).click();
    await page.getByRole('heading', { name: 'Progress', exact: true }).waitFor();
    await page.goBack();
    await page.getByLabel('Coefficients of yld with their intervals').waitFor();
    expect(page.url()).toBe(address);
    await page.goBack();
    await page.getByRole('heading', { name: 'Reizman' }).waitFor();
  });

  it('shows several objectives together: best of each, trade-off, scores', async () => {
    await page.getByText('Highest ton').waitFor();
    await page.getByText('Highest yld').waitFor();
    await page.getByText('Pareto-optimal').first().waitFor();
    await open('model');
    await press('Train model');
    await page.getByText('What the model has learned').waitFor();
    await page.getByRole('row', { name: /^yld 0\.\d+/ }).waitFor();
    await page.getByText('What affects yld').waitFor();
    await page.getByLabel('Importance of catalyst', { exact: true }).first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('suggests around what is held and what is only observed', async () => {
    await open('suggest');
    await page.getByLabel('temperature (°C)').fill('95');
    await page.getByText('Hold variables').click();
    await page.getByLabel('Hold catalyst', { exact: true }).check();
    await page.getByLabel('catalyst', { exact: true }).selectOption('P1-L3');
    await page.reload();
    expect(await page.getByLabel('temperature (°C)').inputValue()).toBe('95');
    await page.getByText('Hold variables (1 held)').waitFor();
    await press('Suggest experiments');
    await page.getByRole('heading', { name: '3 suggestions' }).waitFor();
    const rows = await page.locator('tr.explained').allInnerTexts();
    expect(rows).toHaveLength(3);
    for (const row of rows) {
      expect(row).toContain('P1-L3');
      // The results span decades, and the model is of their logarithms.
      expect(row).toMatch(/\(median\)\s[\d.]+ to [\d.]+/);
    }
    await page.getByText('Chosen for temperature 95 °C, as observed.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('takes a dropped file, and takes its rows back', async () => {
    await open('experiments');
    await page.getByText('96 experiments recorded').waitFor();
    await page.evaluate(`{
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['catalyst,t_res,temperature,catalyst_loading,ton,yld\\nP1-L1,300,80,1,50,60\\n'], 'more.csv'));
      document.querySelector('section[aria-label=Experiments]').dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await page.getByRole('dialog').getByText('1 row in the file').waitFor();
    await press('Import 1 row');
    await page.getByText('97 experiments recorded').waitFor();
    await press('Undo');
    await page.getByText('96 experiments recorded').waitFor();
  });

  it('saves the variables as a file and loads them again', async () => {
    await open('variables');
    const waiting = page.waitForEvent('download');
    await press('Save JSON');
    const file = await (await waiting).path();
    await page.getByRole('button', { name: 'Delete variable t_res' }).click();
    await page.getByText('Variable “t_res” deleted').waitFor();
    await page.getByText('3 variables', { exact: true }).waitFor();
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'space.json', mimeType: 'application/json', buffer: await readFile(file) });
    await page.getByText('4 variables', { exact: true }).waitFor();
    const { variables: now } = await ask<{ variables: { name: string; unit: string }[] }>(
      'GET',
      `/sessions/${session}/variables`,
    );
    expect(now.find((one) => one.name === 't_res')?.unit).toBe('s');
  });

  it('is worked by keys alone, with the focus in sight', async () => {
    await open('overview');
    await page.getByRole('heading', { name: 'Reizman' }).waitFor();
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.getByRole('heading', { name: 'Analysis', exact: true }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('monitor');
    await page.keyboard.press('Enter');
    await page.getByText('Best ton').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Analysis', exact: true }).waitFor();
    const seen = (await page.evaluate(`(async () => {
      const dull = [];
      for (const element of document.querySelectorAll('a[href], button:not(:disabled), input, select, [tabindex="0"]')) {
        if (element.getClientRects().length === 0) continue;
        element.focus({ focusVisible: true });
        const style = getComputedStyle(element);
        if (element.matches(':focus-visible') && style.outlineStyle === 'none' && style.boxShadow === 'none') dull.push(element.outerHTML.slice(0, 80));
      }
      return dull;
    })()`)) as string[];
    expect(seen).toEqual([]);
    await gone('This page stopped working');
  });

  it('gives the focus back to what opened a window', async () => {
    const session = await makeSession('windows', [{ name: 'T', type: 'real', bounds: [0, 100] }], {
      csv: 'T,Yield\n20,1\n30,2\n',
      target: 'Yield',
    });
    await ask('POST', `/sessions/${session}/experiments/queue`, { items: [{ inputs: { T: 40 } }] });
    const focused = (): Promise<string> =>
      page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.innerText');
    const closed = async (title: string | RegExp): Promise<string> => {
      const window = page.getByRole('dialog', { name: title });
      await window.waitFor();
      await window.locator(':focus').waitFor();
      await page.keyboard.press('Escape');
      await window.waitFor({ state: 'detached' });
      await expect.poll(focused).not.toContain('Skip to content');
      return focused();
    };
    const open = async (name: string): Promise<void> => {
      await page.getByRole('button', { name, exact: true }).focus();
      await page.keyboard.press('Enter');
    };
    await show(session, 'variables');
    await open('Edit variable T');
    expect(await closed('Variable “T”')).toBe('Edit variable T');
    await show(session, 'queue');
    await open('More for run 1');
    await page.getByRole('menuitem', { name: 'Failed…' }).press('Enter');
    expect(await closed('This run failed')).toBe('More for run 1');
    await show(session, 'experiments');
    // The browser is told early that the story chooses files: a chooser of its own takes the Enter otherwise.
    const choosing = page.waitForEvent('filechooser');
    await page.locator('#cell-1-0').click();
    const grid = await focused();
    await page.keyboard.press('Control+Enter');
    expect(await closed('Experiment 2')).toBe(grid);
    await page.getByRole('button', { name: 'Import file' }).focus();
    await page.keyboard.press('Enter');
    await (await choosing).setFiles({
      name: 'more.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('T,Yield\n50,3\n'),
    });
    expect(await closed('Import more.csv')).toBe('Import file');
    // A window that another one opens, and closes.
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('dialog', { name: 'Commands' }).waitFor();
    await page.keyboard.type('Keyboard');
    await page.keyboard.press('Enter');
    expect(await closed('Keyboard')).toBe('Import file');
  });

  it('types into an objective that was just added', async () => {
    await open('variables');
    const names = page.getByRole('group', { name: /^Objective / }).getByLabel('Name', { exact: true });
    await names.first().waitFor();
    const before = await names.count();
    await page.getByRole('button', { name: 'Add objective' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => names.count()).toBe(before + 1);
    await expect.poll(() => page.locator('fieldset:last-of-type input:focus').count()).toBe(1);
    await page.keyboard.type('Colour');
    expect(await names.last().inputValue()).toBe('Colour');
  });

  it('is free of violations on every page, light and dark, at three widths', async () => {
    const views = [
      'overview',
      'variables',
      'designs',
      'designs?kind=optimal',
      'suggest',
      'queue',
      'experiments',
      'model',
      'model?plot=contour',
      'analysis',
      'progress',
      'costs',
      'history',
      'history?tab=audit',
      'settings',
      'bench',
      'monitor',
      'assistant',
    ];
    for (const [width, colorScheme] of [
      [1440, 'dark'],
      [1024, 'light'],
      [390, 'dark'],
    ] as const) {
      const context = await stage.newContext({ viewport: { width, height: 844 }, colorScheme });
      const other = await context.newPage();
      watch(other, stage.faults);
      for (const view of views) {
        await show(session, view, other);
        await other.locator('h1').waitFor();
        await settled(other);
        expect(await violations(other), `${view} at ${width}, ${colorScheme}`).toEqual([]);
        await fits(width, `of ${view}, ${width}`, other);
      }
      await context.close();
    }
  });

  it('threw no error and broke no content policy on the way', () => {
    expect(stage.faults).toEqual([]);
  });

  it('takes names with signs in constraints, and reports what no run satisfies where it is typed', async () => {
    const mixture = await makeSession('Mixture', [
      { name: 'C=O', type: 'real', bounds: [0, 1] },
      { name: 'water', type: 'real', bounds: [0, 1] },
    ]);
    await show(mixture, 'variables');
    const field = page.getByLabel('New constraint');
    await field.fill('C=O + water = 3');
    await page.getByText('"C=O" + water is 0 to 2').waitFor();
    expect(await page.getByRole('button', { name: 'Add constraint', exact: true }).isDisabled()).toBe(true);
    await field.fill('"C=O" + water = 1');
    await field.press('Enter');
    await page.getByText('Constraint added.').waitFor();
    expect(await page.getByText('No run is possible').count()).toBe(0);
    await field.fill('"C=O" + 2 water >= 2.5');
    await field.press('Enter');
    await page
      .getByText(`No run is possible: constraints '"C=O" + water = 1', '−"C=O" − 2·water ≤ −2.5'`)
      .waitFor();
    const { entries } = await ask<{ entries: unknown[] }>('GET', `/sessions/${mixture}/audit`);
    expect(entries).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await press('Delete constraint −"C=O" − 2·water ≤ −2.5');
    await gone('No run is possible');
  });
});
