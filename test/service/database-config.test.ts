import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/service/config.ts';

describe('settings of a server among several', () => {
  it('name what is wrong, and never a password', () => {
    const refused = (environment: Record<string, string>) => {
      try {
        readConfig(environment);
        return 'taken';
      } catch (error) {
        return (error as Error).message;
      }
    };
    const secret = 'mysql://athanor:hunter2@db/athanor';
    expect(refused({ DATABASE_URL: secret })).toContain(
      'DATABASE_URL must be an address such as postgres://',
    );
    expect(refused({ DATABASE_URL: secret })).not.toContain('hunter2');
    const url = 'postgres://athanor:hunter2@db/athanor';
    expect(refused({ DATABASE_URL: url, DATABASE_CONNECTIONS: '1' })).toContain('from 2 to 1000');
    expect(refused({ DATABASE_URL: url, JOBS_NEED: 'tpu' })).toContain(
      "JOBS_NEED must be one of any, cuda, got 'tpu'",
    );
    for (const entry of ['10.0.0.0/33', 'proxy', '10.0.0.0/8/8', '::1/129', '10.0.0.1/']) {
      expect(refused({ TRUSTED_PROXIES: `127.0.0.1, ${entry}` })).toContain(`got '${entry}'`);
    }
  });

  it('are what they say, and none by default', () => {
    expect(readConfig({}).database).toBeUndefined();
    expect(readConfig({}).trustedProxies).toEqual([]);
    const config = readConfig({
      DATABASE_URL: 'postgresql://db/athanor',
      JOBS_NEED: 'cuda',
      TRUSTED_PROXIES: '10.0.0.0/8,::1',
    });
    expect(config.database).toEqual({
      url: 'postgresql://db/athanor',
      direct: undefined,
      connections: 10,
      jobsNeed: ['cuda'],
      jobsLongSeconds: 2,
    });
    expect(config.trustedProxies).toEqual(['10.0.0.0/8', '::1']);
  });
});
