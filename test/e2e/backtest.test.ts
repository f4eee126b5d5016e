import type { Route } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { ask, fits, fitsInBothThemes, makeSession, page, show, stage, story, violations } from './pages.ts';

/** How many runs are needed: the campaign is repeated on what is known, on the page. */

let id: string;

const row = (i: number) => [(i * 10) / 24, -(((i * 10) / 24 - 7.3) ** 2)].map((x) => x.toFixed(3)).join(',');
const csv = ['T,yield', ...Array.from({ length: 24 }, (_, i) => row(i))].join('\n');

story('a backtest in the browser', {}, () => {
  beforeAll(async () => {
    id = await makeSession('Kiln', [{ name: 'T', type: 'real', bounds: [0, 10] }], {
      csv,
      target: 'yield',
    });
    await show(id, 'progress');
  });

  const panel = () => page.locator('section').filter({ hasText: 'How many runs are needed?' });
  const jobs = async (status: string) =>
    (await ask<{ total: number }>('GET', `/jobs?session_id=${id}&status=${status}`)).total;
  /** Whether the page knows of a job that it waits for. */
  const isKept = () =>
    page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('athanor.job.'))");
  const compare = () => panel().getByRole('button', { name: 'Compare' });

  it('is not asked with batch sizes that are none', async () => {
    await panel().getByLabel('Batch sizes').fill('1, zero');
    await panel().getByText('up to five whole numbers, 1 to 100').waitFor();
    expect(await compare().isDisabled()).toBe(true);
    await panel().getByLabel('Batch sizes').fill('1, 3');
    await expect.poll(() => compare().isDisabled()).toBe(false);
  });

  it('can be cancelled', async () => {
    await panel().getByLabel('Repeats').fill('100');
    await compare().click();
    await panel().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => compare().isDisabled()).toBe(false);
    expect(await panel().getByRole('table').count()).toBe(0);
  });

  it('goes on while the page is loaded again, and can be cancelled there', async () => {
    await panel().getByLabel('Repeats').fill('100');
    await compare().click();
    const before = await jobs('cancelled');
    await expect.poll(() => jobs('running')).toBe(1);
    await expect.poll(isKept).toBe(true);
    await page.reload();
    await panel().getByRole('progressbar', { name: 'Repeating the campaign' }).waitFor();
    expect(await compare().isDisabled()).toBe(true);
    await panel().getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => compare().isDisabled()).toBe(false);
    expect(await jobs('cancelled')).toBe(before + 1);
    await page.reload();
    await expect.poll(() => compare().isDisabled()).toBe(false);
  });

  it('shows the answer that came while no page was open', async () => {
    // However fast the machine is.
    await page.route('**/backtest', (route) =>
      route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async, wait=0' } }),
    );
    await panel().getByLabel('Repeats').fill('2');
    await panel().getByLabel('Runs', { exact: true }).fill('6');
    await compare().click();
    await expect.poll(isKept).toBe(true);
    await page.goto('about:blank');
    await expect.poll(() => jobs('running')).toBe(0);
    await show(id, 'progress');
    await panel().getByRole('row', { name: 'Athanor, 3 at a time' }).waitFor();
    await page.unroute('**/backtest');
  });

  const answer = () =>
    page.evaluate((place) => localStorage.getItem(place), `athanor.draft.backtested.${id}`);
  /** Compares with so many runs, as a job whose state cannot be read. */
  const loseSightOf = async (runs: string, lose: (route: Route) => Promise<void>) => {
    await page.route('**/backtest', (route) =>
      route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async, wait=0' } }),
    );
    await page.route('**/api/v1/jobs/*', lose);
    await panel().getByLabel('Runs', { exact: true }).fill(runs);
    await compare().click();
    await expect.poll(isKept).toBe(true);
  };
  const seeAgain = async () => {
    await page.unroute('**/api/v1/jobs/*');
    await page.unroute('**/backtest');
  };

  it('waits while no server answers', async () => {
    const before = await answer();
    let asked = 0;
    await loseSightOf('7', (route) => {
      asked++;
      return route.abort();
    });
    await expect.poll(() => jobs('running')).toBe(0);
    await page.waitForTimeout(500);
    expect(await compare().isDisabled()).toBe(true);
    expect(asked).toBeLessThan(10);
    await seeAgain();
    await expect.poll(isKept).toBe(false);
    await expect.poll(answer).not.toBe(before);
  });

  it('is found again after the server asks who is here', async () => {
    const before = await answer();
    await loseSightOf('8', (route) => route.fulfill({ status: 401, json: {} }));
    await page.getByLabel('API key', { exact: true }).waitFor();
    await seeAgain();
    await page.reload();
    await expect.poll(isKept).toBe(false);
    await expect.poll(answer).not.toBe(before);
  });

  it('reports the runs that each way of choosing needs, and keeps it', async () => {
    await panel().getByLabel('Repeats').fill('3');
    await panel().getByLabel('Runs', { exact: true }).fill('12');
    await compare().click();
    const cells = (name: string) => panel().getByRole('row', { name }).getByRole('cell');
    await cells('Athanor, 3 at a time').first().waitFor();
    const texts = async (name: string) => (await cells(name).allInnerTexts()).slice(1);
    const [runs = '', reached] = await texts('Athanor, one at a time');
    expect(reached).toBe('100 %');
    expect(Number.parseInt(runs, 10)).toBeLessThanOrEqual(12);
    for (const name of ['spread design', 'random order', 'recorded order']) {
      expect(await texts(name)).toHaveLength(2);
    }
    await panel().getByText('A campaign measures mostly good runs').waitFor();
    await page.reload();
    await cells('Athanor, 3 at a time').first().waitFor();
    await panel()
      .getByRole('img', { name: /over the runs of a campaign/ })
      .waitFor();
  });

  it.each([390, 820, 1440])('fits into %i pixels, light and dark', fitsInBothThemes);

  it('shows any two of three objectives against each other, and steps of whole experiments', async () => {
    const three = await makeSession('Three', [{ name: 'T', type: 'real', bounds: [0, 10] }]);
    const names = ['hardness', 'cost', 'colour'];
    await ask('PUT', `/sessions/${three}/objectives`, {
      objectives: names.map((name) => ({ name, goal: 'minimize' })),
      join: 'desirability',
    });
    for (let i = 0; i < 4; i++)
      await ask('POST', `/sessions/${three}/experiments`, {
        inputs: { T: i },
        output: [i, 9 - i, 5 + (i % 2)],
      });
    await page.setViewportSize({ width: 1440, height: 900 });
    await show(three, 'progress');
    const panel = page.locator('section').filter({ hasText: 'Trade-off' });
    const axes = () => panel.locator('.axis-label').allTextContents();
    await expect.poll(axes).toEqual(['hardness, minimize', 'cost, minimize']);
    await panel.getByLabel('Up').selectOption('colour');
    await expect.poll(axes).toEqual(['hardness, minimize', 'colour, minimize']);
    await panel.getByLabel('Across').selectOption('colour');
    await expect.poll(axes).toEqual(['colour, minimize', 'hardness, minimize']);
    await page.reload();
    await expect.poll(axes).toEqual(['colour, minimize', 'hardness, minimize']);
    const joint = page.locator('section').filter({ hasText: 'Joint desirability' });
    const ticks = () => joint.locator('.axes text').allTextContents();
    await expect.poll(ticks).toContain('4');
    expect(await ticks()).not.toContain('1.5');
    expect(await violations(page)).toEqual([]);
  });

  it('writes the numbers of rows on the line of their values', async () => {
    await show(id, 'experiments');
    const cells = '.grid-body .grid-row:first-child :is(.grid-label button, .grid-cell.number:not(:empty))';
    await page.locator(cells).nth(2).waitFor();
    const middles = await page.evaluate<number[]>(`[...document.querySelectorAll('${cells}')].map((cell) => {
      const text = document.createRange();
      text.selectNodeContents(cell);
      const { top, bottom } = text.getBoundingClientRect();
      return (top + bottom) / 2;
    })`);
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(0.6);
  });

  it('keeps rules with names within a phone', async () => {
    const mixture = await makeSession(
      'Mixture',
      ['Gelatin', 'Alginate', 'Glycerol'].map((name) => ({ name, type: 'real', bounds: [0, 100] })),
    );
    await ask('POST', `/sessions/${mixture}/constraints`, {
      constraint_type: 'equality',
      coefficients: { Gelatin: 1, Alginate: 1, Glycerol: 1 },
      rhs: 100,
      name: 'sum',
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await show(mixture, 'variables');
    await page.getByText('Gelatin + Alginate + Glycerol = 100').waitFor();
    await fits(360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('says that it is older than the table', async () => {
    await page.evaluate(
      async ([address, session]) => {
        await fetch(`${address}api/v1/sessions/${session}/experiments`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ inputs: { T: 1.234 }, output: -36.8 }),
        });
      },
      [stage.server.address, id] as const,
    );
    await show(id, 'progress');
    await panel().getByText('Made with 24 experiments; 25 are recorded now.').waitFor();
    expect(stage.faults).toEqual([]);
  });
});
