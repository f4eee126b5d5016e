import { expect, it } from 'vitest';
import { ask, fits, lookAt, makeSession, page, settled, show, stage, story, violations } from './pages.ts';

/** Results recorded and corrected with a thumb alone, and with keys alone. */

let session = '';

const experiments = async (): Promise<Record<string, unknown>[]> =>
  (await ask<{ experiments: Record<string, unknown>[] }>('GET', `/sessions/${session}/experiments`))
    .experiments;

const card = () => page.getByRole('article', { name: /^Run \d+$/ }).first();

story('a thumb, and keys', {}, () => {
  it('types limits and negative results with the keys beside a field', async () => {
    session = await makeSession('Cell', [{ name: 'T', type: 'real', bounds: [-20, 60], unit: '°C' }]);
    const objectives = [
      { name: 'Yield', goal: 'maximize', unit: '%', bounds: [0, 100] },
      { name: 'Potential', goal: 'minimize', unit: 'mV' },
    ];
    await ask('PUT', `/sessions/${session}/objectives`, { objectives });
    const items = [20, -10, 40].map((T) => ({ inputs: { T } }));
    await ask('POST', `/sessions/${session}/experiments/queue`, { items });
    const context = await stage.newContext({
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
    });
    lookAt(await context.newPage());
    await show(session, 'bench');
    await card().getByLabel('Yield (%)', { exact: true }).fill('99');
    await card().getByRole('button', { name: 'Above: Yield (%)' }).tap();
    // A yield is not negative.
    expect(await card().getByRole('button', { name: 'Minus: Yield (%)' }).count()).toBe(0);
    await card().getByLabel('Potential (mV)', { exact: true }).fill('35');
    await card().getByRole('button', { name: 'Minus: Potential (mV)' }).tap();
    expect(await violations(page)).toEqual([]);
    await card().getByRole('button', { name: 'Complete' }).tap();
    await page.getByText('Result recorded.').waitFor();
    expect(await experiments()).toMatchObject([{ T: 20, Yield: 99, Potential: -35 }]);
    await fits(390);
  });

  it('marks a run as failed and takes it back', async () => {
    await card().getByRole('button', { name: 'More for run 2' }).tap();
    await page.getByRole('menuitem', { name: 'Failed…' }).tap();
    await page.getByRole('button', { name: 'Mark as failed' }).tap();
    await page.getByText('Recorded as a failed run.').waitFor();
    expect(await experiments()).toHaveLength(2);
    await page.getByRole('button', { name: 'Undo' }).first().tap();
    await expect.poll(experiments).toHaveLength(1);
  });

  it('corrects a recorded value with a second tap', async () => {
    await show(session, 'experiments');
    const cell = page.getByRole('gridcell', { name: '>99' });
    const opens = await page.getByRole('rowheader', { name: '1' }).getByRole('button').boundingBox();
    expect(Math.min(opens?.width ?? 0, opens?.height ?? 0)).toBeGreaterThanOrEqual(24);
    await cell.tap();
    await cell.tap();
    const field = page.getByRole('textbox', { name: 'Yield, row 1' });
    await field.fill('97.5');
    await field.press('Enter');
    await expect.poll(experiments).toMatchObject([{ Yield: 97.5 }]);
  });

  it('reads a point of a figure with a tap, opens its run with another, and has the numbers in a table', async () => {
    await show(session, 'progress');
    const figure = page.getByRole('figure').first();
    await figure.locator('svg circle').first().waitFor();
    await settled();
    const point = await figure.locator('svg circle').first().boundingBox();
    const at = [(point?.x ?? 0) + 3, (point?.y ?? 0) + 3] as const;
    await page.touchscreen.tap(...at);
    await figure.getByText('Experiment 1', { exact: true }).waitFor();
    await page.touchscreen.tap(...at);
    await page.getByRole('dialog', { name: 'Experiment 1' }).waitFor();
    await page.keyboard.press('Escape');
    await figure.getByRole('button', { name: 'Table' }).tap();
    await figure.getByRole('row', { name: /^Experiment Yield ?% Best so far ?%$/ }).waitFor();
    await figure.getByRole('row', { name: '1 97.5 97.5' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await fits(390);
    await page.context().close();
  });

  it('takes a result back with Ctrl Z while the next field waits for its own', async () => {
    lookAt(await stage.context.newPage());
    await show(session, 'queue');
    const field = page.getByLabel('Yield (%)', { exact: true });
    await field.fill('50');
    await field.press('Enter');
    await page.getByText('Result recorded.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    expect(await experiments()).toHaveLength(2);
    await page.keyboard.type('7');
    // What is typed is the field's own to take back.
    await page.keyboard.press('Control+z');
    expect(await experiments()).toHaveLength(2);
    await show(session, 'experiments');
    await page.getByRole('gridcell', { name: '97.5' }).waitFor();
    await show(session, 'queue');
    await field.focus();
    await page.keyboard.press('Control+z');
    await expect.poll(experiments).toHaveLength(1);
    expect(stage.faults).toEqual([]);
  });
});
