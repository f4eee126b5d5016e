import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type RunningServer, startServer } from '../../src/tools/browser.ts';
import { views } from '../../src/web/app/views.ts';
import {
  buildApp,
  chromium,
  openContext,
  pictureOnFailure,
  press,
  root,
  settled,
  violations,
} from './pages.ts';

/** Pages of other sites against the server, and signing in, in a real browser. */

let browser: Browser;
let foreign: Server;
let foreignPort: number;

/** What pages of other sites try; each tells in `window.done` how it went. */
const attacks = {
  form: (target: string) =>
    `<iframe name="sink" id="answer"></iframe><form id="f" method="post" target="sink" action="${target}api/v1/sessions"><input name="name" value="x"></form>
     <script>answer.onload = () => { done = 'answered' }; f.submit()</script>`,
  multipart: (target: string) =>
    `<script>
       const form = new FormData();
       form.set('file', new Blob(['{"version":"1.1.0","metadata":{"name":"planted"},"search_space":{"variables":[]}}']), 'a.json');
       fetch('${target}api/v1/sessions/import', { method: 'POST', mode: 'no-cors', credentials: 'include', body: form })
         .then((r) => { done = r.type }, () => { done = 'refused' });
     </script>`,
  text: (target: string) =>
    `<script>
       fetch('${target}api/v1/sessions', { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' })
         .then((r) => { done = r.type }, () => { done = 'refused' });
     </script>`,
  read: (target: string) =>
    `<script>
       fetch('${target}api/v1/sessions', { credentials: 'include' })
         .then((r) => r.text()).then((t) => { done = 'read ' + t }, () => { done = 'refused' });
     </script>`,
  socket: (target: string, session: string) =>
    `<script>
       const s = new WebSocket('${target.replace('http', 'ws')}ws/${session}');
       s.onmessage = (e) => { done = 'heard ' + e.data };
       s.onclose = (e) => { done ||= 'refused' };
     </script>`,
  frame: (target: string) => `<iframe id="f" src="${target}" onload="done = 'loaded'"></iframe>`,
} as const;

/** A site whose pages hold what their address says. */
async function openForeignSite(): Promise<void> {
  foreign = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    const html = decodeURIComponent(request.url?.split('?')[1] ?? '');
    response.end(`<!doctype html><script>var done = ''</script>${html}`);
  });
  await new Promise<void>((ready) => foreign.listen(0, '127.0.0.1', ready));
  foreignPort = (foreign.address() as AddressInfo).port;
}

/** The page of a foreign site, with its attack in the address. */
async function visit(page: Page, site: string, html: string): Promise<string> {
  await page.goto(`http://${site}:${foreignPort}/?${encodeURIComponent(html)}`);
  await page.waitForFunction('window.done !== ""');
  return (await page.evaluate('window.done')) as string;
}

describe.skipIf(chromium === undefined)('pages of other sites', () => {
  let server: RunningServer;
  let page: Page;
  let session: string;
  const sessions = async (): Promise<number> =>
    ((await (await fetch(`${server.address}api/v1/sessions`)).json()) as { total: number }).total;

  beforeAll(async () => {
    await buildApp();
    await openForeignSite();
    // The name server of the foreign site says that it is this machine.
    browser = await launchBrowser(chromium ?? '', '--host-resolver-rules=MAP evil.example 127.0.0.1');
    server = await startServer();
    page = await (await openContext(browser)).newPage();
    const made = await fetch(`${server.address}api/v1/sessions`, { method: 'POST' });
    session = ((await made.json()) as { session_id: string }).session_id;
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    foreign?.close();
  });

  // The second is another port of the same machine: the same site to the browser, another origin.
  it.each(['evil.example', '127.0.0.1'])('at %s change, hear, read and frame nothing', async (site) => {
    pictureOnFailure(() => page);
    await visit(page, site, attacks.form(server.address));
    await visit(page, site, attacks.multipart(server.address));
    await visit(page, site, attacks.text(server.address));
    expect(await sessions()).toBe(1);
    expect(await visit(page, site, attacks.socket(server.address, session))).toBe('refused');
    expect(await visit(page, site, attacks.read(server.address))).toBe('refused');
    const refused: string[] = [];
    page.on('console', (message) => refused.push(message.text()));
    await visit(page, site, attacks.frame(server.address));
    await expect.poll(() => refused.join('\n')).toMatch(/frame-ancestors|X-Frame-Options/);
    const framed = await Promise.all(
      page.frames().map((frame) =>
        frame
          .locator('#root')
          .count()
          .catch(() => 0),
      ),
    );
    expect(framed.every((count) => count === 0)).toBe(true);
  });

  it('reach nothing by a name that is made to point here', async () => {
    const port = new URL(server.address).port;
    const answer = await page.goto(`http://evil.example:${port}/api/v1/sessions`);
    expect(answer?.status()).toBe(403);
    expect((await page.goto(`http://evil.example:${port}/`))?.status()).toBe(403);
  });
});

