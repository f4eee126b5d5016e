import { expect, it } from 'vitest';
import { fieldError } from '../../src/service/errors.ts';

it('a message names a field that is called body; only the body it stands in is left out', () => {
  expect(fieldError(['body', 'inputs', 'body'], 'bad', 'bad').message).toBe('inputs.body: bad');
  expect(fieldError(['query', 'body'], 'bad', 'bad').message).toBe('query.body: bad');
});

it('a message about the whole body begins with the message', () => {
  expect(fieldError(['body'], 'the body is not JSON', 'json_invalid').message).toBe('the body is not JSON');
});
