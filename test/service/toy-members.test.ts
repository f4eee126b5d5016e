import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { addressOf } from './support/launch.ts';

/**
 * The extension point, end to end: a covariance and an acquisition without code of their own and a design method are added
 * to a temporary copy of the sources, each by its file and its line in the table, and used over HTTP.
 */
const root = join(import.meta.dirname, '../..');
const copy = mkdtempSync(join(tmpdir(), 'athanor-toy-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));
for (const name of ['src', 'docs', 'package.json', 'biome.json'])
  cpSync(join(root, name), join(copy, name), { recursive: true });
for (const name of ['node_modules', 'build']) {
  if (existsSync(join(root, name))) symlinkSync(join(root, name), join(copy, name));
}

/** Puts one line behind another one, which must be there once. */
function addLine(file: string, after: string, line: string): void {
  const path = join(copy, file);
  const lines = readFileSync(path, 'utf8').split('\n');
  expect(lines.filter((text) => text === after)).toHaveLength(1);
  lines.splice(lines.indexOf(after) + 1, 0, line);
  writeFileSync(path, lines.join('\n'));
}

writeFileSync(
  join(copy, 'src/engine/gp/covariance/ripple.ts'),
  `import * as t from '../../tensor/index.ts';
import { type CovarianceDefinition, lengthscales, squaredDistance } from './definition.ts';

/** Squared exponential times a cosine of each column, averaged. */
export const ripple: CovarianceDefinition = {
  token: 15,
  kernel: false,
  parameters: lengthscales,
  request: { kernel: 'Ripple', recipes: ['botorch'] },
  value(a, b, [scales]) {
    const waves = t.mean(t.cos(t.multiply(t.subtract(a, b), 2)), -1);
    return t.multiply(t.exp(t.multiply(squaredDistance(a, b, scales), -0.5)), waves);
  },
};
`,
);
addLine(
  'src/engine/gp/covariance/table.ts',
  "export { rbf } from './rbf.ts';",
  "export { ripple } from './ripple.ts';",
);

writeFileSync(
  join(copy, 'src/engine/acquisition/strategies/bold.ts'),
  `import * as t from '../../tensor/index.ts';
import { climbComposed } from './composed.ts';
import { botorch, type Strategy } from './definition.ts';

/** The mean plus twice the root of the deviation. */
export const bold = {
  Bold: {
    batch: false,
    objectives: 'one',
    fixed: true,
    recipes: botorch,
    parameters: {},
    purpose: 'Goes where little is known.',
    value: 'gμ + 2√σ',
    run: climbComposed('Bold', (mean, deviation, { sign }) =>
      t.add(t.multiply(mean, sign), t.multiply(t.sqrt(deviation), 2)),
    ),
  },
} as const satisfies Record<string, Strategy>;
`,
);
addLine(
  'src/engine/acquisition/strategies/table.ts',
  "import { sampling } from './sampling.ts';",
  "import { bold } from './bold.ts';",
);
addLine('src/engine/acquisition/strategies/table.ts', '  ...sampling,', '  ...bold,');

writeFileSync(
  join(copy, 'src/engine/design/space-filling/diagonal.ts'),
  `import type { DesignMethod } from '../definition.ts';

/** Runs along the diagonal of the box, from one corner to the other. */
export const diagonalDesign: DesignMethod = {
  label: 'Diagonal',
  purpose: 'Runs along one line.',
  about: 'from the lowest corner to the highest, in equal steps',
  needs: 'any types',
  parameters: ['nPoints'],
  run({ space, nPoints = 10 }) {
    const d = space.dimensions.length;
    const points = Float64Array.from({ length: nPoints * d }, (_, i) => Math.floor(i / d) / (nPoints - 1));
    return { points, count: nPoints, designInfo: null, feasibility: null };
  },
};
`,
);
addLine(
  'src/engine/design/methods.ts',
  "import { concentricDesign } from './space-filling/concentric.ts';",
  "import { diagonalDesign } from './space-filling/diagonal.ts';",
);
addLine('src/engine/design/methods.ts', '  concentric: concentricDesign,', '  diagonal: diagonalDesign,');
execFileSync(process.execPath, ['src/tools/write-families.ts'], { cwd: copy });

describe('the generator, run in the copy', () => {
  it.each([
    ['src/contract/families.ts', /'diagonal'[\s\S]*Runs along one line/],
    ['src/contract/families.ts', /, Bold,/],
    ['docs/designs.md', /`diagonal`.*from the lowest corner/],
    ['docs/experiments/strategies.md', /`Bold`.*gμ \+ 2√σ/],
  ])('writes the toys into %s: %s', (path, text) => {
    expect(readFileSync(join(copy, path), 'utf8')).toMatch(text);
    expect(readFileSync(join(root, path), 'utf8')).not.toMatch(text);
  });
});

/** What the answers hold of interest. */
interface Answer {
  readonly session_id: string;
  readonly kernel: string;
  readonly hyperparameters: { readonly covariances: readonly string[] };
  readonly predictions: unknown;
  readonly suggestions: readonly unknown[];
  readonly points: readonly Readonly<Record<string, number>>[];
}

/** Starts the server of the copy; gives its address, what it has logged so far, and how to end it. */
async function start(backend: string) {
  const data = mkdtempSync(join(copy, 'data-'));
  const server = spawn(process.execPath, [join(copy, 'src/main.ts')], {
    cwd: copy,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: data,
      ATHANOR_BACKEND: backend,
      NODE_COMPILE_CACHE: join(copy, 'compile'),
    },
  });
  let log = '';
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      log += chunk.toString();
    });
  const address = await addressOf(server);
  return { address, log: () => log, stop: () => server.kill() };
}

