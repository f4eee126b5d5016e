import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuiltServer, startServer } from './built-server.ts';

/** Small enough that jobs end soon. */
const limits = {
  METRICS: 'on',
  // Requests on a busy machine are answered late, not refused.
  LIMIT_LOOP_DELAY_MS: '60000',
  LIMIT_BODY_BYTES: '2000000',
  LIMIT_FILE_BYTES: '2000000',
  LIMIT_ROWS: '2000',
  LIMIT_TRAINING_ROWS: '40',
  LIMIT_REQUEST_SECONDS: '10',
};

const program = fileURLToPath(new URL('../../bin/athanor.js', import.meta.url));

/** Who asks: anybody of a server that asks nobody, and an admin, a member and nobody of one that asks for keys. */
interface Caller {
  readonly name: string;
  readonly server: BuiltServer;
  readonly key: string | undefined;
  /** Of its server; undefined where nobody is asked who they are. */
  readonly admin: string | undefined;
}

async function send(server: BuiltServer, key: string | undefined, path: string, body?: unknown) {
  const answer = await fetch(`${server.address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

/** A session with three variables, a category among them, and 12 runs. */
async function makeSession({ server, key }: Caller): Promise<string> {
  const { session_id = '' } = await send(server, key, '/sessions', { name: 'a campaign' });
  const path = `/sessions/${session_id}`;
  for (const name of ['x', 'z']) {
    await send(server, key, `${path}/variables`, { name, type: 'real', bounds: [0, 9] });
  }
  const solvents = ['water', 'ethanol', 'toluene'];
  await send(server, key, `${path}/variables`, { name: 's', type: 'categorical', categories: solvents });
  const experiments = Array.from({ length: 12 }, (_, i) => ({
    inputs: { x: (i * 5) % 9, z: (i * 7) % 9, s: solvents[i % 3] },
    output: Math.sin(i),
  }));
  await send(server, key, `${path}/experiments/batch`, { experiments });
  return session_id;
}

interface Asked {
  /** Requests that were answered, by class of status. */
  readonly answers: Readonly<Record<string, number>>;
  readonly routes: ReadonlySet<string>;
}

/** What the server counted, by its own metrics. */
async function countAnswers(server: BuiltServer, key: string | undefined): Promise<Asked> {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const text = await (await fetch(new URL('/metrics', server.address), { headers })).text();
  const answers: Record<string, number> = {};
  const routes = new Set<string>();
  const line = /^athanor_http_requests_total\{method="(\w+)",route="(.*?)",status="(\w+)"\} (\d+)$/gm;
  for (const [, method, route, status = '', count] of text.matchAll(line)) {
    answers[status] = (answers[status] ?? 0) + Number(count);
    routes.add(`${method} ${route}`);
  }
  return { answers, routes };
}

/** One run of schemathesis; its words where it found a server error. */
async function pass(
  schemathesis: string,
  { server, key }: Caller,
  folder: string,
  { seed, session, isOver }: { seed: number; session: string | undefined; isOver: () => boolean },
): Promise<string | undefined> {
  const config = join(folder, 'schemathesis.toml');
  // Half of the runs are about a session that is there.
  writeFileSync(config, session === undefined ? '' : `[parameters]\n"path.session_id" = "${session}"\n`);
  const child: ChildProcess = spawn(
    schemathesis,
    [
      ...['--config-file', config, 'run', `${new URL('/api/openapi.json', server.address)}`],
      ...['-c', 'not_a_server_error', '--phases', 'coverage,fuzzing', '-n', '60', '--seed', String(seed)],
      ...['--continue-on-failure', '--no-shrink', '-w', '1', '--request-timeout', '60'],
      ...['--suppress-health-check', 'all', '--warnings', 'off'],
      ...(session === undefined ? [] : ['--exclude-name', 'DELETE /api/v1/sessions/{session_id}']),
      ...(key === undefined ? [] : ['-H', `Authorization: Bearer ${key}`]),
    ],
    { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const watch = setInterval(() => isOver() && child.kill('SIGTERM'), 1000);
  let said = '';
  child.stdout?.on('data', (chunk) => (said += String(chunk)));
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  return code === 0 || isOver() ? undefined : said.slice(0, 20_000);
}

/** Each has a server of its own, so that what a server counts is what one caller asked. */
async function makeCallers(folder: string): Promise<readonly Caller[]> {
  const names = ['no authentication', 'admin', 'member', 'nobody'] as const;
  return Promise.all(
    names.map(async (name, i) => {
      const dataDir = join(folder, String(i), 'data');
      if (name === 'no authentication') {
        const server = await startServer(dataDir, limits);
        return { name, server, key: undefined, admin: undefined };
      }
      const made = execFileSync(process.execPath, [program, 'auth', 'bootstrap', '--name', 'Ann', '--json'], {
        env: { ...process.env, DATA_DIR: dataDir },
      });
      const admin = (JSON.parse(String(made)) as { key: string }).key;
      const server = await startServer(dataDir, { ...limits, AUTH: 'keys' });
      if (name !== 'member') return { name, server, key: name === 'admin' ? admin : undefined, admin };
      const { person_id } = await send(server, admin, '/people', { name: 'Bob' });
      const { key } = await send(server, admin, '/keys', { name: 'all', person_id });
      return { name, server, key, admin };
    }),
  );
}

const sum = ({ answers }: Asked) => Object.values(answers).reduce((a, b) => a + b, 0);

/** Adds up counts by name. */
function addUp(all: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const total: Record<string, number> = {};
  for (const one of all) {
    for (const [name, count] of Object.entries(one)) total[name] = (total[name] ?? 0) + count;
  }
  return total;
}

/**
 * Requests that schemathesis makes of the API document, by four callers at once, until `wanted` were answered: to a server without
 * authentication, and to servers with it. `ATHANOR_SCHEMATHESIS` names the program (`pip install schemathesis`), SOAK_SEED the first seed.
 */
export async function schemathesisRounds(wanted: number, isOver: () => boolean, say: (line: string) => void) {
  const schemathesis = process.env.ATHANOR_SCHEMATHESIS ?? 'schemathesis';
  const first = Number(process.env.SOAK_SEED ?? 1);
  const folder = mkdtempSync(join(tmpdir(), 'athanor-schemathesis-'));
  const callers = await makeCallers(folder);
  const found: string[] = [];
  const seeds: number[] = [];
  const byKind: Record<string, number> = {};
  const asked = () => Promise.all(callers.map(({ server, admin }) => countAnswers(server, admin)));
  const isEnough = async () => (await asked()).reduce((total, one) => total + sum(one), 0) >= wanted;
  const lane = async (caller: Caller, place: number) => {
    let before = sum(await countAnswers(caller.server, caller.admin));
    for (let round = 0; !isOver() && !(await isEnough()); round++) {
      const seed = first + round * callers.length + place;
      const isDeep = caller.name !== 'nobody' && round % 2 === 1;
      const session = isDeep ? await makeSession(caller) : undefined;
      const fault = await pass(schemathesis, caller, join(folder, String(place)), { seed, session, isOver });
      if (fault !== undefined) found.push(`${caller.name}, seed ${seed}: ${fault}`);
      seeds.push(seed);
      const now = sum(await countAnswers(caller.server, caller.admin));
      const kind = `${caller.name}${isDeep ? ', a session that is there' : ''}`;
      byKind[kind] = (byKind[kind] ?? 0) + now - before;
      before = now;
      say(`schemathesis: seed ${seed}, ${kind}, ${now} requests, ${found.length} runs with a fault`);
    }
  };
  try {
    await Promise.all(callers.map(lane));
    const counts = await asked();
    const answers = addUp(counts.map((one) => one.answers));
    return {
      wanted,
      requests: counts.reduce((total, one) => total + sum(one), 0),
      answers,
      callers: byKind,
      seeds: seeds.sort((a, b) => a - b),
      routes: new Set(counts.flatMap(({ routes }) => [...routes])).size,
      version: String(execFileSync(schemathesis, ['--version'])).trim(),
      server_errors: answers['5xx'] ?? 0,
      faults: found.length,
      first_faults: found.slice(0, 5),
    };
  } finally {
    for (const { server } of callers) {
      const ended = once(server.child, 'exit');
      server.child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
