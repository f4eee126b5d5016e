import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

it('runs the example of the engine in docs/packages.md as it stands there', () => {
  const [, example = ''] =
    /```js\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/packages.md'), 'utf8')) ?? [];
  const entry = pathToFileURL(join(root, 'src/engine/api.ts')).href;
  const told = 'console.log(JSON.stringify([points.length, mean[0], std[0], [...next.points]]));';
  const folder = mkdtempSync(join(tmpdir(), 'athanor-example-'));
  try {
    const file = join(folder, 'example.mjs');
    writeFileSync(file, `${example.replace("'athanor/engine'", `'${entry}'`)}\n${told}\n`);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const [points, mean, std, next] = JSON.parse(stdout);
    expect(points).toBe(6 * 2);
    expect(mean).toBeGreaterThan(60);
    expect(mean).toBeLessThan(80);
    expect(std).toBeGreaterThan(0);
    expect(next).toHaveLength(2 * 2);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
