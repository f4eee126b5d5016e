import { readFile } from 'node:fs/promises';
import readSheets from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { ask, makeSession, page, press, says, show, stage, story, violations } from './pages.ts';

/** A plate of runs whose results come as a column of a spreadsheet. */

let session = '';

const experiments = async (): Promise<Record<string, unknown>[]> =>
  (await ask<{ experiments: Record<string, unknown>[] }>('GET', `/sessions/${session}/experiments`))
    .experiments;

const field = (run: number) =>
  run === 1
    ? page.getByRole('article').getByLabel('Yield (%)', { exact: true })
    : page.getByLabel(`Yield of run ${run}`);

/** Pastes text where the focus is, as from a spreadsheet. */
const pasteHere = (text: string): Promise<unknown> =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', ${JSON.stringify(text)});
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  })()`);

const paste = async (run: number, text: string): Promise<void> => {
  await field(run).focus();
  await pasteHere(text);
};

story('a plate', {}, () => {
  it('takes a column of results, says what does not fit, and records the rest at once', async () => {
    session = await makeSession('Plate', [{ name: 'T', type: 'real', bounds: [0, 100], unit: '°C' }]);
    await ask('PUT', `/sessions/${session}/objectives`, {
      objectives: [{ name: 'Yield', goal: 'maximize', unit: '%' }],
    });
    const items = Array.from({ length: 6 }, (_, i) => ({ inputs: { T: 10 * i } }));
    await ask('POST', `/sessions/${session}/experiments/queue`, { items });
    await show(session, 'queue');
    await says('6 runs to do');
    await paste(2, 'Yield (%)\r\n1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n');
    await says('Nothing was pasted: there are 6 rows, and 5 runs from here on.');
    expect(await field(2).inputValue()).toBe('');
    await paste(1, 'Yield (%)\r\n41.5\r\n\r\n<2\r\nbroken\r\n55.25\r\n');
    await expect.poll(() => field(5).inputValue()).toBe('55.25');
    expect(await Promise.all([1, 2, 3, 4].map((run) => field(run).inputValue()))).toEqual([
      '41.5',
      '',
      '<2',
      'broken',
    ]);
    const sent: string[] = [];
    page.on('request', (one) => {
      if (one.method() === 'POST') sent.push(one.url().replace(/.*\/sessions\/[^/]*/, ''));
    });
    await press('Record 4 results');
    await says('3 results recorded. 1 run not recorded: see the marked fields.');
    await says('3 runs to do');
    expect(sent).toEqual(['/experiments/record-batch']);
    expect(await experiments()).toMatchObject([
      { T: 0, Yield: 41.5 },
      { T: 20, Yield: 2, Censored: 'Yield <' },
      { T: 40, Yield: 55.25 },
    ]);
    // Runs keep their numbers while others are completed.
    expect(await page.getByRole('heading', { name: 'Next run: 2' }).count()).toBe(1);
    expect(await field(4).getAttribute('aria-invalid')).toBe('true');
    expect(await violations(page)).toEqual([]);
  });

  it('takes them back to their places, with what was typed', async () => {
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await says('6 runs to do');
    await expect.poll(experiments).toHaveLength(0);
    const typed = () => Promise.all([1, 2, 3, 4, 5, 6].map((run) => field(run).inputValue()));
    await expect.poll(typed).toEqual(['41.5', '', '<2', 'broken', '55.25', '']);
  });

  it('gives results with run numbers to these runs, whatever their order', async () => {
    await paste(3, 'Yield (%)\tRun\r\n60\t6\r\n21\t2\r\n');
    await expect.poll(() => field(6).inputValue()).toBe('60');
    expect(await field(2).inputValue()).toBe('21');
    await paste(3, 'Run\tYield\r\n9\t1\r\n3\t2\r\n');
    await says('Nothing was pasted: run 9 is not in this list.');
    await field(2).fill('');
    await field(6).fill('');
  });

  it('takes the saved queue back, in another order, twice, with a run that came out hotter', async () => {
    const [saved] = await Promise.all([page.waitForEvent('download'), press('Save CSV')]);
    const [head, ...runs] = (await readFile(await saved.path(), 'utf8')).trim().split(/\r?\n/);
    expect([head, runs[3]]).toEqual(['Run,T (°C),Yield (%),Comment', '4,30,,']);
    const [book] = await Promise.all([page.waitForEvent('download'), press('Save XLSX')]);
    expect(book.suggestedFilename()).toBe('queue.xlsx');
    const [sheet] = await readSheets(await readFile(await book.path()));
    expect((sheet as unknown as { data: unknown[][] }).data[4]).toEqual([4, 30, null, null]);
    const give = async (lines: readonly string[]) => {
      await show(session, 'experiments');
      await page.getByRole('heading', { name: 'Experiments' }).waitFor();
      await page
        .locator('input[type=file]')
        .setInputFiles({ name: 'queue.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
    };
    const first = [head as string, '6,53,66', '5,40,55', ...runs.slice(0, 4)];
    await give(first);
    await says('Run that is still pending');
    await press('Import 2 rows');
    await says(/^2 experiments imported from queue\.csv/);
    // Taken back, the runs have their places and numbers again; the same file then does the same.
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await says('Undone: 2 experiments imported');
    await expect.poll(experiments).toHaveLength(0);
    const { items } = await ask<{ items: object[] }>('GET', `/sessions/${session}/experiments/queue`);
    expect(items).toMatchObject([0, 10, 20, 30, 40, 50].map((T) => ({ inputs: { T }, status: 'pending' })));
    await give(first);
    await press('Import 2 rows');
    await says(/^2 experiments imported from queue\.csv/);
    await give([...first, '1,0,11', '5,40,56']);
    await says('Run that is already recorded');
    await press('Import 2 rows');
    await show(session, 'queue');
    await says('3 runs to do');
    expect(await experiments()).toMatchObject([
      { T: 53, Yield: 66, Run: 6 },
      { T: 40, Yield: 55, Run: 5 },
      { T: 0, Yield: 11, Run: 1 },
      { T: 40, Yield: 56, Run: 5 },
    ]);
    expect(await violations(page)).toEqual([]);
  });

  it('marks a pending run as failed without starting it', async () => {
    await press('More for run 2');
    await page.getByRole('menuitem', { name: 'Failed…' }).click();
    const requests: string[] = [];
    page.on('request', (one) => {
      if (one.method() === 'POST') requests.push(one.url().replace(/.*\/queue\/[^/]*/, ''));
    });
    await press('Mark as failed');
    await says('Recorded as a failed run.');
    expect(requests).toEqual(['/fail']);
    expect((await experiments()).at(-1)).toMatchObject({ T: 10, Yield: null });
    expect(stage.faults).toEqual([]);
  });

  it('takes rows with the settings of pending runs as their results, and gives them back at once', async () => {
    session = await makeSession('Rows', [{ name: 'T', type: 'real', bounds: [0, 100], unit: '°C' }]);
    await ask('PUT', `/sessions/${session}/objectives`, {
      objectives: [{ name: 'Yield', goal: 'maximize', unit: '%' }],
    });
    const runs = [{ T: 10 }, { T: 20 }, { T: 100 / 3 }, { T: 40, Block: 1 }, { T: 40, Block: 2 }];
    const items = runs.map((inputs) => ({ inputs }));
    await ask('POST', `/sessions/${session}/experiments/queue`, { items });
    const statuses = async (): Promise<string[]> =>
      (await ask<{ items: { status: string }[] }>('GET', `/sessions/${session}/experiments/queue`)).items.map(
        ({ status }) => status,
      );
    await show(session, 'experiments');
    await page.locator('#cell-0-0').click();
    await pasteHere('33.3333\t7\r\n50\t8\r\n10\t9\r\n40\t6\r\n');
    await press('Record 4 rows');
    await says(
      '4 experiments recorded. 2 runs of the queue are done. 1 row fits runs of several blocks or plots',
    );
    expect(await statuses()).toEqual(['done', 'pending', 'done', 'pending', 'pending']);
    expect(await violations(page)).toEqual([]);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await says('Undone: 4 experiments recorded.');
    await expect.poll(experiments).toHaveLength(0);
    expect(await statuses()).toEqual(Array(5).fill('pending'));
    const { items: left } = await ask<{ items: object[] }>('GET', `/sessions/${session}/experiments/queue`);
    expect(left).toMatchObject([10, 20, 100 / 3, 40, 40].map((T) => ({ inputs: { T } })));
    await press('Discard new rows');
  });

  it('puts old suggestions away while new ones are searched for', async () => {
    session = await makeSession('Again', [{ name: 'T', type: 'real', bounds: [0, 100], unit: '°C' }]);
    await show(session, 'suggest');
    await press('Suggest experiments');
    const stageAll = page.getByRole('button', { name: 'Stage all 3' });
    await stageAll.waitFor();
    await ask('POST', `/sessions/${session}/experiments`, { inputs: { T: 50 }, output: 1 });
    await says('Runs or results changed after these suggestions were made.');
    const held = Promise.withResolvers<void>();
    await page.route('**/acquisition/suggest', async (route) => {
      await held.promise;
      await route.continue();
    });
    await press('Suggest experiments');
    await says('Searching for the best next runs');
    await expect.poll(() => stageAll.count()).toBe(0);
    held.resolve();
    await stageAll.waitFor();
    expect(await page.getByText('Runs or results changed after').count()).toBe(0);
    expect(stage.faults).toEqual([]);
  });

  it('draws the best run so that it stands out, light and dark', async () => {
    await ask('POST', `/sessions/${session}/experiments`, { inputs: { T: 20 }, output: 0 });
    await show(session, 'suggest');
    const best = page.locator('path.strand:not(.new)[stroke-opacity="1"]');
    await best.waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const [line, ground] = (await page.evaluate(`(() => {
        const line = document.querySelector('path.strand:not(.new)[stroke-opacity="1"]');
        return [getComputedStyle(line).stroke, getComputedStyle(line.closest('.panel')).backgroundColor];
      })()`)) as [string, string];
      const luminance = (colour: string): number => {
        const [r = 0, g = 0, b = 0] = (colour.match(/[\d.]+/g) ?? []).map((text) => {
          const share = Number(text) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const [low = 0, high = 0] = [luminance(line), luminance(ground)].toSorted((a, b) => a - b);
      expect((high + 0.05) / (low + 0.05), `${line} on ${ground}`).toBeGreaterThan(3);
    }
  });
});
