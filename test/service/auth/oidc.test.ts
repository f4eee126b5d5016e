import { createHash } from 'node:crypto';
import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  IdentityProvider,
  localPath,
  type OidcSettings,
} from '../../../src/service/auth/identity-provider.ts';
import { readConfig } from '../../../src/service/config.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { bearer, type TestGate, testGate } from '../support/accounts.ts';
import { inlinePool, type TestApp, testApp } from '../support/app.ts';
import { type TestIssuer, testIssuer } from '../support/issuer.ts';

let issuer: TestIssuer;
let people: TestGate;
let service: TestApp;
let settings: OidcSettings;
const publicUrl = 'http://localhost:8000';
const good = { sub: 'robot-7', aud: 'athanor-api', preferred_username: 'robot' };

async function open(changes: Partial<OidcSettings> = {}, cooldown = 0) {
  const secrets = people?.secrets ?? (await testGate()).secrets;
  const provider = new IdentityProvider({ ...settings, ...changes }, secrets, cooldown);
  const gate = await testGate({ provider });
  const environment = {
    AUTH: 'oidc',
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'athanor',
    PUBLIC_URL: publicUrl,
  };
  return { gate, app: await testApp(memoryStore(), inlinePool, environment, gate.gate) };
}

beforeAll(async () => {
  issuer = await testIssuer();
  settings = {
    issuer: issuer.url,
    clientId: 'athanor',
    clientSecret: 's3cret',
    audience: 'athanor-api',
    publicUrl,
    join: true,
  };
  ({ gate: people, app: service } = await open());
});
afterAll(async () => {
  await service.close();
  people.remove();
  await issuer.close();
});
afterEach(() => {
  issuer.answer = {};
});

const me = (token: string, app = service) => app.call('GET', '/me', undefined, bearer(token));

