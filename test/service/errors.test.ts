import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as engineErrors from '../../src/engine/errors.ts';
import * as serviceErrors from '../../src/service/errors.ts';
import { fieldError, statusOf } from '../../src/service/errors.ts';
import { errorBody } from '../../src/service/http/plugins/answers/errors.ts';
import * as jobErrors from '../../src/service/jobs/errors.ts';
import { standardLimits } from '../../src/service/limits.ts';

it('a message names a field that is called body; only the body it stands in is left out', () => {
  expect(fieldError(['body', 'inputs', 'body'], 'bad', 'bad').message).toBe('inputs.body: bad');
  expect(fieldError(['query', 'body'], 'bad', 'bad').message).toBe('query.body: bad');
});

it('a message about the whole body begins with the message', () => {
  expect(fieldError(['body'], 'the body is not JSON', 'json_invalid').message).toBe('the body is not JSON');
});

it('a body that was cut off is no fault of the server; a call of the system that failed is one', () => {
  const cut = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(errorBody(cut, standardLimits)).toMatchObject({
    status: 499,
    body: { error_type: 'CancelledError', detail: 'the client disconnected before its request had arrived' },
  });
  const failed = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' });
  expect(errorBody(failed, standardLimits).status).toBe(503);
});

it('docs/errors.md lists every class of error with its status', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/errors.md'), 'utf8');
  const listed = new Map<string, number>();
  for (const [, status, names = ''] of page.matchAll(/^\| (\d{3}) \| ([^|]+) \|/gm))
    for (const [, name = ''] of names.matchAll(/`(\w+)`/g)) listed.set(name, Number(status));
  const classes = Object.values({ ...engineErrors, ...serviceErrors, ...jobErrors }).filter(
    (value): value is typeof Error => typeof value === 'function' && value.prototype instanceof Error,
  );
  const statuses = classes.map(({ name, prototype }) => [
    name,
    statusOf(Object.assign(Object.create(prototype) as Error, { name })),
  ]);
  expect(statuses.length).toBeGreaterThan(30);
  expect(Object.fromEntries(statuses)).toEqual(
    Object.fromEntries(statuses.map(([name]) => [name, listed.get(name as string)])),
  );
});
