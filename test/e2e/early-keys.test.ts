import { expect, it } from 'vitest';
import { ask, makeSession, page, press, says, show, stage, story } from './pages.ts';

/** Parts of the page are loaded when they are first needed: late, or not at all. */

story('a page whose code comes late', {}, () => {
  it('what is typed before the code of a window is there goes to its field', async () => {
    const { server, faults } = stage;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/\/(palette|dialog-window)[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(server.address);
    await page.getByRole('button', { name: 'New session' }).first().waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('glosx');
    await page.keyboard.press('Backspace');
    release();
    const field = page.getByPlaceholder('Go to, do, open…');
    await field.waitFor();
    await page.keyboard.type('s');
    expect(await field.inputValue()).toBe('gloss');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Glossary', exact: true }).waitFor();
    expect(faults).toEqual([]);
  });

  it('keys pressed before the code of a list is there choose from it', async () => {
    const id = await makeSession('Late list', [{ name: 'T', type: 'real', bounds: [0, 9] }]);
    await ask('POST', `/sessions/${id}/experiments/queue`, { items: [{ inputs: { T: 1 } }] });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.goto('about:blank');
    await page.route(/\/menu-list[^/]*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await show(id, 'queue');
    const button = page.getByRole('button', { name: 'More for run 1' });
    await button.focus();
    for (const key of ['Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    release();
    await page.getByRole('dialog', { name: 'This run failed' }).waitFor();
    expect(stage.faults).toEqual([]);
  });

  it('a part that cannot be had while no server answers is shown once one does, and the page stays', async () => {
    const id = await makeSession('Restart', []);
    await page.goto('about:blank');
    await show(id, 'variables');
    await page.getByRole('heading', { name: 'Variables', exact: true }).waitFor();
    const away = [/\/assets\/glossary-page[^/]*\.js$/, /:\d+\/$/];
    for (const address of away)
      await page.route(address, (route) => route.fulfill({ status: 503, json: { detail: 'draining' } }));
    await press('Glossary');
    await says('The server does not answer. The page continues by itself as soon as it does.');
    await page.getByRole('button', { name: 'Commands Ctrl K' }).waitFor();
    for (const address of away) await page.unroute(address);
    await page.getByRole('heading', { name: 'Glossary', exact: true }).waitFor();
  });

  it('the new page is loaded where an update of the server took a part away', async () => {
    const part = /\/assets\/sessions-page[^/]*\.js$/;
    await page.goto('about:blank');
    await page.goto(`${stage.server.address}#/glossary`);
    await page.getByRole('heading', { name: 'Glossary', exact: true }).waitFor();
    let isNew = false;
    page.once('domcontentloaded', () => {
      isNew = true;
    });
    await page.route(part, (route) =>
      isNew ? route.continue() : route.fulfill({ status: 404, json: { detail: 'Not Found' } }),
    );
    await page.getByRole('link', { name: 'Athanor' }).click();
    await page.getByRole('button', { name: 'New session' }).first().waitFor();
    expect(isNew).toBe(true);
    await page.unroute(part);
  });
});
