import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { familyFiles, withTables } from '../../src/tools/write-families.ts';

const root = join(import.meta.dirname, '../..');

/** A copy of what a server needs, in which families can be changed. */
const copy = mkdtempSync(join(tmpdir(), 'athanor-families-'));
afterAll(() => rmSync(copy, { recursive: true }));
for (const name of ['src', 'docs', 'test/service/support', 'package.json', 'biome.json'])
  cpSync(join(root, name), join(copy, name), { recursive: true });
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

function edit(path: string, from: string, to: string): void {
  const text = readFileSync(join(copy, path), 'utf8');
  expect(text.split(from)).toHaveLength(2);
  writeFileSync(join(copy, path), text.replace(from, to));
}

const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
const written = (path: string) => readFileSync(join(copy, path), 'utf8');

/** Answers of a server of the copy to calls below a session with eight rows and a model, and its OpenAPI document. */
function ask(calls: readonly (readonly [string, object])[]): {
  bodies: Record<string, unknown>[];
  openapi: string;
} {
  writeFileSync(
    join(copy, 'ask.ts'),
    `import { testApp } from './test/service/support/app.ts';
    const service = await testApp();
    const path = await service.session();
    await service.call('POST', path + '/variables', { name: 'x', type: 'real', bounds: [0, 10] });
    await service.call('POST', path + '/variables', { name: 'z', type: 'real', bounds: [0, 1] });
    const experiments = Array.from({ length: 8 }, (_, i) => ({
      inputs: { x: (i * 3.7) % 10, z: ((i * 5) % 8) / 8 },
      output: Math.sin(i),
    }));
    await service.call('POST', path + '/experiments/batch', { experiments });
    await service.call('POST', path + '/model/train', { backend: 'botorch', options: { restarts: 1 } });
    const bodies = [];
    for (const [to, body] of ${JSON.stringify(calls)})
      bodies.push((await service.call('POST', path + to, body)).body);
    const openapi = JSON.stringify((await service.call('GET', '//api/openapi.json')).body);
    await service.close();
    process.stdout.write(JSON.stringify({ bodies, openapi }));`,
  );
  return JSON.parse(node('ask.ts'));
}

describe('files that follow from the families', () => {
  it('are as write-families.ts writes them', async () => {
    for (const [path, content] of Object.entries(await familyFiles())) {
      expect(readFileSync(join(root, path), 'utf8'), `${path}: run node src/tools/write-families.ts`).toBe(
        content,
      );
    }
  });

  it('need a place for every table', () => {
    const document = 'a\n<!-- written: x -->\nold\n<!-- end -->\nb';
    expect(withTables(document, { x: () => 'new' })).toBe('a\n<!-- written: x -->\nnew\n<!-- end -->\nb');
    expect(() => withTables(document, { y: () => 'new' })).toThrow("no place for the table 'y'");
  });
});

describe('a new member', () => {
  it('of the one-point acquisitions is one row', () => {
    edit(
      'src/engine/acquisition/strategies/one-point.ts',
      '  UCB: {\n',
      `  Curious: {
    ...common,
    recipes: botorch,
    parameters: {},
    label: 'Curious',
    purpose: 'Goes where least is known.',
    value: 'σ',
    run: climbOnePoint({
      acquisition: (_mean, deviation) => ({ value: deviation, dMean: 0, dDeviation: 1 }),
      isLog: false,
    }),
  },
  UCB: {
`,
    );
    node('src/tools/write-families.ts');
    const { bodies, openapi } = ask([['/acquisition/suggest', { strategy: 'curious', seed: 1 }]]);
    expect(bodies[0]).toMatchObject({ strategy: 'Curious', n_suggestions: 1 });
    expect(bodies[0]?.acquisition_value).toBeGreaterThan(0);
    expect(openapi).toContain('LogPI, Curious, UCB');
    expect(written('docs/experiments/strategies.md')).toContain('| `Curious` | botorch | 1 | σ | – |');
    expect(written('src/contract/families.ts')).toContain("label: 'Curious'");
  });

  it('of the kernels is named by its request', () => {
    edit(
      'src/engine/gp/covariance/periodic.ts',
      '  value(',
      "  request: { kernel: 'Periodic', label: 'Repeating', recipes: ['botorch'] },\n  value(",
    );
    node('src/tools/write-families.ts');
    const { bodies, openapi } = ask([['/model/train', { backend: 'botorch', kernel: 'periodic' }]]);
    expect(bodies[0]).toMatchObject({ success: true, kernel: 'Periodic' });
    expect(openapi).toContain('botorch also Periodic, IBNN;');
    expect(written('src/contract/families.ts')).toContain("{ name: 'Periodic', label: 'Repeating', ");
  });

  it('of the designs is one file and one line (and its import)', () => {
    writeFileSync(
      join(copy, 'src/engine/design/classical/one-at-a-time.ts'),
      `import type { DesignMethod } from '../definition.ts';
import { checkNumeric, classical, place, withCentres } from './classical.ts';

export const oneAtATimeDesign: DesignMethod = {
  label: 'One at a time',
  purpose: 'Moves each variable alone.',
  runs: '2k',
  needs: 'numeric, 1 or more',
  parameters: ['nCenter'],
  run: classical((space, { nCenter = 1 }) => {
    checkNumeric('one_at_a_time', space, 1);
    const rows = space.dimensions.flatMap((_, k) =>
      [-1, 1].map((side) => space.dimensions.map((_, other) => (other === k ? side : 0))),
    );
    return { ...withCentres('screeningRuns', space, place(space, rows), nCenter), model: 'linear' };
  }),
};
`,
    );
    edit(
      'src/engine/design/methods.ts',
      'import { orthogonalArrayDesign }',
      "import { oneAtATimeDesign } from './classical/one-at-a-time.ts';\nimport { orthogonalArrayDesign }",
    );
    edit('src/engine/design/methods.ts', '  gsd:', '  one_at_a_time: oneAtATimeDesign,\n  gsd:');
    node('src/tools/write-families.ts');
    const { bodies, openapi } = ask([
      ['/initial-design', { method: 'one_at_a_time', n_center: 2, random_seed: 1 }],
    ]);
    expect(bodies[0]).toMatchObject({
      n_points: 6,
      points: [{ x: 0, z: 0.5 }, { x: 10, z: 0.5 }, { x: 5, z: 0 }, { x: 5, z: 1 }, { x: 5 }, { x: 5 }],
    });
    expect(openapi).toContain('one_at_a_time');
    expect(written('docs/designs.md')).toContain(
      '| `one_at_a_time` | Moves each variable alone. | 2k | numeric, 1 or more | `n_center` |',
    );
    expect(written('src/contract/families.ts')).toContain("label: 'One at a time'");
  });
});
