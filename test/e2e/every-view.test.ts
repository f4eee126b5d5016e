import { expect, it } from 'vitest';
import { launchBrowser } from '../../src/tools/browser.ts';
import {
  ask,
  chromium,
  fits,
  makeSession,
  openContext,
  page,
  says,
  settled,
  show,
  stage,
  story,
  violations,
} from './pages.ts';

/** Every view at three widths, light and dark: no rule of accessibility is broken, and nothing leaves the page. */

const views = [
  ...['overview', 'variables', 'designs', 'designs?kind=optimal', 'suggest', 'queue', 'experiments'],
  ...['model', 'model?plot=contour', 'model?plot=parity', 'model?plot=qq', 'model?plot=calibration'],
  ...['analysis', 'progress', 'costs', 'history', 'history?tab=audit', 'settings', 'bench', 'monitor'],
];

const widths = [390, 820, 1440];

const long = 'Potassium bis(trimethylsilyl)amide <b>0.5 M</b> in toluene';

/** Two objectives, names that are long or from right to left, a model and runs in the queue. */
async function campaign(): Promise<string> {
  const session = await makeSession('Ein langer Name mit <i>Zeichen</i> und עברית', [
    { name: 'Base', type: 'categorical', categories: [long, 'K₃PO₄', 'שלום'] },
    { name: 'درجة الحرارة', type: 'real', bounds: [20, 120], unit: '°C' },
    {
      name: 'Loading relative to the limiting reagent (crude)',
      type: 'real',
      bounds: [0.5, 5],
      unit: 'mol%',
    },
  ]);
  await ask('PUT', `/sessions/${session}/objectives`, {
    objectives: [
      { name: 'Yield', goal: 'maximize', unit: '%' },
      { name: 'Cost of everything per kilogram of product', goal: 'minimize', unit: '€/kg' },
    ],
  });
  const experiments = Array.from({ length: 20 }, (_, i) => ({
    inputs: {
      Base: [long, 'K₃PO₄', 'שלום'][i % 3],
      'درجة الحرارة': 20 + ((i * 37) % 100),
      'Loading relative to the limiting reagent (crude)': 0.5 + ((i * 13) % 45) / 10,
    },
    output: [20 + ((i * 37) % 100) / 2 + (i % 3) * 5 + ((i * 7) % 5), 3000 + ((i * 331) % 900)],
  }));
  await ask('POST', `/sessions/${session}/experiments/batch`, { experiments });
  await ask('POST', `/sessions/${session}/model/train`, { backend: 'auto' });
  const items = experiments.slice(0, 3).map(({ inputs }) => ({ inputs }));
  await ask('POST', `/sessions/${session}/experiments/queue`, { items });
  return session;
}

