import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoreError } from '../../../src/service/errors.ts';
import { readiness } from '../../../src/service/http/plugins/monitoring/readiness.ts';
import { type Disk, nodeDisk } from '../../../src/service/store/disk.ts';
import { fileStore } from '../../../src/service/store/file.ts';
import { openFolder } from '../../../src/service/store/open-folder.ts';
import { claimFolder } from '../../../src/service/store/owner.ts';

const script = fileURLToPath(new URL('../support/owning-writer.ts', import.meta.url));
const children: Writer[] = [];
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-owner-'));
});

afterEach(async () => {
  for (const { child, ended } of children.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Writer {
  readonly child: ChildProcess;
  /** Lines that it wrote: counts of acknowledged rows, or why it does not write. */
  lines(): string[];
  line(fits: (line: string) => boolean): Promise<string>;
  ended: Promise<unknown>;
}

/** A server of its own process that claims the folder and adds rows for as long as it lives. */
function writer(prefix: readonly string[] = [], ...machine: readonly string[]): Writer {
  const [command = '', ...rest] = [...prefix, process.execPath, script, folder, ...machine];
  const child = spawn(command, rest, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (said += String(chunk)));
  const lines = () => said.split('\n').slice(0, -1);
  const started: Writer = {
    child,
    lines,
    line: async (fits) => {
      for (;;) {
        const found = lines().find(fits);
        if (found !== undefined) return found;
        if (child.exitCode !== null) throw new Error(`the writer ended: ${lines().join('; ')}`);
        await sleep(20);
      }
    },
    ended: once(child, 'close'),
  };
  children.push(started);
  return started;
}

const isCount = (line: string) => /^\d+$/.test(line);

const notes = () => readdirSync(folder).filter((name) => name.startsWith('owner-'));

const rows = async () =>
  ((await fileStore(folder).load('s')) as { document: { rows: readonly unknown[] } }).document.rows.length;

describe('the owner of a data folder', () => {
  it('is the only one: a second server is told who has it, and the first goes on', async () => {
    const first = writer();
    await first.line(isCount);
    const second = writer();
    await second.ended;
    const words = second.lines().join('\n');
    expect(words).toContain(
      `DATA_DIR '${folder}' belongs to another server (process ${first.child.pid} on host `,
    );
    expect(words).not.toMatch(/ExperimentalWarning/);
    const before = first.lines().length;
    await first.line((line) => Number(line) > before + 5);
    expect(notes()).toHaveLength(1);
  });

  it('that was killed is followed at once, and nothing that it acknowledged is lost', async () => {
    const first = writer();
    await first.line((line) => Number(line) > 20);
    first.child.kill('SIGKILL');
    await first.ended;
    const acknowledged = Number(first.lines().findLast(isCount));
    const said: string[] = [];
    const owner = await claimFolder(folder, { say: (line) => said.push(line) });
    // The lock told that it is dead: no heartbeats were waited for.
    expect(said).toEqual([]);
    expect(owner.orderlySince).toBe(owner.epoch);
    expect(await rows()).toBeGreaterThanOrEqual(acknowledged);
    await owner.release();
    const next = await claimFolder(folder);
    expect(next.orderlySince).toBe(owner.epoch);
    await next.release();
  });

  it('is seen from another process namespace, as containers have it', async () => {
    const unshare = ['unshare', '-Urpf', '--mount-proc', '--kill-child'];
    const [command = '', ...rest] = [...unshare, 'true'];
    if (spawnSync(command, rest).status !== 0) {
      console.log('skipped: process namespaces may not be made here (unshare)');
      return;
    }
    const first = writer(unshare);
    await first.line(isCount);
    const second = writer(unshare);
    await second.ended;
    // Both are process 1 of theirs.
    expect(second.lines().join('\n')).toMatch(/belongs to another server \(process 1 on host '/);
    const third = writer();
    await third.ended;
    expect(third.lines().join('\n')).toContain('belongs to another server');
  });

  it('that is stopped still has it, and goes on when it wakes', async () => {
    const first = writer();
    await first.line(isCount);
    first.child.kill('SIGSTOP');
    const second = writer();
    await second.ended;
    expect(second.lines().join('\n')).toContain('belongs to another server');
    first.child.kill('SIGCONT');
    const before = Number(first.lines().findLast(isCount));
    await first.line((line) => Number(line) > before + 5);
  });

  it('that was stopped until another took the folder does not write when it wakes', async () => {
    const first = writer();
    await first.line((line) => Number(line) > 5);
    first.child.kill('SIGSTOP');
    const atStop = Number(first.lines().findLast(isCount));
    // As on a file system whose locks do not reach the other machine.
    const owner = await claimFolder(folder, {
      boot: 'another',
      watchFor: 100,
      lock: async () => 'unsupported',
    });
    const store = fileStore(folder, { owner });
    const taken = (await store.load('s')) as { document: { rows: readonly unknown[] }; revision: number };
    const count = taken.document.rows.length;
    expect(count).toBeGreaterThanOrEqual(atStop);
    await store.append('s', [['push', ['rows'], [{ x: 'ours' }]]], taken.revision);
    first.child.kill('SIGCONT');
    await first.ended;
    // It may have been stopped within a write, past its look at the owner: then it meets the other's files.
    expect(first.lines().at(-1)).toMatch(
      /this server lost its data folder to another server \(process |its files were changed by another program/,
    );
    expect(Number(first.lines().findLast(isCount))).toBeLessThanOrEqual(count);
    await store.append('s', [['push', ['rows'], [{ x: 'ours too' }]]], taken.revision + 1);
    await store.close();
    expect(await rows()).toBe(count + 2);
  });

  it('of three machines, each stopped until the next took the folder, loses no row and adds none when it wakes', async () => {
    const stopped: { readonly machine: string; readonly writer: Writer }[] = [];
    for (const machine of ['a', 'b', 'c']) {
      const started = writer([], machine);
      const from = stopped.at(-1)?.writer.lines().findLast(isCount) ?? 0;
      await started.line((line) => Number(line) > Number(from) + 20);
      started.child.kill('SIGSTOP');
      stopped.push({ machine, writer: started });
    }
    // The first two wake beside the third, which writes.
    for (const {
      writer: { child },
    } of stopped)
      child.kill('SIGCONT');
    const [a, b, c] = stopped.map((one) => one.writer) as [Writer, Writer, Writer];
    await Promise.all([a.ended, b.ended]);
    for (const woken of [a, b]) {
      expect(woken.lines().at(-1)).toMatch(
        /this server lost its data folder to another server \(process |its files were changed by another program/,
      );
    }
    const before = Number(c.lines().findLast(isCount));
    await c.line((line) => Number(line) > before + 20);
    c.child.kill('SIGKILL');
    await c.ended;
    const { document } = (await fileStore(folder).load('s')) as unknown as {
      document: { rows: readonly { readonly x: number; readonly by: string }[] };
    };
    expect(document.rows.map(({ x }) => x)).toEqual(document.rows.map((_, i) => i));
    // What each acknowledged is its own still.
    for (const {
      machine,
      writer: { lines },
    } of stopped) {
      const acknowledged = lines()
        .filter(isCount)
        .map((line) => Number(line) - 1);
      expect(acknowledged.filter((x) => document.rows[x]?.by !== machine)).toEqual([]);
    }
  });

  it('of another machine that gives heartbeats is left alone; one that does not is followed', async () => {
    const lock = async () => 'unsupported' as const;
    const said: string[] = [];
    const options = { lock, watchFor: 20_000, say: (line: string) => said.push(line) };
    const first = await claimFolder(folder, { ...options, boot: 'a', beatEvery: 30 });
    await expect(claimFolder(folder, { ...options, boot: 'b' })).rejects.toThrow(
      `belongs to another server (process ${process.pid} on host '${hostname()}'`,
    );
    expect(said).toEqual([expect.stringContaining('waiting for heartbeats')]);
    await first.check();
    await first.release();
    const second = await claimFolder(folder, { ...options, boot: 'b', beatEvery: 1e9 });
    expect(second.orderlySince).toBe(1);
    const third = await claimFolder(folder, { ...options, boot: 'c', watchFor: 50 });
    expect(third.orderlySince).toBe(third.epoch);
    await expect(second.check()).rejects.toThrow(StoreError);
    await third.check();
    await third.release();
    await second.release();
  });

  it('that lost its folder is not ready, and says to whom', async () => {
    const owner = await claimFolder(folder);
    const store = fileStore(folder, { owner });
    expect(await readiness(store)()).toBeUndefined();
    const [note = ''] = notes();
    const taken = JSON.parse(readFileSync(join(folder, note), 'utf8'));
    writeFileSync(
      join(folder, `owner-9-${taken.id}.json`),
      JSON.stringify({ ...taken, epoch: 9, host: 'b' }),
    );
    rmSync(join(folder, note));
    expect(await readiness(store)()).toContain("on host 'b'");
    await store.close();
  });

  it('counts up with every start, and reads past a note that a power cut emptied', async () => {
    for (let start = 1; start <= 3; start++) await (await claimFolder(folder)).release();
    expect(notes()).toEqual([expect.stringMatching(/^owner-3-/)]);
    writeFileSync(join(folder, notes()[0] as string), '');
    const owner = await claimFolder(folder, { watchFor: 20 });
    expect(owner.orderlySince).toBe(owner.epoch);
    expect(JSON.parse(readFileSync(join(folder, notes()[0] as string), 'utf8')).epoch).toBe(4);
    await owner.release();
  });

  it.each(['null', '7', '[]', '{"beats":'])('reads past a note that holds %s', async (content) => {
    await (await claimFolder(folder)).release();
    writeFileSync(join(folder, notes()[0] as string), content);
    const owner = await claimFolder(folder, { watchFor: 20 });
    expect(owner.epoch).toBe(2);
    await owner.release();
  });

  it('names a lock file that cannot be used, and the way out', async () => {
    writeFileSync(join(folder, 'owner.lock'), 'no database');
    await expect(openFolder(folder, () => {})).rejects.toThrow(
      `start-up: the lock file '${join(folder, 'owner.lock')}' cannot be used (file is not a database); remove it`,
    );
  });

  it.runIf(process.platform === 'linux')('says which folder cannot be written', async () => {
    // There even the superuser may make no file.
    await expect(openFolder('/sys', () => {})).rejects.toThrow(
      /^start-up: DATA_DIR '\/sys' cannot be written \((EACCES|EROFS)\); set DATA_DIR to a folder that you can write$/,
    );
  });

  it('claims the folder again when its note, or all of the folder, was removed by hand', async () => {
    const owner = await claimFolder(folder);
    rmSync(folder, { recursive: true });
    await owner.check();
    expect(notes()).toHaveLength(1);
    await owner.release();
  });

  it('gives its lock back when the folder cannot be read', async () => {
    const held = new Set<string>();
    const lock = async (path: string) => {
      if (held.has(path)) return 'busy' as const;
      held.add(path);
      return { release: () => void held.delete(path) };
    };
    const disk: Disk = { ...nodeDisk, names: () => Promise.reject(new Error('EIO')) };
    await expect(claimFolder(folder, { disk, lock })).rejects.toThrow('EIO');
    await (await claimFolder(folder, { lock })).release();
    expect(held.size).toBe(0);
  });
});
