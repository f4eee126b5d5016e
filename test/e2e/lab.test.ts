import { beforeAll, expect, it } from 'vitest';
import { ask, makeSession, page, press, settled, show, story, violations } from './pages.ts';

let id: string;

const open = (where: string): Promise<unknown> => show(id, where).then(() => page.reload());

story('a campaign that changes', {}, () => {
  beforeAll(async () => {
    id = await makeSession('Lab', [
      { name: 'T', type: 'real', bounds: [20, 120], unit: '°C' },
      { name: 'solvent', type: 'categorical', categories: ['THF', 'DMF', 'MeCN'] },
    ]);
    const experiments = [
      { inputs: { T: 30, solvent: 'THF' }, output: 10 },
      { inputs: { T: 110, solvent: 'DMF' }, output: 30 },
    ];
    await ask('POST', `/sessions/${id}/experiments/batch`, { experiments });
  });

  it('edits a variable in a window: name, bounds, a retired category', async () => {
    await open('variables');
    await press('Edit variable T');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('bath');
    await dialog.getByLabel('Highest').fill('100');
    await dialog.getByLabel('Step').fill('5');
    await dialog.getByLabel('Why').fill('the bath boils');
    expect(await violations(page)).toEqual([]);
    await press('Save');
    await page.getByText('recorded row 2 is outside the new bounds and stays').waitFor();
    await press('Edit variable solvent');
    await dialog.getByRole('row', { name: 'DMF' }).getByLabel('retired').check();
    await dialog.getByRole('row', { name: 'THF' }).getByLabel('out of stock').check();
    await press('Save');
    await page.getByText('Variable “solvent” changed.').waitFor();
    const { variables } = await ask<{ variables: object[] }>('GET', `/sessions/${id}/variables`);
    expect(variables).toMatchObject([
      { name: 'bath', bounds: [20, 100], step: 5, unit: '°C' },
      { name: 'solvent', retired: ['DMF'], unavailable: ['THF'] },
    ]);
    const { experiments } = await ask<{ experiments: object[] }>('GET', `/sessions/${id}/experiments`);
    expect(experiments).toMatchObject([{ bath: 30 }, { bath: 110 }]);
  });

  it('adds a variable to a campaign with rows', async () => {
    await page.getByPlaceholder('Name').fill('stir');
    await page.getByPlaceholder('Min').last().fill('100');
    await page.getByPlaceholder('Max').last().fill('900');
    const recorded = page.getByLabel('Value in the 2 recorded rows');
    await press('Add');
    await page.getByText('needed', { exact: true }).waitFor();
    expect(await recorded.getAttribute('aria-invalid')).toBe('true');
    await recorded.fill('400');
    await press('Add');
    await page.getByText('Variable “stir” added.').waitFor();
    const { experiments } = await ask<{ experiments: object[] }>('GET', `/sessions/${id}/experiments`);
    expect(experiments).toMatchObject([{ stir: 400 }, { stir: 400 }]);
  });

  it('looks at the past, and begins a campaign there', async () => {
    await open('history?tab=changes');
    await page.getByText(/name: T → bath/).waitFor();
    await press('View revision 3');
    await page.getByLabel(/^What changed from revision 3/).waitFor();
    await page.getByText("variable 'stir' added").first().waitFor();
    await page.getByRole('cell', { name: '110', exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await press('New campaign from here…');
    await page.getByRole('dialog').getByLabel('Name').fill('Again with T');
    await press('Begin campaign');
    await page.getByText('A new campaign begins here.').waitFor();
    const branch = /#\/s\/([^/]+)/.exec(page.url())?.[1];
    expect(branch).not.toBe(id);
    const { variables } = await ask<{ variables: { name: string }[] }>(
      'GET',
      `/sessions/${branch}/variables`,
    );
    expect(variables.map(({ name }) => name)).toEqual(['T', 'solvent']);
  });

  it('keeps the buttons of the queue on screen with seven variables, and says what is missing', async () => {
    const made = await ask<{ session_id: string }>('POST', '/sessions', { metadata: { name: 'Seven' } });
    id = made.session_id;
    const names = Array.from({ length: 6 }, (_, i) => `variable ${i + 1}`);
    for (const name of names)
      await ask('POST', `/sessions/${id}/variables`, { name, type: 'real', bounds: [0, 1], unit: 'mmol' });
    const humidity = { name: 'humidity', type: 'real', role: 'observed', unit: '%' };
    await ask('POST', `/sessions/${id}/variables`, humidity);
    const inputs = Object.fromEntries(names.map((name, i) => [name, i / 10]));
    const items = [{ inputs }, { inputs }, { inputs }];
    await ask('POST', `/sessions/${id}/experiments/queue`, { items });
    await ask('POST', `/sessions/${id}/experiments/queue/lease`, { worker: 'robot 2' });
    await open('queue');
    await page.getByText('Running: robot 2').waitFor();
    const buttons = await page.getByRole('button', { name: /^Complete( run \d)?$/ }).all();
    expect(buttons).toHaveLength(3);
    for (const button of buttons) {
      const box = await button.boundingBox();
      expect(box === null ? 1e9 : box.x + box.width).toBeLessThanOrEqual(1440);
    }
    const result = page.getByLabel('Output of run 2');
    await result.fill('5');
    await result.press('Enter');
    const cell = page.getByLabel('Actual humidity of run 2');
    await expect.poll(() => cell.getAttribute('aria-invalid')).toBe('true');
    await page.locator('.cell-error', { hasText: /humidity|needs|number/i }).waitFor();
  });

  it('takes back its own result also after somebody else recorded one', async () => {
    id = await makeSession('Two benches', [{ name: 'T', type: 'real', bounds: [20, 120] }]);
    await ask('POST', `/sessions/${id}/experiments/queue`, { items: [{ inputs: { T: 50 } }] });
    await open('queue');
    const result = page.getByLabel('Output', { exact: true });
    await result.fill('45,2');
    await result.press('Enter');
    const told = page.locator('.toast').filter({ hasText: 'Result recorded.' });
    await told.waitFor();
    await ask('POST', `/sessions/${id}/experiments`, { inputs: { T: 80 }, output: 61 });
    await told.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: Result recorded.').waitFor();
    await page.getByText('1 run to do').waitFor();
    const { experiments } = await ask<{ experiments: object[] }>('GET', `/sessions/${id}/experiments`);
    expect(experiments).toMatchObject([{ T: 80, Output: 61 }]);
  });

  it('takes one run out with a reason, and leaves what was recorded meanwhile', async () => {
    await open('experiments');
    await page.getByText('1 experiment recorded.').waitFor();
    await ask('POST', `/sessions/${id}/experiments`, { inputs: { T: 90 }, output: 62 });
    await press('1');
    const dialog = page.getByRole('dialog', { name: 'Experiment 1' });
    await dialog.getByText('Remove this experiment').click();
    await dialog.getByLabel('Why, for the audit log').fill('wrong flask');
    // What somebody else records meanwhile does not take away what was typed.
    await ask('POST', `/sessions/${id}/experiments`, { inputs: { T: 95 }, output: 63 });
    await page.getByText('3 experiments recorded.').waitFor();
    expect(await violations(page)).toEqual([]);
    const call = page.waitForRequest((one) => one.method() === 'DELETE');
    await dialog.getByRole('button', { name: 'Remove experiment' }).click();
    expect((await call).url()).toMatch(/\/experiments\/[^/?]+\?why=wrong(\+|%20)flask$/);
    await page.getByText('Experiment removed. The audit log keeps it.').waitFor();
    await page.getByText('2 experiments recorded.').waitFor();
    const answer = await ask<{ experiments: object[] }>('GET', `/sessions/${id}/experiments`);
    const { experiments } = answer;
    expect(experiments).toMatchObject([
      { T: 90, Output: 62 },
      { T: 95, Output: 63 },
    ]);
    await page.locator('.toast').last().getByRole('button', { name: 'Undo' }).click();
    await page.getByText('3 experiments recorded.').waitFor();
    const { experiments: back } = await ask<typeof answer>('GET', `/sessions/${id}/experiments`);
    expect(back.slice(1)).toEqual(experiments);
  });

  it('keeps long names of categories inside the page and its figures', async () => {
    const long = "[1,1'-Bis(diphenylphosphino)ferrocene]dichloropalladium(II)";
    const categories = [long, 'XPhos'];
    id = await makeSession('Ligands', [
      { name: 'T', type: 'real', bounds: [20, 120] },
      { name: 'catalyst', type: 'categorical', categories },
    ]);
    const experiments = [20, 45, 70, 95, 120, 60].map((T, i) => ({
      inputs: { T, catalyst: categories[i % 2] },
      output: 40 + T / 10 + (i % 2),
    }));
    await ask('POST', `/sessions/${id}/experiments/batch`, { experiments });
    await ask('POST', `/sessions/${id}/model/train`, { backend: 'auto' });
    await page.setViewportSize({ width: 400, height: 900 });
    await open('model');
    await page
      .locator('svg .axes text', { hasText: /^\[1,1.+…/ })
      .first()
      .waitFor();
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(400);
    const outside = () =>
      page.evaluate(
        `[...document.querySelectorAll('svg .axes text')].filter((text) => {
        const [own, all] = [text, text.ownerSVGElement].map((one) => one.getBoundingClientRect());
        return own.left < all.left - 1 || own.right > all.right + 1;
      }).map((text) => text.textContent)`,
      );
    await expect.poll(outside).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('keeps the reason why a table cannot be imported beside its button', async () => {
    id = await makeSession('Reasons', [
      { name: 'T', type: 'real', bounds: [20, 120] },
      { name: 'solvent', type: 'categorical', categories: ['THF', 'DMF'] },
    ]);
    const lines = Array.from({ length: 60 }, (_, i) => `${60 + (i % 50)},${i % 3 ? 'THF' : 'water'},warm`);
    await open('experiments');
    await page.getByLabel('File of experiments').setInputFiles({
      name: 'runs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['T,solvent,Output', ...lines].join('\n')),
    });
    const button = page.getByRole('dialog').getByRole('button', { name: 'Import 60 rows' });
    const reason = page.getByRole('dialog').getByRole('alert').last();
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      expect(await button.isDisabled()).toBe(true);
      const [box, said] = [await button.boundingBox(), await reason.boundingBox()];
      for (const one of [box, said]) {
        expect(one?.y).toBeGreaterThanOrEqual(0);
        expect((one?.y ?? 1e9) + (one?.height ?? 1e9)).toBeLessThanOrEqual(height);
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.keyboard.press('Escape');
  });

  it('says a goal that is a limit in words, in past states and beside the best, with no front', async () => {
    const csv = 'T,yield,ee\n30,10,80\n60,40,90\n90,60,70\n';
    const T = { name: 'T', type: 'real', bounds: [20, 120] };
    id = await makeSession('Limits', [T], { csv, target: 'yield,ee' });
    const { objectives } = await ask<{ objectives: object[] }>('GET', `/sessions/${id}/objectives`);
    expect(objectives).toHaveLength(2);
    await ask('PUT', `/sessions/${id}/objectives`, {
      objectives: [
        { name: 'yield', goal: 'maximize' },
        { name: 'ee', goal: 'at_least', at_least: 85 },
      ],
    });
    await open('progress');
    await page.getByRole('heading', { name: 'yield: best 40', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'ee at least 85: best 90' }).waitFor();
    await page.getByRole('region', { name: 'Best experiments' }).waitFor();
    expect(await page.getByText(/at_least|Pareto front|Trade-off/).count()).toBe(0);
    await open('overview');
    await page.getByText('Highest yield within the limits').waitFor();
    await page.getByText('1 of 3', { exact: true }).waitFor();
    await page.getByText('experiments meet it; met by the best, experiment 2: 90').waitFor();
    await open('monitor');
    await page.getByText('40', { exact: true }).first().waitFor();
    expect(await page.locator('.monitor-warning').count()).toBe(0);
    await open('history?tab=changes');
    await page
      .getByRole('button', { name: /^View revision/ })
      .first()
      .click();
    await page.getByText('maximize yield; ee at least 85.').waitFor();
    expect(await page.getByText('at_least').count()).toBe(0);
  });

  it('records a result at once and trains behind it; a training that fails is reported and loses nothing', async () => {
    id = await makeSession('Slow model', [{ name: 'T', type: 'real', bounds: [20, 120] }]);
    const experiments = [30, 45, 60, 90].map((T) => ({ inputs: { T }, output: T / 2 }));
    await ask('POST', `/sessions/${id}/experiments/batch`, { experiments });
    const items = [{ inputs: { T: 50 } }, { inputs: { T: 70 } }];
    await ask('POST', `/sessions/${id}/experiments/queue`, { items });
    const failure = { detail: 'out of memory', error_type: 'WorkerError', status_code: 500 };
    const held = Promise.withResolvers<void>();
    await page.route('**/model/train', async (route) => {
      await held.promise;
      await route.fulfill({ status: 500, json: failure });
    });
    await open('queue');
    await settled();
    const place = () => page.getByRole('heading', { name: 'Next run' }).boundingBox();
    const before = await place();
    await page.getByLabel('Output', { exact: true }).fill('25');
    await page.getByLabel('Output', { exact: true }).press('Enter');
    await page.getByText('Result recorded.').waitFor();
    await page.getByText('1 run to do').waitFor();
    await page.getByRole('progressbar', { name: 'Training the model' }).waitFor();
    // The field that somebody types into stays where it is.
    expect((await place())?.y).toBe(before?.y);
    await page.getByLabel('Output', { exact: true }).fill('3');
    held.resolve();
    await page.getByText('could not be trained on them: out of memory').waitFor();
    expect(await page.getByLabel('Output', { exact: true }).inputValue()).toBe('3');
    expect(
      (await ask<{ experiments: object[] }>('GET', `/sessions/${id}/experiments`)).experiments,
    ).toHaveLength(5);
    await page.unroute('**/model/train');
    await press('Train again');
    await page.getByText('could not be trained').waitFor({ state: 'detached' });
    await expect
      .poll(() => ask('GET', `/sessions/${id}/model`))
      .toMatchObject({ trained: true, backend: 'auto' });
  });

  it('records a run that failed, so that it stays known, and keeps limits in the provenance', async () => {
    id = await makeSession('Failures', [{ name: 'T', type: 'real', bounds: [20, 120], unit: '°C' }]);
    await ask('PUT', `/sessions/${id}/objectives`, {
      objectives: [{ name: 'Output', unit: '%', goal: 'maximize' }],
    });
    await ask('POST', `/sessions/${id}/experiments`, { inputs: { T: 40 }, output: { above: 99 } });
    const items = [{ inputs: { T: 50 } }, { inputs: { T: 110 } }];
    const { items: staged } = await ask<{ items: { id: string }[] }>(
      'POST',
      `/sessions/${id}/experiments/queue`,
      { items },
    );
    await open('queue');
    for (const [run, cause, told, left] of [
      ['More for run 2', 'settings', 'Recorded as a failed run.', '1 run to do'],
      ['More for run 1', 'equipment', 'Marked as failed.', 'The queue is empty'],
    ] as const) {
      await press(run);
      await page.getByRole('menuitem', { name: 'Failed…' }).click();
      const dialog = page.getByRole('dialog', { name: 'This run failed' });
      await dialog.getByLabel('What happened').fill(`${cause} were wrong`);
      await dialog.getByLabel('Cause').selectOption(cause);
      expect(await violations(page)).toEqual([]);
      if (cause === 'settings') {
        // A robot starts the run, which moves up; what was typed about it stays.
        await ask('POST', `/sessions/${id}/experiments/queue/${staged[1]?.id}/start`, {});
        await page.getByText('Running').waitFor();
        expect(await dialog.getByLabel('What happened').inputValue()).toBe('settings were wrong');
      }
      await dialog.getByRole('button', { name: 'Mark as failed' }).click();
      await page.getByText(told).first().waitFor();
      await page.getByText(left).waitFor();
    }
    await page.getByText('2 finished runs').click();
    await press('Clear this list');
    const { experiments } = await ask<{ experiments: object[] }>('GET', `/sessions/${id}/experiments`);
    expect(experiments).toMatchObject([{ T: 40 }, { T: 110, Output: null }]);
    await open('history');
    await page.getByRole('cell', { name: '>99', exact: true }).waitFor();
    await page.getByRole('cell', { name: 'failed', exact: true }).waitFor();
    await open('experiments');
    await page.locator('.grid').getByRole('button', { name: '1', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Experiment 1' });
    await dialog.getByText('>99 %', { exact: true }).waitFor();
    await dialog.getByText('40 °C', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.grid').getByRole('button', { name: '2', exact: true }).click();
    await page.getByText('This run failed: settings were wrong').waitFor();
    await page.keyboard.press('Escape');
    await press('New row');
    await page.keyboard.type('115');
    await page.keyboard.press('Tab');
    await page.keyboard.type('failed');
    await page.keyboard.press('Enter');
    await press('Record 1 row');
    await page.getByText('1 experiment recorded.').waitFor();
    await page.locator('.grid').getByRole('button', { name: '3', exact: true }).click();
    await page.getByText('This run failed.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('shows failed runs by this word in the table, where a result and the word make one of the other', async () => {
    const cell = (row: number) => page.locator(`#cell-${row}-1`);
    const type = async (row: number, text: string): Promise<void> => {
      await cell(row).click();
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    const rows = async () =>
      (await ask<{ experiments: Record<string, unknown>[] }>('GET', `/sessions/${id}/experiments`))
        .experiments;
    const words = (): Promise<string[]> =>
      Promise.all([0, 1, 2].map(async (row) => (await cell(row).textContent()) ?? ''));
    await expect.poll(words).toEqual(['>99', 'failed', 'failed']);
    await type(1, '42');
    await expect.poll(async () => (await rows())[1]).toMatchObject({ Output: 42 });
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await expect
      .poll(async () => (await rows())[1])
      .toMatchObject({ Output: null, Status: 'failed: settings were wrong' });
    await type(0, 'failed');
    await expect.poll(async () => (await rows())[0]).toMatchObject({ Output: null, Status: 'failed' });
    await expect.poll(words).toEqual(['failed', 'failed', 'failed']);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.keyboard.press('Control+z');
    await expect.poll(words).toEqual(['>99', 'failed', 'failed']);
    expect(await violations(page)).toEqual([]);
  });

  it('marks a run as failed by Enter, and does not record the result beside it', async () => {
    id = await makeSession('Enter', [{ name: 'T', type: 'real', bounds: [20, 120] }]);
    const items = [{ inputs: { T: 50 } }, { inputs: { T: 110 } }];
    await ask('POST', `/sessions/${id}/experiments/queue`, { items });
    await open('queue');
    await page.getByLabel('Output of run 2').fill('5');
    await press('More for run 2');
    await page.getByRole('menuitem', { name: 'Failed…' }).click();
    await page.getByRole('dialog').getByLabel('What happened').fill('spilled');
    await page.keyboard.press('Enter');
    await page.getByText('Recorded as a failed run.').waitFor();
    const { experiments } = await ask<{ experiments: object[] }>('GET', `/sessions/${id}/experiments`);
    expect(experiments).toMatchObject([{ T: 110, Output: null }]);
  });
});
