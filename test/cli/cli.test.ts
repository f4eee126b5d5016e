import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { designMethodNames } from '../../src/contract/families.ts';
import { until } from '../service/support/until.ts';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'athanor-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const campaign = join(folder, 'campaign.json');
copyFileSync(join(root, 'test/data/campaign.json'), campaign);

const athanor = (...args: string[]) => athanorIn({}, ...args);

function athanorIn(environment: Record<string, string>, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bin/athanor.js'), ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, ATHANOR_BACKEND: 'ts', ...environment },
  });
  return { status, stdout, stderr };
}

describe('the command line', () => {
  it('lists its commands, and explains each with an example', () => {
    const help = athanor('--help');
    expect(help.status).toBe(0);
    for (const name of [
      'serve',
      'demo',
      'suggest',
      'design',
      'fit',
      'analyse',
      'export',
      'import',
      'migrate',
      'backup',
      'verify',
      'restore',
      'auth',
      'worker',
      'doctor',
    ]) {
      expect(help.stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    }
    expect(athanor('suggest', '--help').stdout).toContain('athanor suggest campaign.json');
    for (const args of [['auth'], ['auth', 'bootstrap'], ['worker'], ['serve'], ['export']]) {
      expect(athanor(...args, '--help').stdout).toMatch(/Examples?:\n +\S*.*athanor/);
    }
  });

  it('prints with --json where a server listens, among nothing that is no JSON', async () => {
    const child = spawn(
      process.execPath,
      [join(root, 'bin/athanor.js'), 'serve', '--port', '0', '--data-dir', join(folder, 'served'), '--json'],
      { env: { ...process.env, ATHANOR_BACKEND: 'ts' }, stdio: ['ignore', 'pipe', 'ignore'] },
    );
    try {
      const lines = createInterface({ input: child.stdout });
      for await (const line of lines) {
        const { address, docs, pid } = JSON.parse(line);
        if (address === undefined) continue;
        expect({ docs, pid }).toEqual({ docs: `${address}/api/docs`, pid: child.pid });
        expect((await fetch(`${address}/health`)).status).toBe(200);
        break;
      }
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('prints with --json what was exported, and makes no data folder in order to read it', () => {
    const data = join(folder, 'to-export');
    const [made] = JSON.parse(athanor('import', campaign, '--data-dir', data, '--json').stdout);
    const out = join(folder, 'exported.csv');
    const at = [made.session_id, '--data-dir', data, '--format', 'csv', '--json'];
    expect(JSON.parse(athanor('export', ...at, '--out', out).stdout)).toEqual({
      session_id: made.session_id,
      format: 'csv',
      file: out,
      bytes: readFileSync(out).length,
    });
    expect(athanor('export', ...at)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('needs --out'),
    });
    expect(athanor('export', made.session_id, '--data-dir', data, '--format', 'toString').stderr).toContain(
      "--format must be json, csv or xlsx, got 'toString'",
    );
    const none = join(folder, 'none');
    for (const args of [['export', 'x'], ['migrate'], ['backup', join(folder, 'unused')]]) {
      expect(athanor(...args, '--data-dir', none)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`'${none}' is not a data folder`),
      });
    }
    expect(existsSync(none)).toBe(false);
    for (const command of ['verify', 'restore']) {
      expect(athanor(command, none)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`there is no folder '${none}'`),
      });
    }
    expect(athanor('export', made.session_id, '--data-dir', data, '--out', join(none, 'x'))).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`'${join(none, 'x')}' cannot be written`),
    });
  });

  it('refuses settings of the server with status 2', () => {
    expect(athanor('serve', '--port', '99999')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('PORT must be a whole number from 0 to 65535'),
    });
    expect(athanor('serve', '--backend', 'gpu')).toMatchObject({ status: 2 });
    expect(athanor('serve', '--data-dir', '')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('It must not be empty.'),
    });
  });

  it('takes an empty DATA_DIR for one that is not set', () => {
    expect(athanorIn({ DATA_DIR: '' }, 'export', 'x')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("'./data' is not a data folder"),
    });
  });

  it('refuses options of migrate that would have no effect', () => {
    const database = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    for (const [args, why] of [
      [['--to', 'files', '--finish'], '--finish is for a database'],
      [['--data-dir', folder], '--data-dir: DATABASE_URL is set'],
    ] as const)
      expect(athanorIn(database, 'migrate', ...args)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(why),
      });
    expect(athanorIn(database, 'migrate')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('no connection to DATABASE_URL (connect ECONNREFUSED'),
    });
  });

  it('imports no file where one of them cannot be read', () => {
    const data = join(folder, 'partly');
    expect(athanor('import', campaign, 'absent.json', '--data-dir', data)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining("'absent.json' cannot be read: there is no such file"),
    });
    expect(existsSync(data)).toBe(false);
  });

  it('imports no file where one of them is no session', () => {
    const data = join(folder, 'partly');
    writeFileSync(join(folder, 'table.csv'), 'a,b\n1,2\n');
    writeFileSync(join(folder, 'other.json'), '{"private":true}');
    for (const [file, why] of [
      ['table.csv', 'is not a session file'],
      ['other.json', 'cannot be imported'],
    ] as const) {
      expect(athanor('import', campaign, file, '--data-dir', data)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`'${file}' ${why}`),
      });
    }
    expect(existsSync(data)).toBe(false);
  });

  it('adds no admin whose name a request could not have', () => {
    const data = join(folder, 'nobody');
    for (const name of ['', ' Ann', 'x'.repeat(201)]) {
      const { status, stderr } = athanor('auth', 'bootstrap', '--name', name, '--data-dir', data);
      expect(status).toBe(2);
      expect(stderr).toMatch(/name: must (have at most 200 characters|be one line .* no blanks)/);
    }
    expect(existsSync(data)).toBe(false);
  });

  it('names every choice of an option in its help', () => {
    const words = (...args: string[]) => athanor(...args, '--help').stdout.replace(/\s+/g, ' ');
    for (const command of ['serve', 'worker'])
      expect(words(command)).toContain('--backend <name> auto, cuda, native, tfjs, ts');
    expect(words('analyse')).toContain('--model <name> linear, interaction, quadratic, recommended, largest');
  });

  it('proposes the next runs of a file without a server, the same for the same seed', () => {
    const args = ['suggest', campaign, '--number', '2', '--seed', '1', '--json'];
    const first = athanor(...args);
    expect(first.stderr).toBe('');
    expect(first.status).toBe(0);
    const { suggestions } = JSON.parse(first.stdout);
    expect(suggestions).toHaveLength(2);
    expect(Object.keys(suggestions[0])).toEqual(['temperature', 'solvent']);
    expect(JSON.parse(athanor(...args).stdout).suggestions).toEqual(suggestions);
  });

  it('works for one caller, whatever the variables of a server near it say', () => {
    const server = {
      COMPAT: 'alchemist-0.4',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      LIMIT_LOOP_DELAY_MS: '10',
      LIMIT_HEAP_PERCENT: '10',
    };
    for (const args of [
      ['suggest', campaign, '--seed', '1'],
      ['design', campaign, '--method', 'lhs', '--points', '3', '--seed', '1'],
    ])
      expect(athanorIn(server, ...args)).toEqual(athanor(...args));
  });

  it('demonstrates in a folder of its own, without the database and the accounts of a server', () => {
    const temporary = mkdtempSync(join(folder, 'demo-'));
    const server = { AUTH: 'keys', DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', TMPDIR: temporary };
    const { status, stdout } = athanorIn(server, 'demo', '--json');
    expect([status, JSON.parse(stdout).suggestions.length]).toEqual([0, 4]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('removes the folder of a demonstration that is stopped', async () => {
    const temporary = mkdtempSync(join(folder, 'stopped-'));
    const child = spawn(process.execPath, [join(root, 'bin/athanor.js'), 'demo'], {
      env: { ...process.env, ATHANOR_BACKEND: 'ts', TMPDIR: temporary },
      stdio: 'ignore',
    });
    const ended = once(child, 'exit');
    await until(() => readdirSync(temporary).some((name) => name.startsWith('athanor-demo-')));
    child.kill('SIGINT');
    expect(await ended).toEqual([1, null]);
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('gives the reason for each run, and the advice to stop, where a person reads', () => {
    const args = ['suggest', campaign, '--number', '2', '--seed', '1'];
    const { diagnostics, stop } = JSON.parse(athanor(...args, '--json').stdout);
    const [first, second] = diagnostics.map(({ reason }: { reason: { text: string } }) => reason.text);
    expect(athanor(...args).stdout).toContain(`\n\n1. ${first}\n2. ${second}\n\n${stop.text}\n`);
  });

  it('trains a model and writes the campaign with it', () => {
    const out = join(folder, 'trained.json');
    const { status, stdout } = athanor('fit', campaign, '--backend', 'botorch', '--out', out);
    expect(status).toBe(0);
    expect(stdout).toContain('trained on 12 experiments');
    expect(JSON.parse(readFileSync(out, 'utf8')).model_config.backend).toBe('botorch');
  });

  it('trains by auto, as suggestions do, unless another backend is requested', () => {
    const { status, stdout } = athanor('fit', campaign, '--json');
    expect([status, JSON.parse(stdout).backend]).toEqual([0, 'auto']);
    const refused = athanor('fit', campaign, '--kernel', 'RBF');
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain("kernel 'RBF' is unknown to auto");
  });

  it('says before the work that its outcome cannot be written', () => {
    for (const command of ['suggest', 'fit'])
      for (const [out, why] of [
        [join(folder, 'none', 'x.json'), 'there is no such file or folder'],
        [folder, 'it is a folder'],
      ] as const) {
        const { status, stdout, stderr } = athanor(command, campaign, '--out', out);
        expect([status, stdout]).toEqual([2, '']);
        expect(stderr).toContain(`'${out}' cannot be written: ${why}`);
      }
  });

  it('names the option that the service refuses', () => {
    const { status, stderr } = athanor('fit', campaign, '--backend', 'nope');
    expect(status).toBe(2);
    expect(stderr).toContain('athanor: backend must be one of ');
    for (const [args, why] of [
      [['suggest', campaign, '-n', '0'], '--number must be >= 1, got 0'],
      [['design', campaign, '--points', '0'], '--points must be >= 1, got 0'],
      [['analyse', campaign, '--model', 'x'], '--model must be one of "linear"'],
    ] as const)
      expect(athanor(...args)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`athanor: ${why}`),
      });
  });

  it('names every design method where one is refused', () => {
    const { status, stderr } = athanor('design', campaign, '--method', 'nope');
    expect(status).toBe(2);
    for (const method of designMethodNames) expect(stderr).toContain(`"${method}"`);
    expect(stderr).toContain('got "nope"');
  });

  it('makes designs and analyses runs', () => {
    const design = athanor('design', campaign, '--method', 'lhs', '--points', '5', '--seed', '3', '--json');
    expect(JSON.parse(design.stdout).points).toHaveLength(5);
    const analysis = athanor('analyse', campaign, '--model', 'linear', '--json');
    expect(JSON.parse(analysis.stdout).runs).toBe(12);
    expect(athanor('analyse', campaign).stdout).toMatch(/: 12 runs, R² 0\.\d{1,6}\n/);
    const more = athanor('analyse', campaign, '--lambda', '0', '--confidence', '0.9', '--json');
    expect(JSON.parse(more.stdout).transformation.lambda).toBe(0);
    expect(JSON.parse(more.stdout).coefficients).not.toEqual(JSON.parse(analysis.stdout).coefficients);
    expect(athanor('analyse', campaign, '--lambda', '').stderr).toContain('It must be a number.');
    const [first, second] = JSON.parse(analysis.stdout).sequential;
    const own = athanor(
      'analyse',
      campaign,
      '--effects',
      first.name,
      `${second.name}*${first.name}`,
      '--json',
    );
    expect(JSON.parse(own.stdout).sequential).toMatchObject([{ name: first.name }, {}]);
    const both = athanor('analyse', campaign, '--model', 'linear', '--effects', first.name);
    expect(both.stderr).toContain('both model_type and effects are given');
  });

  it('moves sessions in and out of a data folder', () => {
    const data = join(folder, 'data');
    const [made] = JSON.parse(athanor('import', campaign, '--data-dir', data, '--json').stdout);
    const migrated = athanor('migrate', '--data-dir', data, '--json');
    expect(JSON.parse(migrated.stdout)).toMatchObject({ migrated: [made.session_id], failed: [] });
    writeFileSync(join(data, 'sessions', 'aa.json'), '{');
    const partly = athanor('migrate', '--data-dir', data, '--json');
    expect(JSON.parse(partly.stdout)).toMatchObject({ migrated: [made.session_id], failed: ['aa'] });
    expect(partly).toMatchObject({ status: 1, stderr: expect.stringContaining("session 'aa'") });
    const table = athanor('export', made.session_id, '--data-dir', data, '--format', 'csv');
    expect(table.stdout.split('\n')[0]).toContain('temperature');
    expect(athanor('export', 'unknown', '--data-dir', data).status).toBe(2);
  });

  it('backs a data folder up, checks it, and restores it', () => {
    const data = join(folder, 'data-to-back-up');
    expect(athanor('import', campaign, '--data-dir', data).status).toBe(0);
    const backup = join(folder, 'backup');
    const made = athanor('backup', backup, '--data-dir', data, '--json');
    expect([made.status, JSON.parse(made.stdout)]).toEqual([
      0,
      { target: backup, sessions: 1, problems: [] },
    ]);
    for (const place of [backup, data]) {
      const checked = athanor('verify', place);
      expect([checked.status, checked.stdout]).toEqual([0, 'read 1 session; no problems\n']);
    }
    const restored = join(folder, 'restored');
    expect(athanor('restore', backup, '--data-dir', restored).status).toBe(0);
    expect(athanor('verify', restored).status).toBe(0);
    expect(athanor('restore', backup, '--data-dir', restored)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is not empty'),
    });
    writeFileSync(join(backup, 'sessions', 'stray.json'), '{}');
    const damaged = athanor('verify', backup);
    expect([damaged.status, damaged.stdout]).toEqual([
      1,
      expect.stringContaining('is not part of the backup'),
    ]);
  });

  it('reports what it consists of', () => {
    const report = JSON.parse(athanor('doctor', '--json', '--data-dir', join(folder, 'd')).stdout);
    expect(report).toMatchObject({
      installation: 'checkout',
      backend: { requested: 'ts', name: 'ts', device: 'CPU' },
    });
  });

  it('refuses what it does not understand with status 2, naming it', () => {
    writeFileSync(join(folder, 'broken.json'), '{"a":');
    expect(athanor('suggest', join(folder, 'none.json'))).toMatchObject({ status: 2 });
    expect(athanor('suggest', join(folder, 'broken.json'))).toMatchObject({ status: 2 });
    const bad = athanor('suggest', campaign, '--number', 'x');
    expect(bad.status).toBe(2);
    expect(bad.stderr).toContain("argument 'x' is invalid. It must be a whole number.");
    const untrained = athanor('suggest', campaign, '--strategy', 'EI');
    expect(untrained.status).toBe(2);
    expect(untrained.stderr).toContain("no trained model; write one with 'athanor fit <file> --out <file>'");
    expect(untrained.stderr).not.toContain('POST');
    expect(athanor('propose')).toMatchObject({ status: 2 });
    const topic = athanor('help', 'propose');
    expect([topic.status, topic.stderr]).toEqual([2, expect.stringContaining("unknown command 'propose'")]);
  });

  it('says what to do with a table of results', () => {
    const table = join(folder, 'runs.csv');
    writeFileSync(table, 'temperature;yield\n60;45,2\n');
    for (const args of [['suggest'], ['fit'], ['import', '--data-dir', join(folder, 'of-tables')]]) {
      const { status, stderr } = athanor(...args, table);
      expect(status).toBe(2);
      expect(stderr).toContain(`'${table}' is not a session file. For a table of results, start a server`);
    }
  });

  it.skipIf(!existsSync('/dev/full'))('ends with status 1 where no space is left for its output', () => {
    for (const args of [['suggest', campaign], ['--help']]) {
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/athanor.js'), ...args], {
        encoding: 'utf8',
        stdio: ['ignore', full, 'pipe'],
        env: { ...process.env, ATHANOR_BACKEND: 'ts' },
      });
      closeSync(full);
      expect([status, stderr]).toEqual([1, 'athanor: standard output cannot be written: no space is left\n']);
    }
  });

  it('leaves it to the reader of a pipe how much it reads', async () => {
    // More than a pipe holds.
    const args = ['design', campaign, '--method', 'random', '--points', '1000', '--json'];
    const child = spawn(process.execPath, [join(root, 'bin/athanor.js'), ...args], {
      env: { ...process.env, ATHANOR_BACKEND: 'ts' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (some) => {
      said += some;
    });
    child.stdout.destroy();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said).toBe('');
  });
});
