import { describe, expect, it, vi } from 'vitest';
import { CancelledError } from '../../../../src/engine/errors.ts';
import type { Pool } from '../../../../src/service/jobs/pool.ts';
import { fileStore } from '../../../../src/service/store/file.ts';
import { type Answer, fillSession, inlinePool, type TestApp, testApp } from '../../support/app.ts';
import { SimulatedDisk } from '../../support/simulated-disk.ts';
import { until } from '../../support/until.ts';

const later = { prefer: 'respond-async' };

async function ended({ call }: TestApp, location: string) {
  let body: Answer['body'];
  await until(async () => {
    ({ body } = await call('GET', location.replace('/api/v1', '')));
    return body.status !== 'running';
  });
  return body;
}

/** Runs jobs that never end by themselves, and tells how far they are. */
const endless: Pick<Pool, 'run'> = {
  run: (_name, _task, options) =>
    new Promise((_resolve, reject) => {
      options?.onProgress?.(0.5, 'half way');
      const giveUp = () => reject(new CancelledError('given up'));
      // A server that ends at once gives up jobs before they begin.
      if (options?.signal?.aborted) giveUp();
      options?.signal?.addEventListener('abort', giveUp);
    }),
};

describe('jobs that nobody waits for', () => {
  it('are answered with 202 and an address, and keep what the request would have got', async () => {
    const app = await testApp();
    const path = await app.session();
    await fillSession(app, path, 6);
    const asked = await app.call('POST', `${path}/model/train`, {}, later);
    expect(asked.status).toBe(202);
    expect(asked.headers.location).toBe(`/api/v1/jobs/${asked.body.job_id}`);
    expect(asked.headers['preference-applied']).toBe('respond-async');
    expect(asked.headers['x-service-saved']).toBeUndefined();
    const job = await ended(app, asked.headers.location as string);
    expect(job).toMatchObject({ status: 'succeeded', route: 'POST /sessions/:session_id/model/train' });
    expect(job.result).toMatchObject({ status: 200, saved: true, body: { success: true } });
    expect(Date.parse(job.expires_at) - Date.parse(job.finished_at)).toBe(24 * 3600_000);
    expect((await app.call('GET', `${path}/model`)).body.is_trained).toBe(true);
    expect((await app.call('POST', `${path}/model/train`, {})).status).toBe(200);
    await app.close();
  });

  it('are kept for 24 hours with their result, and no longer', async () => {
    const app = await testApp();
    const path = await app.session();
    await fillSession(app, path, 6);
    const { headers, body } = await app.call('POST', `${path}/model/train`, {}, later);
    const job = await ended(app, headers.location as string);
    const at = (hours: number) => {
      vi.setSystemTime(Date.parse(job.finished_at) + hours * 3600_000);
      return app.call('GET', `/jobs/${body.job_id}`);
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      expect((await at(23.9)).body.result).toMatchObject({ status: 200, body: { success: true } });
      const gone = await at(24.1);
      expect([gone.status, gone.body.detail]).toEqual([404, expect.stringContaining('24 hours')]);
      expect((await app.call('GET', '/jobs')).body.total).toBe(0);
    } finally {
      vi.useRealTimers();
    }
    await app.close();
  });

  it('keep an error with its status', async () => {
    const app = await testApp();
    const path = await app.session();
    const asked = await app.call('POST', `${path}/model/train`, {}, later);
    const job = await ended(app, asked.headers.location as string);
    expect(job.status).toBe('failed');
    expect(job.result).toMatchObject({ status: 400, body: { status_code: 400 } });
    expect((await app.call('POST', '/sessions/none/model/train', {}, later)).status).toBe(404);
    await app.close();
  });

  it('report how far they are, are listed, and can be cancelled and forgotten', async () => {
    const app = await testApp(undefined, {
      run: (name, ...rest) => (name === 'train' ? endless : inlinePool).run(name, ...rest),
    });
    const path = await app.session();
    await fillSession(app, path, 6);
    const asked = await app.call('POST', `${path}/model/train`, {}, later);
    const address = `/jobs/${asked.body.job_id}`;
    await until(async () => (await app.call('GET', address)).body.progress !== null);
    const running = await app.call('GET', address);
    expect(running.body).toMatchObject({
      status: 'running',
      progress: { fraction: 0.5, message: 'half way' },
      result: null,
    });
    const own = await app.call('GET', `/jobs?session_id=${path.split('/')[2]}&status=running`);
    expect(own.body).toMatchObject({ total: 1, items: [{ job_id: asked.body.job_id }] });
    expect((await app.call('GET', '/jobs?session_id=other')).body.total).toBe(0);
    const cancelled = await app.call('DELETE', address);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', result: { status: 499 } });
    expect((await app.call('GET', address)).body.status).toBe('cancelled');
    expect((await app.call('DELETE', address)).status).toBe(200);
    expect((await app.call('GET', address)).status).toBe(404);
    await app.close();
  });
});

