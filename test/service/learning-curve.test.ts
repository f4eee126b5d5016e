import { describe, expect, it } from 'vitest';
import type { Pool } from '../../src/service/jobs/pool.ts';
import { curveSizes } from '../../src/service/session/models/learning-curve.ts';
import { Sessions } from '../../src/service/sessions.ts';
import { memoryStore } from '../../src/service/store/memory.ts';
import { fillSession, inlinePool, testApp } from './support/app.ts';

const log = { info: () => {}, warn: () => {} };

describe('sizes of a learning curve', () => {
  it('are all of them where ten are enough', () => {
    expect(curveSizes(5, 5)).toEqual([5]);
    expect(curveSizes(5, 14)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13, 14]);
  });

  it.each([15, 16, 40, 900, 100_000])('are ten different ones, rising, from 5 to %i', (high) => {
    const sizes = curveSizes(5, high);
    expect([sizes.length, sizes[0], sizes.at(-1)]).toEqual([10, 5, high]);
    expect(sizes).toEqual([...new Set(sizes)].sort((a, b) => a - b));
  });
});

describe('a learning curve', () => {
  async function filled(n: number, pool: Pick<Pool, 'run'>) {
    const store = memoryStore();
    const service = await testApp(store);
    const path = await service.session();
    await fillSession(service, path, n);
    await service.call('POST', `${path}/model/train`, { backend: 'sklearn', kernel: 'RBF' });
    await service.close();
    const id = path.split('/').at(-1) as string;
    return { id, sessions: new Sessions(store, pool, log) };
  }

  it('costs no more than ten trainings, and reports how far it is', async () => {
    let trainings = 0;
    const pool: Pick<Pool, 'run'> = {
      run: (name, task, options) => {
        trainings++;
        return inlinePool.run(name, task, options);
      },
    };
    const { id, sessions } = await filled(30, pool);
    const told: number[] = [];
    sessions.listen(id, ({ type, data }) => {
      if (type === 'job_progress' && data.job === 'learning_curve') told.push(data.fraction as number);
    });
    const curve = await sessions.learningCurve(id, {}, {});
    expect([trainings, curve.training_sizes.length, curve.training_sizes.at(-1)]).toEqual([10, 10, 30]);
    expect(curve.rmse.every((value) => typeof value === 'number')).toBe(true);
    expect([told.length, told[0], told.at(-1)]).toEqual([11, 0, 1]);
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });

  it('stops where its client goes away', async () => {
    const controller = new AbortController();
    let trainings = 0;
    const pool: Pick<Pool, 'run'> = {
      run: (name, task, options) => {
        if (++trainings === 3) controller.abort();
        return inlinePool.run(name, task, options);
      },
    };
    const { id, sessions } = await filled(30, pool);
    await expect(sessions.learningCurve(id, {}, { signal: controller.signal })).rejects.toThrow('given up');
    expect(trainings).toBe(3);
  });
});
