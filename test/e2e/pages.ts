import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, BrowserContextOptions, Page, Request } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFailed } from 'vitest';
import { chromiumPath, launchBrowser, type RunningServer, startServer } from '../../src/tools/browser.ts';

/** What the stories in the browser have in common. */

export const root = fileURLToPath(new URL('../../', import.meta.url));
export const chromium = chromiumPath();
if (chromium === undefined)
  process.stderr.write('e2e: skipped, no Chromium here (install one, or name it in CHROMIUM)\n');

/** What one story plays on: a server and a browser of its own, with one page open. */
interface Stage {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly context: BrowserContext;
  /** Somebody else's browser: another window, other settings, nothing kept of what was typed. */
  readonly newContext: (options?: BrowserContextOptions) => Promise<BrowserContext>;
  readonly page: Page;
  /** What the browser complained of. */
  readonly faults: string[];
  readonly close: () => Promise<void>;
}

/** Windows of a browser with the patience of all stories: a busy machine is slow, and not wrong. */
export async function openContext(
  browser: Browser,
  options?: BrowserContextOptions,
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(120_000);
  noteRequests(context);
  return context;
}

/** Requests of a browser that are under way, and when the latest began or ended. */
const traffic = new WeakMap<BrowserContext, { readonly open: Set<Request>; changed: number }>();

function noteRequests(context: BrowserContext): void {
  const requests = { open: new Set<Request>(), changed: performance.now() };
  traffic.set(context, requests);
  context.on('request', (one) => {
    requests.open.add(one);
    requests.changed = performance.now();
  });
  const ended = (one: Request): void => {
    requests.open.delete(one);
    requests.changed = performance.now();
  };
  context.on('requestfinished', ended);
  context.on('requestfailed', ended);
}

/** Milliseconds without a request after which a page asks for nothing more: longer than it waits while somebody types. */
const quiet = 500;

/** Waits until a page has drawn all that it asks the server for; a load state tells only of whole documents. */
export async function settled(on: Page = page): Promise<void> {
  const begun = performance.now();
  const requests = traffic.get(on.context());
  const isQuiet = (): boolean =>
    requests?.open.size === 0 && performance.now() - Math.max(begun, requests.changed) > quiet;
  await expect.poll(isQuiet, { message: 'requests are under way' }).toBe(true);
  await on.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
}

/** Waits until a page is no wider than its window; figures are drawn again for a new width, which takes a frame or two. */
export async function fits(width: number, message = '', on: Page = page): Promise<void> {
  await expect
    .poll(() => on.evaluate('document.documentElement.scrollWidth'), {
      message: `width of the page ${message}`,
    })
    .toBeLessThanOrEqual(width);
}

