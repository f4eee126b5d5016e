import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { skipAloud } from '../../skip-aloud.ts';

/** An op and a backend are added to a temporary copy of the sources, as docs/architecture.md says, and used. */
const root = join(import.meta.dirname, '../../..');
const copy = mkdtempSync(join(tmpdir(), 'athanor-toy-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));
for (const name of ['src', 'kernels', 'package.json'])
  cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

const write = (file: string, text: string) => writeFileSync(join(copy, file), text);
const read = (file: string) => readFileSync(join(copy, file), 'utf8');

/** Puts text in front of a piece of a file, which must be there once. */
function insert(file: string, before: string, text: string): void {
  expect(read(file).split(before)).toHaveLength(2);
  write(
    file,
    read(file).replace(before, () => text + before),
  );
}

/** Runs a module in the copy; gives what it prints as JSON. */
function answerOf(name: string, source: string, env: Readonly<Record<string, string>> = {}): unknown {
  write(name, source);
  return JSON.parse(
    execFileSync(process.execPath, [name], { cwd: copy, encoding: 'utf8', env: { ...process.env, ...env } }),
  );
}

/** The code of CONTRIBUTING.md, "Add a kernel": record, definition and kernels in TypeScript and C++. */
const [toyRecord, toyDefinition, toyTs, toyKernel] = [
  ...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(
    /^ {3}```(?:ts|cpp)\n([\s\S]*?)^ {3}```$/gm,
  ),
].map(([, code]) => code!.replace(/^ {3}/gm, '')) as [string, string, string, string];

/** Compiles the addon of the copy without optimization, for one instruction set. */
const buildAddon = `import { mkdirSync } from 'node:fs';
import { build, kernels, nativeSet } from './src/tools/native-build.ts';
mkdirSync('build/obj', { recursive: true });
const target = {
  platform: 'toy', output: 'build/athanor_cpu.node', objects: 'build/obj', flags: ['-O0'],
  link: process.platform === 'darwin' ? ['-bundle', '-undefined', 'dynamic_lookup'] : ['-shared'],
  sets: nativeSet, main: kernels + '/addon/addon.cc',
};
await build({ command: process.env.CXX ?? 'g++', prefix: [], version: 'toy' }, target);
console.log('true');
`;

const sums = (open: string) => `import { createPlainBackend } from './src/engine/compute/plain.ts';
import { runOp } from './src/engine/compute/run-op.ts';
import { byDefinition } from './src/engine/reference/ops.ts';
${open}
const A = Float64Array.of(3, 4, 12, 5, 8, 6);
const sum = (on) => [...runOp(on, 'row_squares', { batch: 3, n: 2 }, { A }).sum];
console.log(JSON.stringify([sum(backend), sum(byDefinition(createPlainBackend(), () => true))]));
`;

describe('a new op', () => {
  insert('src/engine/compute/ops.ts', '} as const;\n\nexport type OpName', toyRecord);
  write('src/engine/compute/ts/row-squares.ts', toyTs);
  insert(
    'src/engine/compute/ts/index.ts',
    'import { binary,',
    "import { rowSquares } from './row-squares.ts';\n",
  );
  insert(
    'src/engine/compute/ts/index.ts',
    '  vecchia_predict: vecchiaPredict,',
    '  row_squares: rowSquares,\n',
  );
  insert('src/engine/reference/ops.ts', '  covariance({ tape, sizes, given }) {', toyDefinition);
  write('kernels/cpu/row_squares.cc', toyKernel);

  it('is its record, its kernels and its definition; the table of the kernels follows', () => {
    execFileSync(process.execPath, ['src/tools/write-op-table.ts'], { cwd: copy });
    expect(read('kernels/include/athanor/ops.def')).toContain('ATHANOR_OP(row_squares, RowSquares)');
    expect(read('kernels/include/athanor/op-table.h')).toMatch(/struct RowSquares \{\s+int batch, n;/);
  });

  it('agrees with its definition on ts', () => {
    const open = `import { createTsBackend } from './src/engine/compute/ts/index.ts';
const backend = createTsBackend();`;
    const [ours, defined] = answerOf('sums.ts', sums(open)) as number[][];
    expect(ours).toEqual([25, 169, 100]);
    expect(defined).toEqual(ours);
  });

  it('agrees with its definition on native', ({ skip }) => {
    if (spawnSync(process.env.CXX ?? 'g++', ['--version']).status !== 0)
      return skipAloud(skip, 'an operation of a user on native needs a compiler');
    expect(answerOf('build-addon.ts', buildAddon)).toBe(true);
    const open = `import { createNativeBackend } from './src/engine/compute/native.ts';
import { loadNativeBinding } from './src/service/jobs/addon.ts';
const backend = createNativeBackend(loadNativeBinding('${copy}/build/athanor_cpu.node'), { threads: 1 });`;
    const [ours, defined] = answerOf('sums.ts', sums(open)) as number[][];
    expect(ours).toEqual([25, 169, 100]);
    expect(defined).toEqual(ours);
  }, 600_000);
});

describe('a new backend', () => {
  it('is one file, its name and one line; start-up, errors and answers know it', () => {
    write(
      'src/engine/compute/loud.ts',
      `import type { Backend } from './backend.ts';
import { createTsBackend } from './ts/index.ts';

export const createLoudBackend = (log: (message: string) => void): Backend => {
  const backend = createTsBackend();
  log('backend loud: says so');
  return { ...backend, name: 'loud' };
};
`,
    );
    insert('src/engine/compute/backend-names.ts', "'native', ", "'loud', ");
    insert(
      'src/engine/compute/pick.ts',
      "import { createNativeBackend } from './native.ts';",
      "import { createLoudBackend } from './loud.ts';\n",
    );
    insert(
      'src/engine/compute/pick.ts',
      '  native: { open: openNative,',
      "  loud: { open: ({ log }) => createLoudBackend(log), wayOut: 'set ATHANOR_BACKEND=auto' },\n",
    );
    const source = `import { readConfig } from './src/service/config.ts';
import { openBackend } from './src/service/jobs/open-backend.ts';
const { backend } = readConfig(process.env);
const opened = openBackend({ backend, threads: 1, ownsDevice: true });
console.log(JSON.stringify({ backend, opened: opened.backend.name, notes: opened.notes }));`;
    expect(answerOf('loud-server.ts', source, { ATHANOR_BACKEND: 'loud' })).toEqual({
      backend: 'loud',
      opened: 'loud',
      notes: ['backend loud: says so'],
    });
    expect(() => answerOf('loud-server.ts', source, { ATHANOR_BACKEND: 'quiet' })).toThrow(
      "ATHANOR_BACKEND must be one of auto, cuda, loud, native, tfjs, ts, got 'quiet'",
    );
  });
});