story('every view', { timeout: 600_000 }, () => {
  it('is accessible and fits at three widths, light and dark', async () => {
    const session = await campaign();
    const found: string[] = [];
    for (const view of views) {
      await show(session, view);
      await page.locator('h1').first().waitFor();
      await settled();
      for (const width of widths)
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 900 });
          await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
          await fits(width, `of ${view}, ${width}, ${colorScheme}`);
          const broken = await violations(page);
          found.push(...broken.map((rule) => `${view}, ${width}, ${colorScheme}: ${rule}`));
        }
    }
    expect(found).toEqual([]);
    expect(stage.faults).toEqual([]);
  });

  it('names of 120 letters without a space leave no page wider than its window', async () => {
    const name = (first: string): string => `${first}<b>"&'${'x'.repeat(114)}`;
    const session = await makeSession(name('S'), [
      { name: name('T'), type: 'real', bounds: [20, 120], unit: '°C' },
      { name: name('C'), type: 'categorical', categories: [name('A'), name('B')] },
    ]);
    await ask('PUT', `/sessions/${session}/objectives`, {
      objectives: [{ name: name('Y'), goal: 'maximize', unit: '%' }],
    });
    const experiments = Array.from({ length: 6 }, (_, i) => ({
      inputs: { [name('T')]: 20 + i * 17, [name('C')]: name(i % 2 ? 'A' : 'B') },
      output: 40 + ((i * 7) % 11),
    }));
    await ask('POST', `/sessions/${session}/experiments/batch`, { experiments });
    await ask('POST', `/sessions/${session}/model/train`, { backend: 'auto' });
    const item = { inputs: { [name('T')]: 50, [name('C')]: name('A') }, reason: name('R') };
    await ask('POST', `/sessions/${session}/experiments/queue`, { items: [item] });
    await ask('POST', `/sessions/${session}/lock`, { locked_by: name('L') });
    for (const view of views) {
      await show(session, view);
      await page.locator('h1').first().waitFor();
      await settled();
      // 320 pixels: a window of 1280 at 400 %.
      for (const width of [320, ...widths]) {
        await page.setViewportSize({ width, height: 900 });
        await fits(width, `of ${view}, ${width}`);
      }
    }
    expect(stage.faults).toEqual([]);
  });

  it('what has the focus on Costs is not below the bar with its button', async () => {
    const session = await campaign();
    await page.setViewportSize({ width: 320, height: 480 });
    await show(session, 'costs');
    await page.getByRole('button', { name: 'Save costs', exact: true }).waitFor();
    await settled();
    await page.evaluate('document.getElementById("content").focus()');
    const hidden: string[] = [];
    const step = `(() => {
      const { activeElement } = document;
      const bar = document.querySelector('main .sticky');
      const isBelow = activeElement.getBoundingClientRect().bottom > bar.getBoundingClientRect().top;
      if (bar.contains(activeElement)) return 'bar';
      return isBelow ? activeElement.labels?.[0]?.innerText ?? activeElement.innerText : '';
    })()`;
    let under = '';
    while (under !== 'bar') {
      await page.keyboard.press('Tab');
      under = await page.evaluate<string>(step);
      hidden.push(under);
    }
    expect(hidden.length).toBeGreaterThan(8);
    expect([...new Set(hidden)]).toEqual(['', 'bar']);
  });

  it('shows the whole name of a setting in the queue of a phone', async () => {
    const session = await makeSession('Names', [
      { name: 'Base', type: 'categorical', categories: [long, 'b'] },
    ]);
    const items = [{ inputs: { Base: 'b' } }, { inputs: { Base: long.slice(0, 34) } }];
    await ask('PATCH', `/sessions/${session}/variables/Base`, { categories: [long, long.slice(0, 34), 'b'] });
    await ask('POST', `/sessions/${session}/experiments/queue`, { items });
    await page.setViewportSize({ width: 390, height: 844 });
    await show(session, 'queue');
    await says('2 runs to do');
    const field = page.getByLabel('Actual Base of run 2');
    const [inner, outer] = await field.evaluate((element) => {
      const { scrollWidth, clientWidth } = element as unknown as Record<
        'scrollWidth' | 'clientWidth',
        number
      >;
      return [scrollWidth, clientWidth];
    });
    expect(inner).toBeLessThanOrEqual(outer as number);
  });

  it('leaves rows, columns and the menu room for letters of twice the size', async () => {
    const session = await makeSession(
      'Letters',
      [{ name: 'Temperature', type: 'real', bounds: [20, 120], unit: '°C' }],
      { csv: 'Temperature,Yield\n20,40.123\n60,71.5\n100,55\n', target: 'Yield' },
    );
    // As the settings of the browser say: 16 is usual.
    const browser = await launchBrowser(chromium ?? '', '--blink-settings=defaultFontSize=32');
    const context = await openContext(browser, { viewport: { width: 1280, height: 900 } });
    const large = await context.newPage();
    await show(session, 'experiments', large);
    await large.getByRole('gridcell', { name: '40.123' }).waitFor();
    const cut =
      await large.evaluate(`[...document.querySelectorAll('[role=gridcell], [role=rowheader], nav.menu')]
      .filter((one) => one.scrollHeight > 1.2 * one.clientHeight && one.tagName !== 'NAV' || one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.innerText)`);
    expect(cut).toEqual([]);
    const tops = await Promise.all(
      (await large.getByRole('rowheader').all()).map(async (one) => (await one.boundingBox())?.y ?? 0),
    );
    expect((tops[1] ?? 0) - (tops[0] ?? 0)).toBe(60);
    // Figures have letters of this size too, and the pointer finds their points.
    await show(session, 'progress', large);
    const plot = large.locator('svg.plot').first();
    await plot.locator('text', { hasText: 'Experiment' }).waitFor();
    const high = (await plot.locator('text.axis-label').first().boundingBox())?.height ?? 0;
    expect(high).toBeGreaterThan(24);
    await plot.locator('circle.dot').nth(1).hover({ force: true });
    await large.locator('.tip', { hasText: '71.5' }).waitFor();
    await fits(1280, 'of progress', large);
    await browser.close();
  });

  it('splits categories that were typed as one text, and says which variables have no step', async () => {
    const session = await makeSession('Steps', [{ name: 'T', type: 'real', bounds: [20, 120], unit: '°C' }]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(session, 'variables');
    const row = page.getByRole('row').last();
    await row.getByLabel('Name').fill('Solvent');
    await row.getByLabel('Type of Solvent').selectOption('categorical');
    await row.getByLabel('Categories of Solvent').fill('MeOH, iPrOH, DCE');
    await row.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: 'Split into MeOH · iPrOH · DCE' }).click();
    await row.getByRole('button', { name: 'Add', exact: true }).click();
    await says('Variable “Solvent” added.');
    await show(session, 'suggest');
    await page.getByRole('button', { name: 'Suggest experiments' }).click();
    await says('T has no step, so settings may have more digits than you can set.');
    await ask('PATCH', `/sessions/${session}/variables/T`, { step: 5 });
    await page.getByText('T has no step').waitFor({ state: 'detached' });
    await show(session, 'variables');
    await expect.poll(() => page.getByLabel('Step of T', { exact: true }).inputValue()).toBe('5');
    // The way on stands on the page where it begins.
    await page.getByRole('main').getByRole('link', { name: 'Make a design' }).click();
    await page.getByRole('button', { name: 'Make design', exact: true }).waitFor();
  });
});
