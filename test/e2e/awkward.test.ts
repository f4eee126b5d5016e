import { expect, it } from 'vitest';
import { ask, fits, makeSession, page, says, settled, show, stage, story, violations } from './pages.ts';

/** Campaigns that are not as in a book: nothing works, limits, mixtures, a list of candidates, units far from one. */

const T = { name: 'T', type: 'real', bounds: [20, 90], unit: '°C' };

/** A session with its objectives, and rows when there are any. @returns its id */
async function campaign(
  name: string,
  variables: readonly object[],
  objectives: readonly object[],
  experiments: readonly object[] = [],
): Promise<string> {
  const id = await makeSession(name, variables);
  if (objectives.length > 0) await ask('PUT', `/sessions/${id}/objectives`, { objectives });
  if (experiments.length > 0) await ask('POST', `/sessions/${id}/experiments/batch`, { experiments });
  return id;
}

story('awkward campaigns in the browser', {}, () => {
  it('an example that cannot be made whole leaves no session behind', async () => {
    const { server } = stage;
    await page.goto(server.address);
    const upload = '**/experiments/upload';
    await page.route(upload, (route) => route.fulfill({ status: 503, json: { detail: 'the disk is full' } }));
    await page.getByRole('button', { name: 'Try with example data' }).click();
    await says('the disk is full');
    await says('Your first campaign starts here');
    expect(await ask('GET', '/sessions', undefined)).toMatchObject({ items: [] });
    await page.unroute(upload);
  });

  it('a campaign without a goal is asked for one before its first runs', async () => {
    const id = await campaign('New', [T], []);
    await show(id, 'overview');
    await page.getByRole('link', { name: 'Set the goal' }).click();
    await page.getByLabel('Goal').selectOption('minimize');
    await page.getByRole('button', { name: 'Save objectives' }).click();
    await says('Objectives saved');
    await show(id, 'overview');
    await page.getByRole('link', { name: 'Make a design' }).waitFor();
  });

  it('runs that all failed give no empty figure and no training', async () => {
    const failed = [20, 30, 40, 50, 60].map((value) => ({ inputs: { T: value }, status: 'failed' }));
    const id = await campaign('Failed', [T], [{ name: 'yield', unit: '%', goal: 'maximize' }], failed);
    await show(id, 'overview');
    await says('No run has given a result yet');
    await says('over 1 variable; 5 without a result');
    expect(await page.locator('figure').count()).toBe(0);
    expect(await page.getByText('Best experiments').count()).toBe(0);
    await show(id, 'progress');
    await says('No results yet');
    await show(id, 'monitor');
    await says('No results yet.');
    expect(await page.locator('figure').count()).toBe(0);
  });

  it('an objective that no run has a result of is drawn nowhere', async () => {
    const goals = ['Yield', 'Purity'].map((name) => ({ name, goal: 'maximize' }));
    const rows = [20, 40, 60].map((value) => ({ inputs: { T: value }, output: [null, 90 + value / 10] }));
    const id = await campaign('Half measured', [T], goals, rows);
    await show(id, 'progress');
    await says('No result of Yield yet.');
    await says('Purity: best 96');
    await says('No run has results of both Yield and Purity yet.');
    expect(await page.getByText('Pareto front').count()).toBe(0);
  });

  it('limits are drawn, and a run that breaks one is not on the front and says so', async () => {
    const values = [
      [60, 150, 10],
      [85, 190, 11],
      [97, 240, 12],
      [70, 260, 9],
      [75, 300, 14],
    ] as const;
    const rows = values.map(([recovery, impurity, viscosity], i) => ({
      inputs: { T: 20 + 10 * i },
      output: { recovery, impurity, viscosity },
    }));
    const goals = [
      { name: 'recovery', unit: '%', goal: 'maximize' },
      { name: 'impurity', unit: 'ppm', goal: 'minimize', at_most: 200 },
      { name: 'viscosity', unit: 'mPa·s', goal: 'maximize' },
    ];
    const id = await campaign('Limits', [T], goals, rows);
    await ask('POST', `/sessions/${id}/model/train`, { backend: 'auto' });
    await show(id, 'overview');
    const table = page.getByRole('region', { name: 'Pareto front' });
    await table.getByRole('row').filter({ hasText: '190' }).waitFor();
    expect(await table.getByRole('row').filter({ hasText: '240' }).count()).toBe(0);
    await says(/Runs that do not meet all limits do not count/);
    await page.locator('figure').getByText('limit to meet').waitFor();
    await says('Highest recovery within the limits');
    expect(await page.getByText('experiment 2 of 5', { exact: true }).count()).toBe(2);
    // Every objective has its score, not the first two alone.
    await says(/^recovery −?[\d.]+: [a-z ]+; impurity −?[\d.]+: [a-z ]+; viscosity −?[\d.]+: [a-z ]+$/);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const beyond = `{
      const right = document.querySelector('figure svg').getBoundingClientRect().right;
      Math.max(...[...document.querySelectorAll('figure .legend text')].map((text) => text.getBoundingClientRect().right)) - right;
    }`;
    await expect.poll(() => page.evaluate(beyond)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('where the first run that counts is the best one, its number is given, and no distance is drawn', async () => {
    const rows = [20, 3, 4].map((colour, i) => ({ inputs: { T: 20 + 25 * i }, output: { colour } }));
    const goals = [{ name: 'colour', unit: 'APHA', goal: 'minimize', at_most: 5 }];
    await show(await campaign('The first within', [T], goals, rows), 'progress');
    await says(
      'Experiment 2, the first that counts, reached 3 APHA already, so there is no distance to draw.',
    );
  });

  it('where no run meets all limits, no distance is drawn, and no legend names a mark that is not there', async () => {
    const rows = [20, 45, 70].map((T) => ({ inputs: { T }, output: { colour: T, size: 60 + T / 2 } }));
    const goals = [
      { name: 'colour', unit: 'APHA', goal: 'minimize', at_most: 5 },
      { name: 'size', unit: 'µm', goal: 'target', target: 50 },
    ];
    const id = await campaign('None is good', [T], goals, rows);
    await show(id, 'progress');
    await says('No run counts yet, so there is no distance to draw.');
    expect(await page.getByText('already, so there is no distance').count()).toBe(0);
    await page.locator('figure').first().waitFor();
    await settled();
    const entries = await page.locator('figure .legend text').allTextContents();
    expect(entries).toContain('measured');
    expect(entries.filter((one) => one === 'Pareto-optimal')).toEqual([]);
    // The joint desirability has its line: it is 0.
    expect(entries.filter((one) => one === 'best so far')).toHaveLength(1);
  });

  it('lines along the parts of a mixture keep its sum, and a point that breaks it is called so', async () => {
    const parts = ['water', 'ethanol', 'glycerol'].map((name) => ({
      name,
      type: 'real',
      bounds: [0.1, 0.8],
    }));
    const rows = [0.2, 0.35, 0.5, 0.65, 0.8].map((water, i) => ({
      inputs: { water, ethanol: (1 - water) / 2, glycerol: (1 - water) / 2, T: 20 + 5 * i },
      output: 3 + 10 * water * (1 - water) + i,
    }));
    const id = await campaign('Mixture', [...parts, T], []);
    const coefficients = { water: 1, ethanol: 1, glycerol: 1 };
    await ask('POST', `/sessions/${id}/constraints`, { type: 'equality', coefficients, rhs: 1 });
    const limit = { type: 'inequality', coefficients: { water: 100, T: 1 }, rhs: 125 };
    await ask('POST', `/sessions/${id}/constraints`, limit);
    await ask('POST', `/sessions/${id}/experiments/batch`, { experiments: rows });
    await ask('POST', `/sessions/${id}/model/train`, { backend: 'auto' });
    await show(id, 'model');
    await says(/Along water, ethanol, glycerol the other parts of the mixture change in proportion/);
    await says(/Grey and dashed: settings that violate a constraint/);
    const violated = page.getByText('These settings violate a constraint: water + ethanol + glycerol = 1');
    const slider = page.getByRole('slider', { name: 'water' });
    await slider.press('Home');
    await page.getByText(/^Through: water 0\.1, ethanol 0\.45, glycerol 0\.45/).waitFor();
    expect(await violated.count()).toBe(0);
    await page.getByText(/^Through:/).click();
    await page.getByLabel('water', { exact: true }).first().fill('0.5');
    await violated.waitFor();
    // Next to the others in proportion, as far as each of them can go.
    const figure = page.getByRole('figure').filter({ has: page.getByLabel(/Predicted .* along water/) });
    await slider.press('Home');
    await expect.poll(() => violated.count()).toBe(0);
    await figure.getByRole('button', { name: 'Table' }).click();
    await figure.locator('tbody tr').first().waitFor();
    const cells = (await figure.locator('tbody tr').allInnerTexts()).map((line) =>
      line.split('\t').map(Number),
    );
    expect(cells.length).toBeGreaterThan(2);
    for (const [water, ethanol, glycerol] of cells) {
      expect(Number(water) + Number(ethanol) + Number(glycerol)).toBeCloseTo(1, 3);
      expect(ethanol).toBeCloseTo(Number(glycerol), 3);
    }
    expect(await violations(page)).toEqual([]);
  });

  it('a category is chosen by its name, and long names along an axis stay apart', async () => {
    const catalysts = Array.from(
      { length: 12 },
      (_, i) => `Buchwald precatalyst no. ${i + 1} of the third generation`,
    );
    const rows = catalysts.flatMap((catalyst, i) => [{ inputs: { T: 20 + i, catalyst }, output: i }]);
    const variables = [T, { name: 'catalyst', type: 'categorical', categories: catalysts }];
    const id = await campaign('Catalysts', variables, [], rows);
    await ask('POST', `/sessions/${id}/model/train`, { backend: 'auto' });
    await show(id, 'model');
    const choice = page.locator('.sliders').getByLabel('catalyst');
    await choice.selectOption(catalysts[4] ?? '');
    await page.getByText(`catalyst ${catalysts[4]}`).first().waitFor();
    expect(await page.getByRole('slider', { name: 'catalyst' }).count()).toBe(0);
    const ticks = (await page.evaluate(
      `[...document.querySelectorAll('svg[aria-label$="along catalyst"] .axes text:has(title)')].map((one) =>
        [one.firstChild.data, one.querySelector('title').textContent])`,
    )) as [string, string][];
    const [texts, whole] = [ticks.map(([text]) => text), ticks.map(([, name]) => name)];
    expect(whole.length).toBeGreaterThan(2);
    expect(new Set(texts).size).toBe(whole.length);
    expect(catalysts).toEqual(expect.arrayContaining(whole));
    expect(await violations(page)).toEqual([]);
  });

  it('long words of the queue stay whole, and every value is in sight, at any width', async () => {
    const word = 'Reaktionstemperaturverlaufsregelung';
    const variables = [T, { name: word, type: 'real', bounds: [0, 10], unit: 'mmol/l' }];
    const objectives = ['Enantiomerenüberschuss', 'z'].map((name) => ({ name, unit: '%', goal: 'maximize' }));
    const id = await campaign('Long words', variables, objectives);
    const items = [1, 2].map((i) => ({ inputs: { T: 30, [word]: i } }));
    await ask('POST', `/sessions/${id}/experiments/queue`, { items });
    for (const width of [360, 820, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await show(id, 'queue');
      await page.locator('.bench-card').getByText(word).first().waitFor();
      const broken = await page.evaluate(
        `[...document.querySelectorAll('.bench-card :is(dt, label)')].flatMap(({ firstChild: text }) => {
          const range = new Range();
          range.setStart(text, 0);
          range.setEnd(text, text.data.match(/^\\S*/)[0].length);
          return range.getClientRects().length > 1 ? [text.data] : [];
        })`,
      );
      expect(broken, `at ${width}`).toEqual([]);
      const outside = await page.evaluate(
        `[...document.querySelectorAll('.table.queue .cell-input')].flatMap((one) => {
          const [own, cell] = [one, one.closest('td')].map((part) => part.getBoundingClientRect());
          return own.right > cell.right + 1 || own.width < 40 ? [one.innerHTML] : [];
        })`,
      );
      expect(outside, `at ${width}`).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('an analysis says which category the others are compared with', async () => {
    const solvents = ['THF', 'DMF', 'toluene'];
    const rows = Array.from({ length: 12 }, (_, i) => ({
      inputs: { T: 20 + 6 * i, solvent: solvents[i % 3] },
      output: 40 + 5 * (i % 3) + i + (i % 2),
    }));
    const variables = [T, { name: 'solvent', type: 'categorical', categories: solvents }];
    const id = await campaign('Solvents', variables, [], rows);
    await show(id, 'analysis');
    await says(/difference from the first category of its variable that was run: THF for solvent/);
    const items = solvents.map((solvent, i) => ({ inputs: { T: 30 + i, solvent } }));
    await ask('POST', `/sessions/${id}/experiments/queue`, { items });
    for (const view of ['overview', 'queue', 'history']) {
      await show(id, view);
      await page.getByRole('columnheader', { name: 'solvent' }).waitFor();
      const sides = await page.evaluate(
        `[...document.querySelectorAll('th')].flatMap((head) => {
          const cell = head.closest('table').rows[1].cells[head.cellIndex];
          const sides = [head, cell, ...cell.querySelectorAll('input')].map((one) => getComputedStyle(one).textAlign);
          return head.textContent === 'solvent' ? sides : [];
        })`,
      );
      expect(sides, view).not.toContain('right');
    }
  });

  it('a category that recorded runs have is retired where it is taken out', async () => {
    const solvents = ['THF', 'DMF', 'toluene'];
    const variables = [T, { name: 'solvent', type: 'categorical', categories: solvents }];
    const rows = ['THF', 'DMF', 'THF'].map((solvent, i) => ({ inputs: { T: 20 + i, solvent }, output: i }));
    const id = await campaign('Retired', variables, [], rows);
    await show(id, 'variables');
    const row = page.getByRole('row').filter({ hasText: 'solvent' });
    const categories = async () => {
      const { variables: all } = await ask<{ variables: object[] }>('GET', `/sessions/${id}/variables`);
      return all[1];
    };
    await row.getByRole('button', { name: 'Remove DMF' }).click();
    await says('“DMF” is used in recorded runs, so it is retired: it is no longer proposed.');
    await row.getByText('retired').waitFor();
    expect(await categories()).toMatchObject({ categories: solvents, retired: ['DMF'] });
    expect(await violations(page)).toEqual([]);
    // Once more: nothing is left to change, and it stays on screen.
    await row.getByRole('button', { name: 'Remove DMF' }).click();
    await row.getByRole('button', { name: 'Remove DMF' }).waitFor();
    // One that no run has goes.
    await row.getByRole('button', { name: 'Remove toluene' }).click();
    await expect.poll(categories).toMatchObject({ categories: ['THF', 'DMF'] });
  });

  it('the sum of a mixture may be typed with its unit', async () => {
    const parts = ['Resin', 'Pigment'].map((name) => ({ name, type: 'real', bounds: [0, 80], unit: '%' }));
    const id = await campaign('Ink', parts, []);
    await show(id, 'variables');
    await page.getByLabel('New constraint').fill('Resin + Pigment = 100 %');
    await says('Read as: Resin + Pigment = 100');
    await page.getByRole('button', { name: 'Add constraint', exact: true }).click();
    await page.getByRole('cell', { name: 'Resin + Pigment = 100', exact: true }).waitFor();
    // What is said of all runs is said once.
    await show(id, 'suggest');
    await page.getByRole('button', { name: 'Suggest experiments', exact: true }).click();
    await page.getByRole('heading', { name: '3 suggestions' }).waitFor();
    expect(await page.getByText('the first runs are spread over the space').count()).toBe(1);
  });

  it('a candidate list is mentioned where suggestions are requested', async () => {
    const id = await campaign('List', [T], []);
    const candidates = Array.from({ length: 1200 }, (_, i) => ({ T: 20 + i / 20 }));
    await ask('PUT', `/sessions/${id}/candidates`, { candidates });
    await show(id, 'suggest');
    await says(/chooses from the candidate list of this campaign, which holds 1200 runs/);
  });

  it('the words of a suggestion are in sight with many variables, and its numbers whole on a phone', async () => {
    const many = Array.from({ length: 14 }, (_, i) => ({ ...T, name: `Temperature of zone ${i + 1}` }));
    const rows = Array.from({ length: 6 }, (_, i) => ({
      inputs: Object.fromEntries(many.map(({ name }, k) => [name, 20 + ((7 * i * (k + 1)) % 70)])),
      output: { 'Regioisomeric impurity': 3 + ((i * i) % 5) },
    }));
    const goals = [{ name: 'Regioisomeric impurity', unit: 'g/(L·h)', goal: 'minimize' }];
    const id = await campaign('Zones', many, goals, rows);
    await show(id, 'suggest');
    await page.getByRole('button', { name: 'Suggest experiments', exact: true }).click();
    const words = page.locator('.suggested > p, td.why').first();
    const box = await words.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 9999)).toBeLessThanOrEqual(1440);
    await page.setViewportSize({ width: 390, height: 844 });
    const beyond = `{
      const right = document.querySelector('.suggested').getBoundingClientRect().right;
      Math.max(...[...document.querySelectorAll('.suggested td.number > span')].map((one) => one.getBoundingClientRect().left + one.scrollWidth)) - right;
    }`;
    await expect.poll(() => page.evaluate(beyond)).toBeLessThanOrEqual(1);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('bounds far from one are whole in their fields, and ticks keep clear of the name of their axis', async () => {
    const density = { name: 'density', type: 'real', bounds: [1e12, 9e12], unit: '1/cm³' };
    const rows = Array.from({ length: 7 }, (_, i) => ({
      inputs: { density: 1e12 * (1 + i) },
      output: -1e-11 * (1 + i / 3 + (i % 2) / 9),
    }));
    const id = await campaign('Semiconductor', [density], [], rows);
    await show(id, 'variables');
    const max = page.getByLabel('Max of density');
    expect(await max.inputValue()).toBe('9e12');
    await show(id, 'overview');
    await page.locator('figure .axes').waitFor();
    const gap = await page.evaluate(`{
      const labels = [...document.querySelectorAll('figure .axes > text.axis-label')];
      const name = labels.at(-1).getBoundingClientRect();
      const ticks = [...document.querySelectorAll('figure .axes text[text-anchor=end]')];
      Math.min(...ticks.map((tick) => tick.getBoundingClientRect().left)) - name.right;
    }`);
    expect(gap).toBeGreaterThanOrEqual(0);
  });

  it('prints without menus and buttons, also with a name that has no spaces on a phone', async () => {
    const name = 'W'.repeat(60);
    const id = await campaign('Paper', [{ ...T, name }], [], [{ inputs: { [name]: 50 }, output: 1 }]);
    await show(id, 'overview');
    await page.locator('figure svg').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('navigation').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'SVG' }).first().isVisible()).toBe(false);
    expect(await page.locator('figure svg').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    // A4 with margins; a table that scrolls on the screen would be cut.
    const names = [1, 2, 3, 4, 5, 6, 7].map((number) => `Setting ${number}`);
    const inputs = Object.fromEntries(names.map((one, i) => [one, 10 + i / 3]));
    const settings = names.map((one) => ({ ...T, name: one }));
    const wide = await campaign('Wide', settings, [], [{ inputs, output: 1 }]);
    await page.setViewportSize({ width: 718, height: 1000 });
    await show(wide, 'overview');
    await page.locator('.table-scroll').waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(
      await page.evaluate(`{
        const { scrollWidth, clientWidth } = document.querySelector('.table-scroll');
        scrollWidth - clientWidth;
      }`),
    ).toBe(0);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 390, height: 844 });
    await show(id, 'costs');
    await page.getByRole('heading', { name }).waitFor();
    await fits(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('prints the queue as a sheet of runs, with room for results and remarks', async () => {
    const observed = { name: 'Humidity', type: 'real', bounds: [0, 100], unit: '%', role: 'observed' };
    const id = await campaign('Sheet', [T, observed], [{ name: 'yield', unit: '%', goal: 'maximize' }], []);
    const items = [20.5, 45, 70].map((T) => ({ inputs: { T } }));
    await ask('POST', `/sessions/${id}/experiments/queue`, { items });
    await show(id, 'queue');
    await page.getByText('3 runs to do').waitFor();
    await page.emulateMedia({ media: 'print' });
    const sheet = page.locator('.printed table');
    await sheet.waitFor();
    expect(await page.getByText('3 runs to do').isVisible()).toBe(false);
    expect(await sheet.getByRole('columnheader').allTextContents()).toEqual([
      'Run',
      'T°C',
      'Humidity%',
      'yield%',
      'Remarks',
    ]);
    const cells = await sheet.getByRole('row').nth(1).getByRole('cell').allTextContents();
    expect(cells).toEqual(['1', '20.5', '', '', '']);
    expect((await sheet.locator('.for-pen').first().boundingBox())?.height).toBeGreaterThan(30);
    await page.emulateMedia({ media: 'screen' });
  });

  it('prints the runs of a design, and not the form that asked for it', async () => {
    const id = await campaign('Printed design', [{ ...T, step: 5 }], []);
    await show(id, 'designs');
    await page.getByRole('button', { name: 'Make design', exact: true }).click();
    const runs = page.getByRole('region', { name: 'Runs of the design' });
    await runs.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByLabel('Method').isVisible()).toBe(false);
    expect(await runs.isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    expect(await page.getByLabel('Method').isVisible()).toBe(true);
  });

  it('prints the queue also where a variable has the name of a column of the sheet', async () => {
    const named = ['Run', 'Remarks'].map((name) => ({ ...T, name }));
    const id = await campaign('Same names', named, [{ name: 'yield', goal: 'maximize' }]);
    const items = [30, 40].map((value) => ({ inputs: { Run: value, Remarks: value + 1 } }));
    await ask('POST', `/sessions/${id}/experiments/queue`, { items });
    await show(id, 'queue');
    await page.getByText('2 runs to do').waitFor();
    await page.emulateMedia({ media: 'print' });
    const rows = page.locator('.printed table').getByRole('row');
    await rows.first().waitFor();
    expect(await rows.nth(1).getByRole('cell').allTextContents()).toEqual(['1', '30', '31', '', '']);
    // Columns that move are not drawn twice.
    await ask('PATCH', `/sessions/${id}/variables/Run`, { name: 'Load' });
    const heads = rows.first().getByRole('columnheader');
    await expect
      .poll(() => heads.allTextContents())
      .toEqual(['Run', 'Load°C', 'Remarks°C', 'yield', 'Remarks']);
    expect(await rows.nth(1).getByRole('cell').allTextContents()).toEqual(['1', '30', '31', '', '']);
    await page.emulateMedia({ media: 'screen' });
  });

  it('covers the shade at the edge of a table by what the table stands on', async () => {
    await campaign('Ground', [T], []);
    await page.goto(`${stage.server.address}#/sessions`);
    await page.locator('.table-scroll').first().waitFor();
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toMatch(/^rgb/);
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('.table-scroll')).backgroundImage"),
    ).toContain(ground);
  });

  it('keeps the numbers of a design in sight on a phone, and a long name in a few lines', async () => {
    const base = { name: 'Base', type: 'categorical', categories: ['NaOH', 'KOH'] };
    const long = { ...T, name: 'Temperature of the jacket of the second reactor in the cascade' };
    const id = await campaign('Phone', [base, { ...base, name: 'Solvent' }, { ...T, step: 5 }, long], []);
    await page.setViewportSize({ width: 360, height: 740 });
    await show(id, 'designs');
    await page.getByRole('button', { name: 'Make design', exact: true }).click();
    const heads = page.getByRole('region', { name: 'Runs of the design' }).getByRole('columnheader');
    await heads.first().waitFor();
    const box = async (at: number) => await heads.nth(at).boundingBox();
    const third = await box(3);
    expect((third?.x ?? 0) + (third?.width ?? 360)).toBeLessThan(340);
    expect((await box(4))?.width).toBeGreaterThan(140);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('prints light in the dark theme, with figures as wide as the paper', async () => {
    const rows = [20, 45, 70].map((T) => ({ inputs: { T }, output: T }));
    const id = await campaign('Paper in the dark', [T], [], rows);
    await page.emulateMedia({ colorScheme: 'dark' });
    await show(id, 'progress');
    const figure = page.locator('figure svg').first();
    await figure.waitFor();
    await settled();
    const colours = () =>
      page.evaluate(
        "[':root', '.panel', 'h1'].map((one) => getComputedStyle(document.querySelector(one))).map((one, i) => i < 2 ? one.backgroundColor : one.color)",
      );
    const onScreen = (await figure.boundingBox())?.width ?? 0;
    expect(await colours()).toEqual(['rgb(19, 22, 26)', 'rgb(27, 31, 37)', expect.anything()]);
    // As a browser does just before it lays the page out on paper.
    const right = await page.evaluate(
      "dispatchEvent(new Event('beforeprint')); document.querySelector('figure svg').getBoundingClientRect().right",
    );
    expect(right).toBeGreaterThan(500);
    expect(right).toBeLessThanOrEqual(718);
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    expect(await colours()).toEqual(['rgb(255, 255, 255)', 'rgb(255, 255, 255)', 'rgb(27, 31, 36)']);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await expect.poll(async () => (await figure.boundingBox())?.width).toBe(onScreen);
  });

  it('an address that nothing belongs to says so', async () => {
    await page.goto(`${stage.server.address}#/nothing`);
    await says('There is no page named “nothing”.');
    await page.goto(`${stage.server.address}#/s/%E0%A4%A/overview`);
    await says('There is no such session here');
  });

  it('threw no error and broke no content policy on the way', () => {
    expect(stage.faults).toEqual([]);
  });
});
