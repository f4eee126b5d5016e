import type { Request, Route } from 'playwright-core';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { ask, lookAt, makeSession, page, press, show, stage, story, violations } from './pages.ts';

/** A page that changes of others reach at the worst moment; requests are held and refused, so that nothing depends on time. */

const variables = [{ name: 'x', type: 'real', bounds: [0, 10] }];
const csv = 'x,yield\n1,10\n2,20\n3,30\n';

/** Something that others wait for. */
function gate() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

let id: string;

const addRow = (): Promise<unknown> =>
  ask('POST', `/sessions/${id}/experiments`, { inputs: { x: 4 }, output: 40 });
const overview = (): Promise<unknown> => show(id, 'overview');
const live = (): Promise<void> => page.getByText('Live', { exact: true }).waitFor();
const rows = (route: string): RegExp => new RegExp(`/sessions/[^/]+/${route}(\\?|$)`);

story('a page beside others', {}, () => {
  beforeEach(async () => {
    // Not after each: what a page shows at a failure is part of the message.
    await page?.close();
    lookAt(await stage.context.newPage());
    id = await makeSession('two', variables, { csv, target: 'yield' });
  });

  afterAll(async () => {
    expect(stage.faults).toEqual([]);
  });

  it('shows a change that came while the rows were first read', async () => {
    const [read, release] = [gate(), gate()];
    await page.route(
      rows('experiments'),
      async (route) => {
        const response = await route.fetch();
        read.open();
        await release.opened;
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    const heard = gate();
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('experiment_added')) heard.open();
      }),
    );
    await overview();
    await live();
    await read.opened;
    await addRow();
    await heard.opened;
    release.open();
    await page.getByText('experiment 4 of 4').waitFor();
  });

  it('shows a change that came before the page was told of changes', async () => {
    const release = gate();
    await page.routeWebSocket(/\/ws\//, async (socket) => {
      await release.opened;
      socket.connectToServer();
    });
    await overview();
    await page.getByText('experiment 3 of 3').waitFor();
    await addRow();
    release.open();
    await page.getByText('experiment 4 of 4').waitFor();
  });

  it.each([
    ['a server that had no time', (route: Route) => route.fulfill({ status: 503, json: { detail: 'busy' } })],
    ['a connection that was lost', (route: Route) => route.abort('connectionreset')],
  ])('reads again what could not be read because of %s', async (_, refuse) => {
    await overview();
    await live();
    await page.getByText('experiment 3 of 3').waitFor();
    await page.route(rows('experiments'), refuse, { times: 1 });
    await addRow();
    await page.getByText('experiment 4 of 4').waitFor();
  });

  it('goes on after the last change it saw when a connection ends before what was missed', async () => {
    const asked: string[] = [];
    const closed = gate();
    await page.routeWebSocket(/\/ws\//, (socket) => {
      asked.push(new URL(socket.url()).search);
      const server = socket.connectToServer();
      if (asked.length === 1) void closed.opened.then(() => socket.close({ code: 1001 }));
      // The second connection ends after its first message, which only says that it is there.
      if (asked.length === 2)
        server.onMessage((message) => {
          socket.send(message);
          void socket.close({ code: 1001 });
        });
    });
    await overview();
    await live();
    await page.getByText('experiment 3 of 3').waitFor();
    closed.open();
    await page.getByText(/Offline\. Retrying/).waitFor();
    await addRow();
    await page.getByText('experiment 4 of 4').waitFor();
    expect(asked[2]).toBe(asked[1]);
  });

  /** The cell of a recorded value; a double click opens it, and typing takes its place. */
  const cell = (value: string) => page.getByRole('gridcell', { name: value, exact: true });
  const type = async (value: string, text: string): Promise<void> => {
    await cell(value).dblclick();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  };
  const runs = async () => {
    const { experiments } = await ask<{ experiments: { x: number; yield: number; ProvenanceId: string }[] }>(
      'GET',
      `/sessions/${id}/experiments`,
    );
    return experiments;
  };
  const results = async () => (await runs()).map((run) => run.yield);
  const remove = async (at: number): Promise<void> => {
    await ask('DELETE', `/sessions/${id}/experiments/${(await runs())[at]?.ProvenanceId}`);
  };

  it('writes what is typed into its own run when others remove or record runs meanwhile', async () => {
    await show(id, 'experiments');
    await live();
    await type('20', '21');
    await remove(0);
    await cell('10').waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await expect.poll(results).toEqual([21, 30]);
    // A row that is being typed stays new when others record one.
    await page.getByRole('button', { name: 'New row' }).click();
    await page.keyboard.type('7');
    await addRow();
    await cell('40').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('1 row to correct before recording').waitFor();
    expect((await runs()).map(({ x }) => x)).toEqual([2, 3, 4]);
  });

  it('has no row to record in one window that was recorded in another', async () => {
    await show(id, 'experiments');
    await live();
    await page.getByRole('button', { name: 'New row' }).click();
    await page.keyboard.type('7');
    await page.keyboard.press('Tab');
    await page.keyboard.type('70');
    await page.keyboard.press('Tab');
    const other = await stage.context.newPage();
    await show(id, 'experiments', other);
    const record = 'Record 1 row';
    await other.getByRole('button', { name: record }).waitFor();
    await press(record);
    await other.getByRole('button', { name: record }).waitFor({ state: 'detached' });
    await expect.poll(async () => (await runs()).map(({ x }) => x)).toEqual([1, 2, 3, 7]);
    await other.close();
  });

  it('says so when somebody else changes or removes what is being edited', async () => {
    await show(id, 'experiments');
    await live();
    await type('20', '21');
    const [, second] = await runs();
    const body = { inputs: { x: 2.5 }, output: { yield: 22 } };
    await ask('PATCH', `/sessions/${id}/experiments/${second?.ProvenanceId}`, body);
    // The cell itself is open.
    await cell('2.5').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Someone else changed this cell to 22 in the meantime. Type 21 again').waitFor();
    expect(await results()).toEqual([10, 22, 30]);
    await type('30', '31');
    await remove(2);
    await page.getByText('Someone else removed the run that you were editing').waitFor();
    expect(await results()).toEqual([10, 22]);
  });

  it('takes back what was removed or recorded, and leaves what others recorded meanwhile', async () => {
    await show(id, 'experiments');
    await live();
    const before = await runs();
    const undo = () => page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
    const changes: string[] = [];
    const note = (one: Request): unknown => one.method() !== 'GET' && changes.push(one.url());
    page.on('request', note);
    await page.locator('#cell-0-0').click();
    // A key that empties a cell in a spreadsheet must not take its row.
    await page.keyboard.press('Delete');
    await page.getByText('Press Ctrl Delete to remove the whole experiment.').waitFor();
    expect(await runs()).toEqual(before);
    await page.keyboard.press('Control+Delete');
    await page.getByText('1 row removed.', { exact: true }).waitFor();
    await addRow();
    await undo();
    await page.getByText('Undone: 1 row removed.').waitFor();
    const after = await runs();
    expect(after.slice(0, -1)).toEqual(before);
    expect(after).toHaveLength(before.length + 1);
    await page.getByRole('button', { name: 'New row' }).click();
    await page.keyboard.type('7');
    await page.keyboard.press('Tab');
    await page.keyboard.type('70');
    await page.keyboard.press('Enter');
    await press('Record 1 row');
    await page.getByText('1 experiment recorded.', { exact: true }).waitFor();
    await expect.poll(runs).toHaveLength(before.length + 2);
    await addRow();
    await undo();
    await page.getByText('Undone: 1 experiment recorded.').waitFor();
    expect((await runs()).map(({ x }) => x)).not.toContain(7);
    expect(await runs()).toHaveLength(before.length + 2);
    expect(changes.map((url) => url.replace(/.*\//, ''))).toEqual([
      ...['remove-batch', 'restore-batch'],
      ...['batch', 'remove-batch'],
    ]);
    page.off('request', note);
    await press('Discard new rows');
  });

  it('takes an import back, added or in place of the table, and leaves what others recorded meanwhile', async () => {
    await show(id, 'experiments');
    await live();
    const before = await runs();
    await ask('PATCH', `/sessions/${id}/experiments/${before[0]?.ProvenanceId}`, { comment: 'cloudy' });
    const changes: string[] = [];
    const note = (one: Request): unknown => one.method() !== 'GET' && changes.push(one.url());
    for (const mode of ['Add to the table', 'Replace the table']) {
      await page.getByLabel('File of experiments').setInputFiles({
        name: 'new.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from('x,pH,yield\n7,1,70\n8,2,80\n'),
      });
      await press(mode);
      // A table with rows takes a new variable only with a value for them, so the one of the file is a note there.
      const isReplaced = mode.startsWith('Replace');
      if (!isReplaced) await page.getByLabel('Meaning of column pH').selectOption('note');
      await press(isReplaced ? 'Replace with 2 rows' : 'Import 2 rows');
      await expect.poll(async () => (await runs()).slice(-2)).toMatchObject([{ x: 7 }, { x: 8 }]);
      const others = { inputs: isReplaced ? { x: 4, pH: 7 } : { x: 4 }, output: 40 };
      await ask('POST', `/sessions/${id}/experiments`, others);
      page.on('request', note);
      await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
      const left = isReplaced ? [1, 2, 3, 4, 4] : [1, 2, 3, 4];
      await expect.poll(async () => (await runs()).map(({ x }) => x)).toEqual(left);
      page.off('request', note);
    }
    const after = await runs();
    expect(after.slice(0, 3)).toMatchObject([{ Comment: 'cloudy' }, { yield: 20 }, { yield: 30 }]);
    expect(changes.map((url) => url.replace(/.*\//, ''))).toEqual(['remove-batch', 'restore-batch']);
  });

  it('saves the costs that were changed here, beside those that others enter', async () => {
    const session = `/sessions/${id}`;
    await ask('PUT', `${session}/cost-model`, { run_cost: 1, budget: 50 });
    await show(id, 'costs');
    await live();
    await page.getByLabel('Fixed cost of a run').fill('2');
    await ask('PATCH', `${session}/cost-model`, { budget: 70 });
    await expect.poll(() => page.getByLabel('Budget').inputValue()).toBe('70');
    await press('Save costs');
    await page.getByText('Costs saved.').waitFor();
    const costs = async () => (await ask<{ cost_model: object }>('GET', `${session}/cost-model`)).cost_model;
    expect(await costs()).toMatchObject({ run_cost: 2, budget: 70 });
    await ask('PATCH', `${session}/cost-model`, { budget: 90 });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(costs).toMatchObject({ run_cost: 1, budget: 90 });
    const spent = (): Promise<string> => page.locator('.stat', { hasText: 'Spent' }).locator('b').innerText();
    await expect.poll(spent).toBe('3');
    await addRow();
    await expect.poll(spent).toBe('4');
    // What was observed costs nothing, and is no setting of a run.
    await ask('POST', `${session}/variables`, {
      name: 'pH',
      type: 'real',
      bounds: [0, 14],
      role: 'observed',
      recorded_value: 7,
    });
    await show(id, 'progress?along=cost');
    await page.getByText('Cost so far').first().waitFor();
  });

  it('leaves the keys to the table after a column was sorted by its head', async () => {
    await show(id, 'experiments');
    await page.getByRole('columnheader', { name: 'yield' }).getByRole('button').click();
    for (const key of ['Control+Home', 'ArrowDown', 'Control+Delete']) await page.keyboard.press(key);
    await page.getByText('1 row removed.').waitFor();
    expect(await results()).toEqual([10, 30]);
  });

  it('keeps what is typed in forms when others record results or change the same', async () => {
    const session = `/sessions/${id}`;
    await show(id, 'settings');
    await live();
    await page.getByLabel('Description').fill('mine');
    await page.getByLabel('Upper limit of x').fill('9');
    await page.getByLabel('Reason, for the audit log').fill('vial');
    await ask('PATCH', `${session}/metadata`, { author: 'Ann' });
    await ask('PUT', `${session}/rules`, { limits: [{ variable: 'x', at_least: 0 }] });
    await expect.poll(() => page.getByLabel('Author').inputValue()).toBe('Ann');
    await expect.poll(() => page.getByLabel('Lower limit of x').inputValue()).toBe('0');
    await page.getByRole('button', { name: 'Save', exact: true }).first().click();
    await page.getByText('Saved.', { exact: true }).waitFor();
    await press('Save safety limits');
    await page.getByText('Safety limits saved.').waitFor();
    expect(await ask('GET', `${session}/metadata`)).toMatchObject({ author: 'Ann', description: 'mine' });
    const rules = await ask<{ limits: object[] }>('GET', `${session}/rules`);
    expect(rules.limits).toEqual([{ variable: 'x', at_least: 0, at_most: 9 }]);
    await show(id, 'variables');
    const unit = page.getByRole('group').getByLabel('Unit', { exact: true }).first();
    await unit.fill('%');
    await addRow();
    const objectives = [
      { name: 'yield', goal: 'maximize' },
      { name: 'purity', goal: 'minimize' },
    ];
    await ask('PUT', `${session}/objectives`, { objectives });
    await expect.poll(() => page.locator('fieldset.objective').count()).toBe(2);
    await press('Save objectives');
    await page.getByText(/^Objectives saved/).waitFor();
    const saved = await ask<{ objectives: object[] }>('GET', `${session}/objectives`);
    expect(saved.objectives).toMatchObject([
      { name: 'yield', unit: '%' },
      { name: 'purity', goal: 'minimize' },
    ]);
    await page.getByLabel('Max of x').fill('8');
    await ask('PATCH', `${session}/variables/x`, { unit: 'mL' });
    await expect.poll(() => page.getByLabel('Unit of x').inputValue()).toBe('mL');
    await page.getByLabel('Max of x').press('Enter');
    await page.getByText('Variable “x” changed.').waitFor();
    const { variables: [x] = [] } = await ask<{ variables: object[] }>('GET', `${session}/variables`);
    expect(x).toMatchObject({ bounds: [0, 8], unit: 'mL' });
  });

  it('keeps what is typed in forms when they are left, until it is saved or discarded', async () => {
    const unit = page.getByRole('group', { name: 'Objective yield' }).getByLabel('Unit', { exact: true });
    const [description, lower] = [page.getByLabel('Description'), page.getByLabel('Lower limit of x')];
    const label = page.getByLabel('Label of yield');
    await show(id, 'variables');
    await unit.fill('%');
    await show(id, 'settings');
    await description.fill('mine');
    await lower.fill('1');
    await label.fill('Yield of amide');
    await overview();
    await page.reload();
    await show(id, 'settings');
    await expect.poll(() => label.inputValue()).toBe('Yield of amide');
    expect([await description.inputValue(), await lower.inputValue()]).toEqual(['mine', '1']);
    for (let left = 3; left > 0; left--)
      await page.getByRole('button', { name: 'Discard changes' }).first().click();
    expect([await description.inputValue(), await lower.inputValue(), await label.inputValue()]).toEqual([
      '',
      '',
      '',
    ]);
    await show(id, 'variables');
    await expect.poll(() => unit.inputValue()).toBe('%');
    await press('Save objectives');
    await page.getByText(/^Objectives saved/).waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Discard changes' }).count()).toBe(0);
    expect(await ask('GET', `/sessions/${id}/objectives`)).toMatchObject({ objectives: [{ unit: '%' }] });
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).last().click();
    await expect.poll(() => unit.inputValue()).toBe('');
  });

  it.each([
    ['full', 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }'],
    [
      'forbidden',
      `for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError'); } })`,
    ],
  ])(
    'keeps what is typed while the page is open where the storage of the browser is %s',
    async (_, script) => {
      await page.addInitScript(script);
      await ask('POST', `/sessions/${id}/experiments/queue`, { items: [{ inputs: { x: 5 } }] });
      await show(id, 'queue');
      const result = page.getByLabel('yield').first();
      await result.fill('77');
      await page.getByText(/The storage of this browser is full or blocked/).waitFor();
      await page.getByRole('link', { name: 'Overview' }).click();
      await page.getByRole('link', { name: /^Queue/ }).click();
      await expect.poll(() => result.inputValue()).toBe('77');
      await result.press('Enter');
      await expect.poll(results).toEqual([10, 20, 30, 77]);
    },
  );

  it('says above every page that a lock of somebody else refuses changes', async () => {
    await ask('PUT', `/sessions/${id}/lock/policy`, { enforce_lock: true });
    await show(id, 'queue');
    await live();
    const { lock_token } = await ask<{ lock_token: string }>('POST', `/sessions/${id}/lock`, {
      locked_by: 'robot',
    });
    await page
      .getByText(/^Locked by robot since .* changes are refused until the lock is released/)
      .waitFor();
    expect(await violations(page)).toEqual([]);
    await ask('DELETE', `/sessions/${id}/lock?lock_token=${lock_token}`);
    await expect.poll(() => page.getByText(/changes are refused/).count()).toBe(0);
  });

  it('says so where this browser held the lock before, and knows its own', async () => {
    await show(id, 'settings');
    await live();
    await page.getByLabel('Your name').fill('Ann');
    await page.getByRole('button', { name: 'Lock', exact: true }).click();
    await page.getByText(/^Locked by Ann since/).waitFor();
    await ask('PUT', `/sessions/${id}/lock/policy`, { enforce_lock: true });
    await page.reload();
    await page.getByText('While the lock is held, only its holder can change the session.').waitFor();
    expect(await page.getByText(/changes are refused/).count()).toBe(0);
    await ask('PUT', `/sessions/${id}/lock/policy`, { enforce_lock: false });
    await ask('DELETE', `/sessions/${id}/lock`);
    await ask('POST', `/sessions/${id}/lock`, { locked_by: 'robot' });
    await ask('PUT', `/sessions/${id}/lock/policy`, { enforce_lock: true });
    await page.getByText(/^Locked by robot since .* changes are refused/).waitFor();
    expect(await page.getByRole('button', { name: /^Unlock/ }).count()).toBe(0);
    await ask('PUT', `/sessions/${id}/lock/policy`, { enforce_lock: false });
    await page.reload();
    await press('Unlock anyway');
    await page.getByLabel('Your name').waitFor();
  });

  it.each(['before', 'after'])(
    'takes nothing back in a session that was done in another, %s it was left',
    async (order) => {
      const release = gate();
      await page.route(rows('experiments/remove-batch'), async (route) => {
        await release.opened;
        await route.continue();
      });
      const other = await makeSession('other', variables);
      await show(id, 'experiments');
      await page.getByRole('columnheader', { name: 'yield' }).getByRole('button').click();
      const sent = page.waitForRequest(rows('experiments/remove-batch'));
      for (const key of ['Control+Home', 'ArrowDown', 'Control+Delete']) await page.keyboard.press(key);
      await sent;
      if (order === 'before') {
        release.open();
        await page.getByText('1 row removed.').waitFor();
      }
      await show(other, 'overview');
      await page.getByRole('heading', { name: 'other', exact: true }).waitFor();
      release.open();
      await page.getByText('1 row removed.').waitFor();
      await page.keyboard.press('Control+z');
      await page.getByText('Nothing to undo.').waitFor();
      expect(await results()).toEqual([10, 30]);
      await overview();
      await page.getByRole('heading', { name: 'two', exact: true }).waitFor();
      await page.keyboard.press('Control+z');
      await expect.poll(results).toEqual([10, 20, 30]);
    },
  );

  it('goes on with a suggestion and a design when their pages are left, and shows them there', async () => {
    const [suggestion, design] = [gate(), gate()];
    for (const [route, { opened }] of [
      ['suggest', suggestion],
      ['initial-design', design],
    ] as const)
      await page.route(new RegExp(`/${route}(\\?|$)`), async (one) => {
        await opened;
        await one.continue();
      });
    const to = (name: string): Promise<void> => page.getByRole('link', { name, exact: true }).click();
    await show(id, 'suggest');
    await press('Suggest experiments');
    await to('Designs');
    await press('Make design');
    await to('Suggest');
    await page.getByText('Searching for the best next runs').waitFor();
    expect(await page.getByRole('button', { name: 'Suggest experiments' }).isDisabled()).toBe(true);
    await to('Overview');
    const answers = ['suggest', 'initial-design'].map((route) =>
      page.waitForResponse((answer) => answer.url().endsWith(`/${route}`) && answer.ok()),
    );
    suggestion.open();
    design.open();
    await Promise.all(answers);
    await to('Suggest');
    await page.getByRole('button', { name: /^Stage all/ }).waitFor();
    await to('Designs');
    await page.getByRole('button', { name: /^Stage all/ }).waitFor();
  });

  it('keeps what is typed for a variable that somebody else renames', async () => {
    await ask('PATCH', `/sessions/${id}/variables/x`, { role: 'observed' });
    await ask('POST', `/sessions/${id}/variables`, {
      name: 't',
      type: 'real',
      bounds: [0, 9],
      recorded_value: 5,
    });
    await ask('POST', `/sessions/${id}/experiments/queue`, { items: [{ inputs: { t: 5 } }] });
    await show(id, 'queue');
    await live();
    await page.getByLabel('x', { exact: true }).fill('7');
    await ask('PATCH', `/sessions/${id}/variables/x`, { name: 'dose' });
    await expect.poll(() => page.getByLabel('dose', { exact: true }).inputValue()).toBe('7');
    await show(id, 'experiments');
    await page.getByRole('button', { name: 'New row' }).click();
    await page.keyboard.type('7.5');
    await page.keyboard.press('Tab');
    await page.goto('about:blank');
    await ask('PATCH', `/sessions/${id}/variables/dose`, { name: 'amount' });
    await show(id, 'experiments');
    await cell('7.5').waitFor();
    await show(id, 'queue');
    await expect.poll(() => page.getByLabel('amount', { exact: true }).inputValue()).toBe('7');
  });

  it('does not stage suggestions of a variable that has another name now', async () => {
    await show(id, 'suggest');
    await live();
    await page.getByRole('button', { name: 'Suggest experiments', exact: true }).click();
    await page.getByRole('button', { name: 'Stage all 3' }).waitFor();
    await ask('PATCH', `/sessions/${id}/variables/x`, { name: 'dose' });
    await page.getByText('The variables changed after these suggestions were made.').waitFor();
    expect(await page.getByRole('button', { name: /^Stage/ }).count()).toBe(0);
  });

  it('says so when somebody else records the run that a result is typed for, and records it with no other run', async () => {
    const items = [5, 6, 7].map((x) => ({ inputs: { x } }));
    await ask('POST', `/sessions/${id}/experiments/queue`, { items });
    const queue = await ask<{ items: { id: string }[] }>('GET', `/sessions/${id}/experiments/queue`);
    await show(id, 'queue');
    await live();
    const field = page.getByLabel('yield', { exact: true });
    await field.fill('50');
    await field.press('Enter');
    await page.getByRole('article', { name: 'Run 2' }).waitFor();
    // The field of the next run has the focus.
    await expect.poll(() => field.evaluate('document.activeElement?.labels?.[0]?.textContent')).toBe('yield');
    await page.keyboard.type('6');
    await ask('POST', `/sessions/${id}/experiments/queue/${queue.items[1]?.id}/complete`, { outputs: [71] });
    await page.getByRole('article', { name: 'Run 3' }).waitFor();
    const words = 'Run 2 was recorded by someone else: yield 71. Your input was not recorded: yield 6.';
    await page.getByText(words).waitFor();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    expect(await field.inputValue()).toBe('');
    expect(await results()).toEqual([10, 20, 30, 50, 71]);
  });

  it('says so when somebody renames the variable that is being edited, and keeps what is typed', async () => {
    await show(id, 'variables');
    await live();
    await press('Edit variable x');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Unit').fill('bar');
    const said = dialog.getByText('Someone else renamed or deleted “x” in the meantime.');
    expect(await said.count()).toBe(0);
    await ask('PATCH', `/sessions/${id}/variables/x`, { name: 'pressure' });
    await said.waitFor();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    expect(await dialog.getByLabel('Unit').inputValue()).toBe('bar');
  });

  it('says so when somebody deletes the session', async () => {
    await show(id, 'experiments');
    await live();
    await cell('20').waitFor();
    await ask('DELETE', `/sessions/${id}`);
    await page.getByRole('alert').getByText('Someone deleted this session.').waitFor();
    // The server can be reached: nothing is offline.
    expect(await page.locator('header .pill').count()).toBe(0);
  });

  it('offers the other sessions at the address of one that is not there', async () => {
    await page.goto(`${stage.server.address}#/s/nothing/overview`);
    await page.getByRole('heading', { name: 'There is no such session here' }).waitFor();
    expect(await page.getByText('Offline').count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'All sessions' }).click();
    await page.getByRole('heading', { name: 'Sessions' }).waitFor();
  });

  it('shows what changed in a session while another was open', async () => {
    const other = await makeSession('another', variables);
    await overview();
    await page.getByText('experiment 3 of 3').waitFor();
    await show(other, 'overview');
    await live();
    await addRow();
    await overview();
    await page.getByText('experiment 4 of 4').waitFor();
  });
});