/** Builds the application and opens a stage for it; the server takes the given settings of its environment. */
async function openStage(settings: Readonly<Record<string, string>> = {}): Promise<Stage> {
  await buildApp();
  const server = await startServer(settings);
  const browser = await launchBrowser(chromium ?? '');
  const newContext = (options?: BrowserContextOptions): Promise<BrowserContext> =>
    openContext(browser, options);
  const context = await newContext({
    viewport: { width: 1440, height: 900 },
    // A toast that fades has too little contrast for a moment.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const faults: string[] = [];
  watch(page, faults);
  const close = async (): Promise<void> => {
    await browser.close();
    await server.close();
  };
  return { server, browser, context, newContext, page, faults, close };
}

/** The stage of the tests that run, and the page that they look at. */
export let stage: Stage;
export let page: Page;

/** Another page is looked at from now on; what its browser complains of counts. */
export function lookAt(other: Page): void {
  watch(other, stage.faults);
  troublesOf(other.context());
  page = other;
}

interface StoryOptions {
  /** Milliseconds that a test may take, where it is longer than others. */
  readonly timeout?: number;
  /** Environment of the server. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Tests on a stage of their own, skipped where there is no Chromium. One that fails leaves a picture. */
export function story(title: string, { timeout, settings }: StoryOptions, tests: () => void): void {
  describe.skipIf(chromium === undefined)(title, timeout === undefined ? {} : { timeout }, () => {
    beforeAll(async () => {
      stage = await openStage(settings);
      page = stage.page;
    });
    beforeEach(() => pictureOnFailure(() => page));
    afterAll(() => stage?.close());
    tests();
  });
}

/** Goes to a view of a session, and waits until the one that is left is gone. */
export async function show(id: string, view: string, on: Page = page): Promise<void> {
  const name = view.split('?')[0];
  await on.goto(`${stage.server.address}#/s/${id}/${view}`);
  await on
    .locator(`nav a[aria-current=page][href="#/s/${id}/${name}"], main.${name}`)
    .waitFor({ state: 'attached' });
}

/** Presses a button, named in full or by a pattern. */
export const press = (name: string | RegExp, on: Page = page): Promise<void> =>
  on.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name }).click();

/** Waits for a text. */
export const says = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor();

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
  // A message that fades in or out has the contrast of neither.
  await page.evaluate(
    `Promise.allSettled(document.getAnimations()
      .filter((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity)
      .map((one) => one.finished))`,
  );
  await page.evaluate(await readFile(axe, 'utf8'));
  const found = (await page.evaluate('axe.run(document).then((result) => result.violations)')) as Violation[];
  return found.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target.join(' ')).join(' | ')}`);
}

/** The page as it is fits a window of this width and breaks no rule of accessibility, in the dark and in the light theme. */
export async function fitsInBothThemes(width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await fits(width);
    expect(await violations(page)).toEqual([]);
  }
}

/** What went wrong in the pages of a browser, the latest last. */
const troubles = new WeakMap<BrowserContext, string[]>();

function troublesOf(context: BrowserContext): string[] {
  const known = troubles.get(context);
  if (known) return known;
  const list: string[] = [];
  const note = (text: string): void => {
    list.push(`${new Date().toISOString().slice(11, 23)} ${text}`);
    if (list.length > 30) list.shift();
  };
  context.on('console', (message) => {
    if (message.type() === 'error') note(`console: ${message.text()}`);
  });
  context.on('weberror', (error) => note(`error: ${error.error().message}`));
  context.on('requestfailed', (one) =>
    note(`${one.method()} ${one.url()}: ${one.failure()?.errorText ?? 'failed'}`),
  );
  context.on('response', (answer) => {
    if (answer.status() >= 400 || answer.request().method() !== 'GET')
      note(`${answer.request().method()} ${answer.url()}: ${answer.status()}`);
  });
  troubles.set(context, list);
  return list;
}

/** Address and text of a page. */
async function textOf(page: Page): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5_000 })
    .catch((error: unknown) => String(error));
  return `page ${page.url()}\n${text.replace(/\s*\n\s*/g, ' | ').slice(0, 3_000)}`;
}

/** When the test fails, its message says what stands on the pages of the browser and what went wrong in them; a picture is kept. */
export function pictureOnFailure(page: () => Page): void {
  troublesOf(page().context());
  onTestFailed(async ({ task }) => {
    const context = page().context();
    const path = join(tmpdir(), 'athanor-e2e.png');
    const parts = await Promise.all(
      context
        .pages()
        .filter((one) => one.url() !== 'about:blank')
        .map(textOf),
    );
    await page()
      .screenshot({ path, fullPage: true, timeout: 10_000 })
      .then(
        () => parts.push(`picture ${path}`),
        () => {},
      );
    const report = ['', ...parts, 'requests and errors before:', ...troublesOf(context)].join('\n');
    for (const error of task.result?.errors?.slice(0, 1) ?? []) error.message += report;
  });
}

/** Sends a request to the server as another program would, and reads its answer. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const form = body instanceof FormData;
  const response = await fetch(`${stage.server.address}api/v1${path}`, {
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
  name: string,
  variables: readonly object[],
  data?: { readonly csv: string; readonly target: string },
): Promise<string> {
  const { session_id: id } = await ask<{ session_id: string }>('POST', '/sessions', { metadata: { name } });
  for (const variable of variables) await ask('POST', `/sessions/${id}/variables`, variable);
  if (data) {
    const form = new FormData();
    form.set('file', new File([data.csv], 'rows.csv', { type: 'text/csv' }));
    form.set('target_column', data.target);
    await ask('POST', `/sessions/${id}/experiments/upload`, form);
  }
  return id;
}
