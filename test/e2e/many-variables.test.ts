import { beforeAll, expect, it } from 'vitest';
import { ask, fits, makeSession, page, press, says, settled, show, stage, story } from './pages.ts';

/** Campaigns that do not fit into one view: many variables, narrow screens, results that are all the same. */

const names = Array.from({ length: 9 }, (_, i) => `x${i + 1}`);

/** Rows of nine variables from 0 to 1, with what is measured of each. */
async function campaign(name: string, result: (x: readonly number[]) => number): Promise<string> {
  const variables = names.map((one) => ({ name: one, type: 'real', bounds: [0, 1] }));
  const id = await makeSession(name, variables);
  const experiments = Array.from({ length: 18 }, (_, row) => {
    const x = names.map((_, i) => ((row * (2 * i + 3) + i) % 19) / 18);
    return { inputs: Object.fromEntries(names.map((one, i) => [one, x[i]])), output: result(x) };
  });
  await ask('POST', `/sessions/${id}/experiments/batch`, { experiments });
  await ask('POST', `/sessions/${id}/model/train`, { backend: 'auto' });
  return id;
}

story('many variables in the browser', {}, () => {
  let id: string;
  beforeAll(async () => {
    id = await campaign('Nine', ([a = 0, b = 0]) => 50 + 30 * a - 20 * (b - 0.4) ** 2);
  });

  it('the profiler folds variables of little effect away, and names them', async () => {
    await show(id, 'model');
    const fold = page.getByText(/^Less effect here: /);
    await fold.waitFor();
    const folded = (await fold.innerText()).replace('Less effect here: ', '').split(', ');
    expect(folded).toHaveLength(3);
    expect(folded).not.toContain('x1');
    const along = (name: string) => page.getByLabel(`Predicted Output along ${name}`, { exact: true });
    await along('x1').waitFor();
    expect(await along(folded[0] as string).isVisible()).toBe(false);
    await fold.click();
    await along(folded[0] as string).waitFor();
  });

  it('the queue has its results in sight, and the next field is ready after each', async () => {
    const items = [0.1, 0.2, 0.3, 0.4].map((x) => ({
      inputs: Object.fromEntries(names.map((one) => [one, x])),
    }));
    await ask('POST', `/sessions/${id}/experiments/queue`, { items });
    await show(id, 'queue');
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")');
    const field = page.getByLabel('Output of run 2', { exact: true });
    await field.waitFor();
    await settled();
    const box = await field.boundingBox();
    const pinned = await page.locator('td.pinned').first().boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(pinned?.x ?? 0);
    await field.fill('41');
    await field.press('Enter');
    await says('3 runs to do');
    await expect.poll(focused).toBe('Output of run 3');
    const card = page.getByLabel('Output', { exact: true });
    await card.fill('42');
    await card.press('Enter');
    await says('2 runs to do');
    await expect
      .poll(() => page.evaluate('document.activeElement.closest("article")?.getAttribute("aria-label")'))
      .toBe('Run 3');
    await press('Clear pending runs');
    await says('The queue is empty');
  });

  it('the table of runs draws the columns in view, and follows the keys to the others', async () => {
    const many = Array.from({ length: 100 }, (_, i) => `v${i + 1}`);
    const wide = await makeSession('Wide', []);
    const variables = many.map((name) => ({ name, type: 'real', bounds: [0, 100] }));
    await ask('POST', `/sessions/${wide}/variables/load`, { variables, constraints: [] });
    const experiments = Array.from({ length: 12 }, (_, row) => ({
      inputs: Object.fromEntries(many.map((name, i) => [name, (7 * row + i) % 101])),
      output: row,
    }));
    await ask('POST', `/sessions/${wide}/experiments/batch`, { experiments });
    await show(wide, 'experiments');
    const grid = page.getByRole('grid');
    const cells = page.getByRole('gridcell');
    await page.getByRole('gridcell', { name: '77', exact: true }).first().waitFor();
    expect(await cells.count()).toBeLessThan(13 * 40);
    const inSight = async (column: string): Promise<boolean> => {
      const head = await page.getByRole('columnheader', { name: column, exact: true }).boundingBox();
      const box = await grid.boundingBox();
      const label = await page.getByRole('rowheader').first().boundingBox();
      if (!head || !box || !label) return false;
      return head.x >= label.x + label.width - 1 && head.x + head.width <= box.x + box.width;
    };
    const active = () =>
      page.evaluate(
        'document.getElementById(document.querySelector("[role=grid]").getAttribute("aria-activedescendant"))?.textContent',
      );
    await page.getByRole('columnheader', { name: 'v1', exact: true }).getByRole('button').click();
    for (const [keys, column, text] of [
      [['Control+Home', 'End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft'], 'v100', '99'],
      [['Home'], 'v1', '0'],
      [Array.from({ length: 40 }, () => 'ArrowRight'), 'v41', '40'],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await expect.poll(() => inSight(column), { message: column }).toBe(true);
      await expect.poll(active).toBe(text);
    }
    await page.keyboard.type('55');
    await page.keyboard.press('Enter');
    await says('1 row changed.');
    await expect
      .poll(async () => {
        const { experiments: rows } = await ask<{ experiments: Record<string, number>[] }>(
          'GET',
          `/sessions/${wide}/experiments`,
        );
        return rows[0]?.['v41'];
      })
      .toBe(55);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: 718, height: 1040 });
    const printed = page.locator('.printed table');
    await expect.poll(() => printed.count()).toBe(13);
    expect(await printed.last().getByRole('row').count()).toBe(13);
    for (const table of await printed.all()) {
      const box = await table.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 1e9)).toBeLessThanOrEqual(718);
    }
    expect(await grid.isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await printed.count()).toBe(0);
  });

  it('on a phone lines over all variables are moved sideways, and the page is not', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await show(id, 'suggest');
    await press('Suggest experiments');
    await says('3 suggestions');
    const plot = page.getByRole('region', { name: /^Suggested and measured runs over all variables/ });
    await plot.waitFor();
    const { inner, outer, moved } = await plot.evaluate((element) => {
      const area = element as unknown as Record<'scrollLeft' | 'scrollWidth' | 'clientWidth', number>;
      area.scrollLeft = 1e4;
      return { inner: area.scrollWidth, outer: area.clientWidth, moved: area.scrollLeft };
    });
    expect(inner).toBeGreaterThanOrEqual(62 * (names.length + 1));
    expect(moved).toBe(inner - outer);
    await fits(360);
  });

  it('on a phone each change of the history is a card whose words are in sight', async () => {
    await show(id, 'history?tab=changes');
    const words = page.getByText("variable 'x9' added", { exact: true });
    await words.waitFor();
    const place = await words.boundingBox();
    expect(place?.x).toBeLessThan(60);
    expect(place?.width).toBeGreaterThan(200);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('of results that are all the same it says that there is nothing to learn', async () => {
    const flat = await campaign('Flat', () => 42);
    await show(flat, 'model');
    await says('All results are equal, so there is nothing to learn from them yet.');
    await says('What affects Output is unknown until one result differs.');
    await says('Output here, ± SD of the curve');
    expect(await page.getByLabel(/^Importance of/).count()).toBe(0);
    expect(await page.getByText('Desirability').count()).toBe(0);
    expect(stage.faults).toEqual([]);
  });
});