describe.skipIf(chromium === undefined)('a server with authentication', () => {
  let data: string;
  let server: RunningServer;
  let page: Page;
  let key: string;
  const api = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(`${server.address}api/v1${path}`, {
      method,
      headers: body === undefined ? { authorization: headers.authorization } : headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return JSON.parse((await response.text()) || '{}') as {
      session_id: string;
      total: number;
      person_id: string;
      key: string;
    };
  };

  beforeAll(async () => {
    await buildApp();
    data = mkdtempSync(join(tmpdir(), 'athanor-auth-'));
    const args = ['bin/athanor.js', 'auth', 'bootstrap', '--name', 'Ann', '--data-dir', data, '--json'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
    expect(stderr).toBe('');
    key = (JSON.parse(stdout) as { key: string }).key;
    server = await startServer({ AUTH: 'keys', DATA_DIR: data });
    await openForeignSite();
    browser = await launchBrowser(chromium ?? '');
    page = await (await openContext(browser, { viewport: { width: 1440, height: 900 } })).newPage();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
    foreign?.close();
    if (data) rmSync(data, { recursive: true, force: true });
  });

  it('asks before it shows anything, and lets in who has a key', async () => {
    pictureOnFailure(() => page);
    await page.goto(server.address);
    const field = page.getByLabel('API key', { exact: true });
    for (const [wrong, problem] of [
      ['wrong', 'An API key starts with ath_.'],
      ['ath_wrong', 'This key is unknown, expired or revoked.'],
    ] as const) {
      await field.fill(wrong);
      await press('Sign in', page);
      await page.getByText(problem, { exact: true }).waitFor();
    }
    expect(await violations(page)).toEqual([]);
    await field.fill(key);
    await press('Sign in', page);
    await page.getByRole('button', { name: 'Account of Ann' }).waitFor();
    const cookies = await page.context().cookies(server.address);
    expect(cookies).toMatchObject([
      { name: '__Host-athanor', httpOnly: true, secure: true, sameSite: 'Lax' },
    ]);
    await page.reload();
    await page.getByRole('button', { name: 'Account of Ann' }).waitFor();
  });

  it('takes the cookie from its own pages alone', async () => {
    const { session_id } = await api('POST', '/sessions', { name: 'secret' });
    const other = await page.context().newPage();
    const before = (await api('GET', '/sessions')).total;
    // The same site to the browser, which sends the cookie along.
    for (const attack of [attacks.form, attacks.multipart, attacks.text]) {
      await visit(other, '127.0.0.1', attack(server.address));
    }
    expect((await api('GET', '/sessions')).total).toBe(before);
    expect(await visit(other, '127.0.0.1', attacks.socket(server.address, session_id))).toBe('refused');
    expect(await visit(other, '127.0.0.1', attacks.read(server.address))).toBe('refused');
    await other.close();
    await page.goto(`${server.address}#/s/${session_id}/settings`);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('shares sessions and makes keys', async () => {
    pictureOnFailure(() => page);
    await api('POST', '/people', { name: 'Bob' });
    await press('Share…', page);
    await page.getByLabel('Person', { exact: true }).selectOption({ label: 'Bob' });
    await press('Share', page);
    await page.getByLabel('Bob', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.goto(`${server.address}#/keys`);
    await page.getByLabel('Purpose').fill('robot');
    await press('Create key', page);
    await page.locator('code.secret').waitFor();
    expect(await page.locator('code.secret').textContent()).toMatch(/^ath_/);
    await page.getByRole('cell', { name: 'robot' }).waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('shows a reader that changes are refused, and keeps a long name in its place', async () => {
    pictureOnFailure(() => page);
    const { person_id } = await api('POST', '/people', { name: 'Maximiliane Oberhuber-Sonnenschein' });
    const { key: own } = await api('POST', '/keys', { name: 'guest', person_id });
    const { session_id } = await api('POST', '/sessions', { name: 'shared' });
    await api('PUT', `/sessions/${session_id}/grants/${person_id}`, { role: 'viewer' });
    const guest = await (await openContext(browser, { viewport: { width: 1440, height: 900 } })).newPage();
    await guest.goto(server.address);
    await guest.getByLabel('API key', { exact: true }).fill(own);
    await press('Sign in', guest);
    const account = guest.getByRole('button', { name: /^Account of Maximiliane/ });
    await account.waitFor();
    await guest.goto(`${server.address}#/s/${session_id}/queue`);
    await guest.getByText('You can read this session but not change it').waitFor();
    await guest.getByText('Ask Ann for another role').waitFor();
    // The page comes after what stands above it.
    await guest.getByRole('heading', { name: 'Queue', exact: true }).waitFor();
    const box = await account.boundingBox();
    const theme = await guest.getByRole('button', { name: /^Colours/ }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1440);
    expect((theme?.x ?? 0) + (theme?.width ?? 0)).toBeLessThanOrEqual(box?.x ?? 0);
    expect(await violations(guest)).toEqual([]);
    await guest.context().close();
    const { key: reading } = await api('POST', '/keys', { name: 'screen', scope: 'read' });
    const screen = await (await openContext(browser)).newPage();
    await screen.goto(`${server.address}#/s/${session_id}/queue`);
    await screen.getByLabel('API key', { exact: true }).fill(reading);
    await press('Sign in', screen);
    await screen.getByText('Your key can read this session but not change it').waitFor();
    await screen.context().close();
    await page.goto(`${server.address}#/s/${session_id}/queue`);
    await page.getByRole('heading', { name: 'Queue', exact: true }).waitFor();
    await settled(page);
    expect(await page.getByText('You can read this session').count()).toBe(0);
  });

  it('offers a reader nothing that the server refuses', { timeout: 300_000 }, async () => {
    pictureOnFailure(() => page);
    const { person_id } = await api('POST', '/people', { name: 'Reader' });
    const { key: own } = await api('POST', '/keys', { name: 'reader', person_id });
    const { session_id } = await api('POST', '/sessions', { metadata: { name: 'read by others' } });
    const path = `/sessions/${session_id}`;
    await api('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    await api('PUT', `${path}/objectives`, { objectives: [{ name: 'yield', goal: 'maximize' }] });
    const experiments = [1, 3, 5, 7, 9, 10].map((x) => ({ inputs: { x }, output: { yield: x * (8 - x) } }));
    await api('POST', `${path}/experiments/batch`, { experiments });
    await api('POST', `${path}/experiments/queue`, { items: [{ inputs: { x: 2 } }, { inputs: { x: 6 } }] });
    await api('POST', `${path}/constraints`, {
      constraint_type: 'inequality',
      coefficients: { x: 1 },
      rhs: 9.5,
    });
    await api('POST', `${path}/model/train`, { backend: 'botorch' });
    await api('PUT', `${path}/grants/${person_id}`, { role: 'viewer' });
    const reader = await (await openContext(browser, { viewport: { width: 1440, height: 900 } })).newPage();
    const refused: string[] = [];
    reader.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${answer.request().method()} ${answer.url()}`);
    });
    await reader.goto(server.address);
    await reader.getByLabel('API key', { exact: true }).fill(own);
    await press('Sign in', reader);
    await reader.getByRole('button', { name: 'Account of Reader' }).waitFor();
    const pressed: string[] = [];
    for (const view of [...views.map((one) => one.view), 'bench'].filter((one) => one !== 'assistant')) {
      await reader.goto(`${server.address}#/s/${session_id}/${view}`);
      await settled(reader);
      const buttons = reader.locator('main button:enabled');
      for (let i = 0; i < (await buttons.count()); i++) {
        pressed.push(`${view}: ${await buttons.nth(i).innerText()}`);
        // Not by the mouse: a window that a button opened may lie above the next one.
        await buttons.nth(i).dispatchEvent('click');
      }
      await settled(reader);
      await reader.keyboard.press('Escape');
      expect(refused, pressed.join('\n')).toEqual([]);
      expect(await violations(reader), view).toEqual([]);
    }
    expect(pressed).toContain('experiments: Save CSV');
    await reader.goto(`${server.address}#/s/${session_id}/experiments`);
    await reader.getByRole('columnheader', { name: 'x' }).getByRole('button').click();
    for (const key of ['Control+Home', '5', 'Enter', 'Control+Delete']) await reader.keyboard.press(key);
    await reader.locator('.toast').getByText('You can read this session but not change it').first().waitFor();
    expect(await reader.locator('.grid input').count()).toBe(0);
    expect(refused).toEqual([]);
    const record = reader.getByRole('button', { name: 'New row' });
    expect(await record.isDisabled()).toBe(true);
    expect(await record.locator('xpath=..').getAttribute('title')).toMatch(/Ask Ann for another role/);
    await reader.clock.install();
    await reader.reload();
    await expect.poll(() => record.isDisabled()).toBe(true);
    await api('PUT', `${path}/grants/${person_id}`, { role: 'operator' });
    await reader.clock.fastForward('00:31');
    await expect.poll(() => record.isEnabled()).toBe(true);
    await reader.goto(`${server.address}#/s/${session_id}/settings`);
    await expect.poll(() => reader.getByRole('button', { name: 'Delete session' }).isDisabled()).toBe(true);
    expect(await reader.getByRole('button', { name: 'Save now' }).isEnabled()).toBe(true);
    await api('DELETE', `${path}/grants/${person_id}`);
    await reader.getByRole('alert').getByText('deleted this session or ended your access').waitFor();
    await expect.poll(() => reader.getByText('Offline').count()).toBe(0);
    await reader.context().close();
  });

  it('lets nobody in who signed out', async () => {
    await page.getByRole('button', { name: 'Account of Ann' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByLabel('API key', { exact: true }).waitFor();
    await page.goto(`${server.address}#/sessions`);
    await page.reload();
    await page.getByLabel('API key', { exact: true }).waitFor();
  });
});
