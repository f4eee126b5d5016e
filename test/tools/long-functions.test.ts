import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { longFunctions } from '../../src/tools/long-functions.ts';

const exemptions: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('long-functions.json', import.meta.url), 'utf8'),
);

/** Functions of the engine that stay whole, with the reason; see docs/decisions/0093-functions-that-stay-whole.md. */
it('functions of the engine have at most 60 lines, but for those with a reason', () => {
  const found = longFunctions('src/engine/**/*.ts', 60).map(({ name }) => name);
  expect(found.filter((name) => !Object.hasOwn(exemptions, name))).toEqual([]);
  expect(Object.keys(exemptions).filter((name) => !found.includes(name))).toEqual([]);
});
