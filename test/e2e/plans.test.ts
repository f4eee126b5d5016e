import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { startServer } from '../../src/tools/browser.ts';
import { ask, makeSession, page, press, root, settled, show, stage, story, violations } from './pages.ts';

/** Designs under a model, their analysis, the assistant, and giving up work, through the interface. */

const variables = [
  { name: 'temperature', type: 'real', bounds: [75, 90], unit: '°C', changes: 'hard' },
  { name: 'pd_mol', type: 'real', bounds: [0.5, 5], unit: 'mol %' },
  { name: 'arbpin', type: 'real', bounds: [1, 1.8], unit: 'eq' },
  { name: 'k3po4', type: 'real', bounds: [1.5, 3], unit: 'eq' },
];

let session: string;

/** Types entries into a list, each ended by Enter. */
async function type(label: string, ...entries: readonly string[]): Promise<void> {
  const field = page.getByLabel(label, { exact: true });
  for (const entry of entries) {
    await field.fill(entry);
    await field.press('Enter');
  }
}
const open = (view: string, id = session): Promise<unknown> => show(id, view);

/** A language-model server that answers as Ollama does. */
function languageModel(ready: Promise<unknown> = Promise.resolve()): Promise<Server> {
  const answer = {
    effects: ['temperature', 'pd_mol', 'temperature*pd_mol', 'price'],
    reasoning: [{ effect: 'temperature', reason: 'Arrhenius' }],
    confidence: [{ effect: 'temperature', level: 'high' }],
    sources: ['A textbook'],
  };
  const model = createServer((question, reply) => {
    reply.setHeader('content-type', 'application/json');
    if (question.url === '/api/tags') reply.end(JSON.stringify({ models: [{ name: 'tiny' }] }));
    else void ready.then(() => reply.end(JSON.stringify({ message: { content: JSON.stringify(answer) } })));
  });
  return new Promise((done) => model.listen(0, '127.0.0.1', () => done(model)));
}

/** Whether the page knows of a job that it waits for. */
const isJobKept = (name = 'athanor.job.'): Promise<boolean> =>
  page.evaluate((start) => Object.keys(localStorage).some((key) => key.startsWith(start)), name);

