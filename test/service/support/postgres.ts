import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrateSchema } from '../../../src/service/store/postgres/schema.ts';
import { freePort } from '../../../src/tools/free-port.ts';
import { until } from './until.ts';

/** Debian keeps the programs of a cluster out of the PATH. */
function findPrograms(): string | undefined {
  const home = '/usr/lib/postgresql';
  const versions = existsSync(home) ? readdirSync(home).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...versions.map((version) => join(home, version, 'bin')),
    ...(process.env.PATH ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Folder of PostgreSQL's programs; undefined where it is not installed, which is an error in CI. */
export const postgresPrograms = findPrograms();
if (postgresPrograms === undefined) {
  const way = "install Debian's package postgresql";
  if (process.env.CI === 'true') throw new Error(`PostgreSQL is not installed, and CI=true: ${way}`);
  console.log(`skipped: PostgreSQL is not installed; ${way}`);
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root, and so does PgBouncer. */
export function unprivileged(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
    const user = { uid: id('-u'), gid: id('-g') };
    if (user.uid > 0) return user;
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody');
}

/** One statement, by a connection of its own. */
export async function query(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

/** A PostgreSQL of its own on a free port of the loopback, in a temporary folder. */
export class TestPostgres {
  readonly #folder: string;
  readonly #port: number;
  readonly #user: User | undefined;
  readonly #settings: readonly string[];
  #process: ChildProcess | undefined;
  #databases = 0;
  readonly #atExit = () => this.#remove();

  private constructor(
    folder: string,
    port: number,
    user: User | undefined,
    fsync: boolean,
    more: readonly string[] = [],
  ) {
    this.#folder = folder;
    this.#port = port;
    this.#user = user;
    this.#settings = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${folder}`,
      `fsync=${fsync ? 'on' : 'off'}`,
      'max_connections=200',
      'shared_buffers=64MB',
      'logging_collector=off',
      ...more,
    ];
    process.once('exit', this.#atExit);
  }

  /**
   * @param fsync    off where a test is not about the disk: it then runs several times as fast
   * @param archive  a folder for the write-ahead log, which anybody may write to
   */
  static async start({
    fsync = false,
    archive,
  }: {
    readonly fsync?: boolean;
    readonly archive?: string;
  } = {}): Promise<TestPostgres> {
    const user = unprivileged();
    const folder = mkdtempSync(join(tmpdir(), 'athanor-pg-'));
    if (user !== undefined) chownSync(folder, user.uid, user.gid);
    const archiving =
      archive === undefined
        ? []
        : [
            'archive_mode=on',
            `archive_command=cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
          ];
    const made = new TestPostgres(folder, await freePort(), user, fsync, archiving);
    execFileSync(
      join(postgresPrograms as string, 'initdb'),
      [
        '-D',
        join(folder, 'data'),
        '-U',
        'athanor',
        '--auth=trust',
        '--no-sync',
        '--encoding=UTF8',
        '--locale=C',
      ],
      { ...user, stdio: 'pipe', cwd: folder },
    );
    await made.up();
    return made;
  }

  /** A copy of all databases as they are; the server goes on. */
  baseBackup(): string {
    const folder = mkdtempSync(join(tmpdir(), 'athanor-pg-'));
    if (this.#user !== undefined) chownSync(folder, this.#user.uid, this.#user.gid);
    const args = ['-D', join(folder, 'data'), '-h', '127.0.0.1', '-p', `${this.#port}`, '-U', 'athanor'];
    execFileSync(join(postgresPrograms as string, 'pg_basebackup'), [...args, '--checkpoint=fast'], {
      ...this.#user,
      cwd: folder,
      stdio: 'pipe',
    });
    return folder;
  }

  /** A server on a base backup, brought up to a moment by the archive. */
  static async recover(folder: string, archive: string, moment: string): Promise<TestPostgres> {
    writeFileSync(join(folder, 'data', 'recovery.signal'), '');
    const made = new TestPostgres(folder, await freePort(), unprivileged(), false, [
      `restore_command=cp ${archive}/%f %p`,
      `recovery_target_time=${moment}`,
      'recovery_target_action=promote',
    ]);
    await made.up();
    await until(
      async () => (await query(made.url(), 'select pg_is_in_recovery() as still'))[0]?.still === false,
    );
    return made;
  }

  #remove(): void {
    this.#process?.kill('SIGQUIT');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }

  get pid(): number {
    return this.#process?.pid as number;
  }

  url(database = 'postgres', port = this.#port): string {
    return `postgres://athanor@127.0.0.1:${port}/${database}`;
  }

  get port(): number {
    return this.#port;
  }

  /** Address of a new database, with the schema of this release by default. */
  async database(version?: number): Promise<string> {
    const name = `d${++this.#databases}`;
    await query(this.url(), `create database ${name}`);
    if (version !== 0) await migrateSchema(this.url(name), version === undefined ? {} : { to: version });
    return this.url(name);
  }

  async up(): Promise<void> {
    const args = ['-D', join(this.#folder, 'data'), ...this.#settings.flatMap((setting) => ['-c', setting])];
    this.#process = spawn(join(postgresPrograms as string, 'postgres'), args, {
      ...this.#user,
      cwd: this.#folder,
      stdio: 'ignore',
    });
    const started = this.#process;
    await until(() => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended with code ${started.exitCode}`);
      return query(this.url(), 'select 1').then(
        () => true,
        () => false,
      );
    });
  }

  /** `SIGINT`: connections are cut and data are on disk; `SIGQUIT`: as in a crash. */
  async down(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    this.#process = undefined;
    const ended = new Promise((resolve) => process.once('exit', resolve));
    process.kill(signal);
    await ended;
  }

  async stop(): Promise<void> {
    await this.down('SIGQUIT');
    process.off('exit', this.#atExit);
    this.#remove();
  }
}