describe('tokens of the identity provider', () => {
  it('let somebody in as a member, each time the same', async () => {
    const first = await me(await issuer.sign(good));
    expect(first.body).toMatchObject({
      authentication: 'oidc',
      person: { name: 'robot', role: 'member', subject: 'robot-7' },
      signed_in_by: 'token',
    });
    expect((await me(await issuer.sign(good))).body.person).toEqual(first.body.person);
  });

  it('of another who wants the same name get one of their own', async () => {
    const { body } = await me(await issuer.sign({ ...good, sub: 'other' }));
    expect(body.person.name).toBe('robot (other)');
    const unverified = { sub: 'x', aud: 'athanor-api', email: 'ann@lab.example', email_verified: false };
    expect((await me(await issuer.sign(unverified))).body.person.name).toBe('x');
  });

  it('give names of one line that nobody takes for another, whatever the token says', async () => {
    const { app, gate } = await open();
    await gate.person('Ann', 'admin');
    const nameOf = async (sub: string, claims: Record<string, unknown>) =>
      (await me(await issuer.sign({ sub, aud: 'athanor-api', ...claims }), app)).body.person.name;
    for (const [i, name] of ['ann', ' Ann ', 'A\u200bnn', 'Ann\n', '\u202eAnn', '\uff21nn'].entries())
      expect(await nameOf(`a${i}`, { preferred_username: name }), name).toContain(`(a${i})`);
    expect(await nameOf('b', { preferred_username: 'x\r\ny\u0000\ud800' })).toBe('x y');
    expect(await nameOf('c', { preferred_username: ' \u200b ', name: 'Cy' })).toBe('Cy');
    expect(await nameOf('d', { email: 'ann@lab.example', email_verified: 'false' })).toBe('d');
    const long = { preferred_username: 'L'.repeat(300) };
    const names = [await nameOf('e', long), await nameOf('f', long), await nameOf('f2', long)];
    expect(names.map((name) => [name.length, name.slice(-5)])).toEqual([
      [200, 'LLLLL'],
      [200, 'L (f)'],
      [200, ' (f2)'],
    ]);
    // No pair of code units is cut in two.
    expect(await nameOf('i', { preferred_username: `L${'😀'.repeat(100)}` })).toBe(`L${'😀'.repeat(99)}`);
    // Somebody else's name may be the one that would be given.
    expect(await nameOf('g', { preferred_username: 'Ann (h)' })).toBe('Ann (h)');
    expect(await nameOf('h', { preferred_username: 'Ann' })).toMatch(/^Ann \([0-9a-f]{12}\)$/);
    await app.close();
    gate.remove();
  });

  const now = () => Math.floor(Date.now() / 1000);
  const tokens: Readonly<Record<string, () => Promise<string>>> = {
    expired: () => issuer.sign({ ...good, exp: now() - 60 }),
    'not valid yet': () => issuer.sign({ ...good, nbf: now() + 120 }),
    'without an end': () => issuer.sign({ ...good, exp: undefined }),
    'for another audience': () => issuer.sign({ ...good, aud: 'other' }),
    'for the client, not the API': () => issuer.sign({ ...good, aud: 'athanor' }),
    'by another issuer': () => issuer.sign({ ...good, iss: 'https://evil.example' }),
    'of a subject that is no line': () => issuer.sign({ ...good, sub: 'a\u0000b' }),
    'of a subject that nobody sees': () => issuer.sign({ ...good, sub: '\u200b' }),
    'of a subject that is too long': () => issuer.sign({ ...good, sub: 'z'.repeat(256) }),
    'of nobody': () => issuer.sign({ ...good, sub: undefined }),
    unsigned: async () =>
      new UnsecuredJWT({ ...good }).setIssuer(issuer.url).setExpirationTime('5m').encode(),
    'signed by HMAC with the public key': async () => {
      const secret = new TextEncoder().encode(await exportSPKI(issuer.key().publicKey));
      return new SignJWT({ ...good, iss: issuer.url })
        .setProtectedHeader({ alg: 'HS256', kid: issuer.key().kid })
        .setExpirationTime('5m')
        .sign(secret);
    },
    'signed by another key of the same name': async () => {
      const forger = await testIssuer();
      const token = await forger.sign({ ...good, iss: issuer.url }, { kid: issuer.key().kid });
      await forger.close();
      return token;
    },
    changed: async () => {
      const [head, , tail] = (await issuer.sign(good)).split('.');
      const body = Buffer.from(JSON.stringify({ ...good, iss: issuer.url, exp: now() + 60, sub: 'admin' }));
      return `${head}.${body.toString('base64url')}.${tail}`;
    },
    'no token at all': async () => 'a.b.c',
  };
  it.each(Object.keys(tokens))('are refused: %s', async (name) => {
    const { status, body } = await me(await (tokens[name] as () => Promise<string>)());
    expect([status, body.error_type]).toEqual([401, 'UnauthorizedError']);
  });

  it('are checked with rotated keys, and keys are not asked for with every unknown one', async () => {
    const { app, gate } = await open({}, 60_000);
    expect((await me(await issuer.sign(good), app)).status).toBe(200);
    const before = issuer.keyRequests();
    for (let i = 0; i < 5; i++)
      expect((await me(await issuer.sign(good, { kid: `x${i}` }), app)).status).toBe(401);
    expect(issuer.keyRequests()).toBe(before);
    const old = await issuer.sign(good);
    await issuer.rotate();
    const fresh = await issuer.sign(good);
    // In the cooldown the new key is not known; without one it is fetched when it first comes, and the old one is gone.
    expect((await me(fresh, app)).status).toBe(401);
    expect((await me(fresh)).status).toBe(200);
    expect((await me(old)).status).toBe(401);
    await app.close();
    gate.remove();
  });

  it('of people whom nobody added are refused with OIDC_JOIN=off, and of those blocked in any case', async () => {
    const { app, gate } = await open({ join: false });
    expect((await me(await issuer.sign(good), app)).body.detail).toContain("add subject 'robot-7'");
    const admin = await gate.person('Ann', 'admin');
    const added = { name: 'Seven', subject: 'robot-7' };
    const { body } = await app.call('POST', '/people', added, bearer(admin.key));
    expect((await me(await issuer.sign(good), app)).body.person.name).toBe('Seven');
    await app.call('PATCH', `/people/${body.person_id}`, { disabled: true }, bearer(admin.key));
    expect((await me(await issuer.sign(good), app)).status).toBe(401);
    await app.close();
    gate.remove();
  });

  it('are not taken without OIDC_AUDIENCE, and an issuer that is away is 503', async () => {
    const { app, gate } = await open({ audience: undefined });
    expect((await me(await issuer.sign(good), app)).body.detail).toContain('OIDC_AUDIENCE');
    await app.close();
    gate.remove();
    const away = await open({ issuer: 'http://127.0.0.1:9' });
    const answer = await me(await issuer.sign(good), away.app);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    await away.app.close();
    away.gate.remove();
  });
});

