import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What the examples take as given: the reader's session and measurement, and the imports of the page's first example. */
const given: readonly (readonly [needs: RegExp, has: RegExp, line: string])[] = [
  [/\bsessionId\b/, /const sessionId\b/, 'declare const sessionId: string;'],
  [/\bmeasure\(/, /function measure\b/, 'declare function measure(inputs: Inputs): Promise<number>;'],
  [
    /./,
    /^import /m,
    "import { createAthanorClient, type Inputs, openCampaign, watchSession } from 'athanor/client';",
  ],
];

interface Example {
  readonly name: string;
  readonly code: string;
}

/** Every example in TypeScript that can be run, and that in JavaScript with the type that its page names; no declarations. */
function examples(): Example[] {
  const pages = ['README.md', ...globSync('docs/*.md', { cwd: root })].sort();
  return pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/^```(ts|js)\n([\s\S]*?)^```$/gm)]
      .map(([, language, code = '']) => [language, code] as const)
      .filter(([, code]) => !/^(interface|type|function)\b/.test(code))
      .map(([language, code], i) => ({
        name: `${page.replaceAll(/\W/g, '-')}-${i}.mts`,
        code: `${given
          .filter(([needs, has]) => needs.test(code) && !has.test(code))
          .map(([, , line]) => `${line}\n`)
          .join('')}${language === 'js' ? typed(code) : code}`,
      })),
  );
}

/** As docs/packages.md says: `const space: Space`, and `models[0]!`. */
const typed = (code: string) =>
  code
    .replace('const space =', 'const space: Space =')
    .replace('import { ', 'import { type Space, ')
    .replace('models[0]', 'models[0]!');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-docs-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('examples compile under strict settings', () => {
  const found = examples();
  for (const page of ['docs-client', 'docs-packages', 'docs-leases'])
    expect(found.filter(({ name }) => name.startsWith(page)).length).toBeGreaterThan(0);
  for (const { name, code } of found) writeFileSync(join(folder, name), code);
  const compilerOptions = {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
    paths: {
      'athanor/client': [join(root, 'src/client/api.ts')],
      'athanor/engine': [join(root, 'src/engine/api.ts')],
    },
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
  const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  // The sources have settings of their own.
  const problems = stdout.split('\n').filter((line) => found.some(({ name }) => line.startsWith(name)));
  expect([problems, stderr]).toEqual([[], '']);
});
