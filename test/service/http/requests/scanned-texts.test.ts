import { describe, expect, it } from 'vitest';
import { attachmentCell, attachmentsIn } from '../../../../src/service/session/rows/attachment-cell.ts';
import { testApp } from '../../support/app.ts';

/** As long as a text may be. A pattern that looks through a part of it from each of its places would take minutes or hours. */
const length = 100_000;
const digits = `${'0'.repeat(length - 1)}!`;
const blanks = `${'\t'.repeat(length - 1)}!`;
const both = `${'\t'.repeat(length / 2)}${'0'.repeat(length / 2 - 1)}!`;

describe.each(Object.entries({ digits, blanks, both }))('a text of %s', (_what, text) => {
  it('in place of a number, a term, generators or a category has its answer', async () => {
    const service = await testApp();
    const path = await service.session();
    const post = async (below: string, body: unknown) =>
      (await service.call('POST', `${path}${below}`, body)).status;
    expect(await post('/variables', { name: 'x', type: 'real', bounds: [text, 1] })).toBe(422);
    for (const name of ['x', 'y', 'z'])
      expect(await post('/variables', { name, type: 'real', bounds: [0, 1] })).toBe(201);
    expect(await post('/experiments', { inputs: { x: 1, y: 1, z: 1 }, output: text })).toBe(422);
    expect(await post('/optimal-design', { effects: [text], n_points: 4 })).toBe(400);
    expect(await post('/initial-design', { method: 'fractional_factorial', generators: text })).toBe(400);
    expect(await post('/variables', { name: 'c', type: 'categorical', categories: ['1', text] })).toBe(201);
    expect(await post('/experiments', { inputs: { x: 1, y: 1, z: 1, c: text }, output: 1 })).toBe(201);
    const real = { type: 'real', bounds: [0, 2] };
    expect((await service.call('PATCH', `${path}/variables/c`, real)).status).toBe(400);
    await service.close();
  });
});

describe('a cell of links', () => {
  it.each([
    '['.repeat(length),
    '\\['.repeat(length / 2),
    `[${'\\['.repeat(length / 2)}`,
    '[a](http://'.repeat(length / 11),
  ])('is looked through once', (cell) => {
    expect(attachmentsIn(cell).length).toBeLessThan(2);
  });

  it('is read as it was written, brackets in titles included', () => {
    const attachments = [
      { title: 'a [b] \\ c', url: 'https://eln.example/1' },
      { title: '[', url: 'https://eln.example/2' },
      { title: 'https://eln.example/3', url: 'https://eln.example/3' },
    ];
    expect(attachmentsIn(attachmentCell(attachments))).toEqual(attachments);
    expect(attachmentsIn('see [a [b](https://x.example/4), https://x.example/5')).toEqual([
      { title: 'b', url: 'https://x.example/4' },
      { title: 'https://x.example/5', url: 'https://x.example/5' },
    ]);
  });
});