describe('signing in at the identity provider', () => {
  const cookies = (headers: Readonly<Record<string, unknown>>) =>
    [headers['set-cookie'] ?? []].flat().map(String);
  const jar = (set: readonly string[]) => set.map((one) => one.split(';')[0]).join('; ');

  async function begin(query = '') {
    const { status, headers } = await service.call('GET', `/auth/oidc${query}`);
    expect(status).toBe(302);
    return { address: String(headers.location), cookie: jar(cookies(headers)), set: cookies(headers) };
  }
  const back = (url: URL, cookie: string) =>
    service.call('GET', `/auth/oidc/callback${url.search}`, undefined, cookie === '' ? {} : { cookie });

  it('ends where it began, with a cookie, by code, PKCE, state and nonce', async () => {
    const { address, cookie, set } = await begin('?return_to=%2Fsessions');
    const asked = new URL(address).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      client_id: 'athanor',
      code_challenge_method: 'S256',
      redirect_uri: `${publicUrl}/api/v1/auth/oidc/callback`,
    });
    expect(set[0]).toMatch(/^__Host-athanor-attempt=.*HttpOnly; Secure; SameSite=Lax$/);
    expect(decodeURIComponent(set[0] ?? '')).not.toContain(asked.get('state'));
    const done = await back(issuer.authorize(address), cookie);
    expect([done.status, done.headers.location]).toEqual([302, `${publicUrl}/sessions`]);
    const sent = issuer.exchanged();
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    expect(challenge).toBe(asked.get('code_challenge'));
    const signedIn = jar(cookies(done.headers).filter((one) => one.startsWith('__Host-athanor=')));
    const who = await service.call('GET', '/me', undefined, { cookie: signedIn });
    expect(who.body).toMatchObject({ person: { name: 'ann@lab.example' }, signed_in_by: 'cookie' });
  });

  it('is refused with another state, another nonce, without its cookie, or a second time', async () => {
    const one = await begin();
    const other = await begin();
    const crossed = issuer.authorize(one.address);
    expect((await back(crossed, other.cookie)).status).toBe(401);
    expect((await back(crossed, '')).status).toBe(401);
    issuer.answer = { nonce: 'another' };
    expect((await back(issuer.authorize(one.address), one.cookie)).status).toBe(401);
    issuer.answer = {};
    const refused = new URL(
      `${publicUrl}/?error=access_denied&state=${new URL(one.address).searchParams.get('state')}`,
    );
    expect((await back(refused, one.cookie)).status).toBe(401);
    expect((await back(issuer.authorize(one.address), `${one.cookie.slice(0, -3)}AAA`)).status).toBe(401);
  });

  it('tells a person in a browser by a page why it failed, and programs by JSON', async () => {
    const refused = `/api/v1/auth/oidc/callback?error=access_denied&error_description=${encodeURIComponent('<b>no</b>')}`;
    const { address, cookie } = await begin();
    const url = `${refused}&state=${new URL(address).searchParams.get('state')}`;
    const asked = { cookie, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    const page = await service.app.inject({ url, headers: asked });
    expect(page.statusCode).toBe(401);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('You are not signed in');
    expect(page.body).toContain(`<a href="${publicUrl}/">`);
    expect(page.body).not.toContain('<b>');
    const answer = await service.app.inject({ url, headers: { cookie } });
    expect(answer.json()).toMatchObject({ error_type: 'UnauthorizedError', status_code: 401 });
    expect(page.body).toContain(answer.json().detail.split('<')[0]);
  });

  it.each([
    ['an expired ID token', { exp: Math.floor(Date.now() / 1000) - 120 }],
    ['one for another client', { aud: 'other' }],
    ['one by another issuer', { iss: 'https://evil.example' }],
  ])('is refused with %s', async (_what, claims) => {
    const { address, cookie } = await begin();
    issuer.answer = claims;
    expect((await back(issuer.authorize(address), cookie)).status).toBe(401);
  });

  it('leads to no other place', () => {
    expect(localPath('/a?b=c#d')).toBe('/a?b=c#d');
    expect(localPath('/ü')).toBe('/%C3%BC');
    for (const path of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'a',
      undefined,
      '/a\r\nb',
      '/\t/evil.example',
      '/.//evil.example',
    ]) {
      expect(localPath(path)).toBe('/');
    }
  });
});

describe('the variables', () => {
  const right = {
    AUTH: 'oidc',
    OIDC_ISSUER: 'https://id.example/realm',
    OIDC_CLIENT_ID: 'athanor',
    PUBLIC_URL: 'https://lab.example/',
  };
  it('are read', () => {
    expect(readConfig(right).auth.oidc).toMatchObject({
      issuer: 'https://id.example/realm',
      publicUrl: 'https://lab.example',
      audience: undefined,
      join: true,
    });
  });
  it.each([
    ['OIDC_ISSUER', ''],
    ['OIDC_ISSUER', 'http://id.example'],
    ['PUBLIC_URL', ''],
    ['PUBLIC_URL', 'http://lab.example'],
    ['OIDC_CLIENT_ID', ''],
    ['OIDC_JOIN', 'maybe'],
    ['AUTH', 'yes'],
    ['AUTH_IDLE_MINUTES', '0'],
  ])('abort start-up: %s=%s', (name, value) => {
    expect(() => readConfig({ ...right, [name]: value })).toThrow(name);
  });
});
