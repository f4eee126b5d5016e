import { beforeAll, expect, it } from 'vitest';
import { ask, lookAt, makeSession, page, press, show, stage, story, violations } from './pages.ts';

let session = '';

const open = (view: string): Promise<unknown> => show(session, view);
const read = <T>(path: string): Promise<T> => ask<T>('GET', `/sessions/${session}/${path}`);

story('safety limits and approval', {}, () => {
  beforeAll(async () => {
    const context = await stage.newContext({ viewport: { width: 1024, height: 900 } });
    lookAt(await context.newPage());
    session = await makeSession('Limits', [
      { name: 'T', type: 'real', bounds: [20, 140], unit: '°C' },
      { name: 'V', type: 'real', bounds: [1, 8], unit: 'mL' },
    ]);
  });

  it('are set in the settings, and bounds move in', async () => {
    await open('settings');
    await page.getByLabel('Upper limit of T').fill('x');
    await page.getByText('needs a number').or(page.locator('.cell-error')).first().waitFor();
    await page.getByLabel('Upper limit of T').fill('120');
    // On a tablet the two limits of a variable stand side by side.
    await page.setViewportSize({ width: 820, height: 900 });
    const apart = async (): Promise<number> => {
      const [lower, upper] = await Promise.all(
        ['Lower', 'Upper'].map((side) => page.getByLabel(`${side} limit of T`).boundingBox()),
      );
      return (lower?.y ?? 0) - (upper?.y ?? 1e9);
    };
    await expect.poll(apart).toBe(0);
    await page.setViewportSize({ width: 1024, height: 900 });
    await page.getByLabel('Name of a limited sum').fill('vial');
    await page.getByLabel('Limited sum', { exact: true }).fill('0.05 T + V <= 12');
    await press('Add to the limits');
    await page.getByLabel('Require a named person to approve and start each run').check();
    await page.getByLabel('Reason, for the audit log').fill('oven');
    expect(await violations(page)).toEqual([]);
    await press('Save safety limits');
    await page.getByText('Safety limits saved. Bounds of T adjusted.').waitFor();
    expect(await read('rules')).toMatchObject({
      limits: [{ variable: 'T', at_most: 120 }],
      linear: [{ name: 'vial', coefficients: { T: 0.05, V: 1 }, at_most: 12 }],
      approval: true,
    });
    const { variables } = await read<{ variables: object[] }>('variables');
    expect(variables[0]).toMatchObject({ bounds: [20, 120] });
  });

  it('lead a run from proposed over approved and started to measured', async () => {
    await ask('POST', `/sessions/${session}/experiments/queue`, {
      items: [{ inputs: { T: 80, V: 2 } }],
    });
    await open('queue');
    const run = page.getByRole('article', { name: 'Run 1' });
    await run.getByText('Proposed, not approved yet').waitFor();
    const approve = run.getByRole('button', { name: 'Approve' });
    expect(await approve.isDisabled()).toBe(true);
    await page.getByLabel('Your name').fill('Ann');
    expect(await violations(page)).toEqual([]);
    await approve.click();
    await page.getByLabel('Your name').fill('Ben');
    await run.getByRole('button', { name: 'Start' }).click();
    await run.getByText(/Approved by Ann, .* · Started by Ben, /).waitFor();
    await run.getByLabel('Output', { exact: true }).fill('71');
    await run.getByLabel('Output', { exact: true }).press('Enter');
    await page.getByText('The queue is empty').waitFor();
    const { items } = await read<{ items: { steps: { step: string; by: string }[] }[] }>('experiments/queue');
    expect(items[0]?.steps.map(({ step, by }) => [step, by])).toEqual([
      ['approved', 'Ann'],
      ['started', 'Ben'],
      ['measured', 'Ben'],
    ]);
  });

  it('stand in the history, where two states are compared', async () => {
    await open('history?tab=changes');
    const { revisions } = await read<{ revisions: { revision: number; what: string[] }[] }>('history');
    const what = revisions.flatMap((one) => one.what).join('; ');
    expect(what).toContain('safety limits and approval changed');
    expect(what).toContain('approved by Ann');
    await page.getByRole('button', { name: 'View revision 2', exact: true }).click();
    const other = page.getByLabel('What changed from revision 2 to');
    await other.selectOption({ index: 1 });
    await page.getByText('As it was then').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('a limited variable stays a number; another becomes categorical with its recorded values', async () => {
    await open('variables');
    await page.getByLabel('Type of V').selectOption('Categorical');
    await page
      .getByText(/has a safety limit/)
      .first()
      .waitFor();
    await ask('PUT', `/sessions/${session}/rules`, { linear: [] });
    await ask('POST', `/sessions/${session}/experiments`, {
      inputs: { T: 90, V: 4 },
      output: 65,
    });
    await page.reload();
    await page.getByLabel('Type of V').selectOption('Categorical');
    await page.getByText('4', { exact: true }).waitFor();
    await expect
      .poll(async () => (await read<{ variables: object[] }>('variables')).variables[1])
      .toMatchObject({ type: 'categorical', categories: ['2', '4'] });
  });

  it('of sums fade the settings that no run may have, in contours and in space, and are named in the profiler', async () => {
    session = await makeSession('Sums', [
      { name: 'T', type: 'real', bounds: [20, 120], unit: '°C' },
      { name: 'V', type: 'real', bounds: [1, 9], unit: 'mL' },
    ]);
    const vial = { name: 'vial', coefficients: { T: 0.05, V: 1 }, at_most: 12 };
    await ask('PUT', `/sessions/${session}/rules`, { linear: [vial] });
    const corners = [20, 70, 120].flatMap((T) => [1, 5, 9].map((V) => ({ T, V })));
    const experiments = corners
      .filter(({ T, V }) => 0.05 * T + V <= 12)
      .map(({ T, V }) => ({ inputs: { T, V }, output: T / 2 + V }));
    await ask('POST', `/sessions/${session}/experiments/batch`, { experiments });
    await ask('POST', `/sessions/${session}/model/train`, { backend: 'auto' });
    const words = /violate a constraint: 0.05·T \+ V ≤ 12 \(safety limit “vial”\)/;
    await open('model?plot=contour');
    await page.getByText(words).waitFor();
    await open('model?plot=contour&view=surface');
    await page.getByText(words).waitFor();
    await page.locator('.surface .face').first().waitFor();
    expect(await page.locator('.surface .face[fill-opacity]').count()).toBeGreaterThan(10);
    // Names and numbers can be read on a phone.
    await page.setViewportSize({ width: 360, height: 800 });
    const narrow = `document.querySelector('.surface svg').getScreenCTM().a`;
    await expect.poll(() => page.evaluate(narrow)).toBeGreaterThanOrEqual(0.99);
    await page.setViewportSize({ width: 1440, height: 900 });
    await open('model');
    await page.getByText('Grey and dashed: settings that violate a constraint').waitFor();
  });

  it('broke no content policy and threw no error on the way', () => {
    expect(stage.faults).toEqual([]);
  });
});
