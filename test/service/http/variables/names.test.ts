import { describe, expect, it } from 'vitest';
import { fillSession } from '../../support/app.ts';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

const invisible = [' ', '\u00a0\u200b', 'a\u0007b', 'a\nb', '\u001b[31m', 'a\u2028b', 'a\u202eb', 'a\u2066b'];

const objective = { name: 'Output', goal: 'maximize' };

/** Every field by which a person knows something, or a person: the request, and the place of the field. */
const fields: readonly (readonly [string, string, (text: string) => object, readonly (string | number)[]])[] =
  [
    [
      'PUT',
      '/rules',
      (name) => ({ linear: [{ name, coefficients: { x: 1 }, at_most: 9 }] }),
      ['linear', 0, 'name'],
    ],
    ['PATCH', '/metadata', (name) => ({ name }), ['name']],
    ['PATCH', '/metadata', (author) => ({ author }), ['author']],
    ['PATCH', '/metadata', (tag) => ({ tags: ['a', tag] }), ['tags', 1]],
    ['POST', '/branch', (name) => ({ revision: 1, name }), ['name']],
    ['POST', '/variables', (name) => ({ name, type: 'real', bounds: [0, 1], recorded_value: 0 }), ['name']],
    [
      'POST',
      '/variables',
      (unit) => ({ name: 'u', type: 'real', bounds: [0, 1], recorded_value: 0, unit }),
      ['unit'],
    ],
    ['PATCH', '/variables/x', (name) => ({ name }), ['name']],
    [
      'POST',
      '/constraints',
      (name) => ({ name, type: 'inequality', coefficients: { x: 1 }, rhs: 9 }),
      ['name'],
    ],
    [
      'PUT',
      '/objectives',
      (name) => ({ objectives: [objective, { ...objective, name }] }),
      ['objectives', 1, 'name'],
    ],
    [
      'PUT',
      '/objectives',
      (label) => ({ objectives: [{ ...objective, label }] }),
      ['objectives', 0, 'label'],
    ],
    ['PUT', '/objectives', (unit) => ({ objectives: [{ ...objective, unit }] }), ['objectives', 0, 'unit']],
    [
      'PUT',
      '/objective-metadata',
      (label) => ({ metadata: { Output: { label } } }),
      ['metadata', 'Output', 'label'],
    ],
    ['POST', '/lock', (locked_by) => ({ locked_by }), ['locked_by']],
    ['PUT', '/control', (requested_by) => ({ requested: 'pause', requested_by }), ['requested_by']],
    ['POST', '/experiments/queue/lease', (worker) => ({ worker, suggest: false }), ['worker']],
    ['POST', '/audit/event', (entry_type) => ({ entry_type }), ['entry_type']],
    [
      'POST',
      '/experiments',
      (title) => ({
        inputs: { x: 1, c: 'A' },
        output: 1,
        attachments: [{ title, url: 'https://a.example' }],
      }),
      ['attachments', 0, 'title'],
    ],
  ];

describe('a name or label', () => {
  it.each(fields)('that nobody can read is refused: %s %s (%#)', async (method, route, body, place) => {
    const path = await service.session();
    await fillSession(service, path, 2);
    const before = (await service.call('GET', `${path}/export`)).body;
    for (const text of invisible) {
      const answer = await service.call(method, path + route, body(text));
      expect([answer.status, answer.body.detail]).toMatchObject([
        422,
        [{ loc: ['body', ...place.map(String)], type: 'format' }],
      ]);
      expect(answer.body.detail[0].msg).toContain(JSON.stringify(text));
    }
    expect((await service.call('GET', `${path}/export`)).body).toEqual(before);
    const good = await service.call(method, path + route, body('Wärme 1 🌡️'));
    expect([good.status, good.body]).toMatchObject([expect.toBeOneOf([200, 201]), expect.anything()]);
  });

  it.each(['a/b', '.', '..'])('that no address can hold is refused, with the way out: %s', async (name) => {
    const path = await service.session();
    await fillSession(service, path, 2);
    const range = { type: 'real', bounds: [0, 1], recorded_value: 0 };
    const sum = { type: 'inequality', coefficients: { x: 1 }, rhs: 9 };
    const words = `name '${name}' cannot be used in an address; use a name without '/', other than '.' and '..'`;
    for (const [route, body] of [
      ['/variables', range],
      ['/constraints', sum],
    ] as const) {
      const answer = await service.call('POST', path + route, { ...body, name });
      expect([answer.status, answer.body.detail[0].msg]).toEqual([422, words]);
    }
  });

  it('of a file loses what nobody can see', async () => {
    const path = await service.session();
    const { body } = await service.upload(`${path}/imports`, 'x,"a\u0007b"\n1,2\n2,3\n');
    expect(body.columns.map(({ name }: { name: string }) => name)).toEqual(['x', 'ab']);
  });
});
