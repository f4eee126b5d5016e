import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitedParts, awaitServer, loadPart } from '../../../src/web/api/parts.ts';

describe('a part of the page that is loaded when it is needed', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  /** Loads a part by attempts that fail until the last one, while the server answers or not. */
  async function loaded(failures: number, answers: () => boolean) {
    let attempts = 0;
    vi.stubGlobal('fetch', async () => {
      if (!answers()) throw new TypeError('Failed to fetch');
      return new Response(null, { status: 200 });
    });
    const load = async (): Promise<string> => {
      if (++attempts <= failures) throw new TypeError('Failed to fetch dynamically imported module');
      return 'part';
    };
    const part = loadPart(load).catch((error: Error) => error.message);
    await vi.advanceTimersByTimeAsync(1);
    const awaited = awaitedParts.get();
    await vi.advanceTimersByTimeAsync(600_000);
    return { part: await part, attempts, awaited };
  }

  it('is tried again as long as no server answers, and the reader is told', async () => {
    expect(await loaded(20, () => false)).toEqual({ part: 'part', attempts: 21, awaited: 1 });
    expect(awaitedParts.get()).toBe(0);
  });

  it('is tried twice where the server answers: it may have come back meanwhile, or have other parts', async () => {
    const missing = 'Failed to fetch dynamically imported module';
    expect(await loaded(1, () => true)).toEqual({ part: 'part', attempts: 2, awaited: 0 });
    expect(await loaded(9, () => true)).toEqual({ part: missing, attempts: 2, awaited: 0 });
  });
});

describe('a server that is away', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is waited for, however long it takes, and the reader is told', async () => {
    let isBack = false;
    const waiting = awaitServer(new AbortController().signal).then(() => {
      isBack = true;
    });
    await vi.advanceTimersByTimeAsync(600_000);
    expect([isBack, awaitedParts.get()]).toEqual([false, 1]);
    vi.stubGlobal('fetch', async () => new Response(null, { status: 200 }));
    await vi.advanceTimersByTimeAsync(15_000);
    await waiting;
    expect([isBack, awaitedParts.get()]).toEqual([true, 0]);
  });

  it('is waited for no longer once that is given up', async () => {
    const control = new AbortController();
    const given = awaitServer(control.signal).catch((error: Error) => error.name);
    await vi.advanceTimersByTimeAsync(60_000);
    control.abort();
    expect(await given).toBe('AbortError');
    expect(awaitedParts.get()).toBe(0);
  });
});
