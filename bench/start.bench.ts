import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from './support/averages.ts';
import { processorMs } from './support/clock.ts';
import { Report, type Row } from './support/report.ts';
import { residentMegabytes, type Server, startServer, stopServer } from './support/server.ts';

const port = 8197;
const program = fileURLToPath(new URL('../bin/athanor.js', import.meta.url));

const start = (dataDir: string): Promise<Server> =>
  startServer(process.execPath, [program, 'serve'], port, {
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMIT: '',
      LIMIT_LOOP_DELAY_MS: '60000',
    },
  });

/** Milliseconds of a request for a list, which must hold so many sessions. */
async function timed(url: string, count: number): Promise<number> {
  const before = performance.now();
  const answer = await fetch(url);
  const text = await answer.text();
  const milliseconds = performance.now() - before;
  const { total } = answer.ok ? (JSON.parse(text) as { total: number }) : { total: undefined };
  if (total !== count) throw new Error(`${count} sessions: ${answer.status} ${text.slice(0, 300)}`);
  return milliseconds;
}

/** A folder with so many session files; they are copies of one that a server wrote. */
async function folderOf(count: number): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'athanor-start-'));
  if (count === 0) return dataDir;
  const server = await start(dataDir);
  const answer = await fetch(`${server.base}/api/v1/sessions`, { method: 'POST' });
  const { session_id } = (await answer.json()) as { session_id: string };
  await stopServer(server);
  const sessions = join(dataDir, 'sessions');
  mkdirSync(sessions, { recursive: true });
  const first = join(sessions, `${session_id}.json`);
  const text = readFileSync(first, 'utf8');
  const nameOf = (i: number) => `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
  for (let i = 1; i < count; i++) {
    const path = join(sessions, `${nameOf(i)}.json`);
    if (i === 1) writeFileSync(path, text.replaceAll(session_id, nameOf(i)));
    else copyFileSync(join(sessions, `${nameOf(1)}.json`), path);
  }
  return dataDir;
}

const starts = 3;

/**
 * How long a server takes to answer `/health` on a folder with many session files, the median of three starts; with the last of them
 * the first list of 100 sessions, and a list of 1,000. Processor time besides, since the clock of a busy machine says little.
 * `npm run bench -- start -- 0 1000` for other numbers of files.
 */
export async function run(args: readonly string[]): Promise<void> {
  const report = new Report('start');
  const rows: Row[] = [];
  const counts = args.length > 0 ? args.map(Number) : [0, 1000, 10_000, 100_000];
  for (const count of counts) {
    const dataDir = await folderOf(count);
    const times: number[] = [];
    const processorTimes: number[] = [];
    const measured = async () => {
      const one = await start(dataDir);
      times.push(one.startMilliseconds);
      processorTimes.push(processorMs(one.process.pid as number));
      return one;
    };
    for (let i = 1; i < starts; i++) await stopServer(await measured());
    const server = await measured();
    try {
      rows.push({
        'session files': count,
        'start to /health ms': Math.round(median(times)),
        'processor ms': median(processorTimes),
        'first list of 100 ms': Math.round(await timed(`${server.base}/api/v1/sessions`, count)),
        'list of 1,000 ms': Math.round(
          await timed(`${server.base}/api/v1/sessions?skip=100&limit=1000`, count),
        ),
        'RSS MB': Math.round(residentMegabytes(server)),
      });
    } finally {
      await stopServer(server);
      rmSync(dataDir, { recursive: true, force: true });
    }
  }
  report.table('start of a server on a folder of session files', rows);
  report.write();
}
