import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltServer, patiently, startServer } from './built-server.ts';
import { throwHostile } from './hostile.ts';

/** Small enough that the limits are met. */
const environment = {
  LIMIT_BODY_BYTES: '2000000',
  LIMIT_FILE_BYTES: '2000000',
  LIMIT_ROWS: '5000',
  LIMIT_TRAINING_ROWS: '60',
  LIMIT_REQUEST_SECONDS: '10',
};

/** Largest memory of the process so far, in MB; null where the system does not tell. */
function peakOf({ child }: BuiltServer): number | null {
  try {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
  } catch {
    return null;
  }
}

/** The built server under hostile requests, killed at the end; what the good client was told must be there. */
export async function hostileRounds(wanted: number, seed: number, isOver: () => boolean) {
  const dataDir = mkdtempSync(join(tmpdir(), 'athanor-hostile-'));
  try {
    const server = await startServer(dataDir, environment);
    const ended = once(server.child, 'exit');
    const counts = await throwHostile(
      { port: server.port, seed, wanted, bare: Math.ceil(wanted / 50), jobShare: 0.1 },
      isOver,
    );
    const healthy = (await fetch(`http://127.0.0.1:${server.port}/health`)).status === 200;
    const peak_mb = peakOf(server);
    server.child.kill('SIGKILL');
    await ended;
    const again = await startServer(dataDir, environment);
    const exported = () => fetch(`${again.address}/sessions/${counts.goodSession}/export`);
    const left = await (await patiently(exported)).json();
    const rows = (left as { experiments: { data: { Output: number }[] } }).experiments.data;
    const found = new Set(rows.map(({ Output }) => Output));
    const lost = [...counts.acknowledged].filter((output) => !found.has(output)).length;
    const stopped = once(again.child, 'exit');
    again.child.kill('SIGTERM');
    await stopped;
    const { requests, bare, answers, unnamed, hangs, late, acknowledged } = counts;
    return {
      wanted,
      ...{
        requests,
        bare,
        answers,
        late,
        acknowledged: acknowledged.size,
        lost,
        healthy,
        peak_mb,
      },
      unnamed_5xx: unnamed.length,
      first_unnamed: unnamed.slice(0, 5),
      hangs: hangs.length,
      first_hangs: hangs.slice(0, 5),
    };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
