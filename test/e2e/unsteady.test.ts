import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { ask, makeSession, page, press, says, settled, show, stage, story } from './pages.ts';

/** A network that comes and goes, and a server that is started again: every change is made once, and nothing typed is lost. */

const T = { name: 'T', type: 'real', bounds: [20, 120], unit: '°C' };
let id: string;

interface Rows {
  readonly experiments: readonly Readonly<Record<string, unknown>>[];
}

const temperatures = async (): Promise<unknown[]> =>
  (await ask<Rows>('GET', `/sessions/${id}/experiments`)).experiments.map((row) => row['T']);

/** Types a run into the last row of the table. */
async function type(t: string, result: string): Promise<void> {
  await press('New row');
  await page.keyboard.type(t);
  await page.keyboard.press('Tab');
  await page.keyboard.type(result);
  await page.keyboard.press('Enter');
}

const resending = 'The server does not answer. Your input is kept, and the request is sent again.';

const slowFrames = `
  window.requestAnimationFrame = (draw) => setTimeout(() => draw(performance.now()), 400);
  window.cancelAnimationFrame = clearTimeout;`;

const threeFrames = `new Promise((drawn) => {
  const next = (left) => requestAnimationFrame(() => (left === 0 ? drawn() : next(left - 1)));
  next(3);
})`;

