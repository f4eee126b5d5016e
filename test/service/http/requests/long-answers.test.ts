import fc from 'fast-check';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { attach } from '../../../../src/service/http/plugins/bodies/files.ts';
import { jsonChunks } from '../../../../src/service/store/json-chunks.ts';
import { testApp } from '../../support/app.ts';

fc.configureGlobal({ seed: 1 });

/** The text, and the length of its longest chunk. */
function run(value: unknown, indented: boolean): { text: string; longest: number } {
  const chunks = [...jsonChunks(value, indented ? '' : undefined)];
  return { text: chunks.join(''), longest: Math.max(...chunks.map(({ length }) => length)) };
}

it.each([true, false])('JSON in slices is that of JSON.stringify, indented: %s', (indented) => {
  const whole = (value: unknown) => JSON.stringify(value, null, indented ? 2 : 0);
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.array(fc.jsonValue(), { minLength: 60, maxLength: 800 }),
      (value, list) => {
        const all = { value, a: { b: [{ c: { d: { list } } }] }, list, none: undefined, text: 'two\nlines' };
        expect(run(all, indented).text).toBe(whole(all));
        expect(run(value, indented).text).toBe(whole(value));
        const many = Object.fromEntries(list.map((one, i) => [`${i} "`, one]));
        expect(run(many, indented).text).toBe(whole(many));
      },
    ),
    { numRuns: 60 },
  );
});

it('no chunk is long, however deep a long list lies', () => {
  const rows = Array.from({ length: 50_000 }, (_, i) => ({ i, text: 'x'.repeat(20) }));
  for (const value of [rows, [[{ undo: [['splice', ['rows'], 0, 0, rows]] }]]]) {
    const { text, longest } = run(value, true);
    expect(text).toBe(JSON.stringify(value, null, 2));
    expect(longest).toBeLessThan(1 << 18);
  }
});

it('HEAD makes no more of a long file than it takes to see that it is long', async () => {
  const app = Fastify();
  let made = 0;
  const texts = function* () {
    for (; made < 20_000; made++) yield 'x'.repeat(1000);
  };
  app.get('/file', (_request, reply) => attach(reply, 'f.txt', 'text/plain', texts()));
  const head = await app.inject({ method: 'HEAD', url: '/file' });
  const { length } = (await app.inject('/file')).body;
  expect([head.statusCode, head.body, head.headers['content-disposition']]).toEqual([
    200,
    '',
    expect.stringContaining('f.txt'),
  ]);
  // Both took from the one counter: what HEAD left is what GET sent.
  expect(length).toBeGreaterThan(18_000_000);
  await app.close();
});

it('long files arrive whole, whatever characters they hold', async () => {
  const app = await testApp(undefined, undefined, { LIMIT_TEXT_LENGTH: `${2 ** 21}` });
  const description = '𝒳é€'.repeat(300_000);
  const path = await app.session({ description });
  const { body, headers } = await app.call('GET', `${path}/export`);
  expect(body.metadata.description).toBe(description);
  expect(headers['content-disposition']).toContain('attachment');
  await app.close();
});
