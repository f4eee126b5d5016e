import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../service/support/app.ts';
import { skipAloud } from '../skip-aloud.ts';

const root = join(import.meta.dirname, '../..');

let service: TestApp;
let address: string;
let folder: string;

beforeAll(async () => {
  service = await testApp();
  address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  folder = mkdtempSync(join(tmpdir(), 'athanor-clients-'));
});
afterAll(async () => {
  await service.close();
  rmSync(folder, { recursive: true });
});

/** The first block of code of a page in a language, sent to the server of this test. */
function exampleOf(page: string, language: string): string {
  const text = readFileSync(join(root, 'docs', page), 'utf8');
  const [, code = ''] = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  expect(code).toContain('http://127.0.0.1:8000');
  return code.replaceAll('http://127.0.0.1:8000', address);
}

/** Runs a file by a program beside this process, whose server it calls; undefined where there is no such program. */
function run(program: string, name: string, code: string) {
  const file = join(folder, name);
  writeFileSync(file, code);
  return new Promise<{ status: number | null; out: string; err: string } | undefined>((done) => {
    const child = spawn(program, [file]);
    const said = { out: '', err: '' };
    child.stdout.on('data', (some) => {
      said.out += some;
    });
    child.stderr.on('data', (some) => {
      said.err += some;
    });
    child.on('error', () => done(undefined));
    child.on('close', (status) => done({ status, ...said }));
  });
}

type Summary = { session_id: string; n_variables: number; n_experiments: number };
const sessions = async (): Promise<Summary[]> => (await service.call('GET', '/sessions')).body.items;

/** The sessions that a program made, and how it ended. */
async function madeBy(program: string, name: string, code: string) {
  const before = new Set((await sessions()).map(({ session_id }) => session_id));
  const ended = await run(program, name, code);
  return { ended, made: (await sessions()).filter(({ session_id }) => !before.has(session_id)) };
}

it('the script of docs/client.md runs a campaign', async () => {
  const entry = pathToFileURL(join(root, 'src/client/api.ts')).href;
  const code = exampleOf('client.md', 'ts').replace("'athanor/client'", `'${entry}'`);
  const { ended, made } = await madeBy(process.execPath, 'client.mts', code);
  expect(ended).toMatchObject({ status: 0, err: '' });
  expect(ended?.out).toContain('temperature');
  expect(made).toMatchObject([{ n_variables: 1, n_experiments: 1 }]);
});

it('the script of docs/python.md runs a campaign', async ({ skip }) => {
  const { ended, made } = await madeBy('python3', 'client.py', exampleOf('python.md', 'python'));
  if (ended === undefined) skipAloud(skip, 'docs/python.md needs python3, which is not installed');
  expect(ended).toMatchObject({ status: 0, err: '' });
  expect(made).toMatchObject([{ n_variables: 1, n_experiments: 8 }]);
  expect(ended?.out.trim().split('\n')).toHaveLength(9);
});
