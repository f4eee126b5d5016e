import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prettyInSlices } from '../../../src/service/http/plugins/pretty-json.ts';
import { testApp } from '../support/app.ts';

/** The text, and how often the work could be interrupted. */
function run(value: unknown): { text: string; slices: number } {
  const work = prettyInSlices(value);
  for (let slices = 0; ; slices++) {
    const step = work.next();
    if (step.done) return { text: step.value.join(''), slices };
  }
}

it('indented JSON in slices is that of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.jsonValue(), { minLength: 60, maxLength: 80 }), (value, list) => {
      const whole = { value, a: { b: { c: { d: { list } } } }, list, none: undefined, text: 'two\nlines' };
      expect(run(whole).text).toBe(JSON.stringify(whole, null, 2));
      expect(run(value).text).toBe(JSON.stringify(value, null, 2));
    }),
    { numRuns: 60 },
  );
  expect(run({ rows: Array.from({ length: 1000 }, (_, i) => ({ i })) }).slices).toBeGreaterThan(20);
});

it('long files arrive whole, whatever characters they hold', async () => {
  const app = await testApp();
  const description = '𝒳é€'.repeat(300_000);
  const path = await app.session({ description });
  const { body, headers } = await app.call('GET', `${path}/export`);
  expect(body.metadata.description).toBe(description);
  expect(headers['content-disposition']).toContain('attachment');
  await app.close();
});
