import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'athanor-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Names of the rules that a tree with these files breaks, and how many modules were read. */
function broken(files: Readonly<Record<string, string>>): { rules: string[]; modules: number } {
  rmSync(join(folder, 'src'), { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeFileSync(join(folder, 'tsconfig.base.json'), '{}');
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/depcruise'),
    ['src', '--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'],
    { cwd: folder, encoding: 'utf8' },
  );
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string } }[]; totalCruised: number };
  };
  return { rules: summary.violations.map(({ rule }) => rule.name), modules: summary.totalCruised };
}

describe('import rules', () => {
  it.each([
    ['wall-web', 'src/web/a.ts', 'src/engine/b.ts'],
    ['wall-engine', 'src/engine/a.ts', 'src/service/b.ts'],
    ['wall-contract', 'src/contract/a.ts', 'src/engine/b.ts'],
    ['wall-service-session', 'src/service/session/a.ts', 'src/service/store/b.ts'],
    ['wall-service-http', 'src/service/http/a.ts', 'src/engine/b.ts'],
    ['order-service-session', 'src/service/session/a.ts', 'src/service/session/rows/b.ts'],
    ['order-service-session-rows', 'src/service/session/rows/a.ts', 'src/service/session/queue/b.ts'],
    ['face-service-session-models', 'src/service/http/a.ts', 'src/service/session/models/b.ts'],
    ['wall-engine-compute', 'src/engine/compute/a.ts', 'src/engine/gp/b.ts'],
  ])('%s is refused', (rule, from, to) => {
    const up = '../'.repeat(from.split('/').length - 1);
    const found = broken({
      [from]: `import { x } from '${up}${to}';\nexport const y = x;\n`,
      [to]: 'export const x = 1;\n',
    });
    expect(found.modules).toBe(2);
    expect(found.rules).toContain(rule);
  });

  it('the engine may not import Node', () => {
    const found = broken({
      'src/engine/a.ts': "import { readFileSync } from 'node:fs';\nexport const read = readFileSync;\n",
    });
    expect(found.rules).toContain('packages-engine');
  });

  it('cycles are refused', () => {
    const found = broken({
      'src/engine/a.ts': "import { b } from './b.ts';\nexport const a = () => b;\n",
      'src/engine/b.ts': "import { a } from './a.ts';\nexport const b = () => a;\n",
    });
    expect(found.rules).toContain('no-cycles');
  });

  it('cycles of types are refused', () => {
    const found = broken({
      'src/engine/a.ts': "import type { B } from './b.ts';\nexport interface A {\n  b: B;\n}\n",
      'src/engine/b.ts': "import type { A } from './a.ts';\nexport interface B {\n  a: A;\n}\n",
    });
    expect(found.rules).toContain('no-cycles');
  });
});
