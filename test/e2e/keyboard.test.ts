import { beforeAll, expect, it } from 'vitest';
import { ask, makeSession, page, press, says, settled, show, stage, story } from './pages.ts';

/** A campaign without a mouse: every control has a name of its own, and the focus is never lost. */

/** What has the focus, as a screen reader names it; the body where nothing has it. */
const focused = (): Promise<string> =>
  page.evaluate(`(() => {
    const { tagName, ariaLabel, labels, innerText } = document.activeElement;
    return tagName === 'BODY' ? 'nothing' : tagName === 'MAIN' ? 'content' : ariaLabel ?? labels?.[0]?.innerText ?? innerText;
  })()`);

const hasFocus = (name: string) => expect.poll(focused, { message: `focus on ${name}` }).toBe(name);

/** Presses Tab until a control has the focus. */
async function tabTo(name: string): Promise<void> {
  const passed: string[] = [];
  while (passed.at(-1) !== name) {
    expect(passed.length, `${name} is not among ${passed.join(', ')}`).toBeLessThan(120);
    await page.keyboard.press('Tab');
    passed.push(await focused());
  }
}

async function keys(...names: readonly string[]): Promise<void> {
  for (const name of names) await page.keyboard.press(name);
}

interface Node {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
}

const controls = /^(button|link|textbox|combobox|checkbox|radio|slider|spinbutton|searchbox|grid|img)$/;
const around = /^(group|region|article|dialog|navigation|figure)$/;

/** Controls that have no name, or that of another one in the same named part of the page. */
async function confusing(): Promise<string[]> {
  const tree = await page.context().newCDPSession(page);
  const { nodes } = (await tree.send('Accessibility.getFullAXTree')) as { nodes: Node[] };
  await tree.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const within = (node: Node | undefined): string => {
    if (node === undefined) return '';
    const isPart = !node.ignored && around.test(node.role?.value ?? '') && node.name?.value;
    return `${within(byId.get(node.parentId ?? ''))}${isPart ? `${node.name?.value} › ` : ''}`;
  };
  const names = nodes
    .filter((node) => !node.ignored && controls.test(node.role?.value ?? ''))
    .map((node) => `${within(byId.get(node.parentId ?? ''))}${node.role?.value} “${node.name?.value ?? ''}”`);
  return names.filter((name, i) => name.endsWith('“”') || names.indexOf(name) !== i);
}

const variables = [
  { name: 'T', type: 'real', bounds: [20, 120], unit: '°C', step: 5 },
  { name: 'Base', type: 'categorical', categories: ['KOH', 'NaOH'] },
  { name: 'W', type: 'real', bounds: [0, 5], step: 0.5 },
];
const inputs = (i: number) => ({ T: 20 + 5 * i, Base: i % 2 ? 'KOH' : 'NaOH', W: i % 5 });

async function campaign(runs: number, staged: number): Promise<string> {
  const id = await makeSession('Keys', variables);
  await ask('PUT', `/sessions/${id}/objectives`, {
    objectives: [{ name: 'Yield', goal: 'maximize', unit: '%' }],
  });
  const experiments = Array.from({ length: runs }, (_, i) => ({
    inputs: inputs(i),
    output: 40 + 3 * i - 4 * (i % 3),
  }));
  if (runs > 0) await ask('POST', `/sessions/${id}/experiments/batch`, { experiments });
  const items = Array.from({ length: staged }, (_, i) => ({ inputs: inputs(i) }));
  if (staged > 0) await ask('POST', `/sessions/${id}/experiments/queue`, { items });
  return id;
}

const begin = () => page.evaluate('document.getElementById("content").focus()');

