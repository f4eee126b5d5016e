import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const builds = ['build/package-a', 'build/package-b'];

/** What the published package may hold in `dist/`. */
const allowed = [
  /^(cli|worker|table-worker|schema-compiler|native|client|engine)\.js$/,
  /^[a-z0-9-]+-[0-9a-f]{8}\.js$/,
  /^types\/(engine|client)\/[a-z0-9/-]+\.d\.ts$/,
  /^types\/native\.d\.ts$/,
  /^web\/(index\.html|icon\.svg|manifest\.json)(\.(br|gz))?$/,
  /^web\/assets\/[\w-]+\.(js|css)(\.(br|gz))?$/,
  /^api-docs\/swagger-ui(-bundle\.js|\.css)$/,
  /^data\/[a-z0-9_-]+\.(csv|md|json)$/i,
];

/** Path and hash of every file. */
function contents(folder: string): string[] {
  return globSync('**/*', { cwd: join(root, folder) })
    .filter((name) => statSync(join(root, folder, name)).isFile())
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(root, folder, name)));
      return `${name.replaceAll('\\', '/')} ${hash.digest('hex')}`;
    });
}

describe('the contents of the package', () => {
  beforeAll(() => {
    for (const folder of builds) {
      const args = [join(root, 'src/tools/build-package.ts'), folder];
      const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
      expect([status, status === 0 ? '' : stdout + stderr]).toEqual([0, '']);
    }
  }, 600_000);

  it('are the same bytes when built twice', () => {
    const [first, second] = builds.map(contents);
    expect(first!.length).toBeGreaterThan(50);
    expect(second).toEqual(first);
  });

  it('are of the kinds that belong into it, and 14 MB at most', () => {
    const names = contents(builds[0]!).map((line) => line.split(' ')[0]!);
    expect(names.filter((name) => !allowed.some((pattern) => pattern.test(name)))).toEqual([]);
    const bytes = names.reduce((sum, name) => sum + statSync(join(root, builds[0]!, name)).size, 0);
    expect(bytes).toBeLessThan(14e6);
  });

  it('name no folder of the machine that built them', () => {
    const files = globSync('**/*.{js,ts,html,css}', { cwd: join(root, builds[0]!) });
    const naming = files.filter((name) => readFileSync(join(root, builds[0]!, name), 'utf8').includes(root));
    expect(naming).toEqual([]);
  });
});
