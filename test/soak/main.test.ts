import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const soak = (env: Record<string, string>, ...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });

it('a soak of nothing is refused: an unknown part, no lane, no time', () => {
  for (const [env, part, message] of [
    [{}, 'nothing', "there is no part 'nothing'"],
    [{ SOAK_LANES: '0' }, 'memory', "SOAK_LANES must be a number above 0, got '0'"],
    [{ SOAK_MINUTES: 'five' }, 'memory', "SOAK_MINUTES must be a number above 0, got 'five'"],
  ] as const) {
    expect(soak(env, part)).toMatchObject({ status: 2, stderr: expect.stringContaining(message) });
  }
});