story('by keys alone', { timeout: 300_000 }, () => {
  let id: string;
  beforeAll(async () => {
    id = await campaign(12, 6);
    await ask('POST', `/sessions/${id}/model/train`, { backend: 'auto' });
  });

  it('every control of every view has a name of its own', async () => {
    const views = [
      ...['overview', 'variables', 'designs', 'suggest', 'queue', 'experiments', 'model'],
      ...['model?plot=contour', 'model?plot=parity', 'analysis', 'progress', 'costs', 'history'],
      ...['history?tab=changes', 'settings', 'bench', 'monitor'],
    ];
    const found: string[] = [];
    for (const view of views) {
      await show(id, view);
      await page.locator('h1').first().waitFor();
      await settled();
      const asks = { designs: 'Make design', suggest: 'Suggest experiments' }[view];
      if (asks !== undefined) {
        await page.getByRole('button', { name: asks, exact: true }).click();
        await page.getByRole('button', { name: /^Stage all/ }).waitFor();
      }
      found.push(...(await confusing()).map((name) => `${view}: ${name}`));
    }
    expect(found).toEqual([]);
  });

  it('goes from run to run of the queue, by results, buttons and menus', async () => {
    await show(id, 'queue');
    await says('6 runs to do');
    await begin();
    await tabTo('Yield (%)');
    await keys('4', '1', 'Enter');
    await says('5 runs to do');
    await hasFocus('Yield (%)');
    await keys('4', '2');
    await tabTo('Complete');
    await keys('Enter');
    await says('4 runs to do');
    await hasFocus('Complete');
    // A later run that becomes the next one keeps the field that is being typed into.
    await tabTo('Yield of run 4');
    await keys('5');
    const { items } = await ask<{ items: { id: string; status: string }[] }>(
      'GET',
      `/sessions/${id}/experiments/queue`,
    );
    const [next] = items.filter(({ status }) => status === 'pending');
    await ask('POST', `/sessions/${id}/experiments/queue/${next?.id}/complete`, { outputs: [3] });
    await says('3 runs to do');
    await hasFocus('Yield (%)');
    await keys('6');
    expect(await page.getByLabel('Yield (%)', { exact: true }).inputValue()).toBe('56');
    await tabTo('More for run 5');
    // Nobody waits for a menu: each key acts on what the one before has left.
    await keys('Enter', 'End', 'Enter');
    await says('2 runs to do');
    await hasFocus('More for run 5');
    await keys('Enter', 'ArrowDown', 'Enter');
    await hasFocus('What happened');
    await keys('Escape');
    await hasFocus('More for run 5');
    await keys('Enter', 'ArrowDown', 'Enter');
    await hasFocus('What happened');
    await keys('Enter');
    await says('1 run to do');
    await hasFocus('More for run 4');
    await page.keyboard.press('Shift+Tab');
    await hasFocus('Yield (%)');
    await keys('4', '4', 'Enter');
    await says('The queue is empty');
    await hasFocus('content');
  });

  it('keeps the focus while something is computed, and on what takes the place of a button', async () => {
    const other = await campaign(0, 0);
    await show(other, 'designs');
    await page.getByRole('button', { name: 'Make design', exact: true }).waitFor();
    const status = page.locator('main [role=status]');
    expect(await status.allTextContents()).toContain('');
    await begin();
    await tabTo('Make design');
    await keys('Enter');
    await page.getByRole('button', { name: 'Stage all 12' }).waitFor();
    await expect.poll(() => status.allTextContents()).toContain('Design made: 12 runs.');
    await hasFocus('Make design');
    await tabTo('Stage all 12');
    await keys('Enter');
    await hasFocus('Go to the queue');
    await keys('Enter');
    await says('12 runs to do');
    await hasFocus('content');
  });

  it('a click beside a window keeps what was typed into its form', async () => {
    const other = await campaign(0, 0);
    await show(other, 'variables');
    await press('Edit variable T');
    const name = page.getByRole('dialog').getByLabel('Name');
    await name.waitFor();
    await page.mouse.click(5, 400);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await press('Edit variable T');
    await name.fill('Temp');
    await page.mouse.click(5, 400);
    await page.mouse.click(5, 300);
    expect(await name.inputValue()).toBe('Temp');
    await keys('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('forced colours show which page and which tab is open', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await show(id, 'designs');
    const background = (of: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector('${of}')).backgroundColor`);
    const isMarked = async (chosen: string, other: string): Promise<boolean> =>
      (await background(chosen)) !== (await background(other));
    expect(await isMarked('.menu a[aria-current]', '.menu a:not([aria-current])')).toBe(true);
    expect(await isMarked('.segments [aria-pressed=true]', '.segments [aria-pressed=false]')).toBe(true);
    await page.emulateMedia({ forcedColors: 'none' });
  });

  it('takes back what was deleted, with the focus in the entry that followed', async () => {
    await show(id, 'variables');
    await page.getByText('3 variables').waitFor();
    await begin();
    await tabTo('Edit variable T');
    await keys('Enter');
    await hasFocus('Name');
    await keys('Escape');
    await hasFocus('Edit variable T');
    const other = await campaign(0, 0);
    await show(other, 'variables');
    await page.getByText('3 variables').waitFor();
    await begin();
    await tabTo('Delete variable Base');
    await keys('Enter');
    await says('2 variables');
    await hasFocus('Type of W');
    await says('Variable “Base” deleted.');
    await keys('Control+z');
    await says('3 variables');
    expect(stage.faults).toEqual([]);
  });
});
