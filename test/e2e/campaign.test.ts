import { readFile, stat } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { fits, page, press, root, settled, show, stage, story, violations, watch } from './pages.ts';
import { prefixProxy } from './prefix-proxy.ts';

/** A whole campaign on measured data through the interface, in a real browser against the real server. */

const names = ['temperature', 'pd_mol', 'arbpin', 'k3po4'] as const;
const spans = [15, 4.5, 0.8, 1.5];

interface Run {
  readonly inputs: readonly number[];
  readonly result: number;
}

let measured: Run[] = [];

const open = (view: string): Promise<void> => page.getByRole('link', { name: view, exact: true }).click();

/** Pastes text into the table, as from a spreadsheet. */
const paste = (text: string): Promise<unknown> =>
  page.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.querySelector('[role=grid]').dispatchEvent(event);
  }`);

/** The measured run nearest to the given settings, every variable counted by its range. */
function nearestRun(inputs: readonly number[]): Run {
  const distance = (run: Run): number =>
    run.inputs.reduce((sum, value, i) => sum + ((value - inputs[i]) / spans[i]) ** 2, 0);
  return measured.reduce((best, run) => (distance(run) < distance(best) ? run : best));
}

/** Does what the person at the bench does: sets what can be set, measures, types both in. */
async function completeFirst(): Promise<number> {
  const device = page.getByRole('article', { name: /^Run \d+$/ });
  const field = (name: string) => device.getByLabel(new RegExp(`^${name}( \\(|$)`));
  await device.getByText('Correct a setting that differed').click();
  const planned = await Promise.all(names.map(async (name) => Number(await field(name).inputValue())));
  const run = nearestRun(planned);
  for (const [i, name] of names.entries()) await field(name).fill(String(run.inputs[i]));
  const result = field('yield');
  await result.fill(String(run.result));
  await result.press('Enter');
  await page.getByText('Result recorded.').first().waitFor();
  return run.result;
}

story('a campaign in the browser', {}, () => {
  beforeAll(async () => {
    const lines = (await readFile(`${root}src/demo/data/suzuki.csv`, 'utf8')).trim().split(/\r?\n/).slice(1);
    measured = lines.map((line) => {
      const cells = line.split(',').map(Number);
      return { inputs: cells.slice(0, 4), result: cells[4] };
    });
  });

  it('starts with an empty list and a hint', async () => {
    await page.goto(stage.server.address);
    await page.getByText('Your first campaign starts here').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('makes a session; what was typed survives a reload', async () => {
    await press('New session');
    await page.getByLabel('Name').fill('Suzuki by hand');
    await page.reload();
    await press('New session');
    expect(await page.getByLabel('Name').inputValue()).toBe('Suzuki by hand');
    await press('Create session');
    await page.getByText('0 variables').waitFor();
  });

  it('takes variables typed into the table and says what is wrong with them', async () => {
    const bounds = [
      ['75', '90', '°C'],
      ['0.5', '5', 'mol %'],
      ['1', '1.8', 'eq'],
      ['1.5', '3', 'eq'],
    ];
    await page.getByPlaceholder('Name').fill('temperature');
    await page.getByPlaceholder('Min').fill('90');
    await page.getByPlaceholder('Max').fill('75');
    await press('Add');
    await page.getByText('above 90').waitFor();
    for (const [i, name] of names.entries()) {
      await page.getByPlaceholder('Name').fill(name);
      await page.getByPlaceholder('Min').last().fill(bounds[i][0]);
      await page.getByPlaceholder('Max').last().fill(bounds[i][1]);
      await page.getByPlaceholder('Unit').last().fill(bounds[i][2]);
      await press('Add');
      await page.getByText(i === 0 ? '1 variable' : `${i + 1} variables`, { exact: true }).waitFor();
      // The next one can be typed without the mouse.
      await expect.poll(() => page.evaluate('document.activeElement.placeholder')).toBe('Name');
    }
    expect(await violations(page)).toEqual([]);
  });

  it('changes a variable in place and takes it back', async () => {
    const max = page.getByLabel('Max of temperature', { exact: true });
    await max.fill('95');
    await max.press('Enter');
    await page.getByText('Variable “temperature” changed.').waitFor();
    await press('Undo');
    await page.getByText(/^Undone/).waitFor();
    await expect.poll(() => max.inputValue()).toBe('90');
  });

  it('reads a constraint from text', async () => {
    await page.getByLabel('New constraint').fill('2*arbpin + k3po4 <= 7');
    await page.getByText('Read as: 2·arbpin + k3po4 ≤ 7').waitFor();
    await press('Add constraint');
    await page.getByRole('cell', { name: '2·arbpin + k3po4 ≤ 7', exact: true }).waitFor();
    await page.getByRole('button', { name: /^Delete constraint/ }).click();
    await page.getByText(/^No constraints\./).waitFor();
  });

  it('imports a CSV file with a preview of what its columns mean', async () => {
    await open('Experiments');
    const sample = Array.from({ length: 24 }, (_, i) => measured[(i * 89 + 20) % measured.length]);
    const text = [
      'Temperature;PD mol;arbpin;k3po4;yield',
      ...sample.map((run) => [...run.inputs, run.result].join(';')),
    ];
    await page.getByLabel('File of experiments').setInputFiles({
      name: 'first-runs.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text.join('\r\n')),
    });
    await page.getByRole('dialog').getByText('24 rows in the file').waitFor();
    expect(await page.getByLabel('Meaning of column PD mol').inputValue()).toBe('input');
    expect(await page.getByLabel('Name of column PD mol').inputValue()).toBe('pd_mol');
    expect(await page.getByLabel('Meaning of column yield').inputValue()).toBe('output');
    expect(await violations(page)).toEqual([]);
    await press('Import 24 rows');
    await page.getByText('24 experiments recorded.').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('works like a spreadsheet: paste, mistakes marked in place, undo', async () => {
    await press('New row');
    await page.locator('[role=grid][aria-activedescendant="cell-24-0"]').waitFor();
    const extra = measured.slice(100, 102).map((run) => [...run.inputs, run.result].join('\t'));
    await paste(`${extra[0]}\nwarm\t1\t1\t2\t3\n${extra[1]}`);
    await page.getByText('1 row to correct before recording').waitFor();
    await page.getByText('not a number').waitFor();
    await page.reload();
    await page.getByText('1 row to correct before recording').waitFor();
    await page.getByRole('grid').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Home');
    await page.keyboard.type('80');
    await page.keyboard.press('Enter');
    await press('Record 3 rows');
    await page.getByText('27 experiments recorded.').waitFor();
    await press('Undo');
    await page.getByText('24 experiments recorded.').waitFor();
    await press('Discard new rows');
  });

  it('corrects a recorded value and takes it back', async () => {
    const grid = page.getByRole('grid');
    await grid.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('76');
    await page.keyboard.press('Enter');
    await page.getByText('1 row changed.').waitFor();
    await expect.poll(() => page.locator('#cell-0-0').textContent()).toBe('76');
    await press('Undo');
    await expect.poll(() => page.locator('#cell-0-0').textContent()).toBe(String(measured[20].inputs[0]));
  });

  it('trains a model and draws it', async () => {
    await open('Model');
    // As after a second: the server makes a job of the training, and the page waits for its end.
    const seen: unknown[] = [];
    await page.route('**/model/train', async (route) => {
      const headers = route.request().headers();
      const response = await route.fetch({ headers: { ...headers, prefer: 'respond-async' } });
      seen.push(headers.prefer, response.status());
      await route.fulfill({ response });
    });
    await press('Train model');
    await page.getByText('What the model has learned').waitFor();
    expect(seen).toEqual(['respond-async, wait=1', 202]);
    await page.unroute('**/model/train');
    await page.getByLabel('Predicted yield along temperature').waitFor();
    expect(await violations(page)).toEqual([]);
    for (const [tab, label] of [
      ['Contour', /^Predicted yield over/],
      ['Parity', 'Predicted against measured yield'],
      ['Q–Q', /^Quantiles of the errors/],
      ['Calibration', /^Share of measured yield/],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click();
      await page.getByLabel(label).waitFor();
    }
    expect(page.url()).toContain('plot=calibration');
  });

  it('suggests, stages in one click, completes with what was really run, and gets better', async () => {
    const before = Math.max(
      ...Array.from({ length: 24 }, (_, i) => measured[(i * 89 + 20) % measured.length].result),
    );
    let best = before;
    for (let round = 0; round < 2; round++) {
      await open('Suggest');
      await press('Suggest experiments');
      await page.getByText('3 suggestions').waitFor();
      await page.getByText('yield expected').waitFor();
      if (round === 0) expect(await violations(page)).toEqual([]);
      await press('Stage all 3');
      await page.getByRole('link', { name: 'Go to the queue' }).click();
      await page.getByText('3 runs to do').waitFor();
      if (round === 0) expect(await violations(page)).toEqual([]);
      for (let left = 3; left > 0; left--) {
        best = Math.max(best, await completeFirst());
        const rest = left === 1 ? 'The queue is empty' : left === 2 ? '1 run to do' : '2 runs to do';
        await page.getByText(rest).waitFor();
      }
      await open('Suggest');
      await press('Clear');
    }
    expect(best).toBeGreaterThanOrEqual(before);
    await open('Progress');
    await page.getByText(`yield: best ${best}`).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('takes back a result and what was staged', async () => {
    await open('Suggest');
    await press('Suggest experiments');
    await press('Stage all 3');
    await page.getByRole('link', { name: 'Go to the queue' }).click();
    const result = await completeFirst();
    await page.getByText('2 runs to do').waitFor();
    // Notices of earlier results may still be in sight; only the latest step can be taken back.
    const latest = page.locator('.toast').filter({ hasText: 'Result recorded.' });
    await latest.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone: Result recorded.').waitFor();
    await page.getByText('3 runs to do').waitFor();
    expect(
      await page
        .getByLabel(/^yield of run \d+$/)
        .last()
        .inputValue(),
    ).toBe('');
    expect(result).toBeGreaterThan(0);
    await open('Experiments');
    await page.getByText('30 experiments recorded.').waitFor();
    await page.keyboard.press('Control+z');
    await page.getByText('Undone: 3 runs staged.').waitFor();
    await open('Queue');
    await page.getByText('The queue is empty').waitFor();
    await open('Suggest');
    await press('Clear');
    await open('Progress');
  });

  it('exports a plot as drawing, picture and numbers', async () => {
    const saved: Record<string, Buffer> = {};
    for (const kind of ['SVG', 'PNG', 'CSV']) {
      const waiting = page.waitForEvent('download');
      await page.getByRole('button', { name: kind, exact: true }).first().click();
      saved[kind] = await readFile(await (await waiting).path());
    }
    expect(saved['SVG'].toString()).toContain('yield');
    expect(saved['SVG'].toString()).not.toContain('var(--');
    expect(saved['PNG'].subarray(1, 4).toString()).toBe('PNG');
    const lines = saved['CSV'].toString().trimEnd().split('\n');
    expect(lines[0]).toBe('\uFEFFExperiment,yield,Best so far');
    expect(lines).toHaveLength(31);
  });

  it('keeps provenance and an audit log', async () => {
    await open('History');
    // 24 imported, 6 completed, and the 4 that were taken back: a record is never removed.
    await page.getByText('34 records').waitFor();
    await page.getByRole('cell', { name: 'Suggested' }).first().waitFor();
    await press('Audit log');
    await page.getByRole('listitem').getByText('Suggestion made').first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('keeps two browsers in step and shows when it is cut off', async () => {
    const other = await stage.context.newPage();
    watch(other, stage.faults);
    await other.goto(page.url().replace(/history.*/, 'overview'));
    await other.getByText('Live', { exact: true }).waitFor();
    await page.goto(page.url().replace(/history.*/, 'experiments'));
    await press('New row');
    await page.keyboard.type('80');
    for (const value of ['2', '1.5', '2', '55.5']) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(value);
    }
    await page.keyboard.press('Enter');
    await press('Record 1 row');
    await page.getByText('1 experiment recorded.').waitFor();
    await other.getByText('experiment', { exact: false }).getByText('of 31').waitFor();
    await stage.server.stop();
    await other.getByText(/Offline\. Retrying/).waitFor();
    await stage.server.start();
    await other.getByText('Live', { exact: true }).waitFor();
    await other.close();
  });

  it('has commands, code for every action, a page for the phone and one for the wall', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Command' }).fill('sugg');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Suggest' }).waitFor();
    await press('Suggest as code');
    await page.getByText('/acquisition/suggest').waitFor();
    await press('Python');
    await page.getByText('import requests').waitFor();
    await press('Close');
    await press('Suggest experiments');
    await press('Stage all 3');
    const phone = await stage.newContext({ viewport: { width: 390, height: 844 } });
    const small = await phone.newPage();
    watch(small, stage.faults);
    await small.goto(page.url().replace(/suggest.*/, 'bench'));
    await small.getByLabel('yield').first().fill('88');
    await small.getByRole('button', { name: 'Complete', exact: true }).first().click();
    await small.getByText('Result recorded.').waitFor();
    await expect.poll(() => small.getByRole('article').count()).toBe(2);
    await fits(390, '', small);
    expect(await violations(small)).toEqual([]);
    await small.goto(page.url().replace(/suggest.*/, 'monitor'));
    await small.getByText('Best yield').waitFor();
    expect(await violations(small)).toEqual([]);
    await phone.close();
  });

  it('makes and stages a design', async () => {
    await open('Designs');
    await press('Make design');
    await press('Stage all 12');
    await page.getByRole('link', { name: 'Go to the queue' }).click();
    await page.getByText('14 runs to do').waitFor();
  });

  it('draws and saves what experiments cost', async () => {
    await open('Costs');
    await page.getByLabel('Currency or unit').fill('EUR');
    await page.getByLabel('Fixed cost of a run (EUR)').fill('20');
    await page.getByLabel('Budget (EUR)').waitFor();
    await page.getByRole('button', { name: 'Add cost of its value' }).first().click();
    await page.getByLabel('Shape').selectOption('Through points');
    await page.getByLabel('Cost of temperature as a curve').waitFor();
    expect(await violations(page)).toEqual([]);
    await press('Save costs');
    await page.getByText('Spent').waitFor();
    await open('Progress');
    await page.getByLabel('Along').selectOption('cost');
    await page.getByText('Cost so far (EUR)').first().waitFor();
  });

  it('locks and unlocks', async () => {
    await open('Settings');
    await page.getByLabel('Your name').fill('Ann');
    await press('Lock');
    await page.getByText('Locked by Ann').waitFor();
    await press('Unlock');
    await page.getByLabel('Your name').waitFor();
  });

  it('exports and imports the session; deleting can be taken back', async () => {
    await open('Settings');
    expect(await violations(page)).toEqual([]);
    const waiting = page.waitForEvent('download');
    await press('Export session');
    const file = await (await waiting).path();
    await press('Delete session');
    await page.getByText('Your first campaign starts here').waitFor();
    await press('Undo');
    await page.getByRole('heading', { name: 'Suzuki by hand' }).waitFor();
    await page.goto(`${stage.server.address}#/sessions`);
    await page.getByLabel('Session file').setInputFiles(file);
    await page.getByRole('heading', { name: 'Suzuki by hand' }).waitFor();
  });

  it('is as readable in the dark', async () => {
    const dark = await stage.newContext({
      viewport: { width: 1440, height: 900 },
      colorScheme: 'dark',
    });
    const night = await dark.newPage();
    const session = /#\/s\/([^/]+)/.exec(page.url())?.[1] ?? '';
    watch(night, stage.faults);
    for (const view of [
      'overview',
      'variables',
      'experiments',
      'model',
      'suggest',
      'queue',
      'progress',
      'designs',
    ]) {
      await show(session, view, night);
      await night.locator('h1').waitFor();
      await settled(night);
      expect(await violations(night), view).toEqual([]);
    }
    await dark.close();
  });

  it('works behind a path prefix, live events included', async () => {
    const proxy = await prefixProxy(stage.server.address, '/lab/athanor');
    const far = await stage.newContext();
    const there = await far.newPage();
    watch(there, stage.faults);
    await there.goto(proxy.address);
    await there.getByRole('link', { name: 'Suzuki by hand' }).first().click();
    await there.getByRole('heading', { name: 'Suzuki by hand' }).waitFor();
    await there.getByText('Live', { exact: true }).waitFor();
    await far.close();
    await proxy.close();
  });

  it('goes on after a lost connection with what it missed', async () => {
    const far = await stage.newContext();
    const there = await far.newPage();
    watch(there, stage.faults);
    const sockets: { url: string; heard: number; close: () => Promise<void> }[] = [];
    await there.routeWebSocket(/\/ws\//, (socket) => {
      const one = { url: socket.url(), heard: 0, close: () => socket.close({ code: 1001 }) };
      socket.connectToServer().onMessage((message) => {
        one.heard++;
        socket.send(message);
      });
      sockets.push(one);
    });
    await there.goto(stage.server.address);
    await there.getByRole('link', { name: 'Suzuki by hand' }).first().click();
    await there.getByText('Live', { exact: true }).waitFor();
    // The page goes on after what it heard, if it heard anything.
    await expect.poll(() => sockets.at(-1)?.heard).toBeGreaterThan(0);
    await sockets.at(-1)!.close();
    const before = sockets.length;
    await expect.poll(() => sockets.length).toBeGreaterThan(before);
    expect(sockets.at(-1)!.url).toMatch(/\?since=\d+$/);
    await there.getByText('Live', { exact: true }).waitFor();
    await far.close();
  });

  it('says so when a change could not be saved, and tries again', async () => {
    await page.goto(page.url().replace(/overview.*/, 'variables'));
    await page.route('**/variables/*', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'x-service-saved': 'false' } });
    });
    const backup = page.waitForRequest((request) => request.url().endsWith('/backup'));
    await page.getByLabel('Unit of arbpin', { exact: true }).fill('equiv');
    await page.keyboard.press('Enter');
    await backup;
    await page.unroute('**/variables/*');
    await press('Not saved');
    await expect.poll(() => page.getByText('Not saved').count()).toBe(0);
  });

  it('is small at the first load', async () => {
    const fresh = await stage.newContext({ viewport: { width: 1440, height: 900 } });
    const first = await fresh.newPage();
    await first.goto(stage.server.address);
    await first.getByRole('button', { name: 'New session' }).waitFor();
    const timing = (await first.evaluate(`(() => {
      const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      return {
        files: entries.map((entry) => ({ path: new URL(entry.name).pathname, bytes: entry.encodedBodySize })),
        ready: performance.getEntriesByName('interactive')[0]?.startTime,
      };
    })()`)) as { files: { path: string; bytes: number }[]; ready: number };
    const files = timing.files.filter((file) => !file.path.startsWith('/api'));
    let compressed = 0;
    for (const { path } of files)
      compressed += (await stat(`${root}build/web${path === '/' ? '/index.html' : path}.br`)).size;
    const kilobytes = (bytes: number): string => `${Math.round(bytes / 1024)} KB`;
    const sent = files.reduce((sum, file) => sum + file.bytes, 0);
    process.stderr.write(
      `e2e: first load ${kilobytes(compressed)} compressed (${kilobytes(sent)} as sent), interactive after ${Math.round(timing.ready)} ms\n`,
    );
    expect(files.length).toBeGreaterThan(2);
    expect(compressed).toBeLessThan(140_000);
    await fresh.close();
  });

  it('broke no content policy and threw no error on the way', () => {
    expect(stage.faults).toEqual([]);
  });
});
