import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientTypes, openApiDocument, schemaFile } from '../../../src/tools/write-client.ts';

interface Operation {
  readonly operationId: string;
  readonly summary?: string;
  readonly security: readonly object[];
  readonly tags: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: { readonly content: Record<string, { schema: object; examples?: object }> };
  readonly responses: Record<
    string,
    {
      content?: Record<string, { schema: object; examples?: Record<string, { value: unknown }> }>;
      headers?: object;
    }
  >;
}

interface OpenApi {
  readonly openapi: string;
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, TSchema & { examples?: unknown[] }> };
}

let text: string;
let document: OpenApi;
let operations: { path: string; method: string; operation: Operation }[];

beforeAll(async () => {
  text = await openApiDocument();
  document = JSON.parse(text);
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
});

/** The schema with every reference replaced by what it refers to. */
function resolved(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(resolved);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined) return resolved(document.components.schemas[$ref.split('/').at(-1) as string]);
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, resolved(value)]));
}

describe('API document', () => {
  it('lists these routes and statuses', async () => {
    const lines = operations.map(({ path, method, operation }) => {
      const saves = Object.values(operation.responses).some(({ headers = {} }) =>
        Object.hasOwn(headers, 'X-Service-Saved'),
      );
      return `${method.toUpperCase().padEnd(6)} ${path} → ${Object.keys(operation.responses).join(' ')}${saves ? ' (saved)' : ''}`;
    });
    await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('./routes.txt');
  });

  it('leaves names to generators that call objects within a schema by their place', () => {
    const { schemas } = document.components;
    const inline: string[] = [];
    const visit = (name: string, schema: unknown): void => {
      if (Array.isArray(schema)) for (const one of schema) visit(name, one);
      if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return;
      const { properties, anyOf, items } = schema as Record<string, unknown>;
      visit(name, anyOf);
      visit(name, items);
      for (const [key, value] of Object.entries(properties ?? {})) {
        const place = `${name}${key.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}`;
        const own = [value, ...((value as { anyOf?: unknown[] }).anyOf ?? [])];
        if (own.some((one) => (one as { type?: string }).type === 'object')) inline.push(place);
        visit(place, value);
      }
    };
    for (const [name, schema] of Object.entries(schemas)) visit(name, schema);
    expect(inline.length).toBeGreaterThan(10);
    expect(inline.filter((name) => Object.hasOwn(schemas, name))).toEqual([]);
  });

  it('is OpenAPI 3.1 with one ID, a summary and response schemas for each operation', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: '/' }] });
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)*$/.test(id))).toEqual([]);
    for (const { path, operation } of operations) {
      expect(operation.summary).toBeTruthy();
      for (const [status, response] of Object.entries(operation.responses)) {
        if (!['202', '204', '304'].includes(status))
          expect(Object.values(response.content ?? {})[0]?.schema).toBeDefined();
      }
      const named = operation.parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => name);
      expect(named.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string).sort());
    }
  });

  it('names every object that an answer consists of', () => {
    const unnamed = operations.flatMap(({ operation }) =>
      Object.entries(operation.responses).flatMap(([status, { content = {} }]) =>
        Object.values(content)
          .filter(({ schema }) => Object.keys(schema).some((key) => ['properties', 'allOf'].includes(key)))
          .map(() => `${operation.operationId} ${status}`),
      ),
    );
    expect(unnamed).toEqual([]);
  });

  it('closes the objects of bodies, as the server does, and leaves answers open', () => {
    const { schemas } = document.components;
    const closed = (name: string) =>
      (schemas[name] as { additionalProperties?: unknown }).additionalProperties;
    expect(['ExperimentRequest', 'TrainRequest', 'UploadForm', 'Objective'].map(closed)).toEqual(
      Array(4).fill(false),
    );
    expect(['Variable', 'SessionDetail', 'Attachment', 'Message'].map(closed)).toEqual(
      Array(4).fill(undefined),
    );
  });

  it('describes the headings of the operations', () => {
    const used = new Set(operations.flatMap(({ operation }) => operation.tags));
    expect(document.tags.map(({ name }) => name).sort()).toEqual([...used].sort());
    expect(document.tags.filter(({ description }) => description === '')).toEqual([]);
  });

  it('has formats that other programs know, and a pattern for a line of text', () => {
    const formats = [...text.matchAll(/"format":"([^"]+)"/g)].map(([, name]) => name);
    expect([...new Set(formats)]).toEqual(['binary']);
    const [, pattern = ''] = /"locked_by":\{[^}]*"pattern":("[^"]+")/.exec(text) ?? [];
    const isLine = (line: string) => new RegExp(JSON.parse(pattern), 'u').test(line);
    expect(['', 'Über 80 °C', 'a\nb', 'a\u0085b', 'a\u2028b', 'a\u202eb', 'a\u200fb'].map(isLine)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
  });

  it('gives the pattern of an Idempotency-Key, and of no header that the server takes as it comes', () => {
    const headers = operations.flatMap(({ operation }) =>
      operation.parameters.filter((parameter) => parameter.in === 'header'),
    );
    const withPattern = headers.filter(({ schema }) => Object.hasOwn(schema, 'pattern'));
    expect(new Set(withPattern.map(({ name }) => name))).toEqual(new Set(['Idempotency-Key']));
  });

  it('says of each operation whether it asks who calls', () => {
    const open = operations.filter(({ operation }) => operation.security.length === 0);
    expect(open.map(({ operation }) => operation.operationId).sort()).toEqual([
      'getHealth',
      'getInfo',
      'getReadiness',
      'logIn',
      'logOut',
    ]);
  });

  it('describes jobs and problem details, and shows no error under the status of another', () => {
    for (const { operation } of operations) {
      const { operationId: id, parameters, responses } = operation;
      const isJob = parameters.some(({ name }) => name === 'Prefer');
      expect([id, Object.keys(responses['202']?.headers ?? {}).includes('Location')]).toEqual([id, isJob]);
      for (const [status, { content = {} }] of Object.entries(responses)) {
        if (Number(status) < 400) continue;
        expect(Object.keys(content)).toEqual(['application/json', 'application/problem+json']);
        for (const { examples = {} } of Object.values(content)) {
          for (const { value } of Object.values(examples)) {
            expect((value as { status_code?: number }).status_code ?? 422).toBe(Number(status));
          }
        }
      }
    }
  });

  it('refers only to components that are there', () => {
    const names = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name as string);
    expect(names.filter((name) => document.components.schemas[name] === undefined)).toEqual([]);
  });

  it('has an example for every JSON body, and every example fits its schema', () => {
    for (const { operation } of operations) {
      const json = operation.requestBody?.content['application/json'];
      if (json !== undefined)
        expect([operation.operationId, json.examples !== undefined]).toEqual([operation.operationId, true]);
    }
    let count = 0;
    for (const [name, schema] of Object.entries(document.components.schemas)) {
      for (const example of schema.examples ?? []) {
        expect([name, Check(resolved(schema) as TSchema, example)]).toEqual([name, true]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(40);
  });

  it('is what the typed client was generated from; `node src/tools/write-client.ts` brings it up to date', async () => {
    expect(readFileSync(schemaFile, 'utf8')).toBe(await clientTypes(text));
  });
});
