import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { chromiumPath, launchBrowser, startServer } from './browser.ts';

/**
 * Pictures of the main views, made from a campaign on the example data with the real server.
 *
 * `node src/tools/screenshots.ts` writes those used in the documentation to docs/screenshots;
 * `node src/tools/screenshots.ts --all FOLDER` writes every view at 1440, 1024 and 390 pixels, light and dark.
 */

interface Shot {
  readonly name: string;
  readonly view: string;
  readonly width: number;
  readonly height: number;
  readonly dark?: boolean;
  readonly whole?: boolean;
}

const views: readonly (readonly [name: string, view: string])[] = [
  ['overview', 'overview'],
  ['variables', 'variables'],
  ['designs', 'designs'],
  ['optimal', 'designs?kind=optimal'],
  ['optimal-split-plot', 'designs?kind=optimal-split-plot'],
  ['assistant', 'assistant'],
  ['suggest', 'suggest'],
  ['queue', 'queue'],
  ['experiments', 'experiments'],
  ['model', 'model'],
  ['contour', 'model?plot=contour'],
  ['surface', 'model?plot=contour&view=surface'],
  ['parity', 'model?plot=parity'],
  ['qq', 'model?plot=qq'],
  ['calibration', 'model?plot=calibration'],
  ['analysis', 'analysis'],
  ['progress', 'progress'],
  ['costs', 'costs'],
  ['history', 'history'],
  ['audit', 'history?tab=audit'],
  ['settings', 'settings'],
  ['bench', 'bench'],
  ['monitor', 'monitor'],
  ['glossary', '#/glossary'],
];

const kept: readonly Shot[] = [
  { name: 'overview', view: 'overview', width: 1440, height: 900 },
  { name: 'suggest', view: 'suggest', width: 1440, height: 1100 },
  { name: 'experiments', view: 'experiments', width: 1440, height: 900 },
  { name: 'model', view: 'model', width: 1440, height: 1440 },
  { name: 'analysis', view: 'analysis?terms=interaction', width: 1440, height: 1100 },
  { name: 'contour-dark', view: 'model?plot=contour', width: 1440, height: 900, dark: true, whole: true },
  { name: 'design', view: 'designs', width: 1440, height: 1100 },
  { name: 'bench-phone', view: 'bench', width: 390, height: 844 },
  { name: 'monitor-dark', view: 'monitor', width: 1440, height: 900, dark: true },
];

const everything: readonly Shot[] = [1440, 1024, 390].flatMap((width) =>
  [false, true].flatMap((dark) =>
    views.map(([name, view]) => ({
      name: `${name}-${width}-${dark ? 'dark' : 'light'}`,
      view,
      width,
      height: width === 390 ? 844 : 900,
      dark,
      whole: true,
    })),
  ),
);

/** A campaign under way, made through the interface: example data, a model, suggestions staged, a design. */
async function prepare(page: Page, address: string): Promise<string> {
  await page.goto(address);
  await page.getByRole('button', { name: 'Try with example data' }).click();
  await page.getByRole('link', { name: 'Train the model' }).click();
  await page.getByRole('button', { name: 'Train model' }).click();
  await page.getByText('What the model has learned').waitFor({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Suggest', exact: true }).click();
  await page.getByRole('button', { name: 'Suggest experiments' }).click();
  await page.getByRole('button', { name: /^Stage all/ }).click({ timeout: 120_000 });
  await page.getByRole('link', { name: 'Designs' }).click();
  await page.getByRole('button', { name: 'Make design', exact: true }).click();
  await page.getByRole('button', { name: /^Stage all/ }).waitFor({ timeout: 120_000 });
  return /#\/s\/([^/]+)/.exec(page.url())?.[1] ?? '';
}

interface Campaign {
  readonly address: string;
  readonly session: string;
  /** Cookies and local storage of the browser, as JSON. */
  readonly state: string;
}

async function shoot(
  browser: Browser,
  { address, session, state }: Campaign,
  shots: readonly Shot[],
  folder: string,
) {
  for (const shot of shots) {
    const context = await browser.newContext({
      viewport: { width: shot.width, height: shot.height },
      colorScheme: shot.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      storageState: JSON.parse(state),
    });
    const page = await context.newPage();
    await page.goto(`${address}${shot.view.startsWith('#') ? shot.view : `#/s/${session}/${shot.view}`}`);
    await page.locator('h1').first().waitFor();
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(300);
    await page.screenshot({ path: `${folder}/${shot.name}.png`, fullPage: shot.whole ?? false });
    await context.close();
  }
}

async function main(): Promise<void> {
  const chromium = chromiumPath();
  if (chromium === undefined)
    throw new Error('screenshots: no Chromium here; install one, or name it in CHROMIUM');
  const at = process.argv.indexOf('--all');
  const folder =
    at > 0
      ? (process.argv[at + 1] ?? 'screenshots')
      : fileURLToPath(new URL('../../docs/screenshots', import.meta.url));
  await mkdir(folder, { recursive: true });
  const server = await startServer();
  const browser = await launchBrowser(chromium);
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const session = await prepare(page, server.address);
    const state = JSON.stringify(await context.storageState());
    await shoot(browser, { address: server.address, session, state }, at > 0 ? everything : kept, folder);
  } finally {
    await browser.close();
    await server.close();
  }
}

await main();
