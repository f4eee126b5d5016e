import { beforeAll, expect, it } from 'vitest';
import { ask, makeSession, page, press, says, show, stage, story, violations } from './pages.ts';

/** A typing error in a recorded result, and the advice that follows from the results. */

let id: string;

const temperatures = [30, 40, 50, 60, 70, 80, 90, 100];
const yieldAt = (temperature: number): number => Math.round(90 - (temperature - 72) ** 2 / 40);

story('a corrected result', {}, () => {
  beforeAll(async () => {
    const csv = `T,Yield\n${temperatures.map((one) => `${one},${yieldAt(one)}`).join('\n')}\n`;
    const variable = { name: 'T', type: 'real', bounds: [20, 120], unit: '°C', step: 1 };
    id = await makeSession('Typing errors', [variable], { csv, target: 'Yield' });
    await ask('POST', `/sessions/${id}/model/train`, { backend: 'auto' });
  });

  it('says that the model does not know the correction, until it is trained again', async () => {
    await show(id, 'overview');
    await says(/^R² 0\.\d\d$/);
    await show(id, 'experiments');
    const cell = page.getByRole('gridcell', { name: String(yieldAt(70)), exact: true }).first();
    await cell.click();
    await page.keyboard.type('9');
    await page.keyboard.press('Enter');
    await says('1 row changed.');
    await show(id, 'overview');
    await says(/^trained before the last changes; /);
    await show(id, 'progress');
    const panel = page.locator('section.panel', { hasText: 'Predicted optimum' });
    await panel.getByText('The model does not include these changes yet.').waitFor();
    await panel.getByRole('link', { name: 'Train it again' }).click();
    const note = page.getByText('Experiments, variables or objectives changed after the last training.');
    await note.waitFor();
    expect(await violations(page)).toEqual([]);
    await press('Train again');
    await says(/^Model trained in /);
    await note.waitFor({ state: 'detached' });
  });

  it('stages a repeat of the best run, and the settings to use', async () => {
    await show(id, 'suggest');
    await press('Suggest experiments');
    const advice = page.locator('.advised', { hasText: 'Best choice so far' });
    await advice.getByRole('button', { name: /^experiment \d$/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stage a repeat' }).waitFor();
    await page.keyboard.press('Escape');
    const { experiments } = await ask<{ experiments: { T: number }[] }>('GET', `/sessions/${id}/experiments`);
    const number = Number(/experiment (\d)/.exec(await advice.innerText())?.[1]);
    await advice.getByRole('button', { name: 'Stage a repeat' }).click();
    await says('1 run staged.');
    const staged = async (): Promise<{ inputs: object; reason: string }[]> =>
      (
        await ask<{ items: { inputs: object; reason: string }[] }>(
          'GET',
          `/sessions/${id}/experiments/queue?status=pending`,
        )
      ).items;
    expect(await staged()).toMatchObject([{ inputs: { T: experiments[number - 1]?.T }, reason: 'Repeat' }]);
    await page
      .locator('.advised', { hasText: 'Settings to use' })
      .getByRole('button', { name: 'Stage' })
      .click();
    await expect
      .poll(async () => (await staged()).map(({ reason }) => reason))
      .toEqual(['Repeat', 'Settings to use']);
    expect(await violations(page)).toEqual([]);
    expect(stage.faults).toEqual([]);
  });
});

story('three objectives', {}, () => {
  beforeAll(async () => {
    id = await makeSession('Compromises', [{ name: 'T', type: 'real', bounds: [20, 120], unit: '°C' }]);
    const objectives = [
      { name: 'Yield', goal: 'maximize', unit: '%' },
      { name: 'Impurity', goal: 'minimize', unit: '%' },
      { name: 'Cost', goal: 'minimize', unit: '€' },
    ];
    await ask('PUT', `/sessions/${id}/objectives`, { objectives });
    // All of them are Pareto-optimal.
    const experiments = Array.from({ length: 14 }, (_, i) => ({
      inputs: { T: 30 + 5 * i },
      output: [40 + 3 * i + 0.8, 2 + i / 4, 5 + i],
    }));
    await ask('POST', `/sessions/${id}/experiments/batch`, { experiments });
    await ask('POST', `/sessions/${id}/model/train`, { backend: 'auto' });
  });

  it('shows all on the monitor, with every number on one line', async () => {
    await page.goto(`${stage.server.address}#/s/${id}/monitor`);
    for (const name of ['Yield', 'Impurity', 'Cost']) {
      await says(`Model R², ${name}`);
      await page.locator('.monitor-plots').getByText(`${name} (`).first().waitFor();
    }
    await says(/^[01]\.\d\d$/);
    for (const width of [1440, 820, 360]) {
      await page.setViewportSize({ width, height: 900 });
      const broken = page.evaluate(
        `[...document.querySelectorAll('.monitor-numbers b')].filter((one) => one.getClientRects().length !== 1 ||
          one.clientHeight > 1.5 * parseFloat(getComputedStyle(one).fontSize)).map((one) => one.textContent)`,
      );
      expect(await broken).toEqual([]);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await violations(page)).toEqual([]);
  });

  it('says how many runs of the front are not shown, and shows them', async () => {
    await show(id, 'overview');
    const front = page.getByRole('region', { name: 'Pareto front' });
    await expect.poll(() => front.getByRole('row').count()).toBe(6);
    await press('Show more (9 left)');
    await expect.poll(() => front.getByRole('row').count()).toBe(15);
    await show(id, 'progress');
    await press('Show more (4 left)');
    await expect.poll(() => front.getByRole('row').count()).toBe(15);
    expect(stage.faults).toEqual([]);
  });
});

story('long lists and large numbers', {}, () => {
  const longest = 'Dihydrolevoglucosenone (Cyrene), grade 30';

  beforeAll(async () => {
    const categories = [
      ...Array.from({ length: 29 }, (_, i) => `2-Methyltetrahydrofuran, lot ${i}`),
      longest,
    ];
    id = await makeSession('Long lists', [
      { name: 'Solvent', type: 'categorical', categories },
      { name: 'Back pressure', type: 'real', bounds: [100_000, 2_500_000], unit: 'Pa' },
      { name: 'Concentration', type: 'real', bounds: [0.00012, 0.25], unit: 'mol/L' },
    ]);
    const inputs = { Solvent: longest, 'Back pressure': 1_004_000, Concentration: 0.0012 };
    await ask('POST', `/sessions/${id}/experiments/queue`, { items: [{ inputs }, { inputs }] });
    await page.setViewportSize({ width: 820, height: 900 });
  });

  it('leave the other variables in sight, and no number of a range is cut', async () => {
    await show(id, 'variables');
    const list = page.locator('.chips', { hasText: longest });
    await list.waitFor();
    expect((await list.boundingBox())?.height).toBeLessThan(170);
    const cut = `[...document.querySelectorAll('.range input')].filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value)`;
    expect(await page.evaluate(cut)).toEqual([]);
    expect(await violations(page)).toEqual([]);
  });

  it('are shown in full in the queue, with the same digits everywhere', async () => {
    await show(id, 'queue');
    await says('1004000');
    const cut = `[document.querySelector('.table-scroll:has(.table.queue)'), ...document.querySelectorAll('.table.queue input')]
      .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.value ?? one.className)`;
    expect(await page.evaluate(cut)).toEqual([]);
    const region = page.locator('.table-scroll:has(.table.queue)');
    expect(await region.getByLabel('Actual Back pressure of run 2').inputValue()).toBe('1004000');
  });

  it('prints a design without the choice of its axes', async () => {
    await show(id, 'designs');
    await press('Make design');
    const across = page.getByLabel('Across');
    await across.waitFor();
    await page.emulateMedia({ media: 'print' });
    expect(await across.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    expect(await across.isVisible()).toBe(true);
    expect(stage.faults).toEqual([]);
  });
});
