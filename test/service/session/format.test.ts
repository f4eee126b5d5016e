import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { release } from '../../../src/service/release.ts';
import { documentIn, toDocument } from '../../../src/service/session/format/document.ts';
import {
  currentFormat,
  formerFormat,
  migrate,
  migrations,
} from '../../../src/service/session/format/migrations.ts';
import { emptyState } from '../../../src/service/session/state.ts';
import { memoryStore } from '../../../src/service/store/memory.ts';
import { testApp } from '../support/app.ts';
import { readDocument } from '../support/states.ts';

const now = '2026-01-01T00:00:00.000Z';
const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'));

const withFormat = (format: unknown, rest: object = {}) => ({
  ...toDocument(emptyState('s', now)),
  athanor: { format, ...rest },
});

describe('the stored format', () => {
  it('has all its steps in the documentation, in their order', () => {
    const page = readFileSync(new URL('../../../docs/session-file.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+) \|/gm)].map(([, name, to]) => [
      name,
      Number(to),
    ]);
    expect(rows).toEqual(migrations.map(({ name, to }) => [name, to]));
    expect(page).toContain(`it is ${currentFormat}.`);
  });

  it('names the release that wrote it, the one of the package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    expect(release).toBe(version);
    expect(toDocument(emptyState('s', now)).athanor).toMatchObject({ format: currentFormat, release });
  });

  it('1 is migrated to 2 as the fixtures say', () => {
    const before = fixture('format-1');
    expect(migrate(before)).toEqual(fixture('format-1-migrated'));
    expect(before).toEqual(fixture('format-1'));
    expect(readDocument(before, 's', now).model?.training_config.kernel_params).toEqual({ nu: 0.5 });
  });

  it('2 is read by 3 as it is, without bounds of results', () => {
    const before = fixture('format-2');
    expect(migrate(before)).toEqual(fixture('format-2-migrated'));
    const state = readDocument(before, 's', now);
    expect(state.campaign.aims).toEqual({ yield: { importance: 2 } });
    expect(toDocument(state).athanor.format).toBe(3);
  });

  it('3 keeps its bounds on the way back to 2, whose readers pass over them, and refuses others', () => {
    const before = fixture('format-2');
    const bounded = (bounds: unknown) => ({
      ...before,
      athanor: {
        ...before.athanor,
        format: 3,
        campaign: { ...before.athanor.campaign, aims: { yield: { bounds } } },
      },
    });
    const state = readDocument(bounded([0, null]), 's', now);
    const back = documentIn(2, state);
    expect(back.athanor.format).toBe(2);
    expect(readDocument(back, 's', now).campaign.aims).toEqual({ yield: { bounds: [0, null] } });
    for (const wrong of [[0], ['0', 1], 7])
      expect(() => readDocument(bounded(wrong), 's', now)).toThrow(/campaign\.aims/);
  });

  it.each([['2'], [-1], [1.5], [true], [{}]])('%j is refused as no whole number', (format) => {
    expect(() => readDocument(withFormat(format), 's', now)).toThrow(
      /^session file: athanor\.format must be a whole number/,
    );
  });

  it('of a later release is refused, on load and on import, with the release that reads it', async () => {
    const store = memoryStore();
    const newer = withFormat(99, { release: '7.0.0' });
    await store.save('s', newer as never, 0);
    const service = await testApp(store);
    const loaded = await service.call('GET', '/sessions/s');
    expect(loaded.status).toBe(503);
    const words = /athanor\.format is 99.*reads formats up to 3; open it with release 7\.0\.0 of Athanor/;
    expect(loaded.body.detail).toMatch(words);
    const imported = await service.upload('/sessions/import', JSON.stringify(newer));
    expect(imported.status).toBe(400);
    expect(imported.body.detail).toMatch(words);
    // A change must not write the session in the older format either.
    const changed = await service.call('PATCH', '/sessions/s/metadata', { name: 'n' });
    expect(changed.status).toBe(503);
    expect((await store.load('s'))?.document).toEqual(JSON.parse(JSON.stringify(newer)));
    await service.close();
  });

  it.each([true, false])('is raised as a whole by the first change (several servers: %s)', async (shared) => {
    const store = memoryStore(shared);
    await store.save('s', fixture('format-1'), 0);
    const service = await testApp(store);
    expect((await service.call('PATCH', '/sessions/s/metadata', { name: 'n' })).status).toBe(200);
    const { document } = (await store.load('s')) as { document: { athanor: object; metadata: object } };
    expect(document.athanor).toMatchObject({ format: currentFormat, replies: [] });
    expect(document.metadata).toMatchObject({ name: 'n' });
    await service.close();
  });

  it('has a way back to what the release before reads', () => {
    const without = migrations.filter(({ to, revert }) => to > formerFormat && revert === undefined);
    expect(without).toEqual([]);
  });
});
