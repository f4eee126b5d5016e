import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { onTestFailed } from 'vitest';
import { chromiumPath, launchBrowser, type RunningServer, startServer } from '../../src/tools/browser.ts';

/** What the stories in the browser have in common. */

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const chromium = chromiumPath();
if (chromium === undefined)
  process.stderr.write('e2e: skipped, no Chromium here (install one, or name it in CHROMIUM)\n');

/** What one story plays on: a server and a browser of its own, with one page open. */
export interface Stage {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What the browser complained of. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

/** Builds the application and opens a stage for it; the server takes the given settings of its environment. */
export async function openStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  await buildApp();
  const server = await startServer(settings);
  const browser = await launchBrowser(chromium ?? '');
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // A toast that fades has too little contrast for a moment.
    reducedMotion: 'reduce',
  });
  // A busy machine is slow, and not wrong.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const faults: string[] = [];
  watch(page, faults);
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  return { server, browser, context, page, faults, close };
}

/** Presses a button, named in full or by a pattern. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .click({ timeout: 60_000 });

/** Builds the application as it is served, unless nothing of it has changed. */
export async function buildApp(): Promise<void> {
  await promisify(execFile)(process.execPath, ['src/tools/build-web.ts'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
  });
}

/** Keeps what the browser complains of: errors of the page, and whatever breaks the content policy. */
export function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`page error: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !/^Failed to load resource|WebSocket connection/.test(text))
      faults.push(text);
    if (/Content Security Policy/.test(text)) faults.push(text);
  });
}

interface Violation {
  readonly id: string;
  readonly nodes: { readonly target: string[] }[];
}

/** Rules of accessibility that the page on screen breaks. */
export async function violations(page: Page): Promise<string[]> {
  const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  await page.evaluate(await readFile(axe, 'utf8'));
  const found = (await page.evaluate('axe.run(document).then((result) => result.violations)')) as Violation[];
  return found.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** Keeps a picture of the page when the test fails. */
export function pictureOnFailure(page: () => Page): void {
  onTestFailed(async () => {
    const path = join(tmpdir(), 'athanor-e2e.png');
    await page().screenshot({ path, fullPage: true });
    process.stderr.write(`e2e: the page at the failure is in ${path}; address ${page().url()}\n`);
  });
}

/** Sends a request to the server as another program would, and reads its answer. */
export async function request<T>(address: string, method: string, path: string, body?: unknown): Promise<T> {
  const form = body instanceof FormData;
  const response = await fetch(`${address}api/v1${path}`, {
    method,
    ...(body === undefined
      ? {}
      : form
        ? { body }
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** A session with the given variables, and rows when a CSV text is given. @returns its id */
export async function makeSession(
  address: string,
  name: string,
  variables: readonly object[],
  data?: { readonly csv: string; readonly target: string },
): Promise<string> {
  const { session_id: id } = await request<{ session_id: string }>(address, 'POST', '/sessions', {
    metadata: { name },
  });
  for (const variable of variables) await request(address, 'POST', `/sessions/${id}/variables`, variable);
  if (data) {
    const form = new FormData();
    form.set('file', new File([data.csv], 'rows.csv', { type: 'text/csv' }));
    form.set('target_column', data.target);
    await request(address, 'POST', `/sessions/${id}/experiments/upload`, form);
  }
  return id;
}
