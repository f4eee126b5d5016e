import { afterEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../../src/service/config.ts';
import { memoryStore } from '../../../../src/service/store/memory.ts';
import { bearer, testGate } from '../../support/accounts.ts';
import { inlinePool, testApp } from '../../support/app.ts';

afterEach(() => void vi.useRealTimers());

describe('RATE_LIMITS=seed', () => {
  it('lets 100 requests a minute through, by client, and monitors always', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const proxies = { RATE_LIMITS: 'seed', TRUSTED_PROXIES: '127.0.0.1' };
    const { call, close } = await testApp(memoryStore(), inlinePool, proxies);
    const post = (from: string) => call('POST', '/cost-functions/validate', {}, { 'x-forwarded-for': from });
    for (let i = 0; i < 100; i++) expect((await post('1.1.1.1')).status).not.toBe(429);
    const refused = await post('1.1.1.1');
    expect(refused).toMatchObject({ status: 429, body: { error_type: 'RateLimitError' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await post('2.2.2.2')).status).not.toBe(429);
    expect((await call('GET', '//health', undefined, { 'x-forwarded-for': '1.1.1.1' })).status).toBe(200);
    vi.setSystemTime(Date.now() + 61_000);
    expect((await post('1.1.1.1')).status).not.toBe(429);
    await close();
  });

  it('lets 10 trainings of a session and 1000 readings an hour through', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const { call, session, close } = await testApp(memoryStore(), inlinePool, { RATE_LIMITS: 'seed' });
    const [one, two] = [await session(), await session()];
    const train = async (path: string) => (await call('POST', `${path}/model/train`, {})).status;
    for (let i = 0; i < 10; i++) expect(await train(one)).toBe(400);
    expect(await train(one)).toBe(429);
    expect(await train(two)).toBe(400);
    let read = 0;
    for (; read < 1100; read++) {
      if (read % 90 === 0) vi.setSystemTime(Date.now() + 61_000);
      if ((await call('GET', '/jobs')).status === 429) break;
    }
    expect(read).toBe(1000);
    await close();
  });

  it('counts people and not addresses where the server requires authentication', async () => {
    const people = await testGate();
    const { call, close } = await testApp(memoryStore(), inlinePool, { RATE_LIMITS: 'seed' }, people.gate);
    const [ann, bob] = [await people.person('Ann'), await people.person('Bob')];
    const second = await people.key(ann.id);
    const ask = async (key: string) => (await call('GET', '/me', undefined, bearer(key))).status;
    for (let i = 0; i < 100; i++) await ask(i % 2 === 0 ? ann.key : second.key);
    expect([await ask(ann.key), await ask(second.key), await ask(bob.key)]).toEqual([429, 429, 200]);
    await close();
    people.remove();
  });

  it('refuses an address that tries many keys, before a right one is looked at', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    const people = await testGate();
    const environment = { RATE_LIMITS: 'seed', METRICS: 'on', TRUSTED_PROXIES: '127.0.0.1' };
    const { call, close } = await testApp(memoryStore(), inlinePool, environment, people.gate);
    const ann = await people.person('Ann', 'admin');
    const ask = (key: string, path = '/me', from = '1.1.1.1') =>
      call('GET', path, undefined, { ...bearer(key), 'x-forwarded-for': from });
    for (let i = 0; i < 100; i++) {
      // Metrics are not below /api/v1, and are no way around.
      const path = i % 2 === 0 ? '/me' : '//metrics';
      expect((await ask(`ath_wrong${i}`, path)).status).toBe(401);
    }
    const refused = await ask(ann.key);
    expect(refused).toMatchObject({ status: 429, body: { error_type: 'RateLimitError' } });
    expect(refused.body.detail).toContain('without a valid key');
    expect(Number(refused.headers['retry-after'])).toBe(60);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect((await ask(ann.key)).headers['retry-after']).toBe('60');
    expect((await ask(ann.key, '//metrics')).status).toBe(429);
    expect((await ask(ann.key, '/me', '2.2.2.2')).status).toBe(200);
    expect((await call('GET', '//health', undefined, { 'x-forwarded-for': '1.1.1.1' })).status).toBe(200);
    vi.advanceTimersByTime(61_000);
    expect((await ask(ann.key)).status).toBe(200);
    await close();
    people.remove();
  });

  it('counts for all servers on one store', async () => {
    const store = { ...memoryStore(), shared: true };
    const servers = await Promise.all([1, 2].map(() => testApp(store, inlinePool, { RATE_LIMITS: 'seed' })));
    const ask = async (i: number) => (await servers[i % 2]?.call('GET', '/me'))?.status;
    for (let i = 0; i < 100; i++) expect(await ask(i)).toBe(200);
    expect([await ask(0), await ask(1)]).toEqual([429, 429]);
    for (const { app } of servers) await app.close();
  });

  it('is off by default', async () => {
    expect(readConfig({}).rateLimits).toBe('off');
    expect(() => readConfig({ RATE_LIMITS: 'on' })).toThrow('RATE_LIMITS');
    for (const wrong of ['proxy.example', '10.0.0.0/x', 'true']) {
      expect(() => readConfig({ TRUSTED_PROXIES: wrong })).toThrow('TRUSTED_PROXIES');
    }
  });
});