/** Seconds of computing that the server has used, its threads together. */
async function computed(): Promise<number> {
  const fields = (await readFile(`/proc/${stage.server.pid()}/stat`, 'utf8')).split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

story(
  'plans and their analysis in the browser',
  { settings: { ASSISTANT: 'on', ASSISTANT_PRIVATE_HOSTS: '127.0.0.1' } },
  () => {
    beforeAll(async () => {
      const csv = await readFile(`${root}src/demo/data/suzuki.csv`, 'utf8');
      session = await makeSession('Plans', variables, { csv, target: 'yield' });
    });

    it('reports what a fraction by default cannot separate, before anything is staged', async () => {
      await open('designs?kind=initial');
      await page.getByLabel('Method').selectOption('fractional_factorial');
      await press('Make design');
      await page.getByText('Resolution IV: main effects are clear of two-factor interactions').waitFor();
      await page.getByText('Aliased: temperature*pd_mol = arbpin*k3po4').waitFor();
      await press('Clear');
    });

    it('divides a fraction into blocks, and folds one over', async () => {
      await open('designs?kind=initial');
      await page.getByLabel('Method').selectOption('fractional_factorial');
      await page.getByLabel('Blocks').fill('1');
      await page.getByText('2 to 64').waitFor();
      await page.getByLabel('Blocks').fill('2');
      await press('Make design');
      await page.getByText('2 blocks of 5 runs.', { exact: false }).waitFor();
      await page.getByText('Confounded with blocks:', { exact: false }).waitFor();
      await page.getByRole('columnheader', { name: 'Block' }).waitFor();
      await page.getByLabel('Blocks').fill('');
      await page.getByLabel('Fold-over').fill('k3po4');
      await press('Make design');
      await page.getByText('2 blocks of 9 runs.', { exact: false }).waitFor();
      expect(await violations(page)).toEqual([]);
      await press('Clear');
    });

    it('plans an optimal split-plot design, says what is missing first, and stages it with its plots', async () => {
      await open('designs?kind=optimal-split-plot');
      await page.getByLabel('Plots', { exact: true }).fill('three');
      await page.getByText('not a number').waitFor();
      expect(await page.getByRole('button', { name: 'Make design', exact: true }).isDisabled()).toBe(true);
      await page.getByLabel('Plots', { exact: true }).fill('2');
      await page.getByText('8 runs cannot estimate this model', { exact: false }).waitFor();
      await page.getByLabel('Plots', { exact: true }).fill('5');
      await page.getByText('5 × 4 = 20 runs in all.').waitFor();
      expect(await violations(page)).toEqual([]);
      await press('Make design as code');
      await page.getByText('/optimal-split-plot-design').waitFor();
      await press('Close');
      await press('Make design');
      await page.getByRole('button', { name: 'Stage all 20' }).waitFor();
      await page.getByRole('columnheader', { name: 'WholePlot' }).waitFor();
      await page.getByText('D efficiency, %').waitFor();
      expect(await violations(page)).toEqual([]);
      await press('Stage all 20');
      await page.getByText('20 runs staged.').waitFor();
      const { items } = await ask<{ items: { plot: Record<string, number>; reason: string }[] }>(
        'GET',
        `/sessions/${session}/experiments/queue`,
      );
      expect(items).toHaveLength(20);
      expect(new Set(items.map((item) => item.plot['WholePlot'])).size).toBe(5);
      expect(items[0].reason).toContain('split-plot');
      await press('Clear');
    });

    it('judges a design at the ratio of variances that it was made for', async () => {
      await open('designs?kind=optimal-split-plot');
      await page.getByLabel('Variance ratio').fill('3');
      await press('Make design');
      await page.getByText('Quality of this design', { exact: false }).click();
      const ratio = page.getByLabel('Variance of whole plots over that of runs');
      await expect.poll(() => ratio.inputValue()).toBe('3');
      await page.getByText('between the 5 whole plots', { exact: false }).waitFor();
      const [made, judged] = await Promise.all(
        ['D efficiency, %', 'D efficiency'].map((label) =>
          page.getByText(label, { exact: true }).locator('..').innerText(),
        ),
      );
      const numberIn = (text: string) => Number(/[\d.]+/.exec(text)?.[0]);
      expect(numberIn(judged)).toBeCloseTo(numberIn(made), 0);
      await ratio.fill('-1');
      await page.getByText('a number from 0 to 1000000').waitFor();
      expect(await violations(page)).toEqual([]);
    });

    it('makes an optimal design in blocks, and adds a block to those recorded', async () => {
      const id = await makeSession('Days', variables.slice(1, 3));
      await open('designs?kind=optimal', id);
      await page.getByLabel('Blocks', { exact: true }).fill('3');
      await page.getByText('needed').waitFor();
      await page.getByLabel('Runs', { exact: true }).fill('7');
      await page
        .getByText('7 runs cannot estimate this model. 6 coefficients and 3 blocks: at least 8')
        .waitFor();
      await page.getByLabel('Runs', { exact: true }).fill('11');
      await page.getByLabel('Criterion').selectOption('G: small maximum variance of predictions');
      await page.getByText('D, A or I in blocks').waitFor();
      await page.getByLabel('Criterion').selectOption('D: precise coefficients');
      await press('Make design');
      await page.getByText('3 blocks of 4 and 3 runs.', { exact: false }).waitFor();
      await page.getByText('of the effects, within blocks').first().waitFor();
      expect(await violations(page)).toEqual([]);
      await press('Stage all 11');
      await page.getByText('11 runs staged.').waitFor();
      const path = `/sessions/${id}/experiments/queue`;
      const { items } = await ask<{ items: { id: string; plot: { Block: number } }[] }>('GET', path);
      for (const [i, item] of items.entries())
        await ask('POST', `${path}/${item.id}/complete`, { outputs: [item.plot.Block + 0.1 * (i % 4)] });
      await page.getByText('Add to the 11 experiments recorded so far').click();
      await page.getByLabel('New runs').fill('4');
      await page.getByLabel('New blocks').fill('1');
      await press('Make design');
      await page.getByRole('heading', { name: '4 new runs' }).waitFor();
      const runs = await page.locator('section[aria-label="Runs of the design"] tbody tr').allInnerTexts();
      expect(runs.map((line) => line.split('\t')[1])).toEqual(['4', '4', '4', '4']);
      await page.getByText('Quality of this design', { exact: false }).click();
      await page.getByRole('cell', { name: 'Block[4]' }).waitFor();
      expect(await violations(page)).toEqual([]);
      await open('analysis', id);
      await page.getByRole('cell', { name: 'Block[2]' }).first().waitFor();
      expect(await page.getByLabel('Blocks').inputValue()).toBe('Block');
      await page.getByLabel('Blocks').selectOption('none');
      await expect.poll(() => page.getByText('Block[2]').count()).toBe(0);
    });

    it('keeps every run out of forbidden combinations', async () => {
      await open('designs?kind=optimal');
      await page.getByLabel('Runs', { exact: true }).fill('24');
      await page.getByText('Forbidden combinations').click();
      await press('Forbid a combination');
      await page.getByText('give at least one end of the range').waitFor();
      await page.getByLabel('from (°C)').fill('85');
      await press('and…');
      await page.getByLabel('to (mol %)').fill('0.1');
      await page.getByText('outside 0.5 to 5, so it forbids nothing').waitFor();
      await page.getByLabel('to (mol %)').fill('');
      await page.getByLabel('from (mol %)').fill('3');
      await page.getByText('Never temperature from 85 °C and pd_mol from 3 mol %').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.reload();
      await page.getByText('Never temperature from 85 °C and pd_mol from 3 mol %').waitFor();
      await press('Make design');
      await page.getByRole('button', { name: 'Stage all 24' }).waitFor();
      const cells = await page.locator('section[aria-label="Runs of the design"] tbody tr').allInnerTexts();
      const runs = cells.map((line) => line.split('\t').map(Number));
      expect(runs).toHaveLength(24);
      for (const [, temperature, palladium] of runs) expect(temperature >= 85 && palladium >= 3).toBe(false);
      expect(runs.some(([, temperature]) => temperature >= 85)).toBe(true);
      expect(runs.some(([, , palladium]) => palladium >= 3)).toBe(true);
    });

    it('adds runs to those recorded', async () => {
      await page.getByText(/^Add to the 247 experiments/).click();
      await page.getByLabel('New runs').fill('4');
      await press('Make design');
      await page.getByRole('heading', { name: '4 new runs' }).waitFor();
      await page.getByText('Chosen to complement the 247 experiments recorded', { exact: false }).waitFor();
    });

    it('analyses the experiments by least squares', async () => {
      await open('analysis');
      await page.getByText(/^The model explains 94\.\d % of the variation/).waitFor();
      await page.getByLabel('Coefficients of yield with their intervals').waitFor();
      const row = page.getByRole('row', { name: /^k3po4 / }).first();
      expect(await row.textContent()).toContain('< 0.0001');
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Terms', { exact: true }).selectOption('Terms of my own');
      await page.getByText('name a term').waitFor();
      await type('Terms of my own', 'temperature', 'colour');
      await page.getByRole('alert').getByText('colour', { exact: false }).waitFor();
      await press('Remove colour');
      await type('Terms of my own', 'k3po4', 'temperature*k3po4');
      await page.getByText(/^The model explains/).waitFor();
      expect(page.url()).toContain('terms=own');
      await page.reload();
      await page.getByText(/^The model explains/).waitFor();
      for (const term of ['temperature', 'k3po4', 'temperature*k3po4'])
        expect(await page.locator('.chip').getByText(term, { exact: true }).count()).toBe(1);
    });

    it('takes the whole plots of a split-plot design into account', async () => {
      const id = await makeSession('Plots', []);
      const lines = Array.from({ length: 12 }, (_, i) => {
        const plot = Math.floor(i / 3);
        return `${[20, 80, 20, 80][plot]},${i % 3},${plot + 1},${plot + 0.3 * (i % 3) + 0.01 * (i % 2)}`;
      });
      const form = new FormData();
      form.set('file', new File([`T,t,WholePlot,Yield\n${lines.join('\n')}\n`], 'rows.csv'));
      const { import_id } = await ask<{ import_id: string }>('POST', `/sessions/${id}/imports`, form);
      await ask('POST', `/sessions/${id}/imports/${import_id}/commit`);
      await open('analysis?terms=linear', id);
      await page
        .getByText('100 % of the random variation is between the 4 whole plots', { exact: false })
        .waitFor();
      const tests = page.getByLabel('Tests of terms');
      expect(await tests.getByRole('row', { name: /^T / }).textContent()).toMatch(/^T12/);
      await page.getByRole('columnheader', { name: 'DF' }).first().waitFor();
      await page.getByText('Analysis of variance, without plots').waitFor();
      expect(await violations(page)).toEqual([]);
    });

    it('asks a language model for effects and takes over those chosen', async () => {
      const model = await languageModel();
      onTestFinished(() => void model.close());
      await open('assistant');
      await page.getByLabel('Address').fill(`http://127.0.0.1:${(model.address() as AddressInfo).port}`);
      await page.locator('select').filter({ hasText: 'tiny' }).selectOption('tiny');
      // The settings stay open once a model is named: they are to be saved.
      expect(await page.getByRole('button', { name: 'Save these settings' }).isVisible()).toBe(true);
      await page.getByLabel('What you make, from what, and what you measure').fill('A Suzuki coupling');
      await press('Ask');
      await page.getByRole('heading', { name: '3 effects' }).waitFor();
      await page.getByText('Arrhenius').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.getByLabel('Use pd_mol').uncheck();
      await press('Design for 2 effects');
      await page.getByRole('heading', { name: 'Designs' }).waitFor();
      for (const term of ['temperature', 'temperature*pd_mol'])
        expect(await page.locator('.chip').getByText(term, { exact: true }).count()).toBe(1);
    });

    it('goes on with a question to the assistant while the page is loaded again', async () => {
      let answerNow = (): void => {};
      const model = await languageModel(new Promise<void>((ready) => (answerNow = ready)));
      onTestFinished(() => void model.close());
      await open('assistant');
      await press('Clear');
      await page.getByText(/^Model:/).click();
      await page.getByLabel('Address').fill(`http://127.0.0.1:${(model.address() as AddressInfo).port}`);
      await page.getByLabel('Model', { exact: true }).selectOption('tiny');
      await press('Ask');
      await expect.poll(() => isJobKept()).toBe(true);
      await page.reload();
      await page.getByRole('progressbar', { name: 'Asking tiny' }).waitFor();
      answerNow();
      await page.getByRole('heading', { name: '3 effects' }).waitFor();
      expect(await isJobKept()).toBe(false);
    });

    it('shows the design that was made while no page was open', async () => {
      const make = async (): Promise<void> => {
        await page.route('**/initial-design', (route) =>
          route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async, wait=0' } }),
        );
        await page.route('**/api/v1/jobs/*', (route) => route.abort());
        await press('Make design');
        await expect.poll(() => isJobKept()).toBe(true);
        await page.goto('about:blank');
        for (const address of ['**/initial-design', '**/api/v1/jobs/*']) await page.unroute(address);
        await open('designs');
      };
      await open('designs');
      await page.getByLabel('Method').selectOption('full_factorial');
      await make();
      await page.getByText(/^\d+ runs: Full factorial/).waitFor();
      await page.getByLabel('Method').selectOption('box_behnken');
      await make();
      await page.getByText(/^\d+ runs: Box–Behnken/).waitFor();
      await expect.poll(() => isJobKept()).toBe(false);
    });

    it('tells one of two windows that a training has ended', async () => {
      const job = 'athanor.job.train';
      await open('model');
      const other = await stage.context.newPage();
      onTestFinished(() => other.close());
      let release = (): void => {};
      const held = new Promise<void>((done) => (release = done));
      await stage.context.route('**/api/v1/jobs/*', async (route) => {
        await held;
        await route.continue();
      });
      await page.route('**/model/train', (route) =>
        route.continue({ headers: { ...route.request().headers(), prefer: 'respond-async, wait=0' } }),
      );
      onTestFinished(() => stage.context.unrouteAll());
      const told = (on: typeof page): Promise<string> => on.evaluate("document.body.dataset.told ?? ''");
      const listen = (on: typeof page) =>
        on.evaluate(`void new MutationObserver(() => {
          if (document.body.textContent.includes('Model trained in')) document.body.dataset.told = 'told';
        }).observe(document.body, { subtree: true, childList: true, characterData: true })`);
      await press('Train model');
      await expect.poll(() => isJobKept(job)).toBe(true);
      await other.goto(page.url());
      await other.getByRole('progressbar', { name: 'Training' }).waitFor();
      for (const on of [page, other]) await listen(on);
      release();
      for (const on of [page, other])
        await expect.poll(() => on.getByRole('progressbar', { name: 'Training' }).count()).toBe(0);
      await expect.poll(async () => (await told(page)) + (await told(other))).toBe('told');
      await settled(other);
      expect((await told(page)) + (await told(other))).toBe('told');
      expect(await isJobKept(job)).toBe(false);
    });

    it('explains itself where the server has no assistant', async () => {
      const plain = await startServer();
      onTestFinished(() => plain.close());
      const made = await fetch(`${plain.address}api/v1/sessions`, { method: 'POST' });
      expect(made.status).toBe(201);
      const { session_id } = (await made.json()) as { session_id: string };
      await page.goto(`${plain.address}#/s/${session_id}/assistant`);
      await page.getByText('This server has no assistant').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.goto(`${plain.address}#/s/${session_id}/overview`);
      await page.getByRole('link', { name: 'Designs' }).waitFor();
      // Parts of the page that are still to be loaded would be missing once the server is gone.
      await settled();
      expect(await page.getByRole('link', { name: 'Assistant' }).count()).toBe(0);
    });

    it('stops work on the server when it is given up, and leaves everything as it was', async () => {
      const lines = Array.from({ length: 3000 }, (_, i) => {
        const [a, b] = [(i * 0.618034) % 1, (i * 0.414214) % 1];
        return `${a},${b},${Math.sin(9 * a) * Math.cos(7 * b) + 0.1 * Math.sin(1000 * i)}`;
      });
      const id = await makeSession(
        'Long work',
        ['a', 'b'].map((name) => ({ name, type: 'real', bounds: [0, 1] })),
        { csv: `a,b,y\n${lines.join('\n')}\n`, target: 'y' },
      );
      const state = async () => {
        const detail = await ask<Record<string, unknown>>('GET', `/sessions/${id}`);
        return { ...detail, last_accessed: null, expires_at: null };
      };
      const before = await state();
      await open('model', id);
      await press('Train model');
      await page.getByRole('button', { name: 'Cancel' }).waitFor();
      await expect.poll(computed).toBeGreaterThan((await computed()) + 0.5);
      await press('Cancel');
      await page.getByText('Cancelled.').waitFor();
      await expect.poll(() => page.getByRole('progressbar').count()).toBe(0);
      expect(await page.getByRole('button', { name: 'Train model' }).isEnabled()).toBe(true);
      // The work is gone: the server computes nothing any more, ...
      const used = async (): Promise<number> => {
        const start = await computed();
        await new Promise((done) => setTimeout(done, 1000));
        return (await computed()) - start;
      };
      const atOnce = performance.now();
      await expect.poll(used).toBeLessThan(0.2);
      process.stderr.write(`e2e: quiet ${Math.round(performance.now() - atOnce)} ms after Cancel\n`);
      // ... its workers are free for others, ...
      await ask('POST', `/sessions/${session}/model/train`, { backend: 'botorch' });
      // ... and the session is as it was.
      expect(await state()).toEqual(before);
      expect(await ask('GET', `/sessions/${id}/model`)).toMatchObject({
        trained: false,
      });
    });

    it('threw no error and broke no content policy on the way', () => {
      expect(stage.faults).toEqual([]);
    });
  },
);