const backends = ['ts', ...(existsSync(join(root, 'build/athanor_cpu.node')) ? ['native'] : [])];

describe.each(backends)('a toy covariance, acquisition and design on %s', (backend) => {
  it('are used over HTTP, and the log says once that they are slower', async () => {
    const server = await start(backend);
    try {
      const call = async (method: string, path: string, body?: unknown) => {
        const response = await fetch(`${server.address}/api/v1/sessions${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        const answer = (await response.json()) as Answer;
        expect(response.ok, JSON.stringify(answer)).toBe(true);
        return answer;
      };
      const { session_id: id } = await call('POST', '', {});
      for (const name of ['a', 'b']) {
        await call('POST', `/${id}/variables`, { name, type: 'real', min: 0, max: 1 });
      }
      const design = { method: 'diagonal', n_points: 3 };
      const { points } = await call('POST', `/${id}/initial-design`, design);
      expect(points).toEqual([0, 0.5, 1].map((value) => ({ a: value, b: value })));
      for (let i = 0; i < 10; i++) {
        const inputs = { a: ((i * 7) % 10) / 9, b: ((i * 3) % 10) / 9 };
        const output = Math.cos(2 * inputs.a) - (inputs.b - 0.4) ** 2;
        await call('POST', `/${id}/experiments`, { inputs, output });
      }
      const trained = await call('POST', `/${id}/model/train`, { backend: 'botorch', kernel: 'ripple' });
      expect(trained.hyperparameters.covariances).toEqual(['ripple']);
      expect(trained.kernel).toBe('Ripple');
      const at = { a: 0.35, b: 0.4 };
      const { predictions } = await call('POST', `/${id}/model/predict`, { inputs: [at] });
      expect(JSON.stringify(predictions)).not.toContain('null');
      const request = { strategy: 'Bold', goal: 'maximize', seed: 1 };
      const first = await call('POST', `/${id}/acquisition/suggest`, request);
      expect(first.suggestions).toHaveLength(1);
      const again = await call('POST', `/${id}/acquisition/suggest`, request);
      expect(again.suggestions).toEqual(first.suggestions);
      const count = (text: string) => server.log().split(text).length - 1;
      expect(count('covariance ripple has no kernel:')).toBe(1);
      expect(count('acquisition Bold has no kernel:')).toBe(1);
    } finally {
      server.stop();
    }
  }, 300_000);
});
