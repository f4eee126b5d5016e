import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tokens } from '../../../src/engine/compute/covariance-code.ts';
import { pickBackend } from '../../../src/engine/compute/pick.ts';
import { runOp } from '../../../src/engine/compute/run-op.ts';
import { createTsBackend } from '../../../src/engine/compute/ts/index.ts';
import { train } from '../../../src/engine/gp/train.ts';
import { openBackend } from '../../../src/service/jobs/open-backend.ts';
import { openTfjs } from '../../../src/service/jobs/open-tfjs.ts';
import { createPool } from '../../../src/service/jobs/pool.ts';
import { serve } from '../../../src/service/serve.ts';
import { relativeError } from './native-support.ts';
import { openTensorFlow } from './tfjs-support.ts';

const tensorFlow = openTensorFlow();
if (!tensorFlow)
  console.log('tests on TensorFlow skipped: run `npm run setup:tfjs`, then `npm run test:tfjs`');

describe('without TensorFlow', () => {
  it('a request for it aborts start-up and says how to go on', () => {
    const sources = {
      threads: 1,
      now: () => 0,
      log: () => {},
      tfjs: () => {
        throw new Error('build/tfjs/tfjs_binding.node is not there');
      },
    };
    expect(() => pickBackend('tfjs', sources)).toThrow(
      "backend 'tfjs' was requested and could not load (build/tfjs/tfjs_binding.node is not there); set ATHANOR_BACKEND=auto",
    );
  });

  it.skipIf(existsSync('build/tfjs/tfjs_binding.node'))(
    'names the file that is not there, and the command that builds it',
    () => {
      expect(() => openTfjs([])).toThrow(/tfjs_binding.node is not there; run 'npm run setup:tfjs'/);
    },
  );
});

describe("TensorFlow's own messages", () => {
  afterEach(() => vi.unstubAllEnvs());
  const settings = { backend: 'tfjs', threads: 1, ownsDevice: false } as const;
  const openers = {
    'a server or a worker': () => createPool({ backend: 'tfjs', log: () => {} }).close(),
    'athanor doctor': () => openBackend(settings),
  };

  it.each(Object.entries(openers))('are off in %s unless their level is set', async (_, open) => {
    for (const [given, expected] of [
      [undefined, '3'],
      ['1', '1'],
    ]) {
      vi.stubEnv('TF_CPP_MIN_LOG_LEVEL', given);
      await Promise.resolve()
        .then<unknown>(open)
        .catch((error) => expect(error.message).toContain("backend 'tfjs'"));
      expect(process.env.TF_CPP_MIN_LOG_LEVEL).toBe(expected);
    }
  });
});

describe.skipIf(!tensorFlow)('TensorFlow', () => {
  const { binding, alone, backend } = tensorFlow ?? ({} as NonNullable<typeof tensorFlow>);
  const code = [tokens.matern52, 0, 1, 0, tokens.scale];

  it('says which device it has', () => {
    const notes: string[] = [];
    openTfjs(notes);
    const device = binding.isUsingGpuDevice() ? 'GPU' : 'CPU';
    expect(notes).toEqual([`backend tfjs: TensorFlow ${binding.TF_Version} on a ${device}`]);
  });

  it('is named with its device in the health of a server and by doctor', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'athanor-tfjs-'));
    const device = `TensorFlow ${binding.TF_Version} on a ${binding.isUsingGpuDevice() ? 'GPU' : 'CPU'}`;
    const environment = { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ATHANOR_BACKEND: 'tfjs' };
    const server = await serve(environment, () => {});
    const { compute } = (await (await fetch(`${server.address}/health`)).json()) as { compute: object };
    await server.stop();
    expect(compute).toEqual({ requested: 'tfjs', backend: 'tfjs', device });
    const env = { ...process.env, ...environment };
    // It ends with 1 where the web application is not built.
    const { stdout } = spawnSync(process.execPath, ['bin/athanor.js', 'doctor', '--json'], { env });
    expect(JSON.parse(String(stdout)).backend).toMatchObject({ requested: 'tfjs', name: 'tfjs', device });
    rmSync(folder, { recursive: true });
  });

  it('leaves no tensor behind, whether steps succeed or fail', () => {
    const before = binding.getNumOfTensors();
    const sizes = { batch: 2, n: 2, d: 1, parameters: 4, withGradient: 1 };
    const inputs = {
      X: Float64Array.of(0, 1),
      y: Float64Array.of(1, -1),
      noise: new Float64Array(2),
      theta: Float64Array.of(0, 0, -3, 0, 0, 0, -3, 0),
    };
    for (let i = 0; i < 20; i++) runOp(alone, 'gp_likelihood', sizes, inputs, code);
    const short = { ...inputs, y: Float64Array.of(1) };
    expect(() => runOp(alone, 'gp_likelihood', sizes, short, code)).toThrow('gp_likelihood');
    expect(() => runOp(alone, 'unary', { length: 2, function: 99 }, { x: Float64Array.of(1, 2) })).toThrow(
      'no function has the code 99',
    );
    expect(binding.getNumOfTensors()).toBe(before);
  });

  it('tries jitters for the one member that has no factor, and leaves the others as they are', () => {
    const A = Float64Array.of(4, 2, 2, 3, 1, 1, 1, 1, 1, 2, 2, 1);
    const inputs = { A, ladder: Float64Array.of(1e-12, 1e-10) };
    const { L, status } = runOp(alone, 'cholesky', { batch: 3, n: 2 }, inputs);
    expect([...status]).toEqual([0, 1e-12, -1]);
    expect([...L.subarray(0, 4)]).toEqual([2, 0, 1, Math.SQRT2]);
    expect([...L.subarray(8)].every(Number.isNaN)).toBe(true);
  });

  it('keeps fp64 in the tails of the normal distribution', () => {
    const x = Float64Array.of(-1e3, -37, -30.1, -29.9, -8, -1, 0, 3, 9);
    const sizes = { length: x.length, function: 17 };
    const { y } = runOp(alone, 'unary', sizes, { x });
    const { y: expected } = runOp(createTsBackend(), 'unary', sizes, { x });
    expect(relativeError(y, expected)).toBeLessThan(1e-13);
  });

  it('trains a model as the TypeScript backend does', () => {
    const X = Float64Array.from({ length: 24 }, (_, i) => ((7 * i) % 24) / 24);
    const task = {
      X,
      n: 12,
      d: 2,
      categorical: [false, false],
      outputs: [Float64Array.from({ length: 12 }, (_, i) => Math.sin(6 * X[2 * i]) + X[2 * i + 1])],
      recipe: 'botorch',
      kernel: 'matern',
      kernelParams: { nu: 2.5 },
      inputTransform: 'none',
      seed: 1,
      options: {},
    } as const;
    const [ours, reference] = [backend, createTsBackend()].map(
      (one) => train(task, { backend: one }).models[0],
    );
    expect(relativeError(ours!.theta, reference!.theta)).toBeLessThan(1e-4);
  });
});
