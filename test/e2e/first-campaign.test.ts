import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { page, press, root, says, stage, story } from './pages.ts';

/** docs/first-campaign.md, step by step: each name in bold is one that is used here. */

const guide = readFileSync(join(root, 'docs/first-campaign.md'), 'utf8');
const unused = new Set([...guide.matchAll(/\*\*(.+?)\*\*/g)].map(([, name = '']) => name));

/** A name of the page as the guide gives it. */
function named(name: string): string {
  expect(guide).toContain(`**${name}**`);
  unused.delete(name);
  return name;
}

/** Types a value that the guide gives into a field. */
async function type(field: string, value: string): Promise<void> {
  expect(guide).toContain(`\`${value}\``);
  await page.getByPlaceholder(named(field), { exact: true }).last().fill(value);
}

const yields = (temperature: number, solvent: string): number =>
  ({ THF: 75, DMF: 82, MeCN: 70 })[solvent]! - (temperature - 60) ** 2 / 60;

/** Records the yield of the first run of the queue. */
async function completeFirst(): Promise<void> {
  await page.getByText(named('Correct a setting that differed')).waitFor();
  const settings = await page.locator('main dl').first().innerText();
  const [, temperature, solvent = ''] = /(\d+) °C\s+solvent\s+(\w+)/.exec(settings) ?? [];
  const field = page.getByRole('textbox', { name: 'yield (%)' });
  await field.fill(yields(Number(temperature), solvent).toFixed(1));
  await field.press('Enter');
}

async function round(count: number): Promise<void> {
  await page
    .getByRole('navigation')
    .getByRole('link', { name: named('Suggest'), exact: true })
    .click();
  await page.getByLabel(named('How many')).fill(String(count));
  await press(named('Suggest experiments'));
  await press(count === 6 ? named('Stage all 6') : `Stage all ${count}`);
  await page.getByRole('link', { name: named('Go to the queue') }).click();
  for (let left = count; left > 0; left--) {
    await says(left === 1 ? '1 run to do' : `${left} runs to do`);
    await completeFirst();
  }
  await says('The queue is empty');
}

story('a first campaign', { timeout: 60_000 }, () => {
  it('is described', async () => {
    await page.goto(stage.server.address);
    await press(named('New session'));
    await page.getByRole('dialog').getByLabel('Name').fill('A coupling');
    await press(named('Create session'));
    await says('0 variables');
    await type('Name', 'temperature');
    await type('Min', '20');
    await type('Max', '90');
    await type('Step', '5');
    await type('Unit', '°C');
    await press(named('Add'));
    await says('1 variable');
    await type('Name', 'solvent');
    await page.getByLabel(`${named('Type')} of solvent`).selectOption('Categorical');
    const categories = page.getByLabel('Categories of solvent');
    for (const solvent of ['THF', 'DMF', 'MeCN']) {
      expect(guide).toContain(`\`${solvent}\``);
      await categories.fill(solvent);
      await categories.press('Enter');
    }
    await press('Add');
    await says('2 variables');
    const objective = page.getByRole('group', { name: /^Objective/ });
    expect(await objective.getByLabel(named('Goal')).inputValue()).toBe('maximize');
    await objective.getByLabel('Name').fill('yield');
    await objective.getByLabel('Unit').fill('%');
    await press(named('Save objectives'));
    await says('Possible results: 0 to 100 (assumed)');
  });

  it('reaches its third round', async () => {
    await round(6);
    await page.getByRole('link', { name: 'Suggest experiments' }).waitFor();
    await round(3);
    await round(3);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: named('Experiments') })
      .click();
    await page.getByRole('button', { name: named('Save XLSX') }).waitFor();
    await page.getByText('12 experiments').first().waitFor();
  });

  it('uses every name of the guide', () => {
    // A menu that this campaign does not need; test/e2e/habits.test.ts opens it.
    named('Failed…');
    expect([...unused]).toEqual([]);
    expect(stage.faults).toEqual([]);
  });
});
