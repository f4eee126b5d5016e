import { beforeAll, expect, it } from 'vitest';
import { ask, makeSession, page, press, says, show, stage, story, violations } from './pages.ts';

/** What the server remarks on a change stays above the pages of the session until a person dismisses it. */

let id: string;

const remark = (text: string | RegExp) => page.locator('.remarks').getByText(text);
const open = (view: string): Promise<unknown> => show(id, view);

const bring = (name: string, csv: string) =>
  page
    .getByLabel('File of experiments')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(csv) });

story('remarks in the browser', {}, () => {
  beforeAll(async () => {
    id = await makeSession('Remarks', [{ name: 'x', type: 'real', bounds: [0, 10] }]);
    const objectives = [{ name: 'y', goal: 'minimize', bounds: [0, 60] }];
    await ask('PUT', `/sessions/${id}/objectives`, { objectives });
  });

  it('an import leaves its warnings where the person is, also when the page is loaded again', async () => {
    await open('experiments');
    await bring('more.csv', 'x,y,z\n1,51,2\n2,63,4\n3,54,5\n');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Meaning of column z').selectOption('output');
    await dialog.getByRole('button', { name: 'Import 3 rows' }).click();
    const goal = "Objective 'z': no goal is declared, so it is maximized until one is.";
    await remark(goal).waitFor();
    await remark(/^Objective 'y': 63 is above its bound 60/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await remark(goal).waitFor();
    await open('overview');
    await remark(goal).waitFor();
    await press('Dismiss: 3 experiments imported from more.csv.');
    await expect.poll(() => page.locator('.remarks').innerText()).toBe('');
    await page.reload();
    await says('Remarks');
    expect(await remark(goal).count()).toBe(0);
  });

  it('a result of the queue that is beyond a bound is remarked on; the remark goes with the result', async () => {
    await ask('POST', `/sessions/${id}/experiments/queue`, { items: [{ inputs: { x: 4 } }] });
    await open('queue');
    await page.getByLabel('y', { exact: true }).fill('70');
    await page.getByLabel('z', { exact: true }).fill('1');
    await page.keyboard.press('Enter');
    const words = /^Objective 'y': 70 is above its bound 60/;
    await remark(words).waitFor();
    await press('Undo');
    await expect.poll(() => remark(words).count()).toBe(0);
  });

  it('objectives leave what the new bounds do to recorded results', async () => {
    await open('variables');
    await page.getByLabel('Highest possible').first().waitFor({ state: 'attached' });
    await page.getByText('Possible results: 0 to 60').click();
    await page.getByLabel('Highest possible').first().fill('52');
    await press('Save objectives');
    await remark(/^Objective 'y': experiment 2 \(index 1\): 63 is above its bound 52/).waitFor();
  });

  it('a training leaves its remarks with the model', async () => {
    const rows = Array.from({ length: 6 }, (_, i) => ({ inputs: { x: i }, output: { y: 5, z: i } }));
    await ask('DELETE', `/sessions/${id}/experiments`);
    await ask('POST', `/sessions/${id}/experiments/batch`, { experiments: rows });
    await open('model');
    await press('Train model');
    const said = page.getByRole('list', { name: 'Remarks on the training' });
    await said.getByText("Objective 'y': all results are equal").waitFor();
    await page.reload();
    await said.waitFor();
    await ask('POST', `/sessions/${id}/model/train`, { backend: 'botorch' });
    await expect.poll(() => said.count()).toBe(0);
    expect(stage.faults).toEqual([]);
  });
});
