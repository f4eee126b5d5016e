import { expect, it } from 'vitest';
import { page, stage, story } from './pages.ts';

story('keys before the code', { timeout: 120_000 }, () => {
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
});
