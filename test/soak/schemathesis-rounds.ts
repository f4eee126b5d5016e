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
  LIMIT_ROWS: '2000',
  LIMIT_TRAINING_ROWS: '40',
  LIMIT_REQUEST_SECONDS: '10',
};

const program = fileURLToPath(new URL('../../bin/athanor.js', import.meta.url));

/** Who asks: a server that asks nobody, and one that asks for keys, by an admin, by a member and by nobody. */
interface Caller {
  readonly name: string;
  readonly server: BuiltServer;
  readonly key: string | undefined;
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

async function makeCallers(folder: string): Promise<readonly Caller[]> {
  const open = await startServer(join(folder, 'open'), limits);
  const closed = join(folder, 'closed');
  const env = { ...process.env, DATA_DIR: closed };
  const made = execFileSync(process.execPath, [program, 'auth', 'bootstrap', '--name', 'Ann', '--json'], {
    env,
  });
  const admin = (JSON.parse(String(made)) as { key: string }).key;
  const server = await startServer(closed, { ...limits, AUTH: 'keys' });
  const { person_id } = await send(server, admin, '/people', { name: 'Bob' });
  const { key: member } = await send(server, admin, '/keys', { name: 'all', person_id });
  return [
    { name: 'no authentication', server: open, key: undefined },
    { name: 'admin', server, key: admin },
    { name: 'member', server, key: member },
    { name: 'nobody', server, key: undefined },
  ];
}

/**
 * Requests that schemathesis makes of the API document, to a server without and one with authentication, until `wanted` were answered.
 * `ATHANOR_SCHEMATHESIS` names the program (`pip install schemathesis`).
 */
export async function schemathesisRounds(wanted: number, isOver: () => boolean, say: (line: string) => void) {
  const schemathesis = process.env.ATHANOR_SCHEMATHESIS ?? 'schemathesis';
  const folder = mkdtempSync(join(tmpdir(), 'athanor-schemathesis-'));
  const callers = await makeCallers(folder);
  const [open, admin] = callers as readonly [Caller, Caller];
  const servers = [open, admin];
  const found: string[] = [];
  const byCaller: Record<string, number> = {};
  const counted = () => Promise.all(servers.map(({ server, key }) => countAnswers(server, key)));
  const sum = (asked: readonly Asked[]) =>
    asked.flatMap(({ answers }) => Object.values(answers)).reduce((a, b) => a + b, 0);
  try {
    let before = sum(await counted());
    for (let seed = 1; before < wanted && !isOver(); seed++) {
      const caller = callers[(seed - 1) % callers.length] as Caller;
      const isDeep = caller.name !== 'nobody' && Math.floor((seed - 1) / callers.length) % 2 === 1;
      const session = isDeep ? await makeSession(caller) : undefined;
      const fault = await pass(schemathesis, caller, folder, { seed, session, isOver });
      if (fault !== undefined) found.push(`${caller.name}, seed ${seed}: ${fault}`);
      const now = sum(await counted());
      const name = `${caller.name}${isDeep ? ', a session that is there' : ''}`;
      byCaller[name] = (byCaller[name] ?? 0) + now - before;
      before = now;
      say(`schemathesis: ${now} requests, ${found.length} runs with a server error`);
    }
    const asked = await counted();
    const answers: Record<string, number> = {};
    for (const one of asked) {
      for (const [status, count] of Object.entries(one.answers))
        answers[status] = (answers[status] ?? 0) + count;
    }
    return {
      wanted,
      requests: sum(asked),
      answers,
      callers: byCaller,
      routes: new Set(asked.flatMap(({ routes }) => [...routes])).size,
      version: String(execFileSync(schemathesis, ['--version'])).trim(),
      server_errors: answers['5xx'] ?? 0,
      first_faults: found.slice(0, 5),
    };
  } finally {
    for (const { server } of servers) {
      const ended = once(server.child, 'exit');
      server.child.kill('SIGKILL');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  }
}