describe('jobs of requests that are waited for, up to a time', () => {
  const soon = { prefer: 'respond-async, wait=30' };
  const atOnce = { prefer: 'wait=0.5; respond-async' };

  it('are answered as ever where the answer is there within it, errors included, and nothing is kept', async () => {
    const app = await testApp();
    const path = await app.session();
    expect((await app.call('POST', `${path}/model/train`, {}, soon)).body.error_type).toBe('NoDataError');
    await fillSession(app, path, 6);
    const trained = await app.call('POST', `${path}/model/train`, {}, soon);
    expect(trained).toMatchObject({ status: 200, body: { success: true } });
    expect(trained.headers['x-service-saved']).toBe('true');
    expect(trained.headers['preference-applied']).toBeUndefined();
    const stale = await app.call('POST', `${path}/model/train`, {}, { ...soon, 'if-match': '"0"' });
    expect(stale.status).toBe(412);
    expect((await app.call('GET', '/jobs')).body.total).toBe(0);
    // What cannot be read is no time to wait.
    expect((await app.call('POST', `${path}/model/train`, {}, atOnce)).status).toBe(202);
    await app.close();
  });

  it('become jobs after it, with their progress and result; a job that cannot be recorded is waited for', async () => {
    let end = () => {};
    let begun = 0;
    const slow: Pick<Pool, 'run'> = {
      run: async (name, task, options) => {
        if (name === 'train') {
          begun++;
          await new Promise<void>((resolve, reject) => {
            end = () => {
              options?.onProgress?.(0.9, 'nearly');
              setImmediate(resolve);
            };
            options?.signal?.addEventListener('abort', () => reject(new CancelledError('given up')));
          });
        }
        return inlinePool.run(name, task, options);
      },
    };
    const disk = new SimulatedDisk();
    const app = await testApp(fileStore('/data', { disk: disk.view() }), slow);
    const path = await app.session();
    await fillSession(app, path, 6);
    const late = { prefer: 'respond-async, wait=1' };
    const asked = await app.call('POST', `${path}/model/train`, {}, late);
    expect(asked).toMatchObject({ status: 202, body: { status: 'running' } });
    expect(asked.headers['preference-applied']).toBe('respond-async');
    const address = `/jobs/${asked.body.job_id}`;
    expect((await app.call('GET', address)).body.status).toBe('running');
    end();
    const job = await ended(app, asked.headers.location as string);
    expect(job).toMatchObject({
      status: 'succeeded',
      progress: { fraction: 1 },
      result: { status: 200, saved: true, body: { success: true } },
    });
    const again = await app.call('POST', `${path}/model/train`, {}, late);
    expect((await app.call('DELETE', `/jobs/${again.body.job_id}`)).body.status).toBe('cancelled');
    let refused = 0;
    disk.plan = (_operation, file) => {
      if (!file.includes('job')) return undefined;
      refused++;
      return 'ENOSPC';
    };
    const waited = app.call('POST', `${path}/model/train`, {}, late);
    await until(() => begun === 3 && refused > 0);
    end();
    expect((await waited).status).toBe(200);
    await app.close();
  });
});

describe('jobs and restarts', () => {
  async function filled(disk: SimulatedDisk, pool?: Pick<Pool, 'run'>) {
    const view = disk.view();
    const app = await testApp(fileStore('/data', { disk: view }), pool);
    const path = await app.session();
    await fillSession(app, path, 6);
    return { app, path, view };
  }
  const reopened = (disk: SimulatedDisk) => testApp(fileStore('/data', { disk: disk.view() }));

  it('a job that is over is found with its result after a power cut, until it is forgotten', async () => {
    const disk = new SimulatedDisk();
    const { app, path, view } = await filled(disk);
    const asked = await app.call('POST', `${path}/model/train`, {}, later);
    const job = await ended(app, asked.headers.location as string);
    view.kill();
    disk.powerCut();
    const again = await reopened(disk);
    const address = `/jobs/${job.job_id}`;
    expect((await again.call('GET', address)).body).toEqual(job);
    // Results may be large: a list of jobs has none.
    expect(job.result).toMatchObject({ status: 200, body: { success: true } });
    expect((await again.call('GET', '/jobs')).body).toMatchObject({ total: 1 });
    expect((await again.call('GET', '/jobs')).body.items).toEqual([{ ...job, result: null }]);
    expect((await again.call('DELETE', address)).body).toEqual(job);
    expect((await again.call('GET', address)).status).toBe(404);
    expect(disk.names('/data/uploads')).toEqual([]);
    await again.close();
  });

  it.each(['killed', 'told to end'])(
    'a job that was running when the server was %s has failed, and says why',
    async (how) => {
      const disk = new SimulatedDisk();
      const { app, path, view } = await filled(disk, {
        run: (name, ...rest) => (name === 'train' ? endless : inlinePool).run(name, ...rest),
      });
      const asked = await app.call('POST', `${path}/model/train`, {}, later);
      if (how === 'killed') view.kill();
      else await app.close();
      disk.powerCut();
      const again = await reopened(disk);
      const { body } = await again.call('GET', `/jobs/${asked.body.job_id}`);
      expect(body).toMatchObject({ status: 'failed', result: { status: 503, saved: null } });
      expect(body.result.body).toMatchObject({ error_type: 'InterruptedError' });
      expect(body.result.body.detail).toContain('interrupted by a restart');
      await again.close();
    },
  );

  it('a job that cannot be recorded is refused; a result that cannot be kept is reported, and kept once there is space', async () => {
    const disk = new SimulatedDisk();
    const { app, path } = await filled(disk);
    disk.plan = (_operation, file) => (file.includes('job') ? 'ENOSPC' : undefined);
    const refused = await app.call('POST', `${path}/model/train`, {}, later);
    expect([refused.status, refused.body.error_type]).toEqual([503, 'StoreUnavailableError']);
    disk.plan = (_operation, file) => (file.includes('uploads') ? 'ENOSPC' : undefined);
    const asked = await app.call('POST', `${path}/model/train`, {}, later);
    const job = await ended(app, asked.headers.location as string);
    expect(job).toMatchObject({ status: 'succeeded', result: { status: 200 } });
    disk.plan = () => undefined;
    await until(() => disk.names('/data/uploads').some((name) => name.startsWith('job-')));
    await app.close();
    const again = await testApp(fileStore('/data', { disk: disk.view() }));
    expect((await again.call('GET', `/jobs/${asked.body.job_id}`)).body).toMatchObject({
      status: 'succeeded',
      result: { status: 200 },
    });
    await again.close();
  });
});
