import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ApiDocument, apiBreaks, keptFile } from '../../src/tools/api-breaks.ts';
import { openApiDocument } from '../../src/tools/write-client.ts';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** A document with one route: `body` in, `answer` out. */
function api(body: object, answer: object = {}, parameters: object[] = []): ApiDocument {
  const operation = {
    parameters,
    requestBody: { required: true, ...json(body) },
    responses: { 200: json(answer) },
  };
  return { paths: { '/runs': { post: operation } } } as unknown as ApiDocument;
}

const object = (properties: Record<string, object>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const text = { type: 'string' };
const number = { type: 'number' };
const integer = { type: 'integer' };

describe('an API that only grows', () => {
  it.each([
    ['an optional field of a request', api(object({ a: text })), api(object({ a: text, b: text }))],
    ['a value of a request', api({ enum: ['x'] }), api({ enum: ['x', 'y'] })],
    ['a wider number in a request', api(integer), api(number)],
    [
      'an alternative of a request',
      api(object({ a: number })),
      api(object({ a: { anyOf: [number, text] } })),
    ],
    [
      'a field of an answer',
      api(text, object({ a: text }, ['a'])),
      api(text, object({ a: text, b: text }, ['a', 'b'])),
    ],
    ['an optional parameter', api(text), api(text, {}, [{ name: 'q', in: 'query', schema: text }])],
    ['a route', { paths: {} }, api(text)],
  ])('may add %s', (_, then, now) => {
    expect(apiBreaks(then as ApiDocument, now as ApiDocument)).toEqual([]);
  });

  it.each([
    ['a route', api(text), { paths: {} }, 'POST /runs: removed'],
    ['a field of a request', api(object({ a: text })), api(object({})), 'POST /runs body.a: removed'],
    [
      'a field of an answer',
      api(text, object({ a: text })),
      api(text, object({})),
      'POST /runs 200.a: removed',
    ],
    [
      'a value of a request',
      api({ enum: ['x', 'y'] }),
      api({ enum: ['x'] }),
      'POST /runs body: no longer takes y',
    ],
    ['a type of a request', api(number), api(integer), 'POST /runs body: was number, is integer'],
    [
      'the type of an answer',
      api(text, integer),
      api(text, number),
      'POST /runs 200: was integer, is number',
    ],
    [
      'that a field is optional',
      api(object({ a: text })),
      api(object({ a: text }, ['a'])),
      'POST /runs body.a: became required',
    ],
    [
      'that a field is always there',
      api(text, object({ a: text }, ['a'])),
      api(text, object({ a: text })),
      'POST /runs 200.a: is no longer always there',
    ],
    ['an alternative', api({ anyOf: [number, text] }), api(number), 'POST /runs body: was string, is number'],
    [
      'a call without a parameter',
      api(text),
      api(text, {}, [{ name: 'q', in: 'query', required: true, schema: text }]),
      'POST /runs: query parameter q became required',
    ],
  ])('may not take away %s', (_, then, now, said) => {
    expect(apiBreaks(then as ApiDocument, now as ApiDocument)).toEqual([said]);
  });

  it('is compared through references that refer to themselves', () => {
    const tree = (leaf: object): ApiDocument =>
      ({
        ...api({ $ref: '#/components/schemas/Tree' }),
        components: {
          schemas: {
            Tree: object({ leaf, children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } }),
          },
        },
      }) as unknown as ApiDocument;
    expect(apiBreaks(tree(number), tree(number))).toEqual([]);
    expect(apiBreaks(tree(number), tree(integer))).toEqual(['POST /runs body.leaf: was number, is integer']);
  });
});

describe('the API of this release', () => {
  it('takes nothing away from the kept document', async () => {
    const kept = JSON.parse(readFileSync(keptFile, 'utf8')) as ApiDocument;
    expect(apiBreaks(kept, JSON.parse(await openApiDocument()))).toEqual([]);
  });
});