story('on a network that comes and goes', { timeout: 300_000 }, () => {
  it('a result that was recorded, but whose answer was lost, is recorded once', async () => {
    id = await makeSession('Unsteady', [T]);
    await ask('PUT', `/sessions/${id}/objectives`, { objectives: [{ name: 'y', goal: 'maximize' }] });
    await show(id, 'experiments');
    await type('40', '1');
    let lost = 0;
    const lose = async (route: Route): Promise<void> => {
      await route.fetch();
      lost++;
      await route.abort();
    };
    await page.route('**/experiments/batch', lose, { times: 4 });
    await press('Record 1 row');
    await says(resending);
    await expect.poll(() => lost).toBe(4);
    await expect.poll(() => page.getByText(resending).count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    expect(await temperatures()).toEqual([40]);
  });

  it('what is recorded without a network is sent when it is back', async () => {
    await type('50', '2');
    await stage.context.setOffline(true);
    await press('Record 1 row');
    await says(resending);
    expect(await temperatures()).toEqual([40]);
    await stage.context.setOffline(false);
    await expect.poll(temperatures).toEqual([40, 50]);
    await says('2 experiments recorded.');
  });

  it('a server that is started again gets it once, and the page goes on by itself', async () => {
    await type('60', '3');
    await stage.server.stop();
    await press('Record 1 row');
    await says(resending);
    await stage.server.start();
    await expect.poll(() => temperatures().catch(() => [])).toEqual([40, 50, 60]);
    await says('3 experiments recorded.');
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('a page that was not loaded yet is shown once the server is back, and what was typed is still there', async () => {
    await type('70', '4');
    await stage.server.stop();
    await page.getByRole('link', { name: 'Costs' }).click();
    await says('The server does not answer. The page continues by itself as soon as it does.');
    await stage.server.start();
    await page.getByRole('heading', { name: 'Costs' }).waitFor();
    expect(await page.getByText(/This page stopped working/).count()).toBe(0);
    await show(id, 'experiments');
    await press('Record 1 row');
    await expect.poll(temperatures).toEqual([40, 50, 60, 70]);
  });

  it('a search that a server lost when it was started again is made again by itself', async () => {
    await show(id, 'suggest');
    // As a server that was started again says of the jobs before.
    let lost = '';
    await page.route('**/api/v1/jobs/*', async (route) => {
      const job = /jobs\/([^/?]+)/.exec(route.request().url())?.[1] ?? '';
      lost ||= job;
      const body = { detail: 'interrupted by a restart', error_type: 'InterruptedError', status_code: 503 };
      const json = {
        job_id: lost,
        status: 'failed',
        progress: null,
        result: { status: 503, body, saved: null },
      };
      await (job === lost ? route.fulfill({ json }) : route.continue());
    });
    await page.route('**/acquisition/suggest', async (route) => {
      if (lost === '') await route.fulfill({ status: 202, json: { job_id: 'of-before' } });
      else await route.continue();
    });
    await press('Suggest experiments');
    await says('3 suggestions');
    expect(lost).toBe('of-before');
    expect(await page.getByText(/interrupted|cannot be reached/).count()).toBe(0);
    await page.unroute('**/api/v1/jobs/*');
    await page.unroute('**/acquisition/suggest');
    await show(id, 'experiments');
  });

  it('a removal whose answer was lost is a removal, of a run as of a session', async () => {
    const lose = async (route: Route): Promise<void> => {
      await route.fetch();
      await route.abort();
    };
    await page.locator('#cell-0-0').click();
    await page.route('**/experiments/remove-batch', lose, { times: 2 });
    await page.keyboard.press('Control+Delete');
    await says('1 row removed.');
    expect(await temperatures()).toEqual([50, 60, 70]);
    await show(id, 'settings');
    await page.route(`**/api/v1/sessions/${id}`, (route) =>
      route.request().method() === 'DELETE' ? lose(route) : route.fallback(),
    );
    await press('Delete session');
    await says(resending);
    await page.unroute(`**/api/v1/sessions/${id}`);
    await says('“Unsteady” deleted.');
    expect(await page.getByText(/not found/).count()).toBe(0);
  });

  it('what could not be read is read once the server can be reached', async () => {
    await makeSession('Other', [T]);
    const lists = '**/api/v1/sessions?*';
    await page.route(lists, (route) => route.abort());
    await page.goto(`${stage.server.address}#/sessions`);
    // The list may be on this page already.
    await page.reload();
    await says(/The server cannot be reached/);
    await page.unroute(lists);
    await page.getByRole('link', { name: 'Other' }).waitFor();
  });

  it('a file is saved, and one is imported, by one press each while the server is started again', async () => {
    const session = await makeSession('Files', [T], { csv: 'T,y\n20,1\n', target: 'y' });
    await show(session, 'experiments');
    await says('1 experiment recorded.');
    await stage.server.stop();
    const saved = page.waitForEvent('download');
    await press('Save XLSX');
    await says(resending);
    await stage.server.start();
    expect((await saved).suggestedFilename()).toBe('experiments.xlsx');
    await page.getByText('Live', { exact: true }).waitFor();
    const buffer = Buffer.from('T,y\n30,2\n');
    await page
      .getByLabel('File of experiments')
      .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('dialog').waitFor();
    await stage.server.stop();
    await press('Import 1 row');
    await says(resending);
    await stage.server.start();
    await says('1 experiment imported from rows.csv.');
  });

  it('a wall display shows no change when its server was only started again', async () => {
    const session = await makeSession('Wall', [T]);
    await show(session, 'monitor');
    await page.getByText('Live', { exact: true }).waitFor();
    await stage.server.stop();
    await says('Not connected');
    await stage.server.start();
    const asked = page.waitForResponse((answer) => answer.url().endsWith(`/sessions/${session}/model`));
    await page.getByText('Live', { exact: true }).waitFor();
    await asked;
    expect(await page.getByText(/Changed at/).count()).toBe(0);
  });

  it('a session whose name is still on its way is not called untitled', async () => {
    const session = await makeSession('Named', [T]);
    const detail = `**/api/v1/sessions/${session}`;
    let go = (): void => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    await page.route(detail, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${stage.server.address}#/s/${session}/overview`);
    const name = page.locator('.session-name a');
    await name.waitFor();
    expect(await name.innerText()).toBe('Session');
    go();
    await name.filter({ hasText: 'Named' }).waitFor();
    await page.unroute(detail);
  });

  it('what went wrong stays in sight until the next action', async () => {
    const session = await makeSession('Wrong', [T], { csv: 'T,y\n20,1\n30,2\n40,4\n', target: 'y' });
    const other = await stage.newContext();
    const reader = await other.newPage();
    await reader.clock.install();
    // Frames are slow, and the answer comes between the first two after the press.
    await reader.addInitScript(slowFrames);
    await reader.route('**/model/train', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 600));
      await route.fulfill({
        status: 500,
        json: { detail: 'no memory is left', error_type: 'Error', status_code: 500 },
      });
    });
    await show(session, 'model', reader);
    await press('Train model', reader);
    const told = reader.getByText('no memory is left');
    await told.waitFor();
    await reader.clock.fastForward('10:00');
    await settled(reader);
    expect(await told.isVisible()).toBe(true);
    await reader.unroute('**/model/train');
    await press('Train model', reader);
    await told.waitFor({ state: 'detached' });
    await other.close();
  });

  it('a page is not called live without a network, nor with a server that no longer answers', async () => {
    const session = await makeSession('Cut', [T]);
    await show(session, 'queue');
    const live = page.getByText('Live', { exact: true });
    const offline = page.getByText(/Offline\. Retrying/);
    await live.waitFor();
    await stage.context.setOffline(true);
    await offline.waitFor();
    await stage.context.setOffline(false);
    await live.waitFor();
    // As of a machine that was lost: the connection is not closed.
    const server = stage.server.pid() as number;
    process.kill(server, 'SIGSTOP');
    try {
      await offline.or(page.getByText('Connecting…')).waitFor();
    } finally {
      process.kill(server, 'SIGCONT');
    }
    await live.waitFor();
  });

  it('a server that fails again at once is said not to answer again', async () => {
    const session = await makeSession('Again', [T], { csv: 'T,y\n20,1\n30,2\n40,4\n', target: 'y' });
    const other = await stage.newContext();
    const reader = await other.newPage();
    await reader.addInitScript(slowFrames);
    let asked = 0;
    const json = { detail: 'no memory is left', error_type: 'Error', status_code: 500 };
    await reader.route('**/model/train', (route) =>
      ++asked === 2 ? route.fulfill({ status: 500, json }) : route.abort(),
    );
    await show(session, 'model', reader);
    await press('Train model', reader);
    await reader.getByText('no memory is left').waitFor();
    const told = reader.getByText(resending);
    // The message is about to go.
    expect(await told.count()).toBe(1);
    await press('Train model', reader);
    await expect.poll(() => asked).toBeGreaterThan(2);
    await reader.evaluate(threeFrames);
    expect(await told.count()).toBe(1);
    await reader.unroute('**/model/train');
    await told.waitFor({ state: 'detached' });
    await other.close();
  });

  it('two presses of a button make one session', async () => {
    await page.goto(`${stage.server.address}#/sessions`);
    await page.getByRole('button', { name: 'New session' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill('Twice');
    await page.route('**/api/v1/sessions', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.locator('nav').getByText('Overview').waitFor();
    const { items } = await ask<{ items: { name: string }[] }>('GET', '/sessions');
    expect(items.filter(({ name }) => name === 'Twice')).toHaveLength(1);
  });
});
