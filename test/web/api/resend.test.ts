import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Call } from '../../../src/web/api/call.ts';
import { isChange, readAgain, replays, resends, sendOnce } from '../../../src/web/api/resend.ts';
import { writeStored } from '../../../src/web/api/storage.ts';

const record = (t: number): Call => ({
  method: 'POST',
  path: 'api/v1/sessions/a/experiments/batch',
  body: { experiments: [{ inputs: { t } }] },
});

/** What the server says, request by request; undefined: no answer. The last one is said from then on. */
function server(...answers: readonly (Response | undefined)[]) {
  const keys: string[] = [];
  const send = async (key: string): Promise<Response> => {
    keys.push(key);
    const answer = answers[Math.min(keys.length, answers.length) - 1];
    if (answer === undefined) throw new TypeError('Failed to fetch');
    return answer.clone();
  };
  return { keys, send };
}

/** Sends a change while time goes by. */
async function sent(
  call: Call,
  { send }: ReturnType<typeof server>,
  isJob = () => false,
): Promise<number | undefined> {
  const answer = sendOnce({ call, isJob }, send).then(
    ({ status }) => status,
    () => undefined,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  return answer;
}

describe('a change without an answer', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const ok = new Response(null, { status: 200 });

  it('is sent again under the same key until there is one', async () => {
    const one = server(undefined, new Response(null, { status: 502 }), ok);
    expect(await sent(record(1), one)).toBe(200);
    expect(one.keys).toHaveLength(3);
    expect(new Set(one.keys).size).toBe(1);
    expect(resends.get()).toBe(0);
  });

  it('a read that an action needs is sent again, too, and given up after as many attempts', async () => {
    const read = async (...answers: readonly (Response | undefined)[]) => {
      const { keys, send } = server(...answers);
      const answer = readAgain(() => send('')).then(
        ({ status }) => status,
        () => undefined,
      );
      await vi.advanceTimersByTimeAsync(60_000);
      return [await answer, keys.length, resends.get()];
    };
    expect(await read(undefined, new Response(null, { status: 502 }), ok)).toEqual([200, 3, 0]);
    expect(await read(new Response(null, { status: 404 }))).toEqual([404, 1, 0]);
    expect(await read(undefined)).toEqual([undefined, 8, 0]);
  });

  it('keeps its key after it was given up, for the same change only', async () => {
    const away = server(undefined);
    expect(await sent(record(2), away)).toBeUndefined();
    expect(away.keys).toHaveLength(8);
    const back = server(ok);
    await sent(record(3), back);
    await sent(record(2), back);
    expect(back.keys[0]).not.toBe(away.keys[0]);
    expect(back.keys[1]).toBe(away.keys[0]);
    // It is answered now: the same again is another change.
    await sent(record(2), back);
    expect(back.keys[2]).not.toBe(away.keys[0]);
  });

  it('has removed what is gone where the answer to a removal was lost', async () => {
    const remove: Call = { method: 'DELETE', path: 'api/v1/sessions/a' };
    const gone = new Response(null, { status: 404 });
    expect(await sent(remove, server(gone))).toBe(404);
    expect(await sent(remove, server(undefined, gone))).toBe(204);
    await sent(remove, server(undefined));
    expect(await sent(remove, server(gone))).toBe(204);
    expect(await sent(record(9), server(undefined, gone))).toBe(404);
  });

  it('says so where the reader sends it again and the server had carried it out', async () => {
    let told = 0;
    const unsubscribe = replays.subscribe(() => told++);
    const replayed = new Response(null, { status: 200, headers: { 'idempotency-replayed': 'true' } });
    await sent(record(7), server(undefined, replayed));
    expect(told).toBe(0);
    await sent(record(8), server(undefined));
    await sent(record(8), server(replayed));
    expect(told).toBe(1);
    unsubscribe();
  });

  it('is sent where what the browser keeps is damaged', async () => {
    for (const text of ['{"a', 'null', '{"a":null}']) {
      writeStored('athanor.unanswered', text);
      expect(await sent(record(9), server(undefined, ok))).toBe(200);
    }
  });

  it('is another one ten minutes later', async () => {
    const away = server(undefined);
    await sent(record(4), away);
    await vi.advanceTimersByTimeAsync(600_000);
    const back = server(ok);
    await sent(record(4), back);
    expect(back.keys[0]).not.toBe(away.keys[0]);
  });

  it('is not sent again once it is a job, or refused', async () => {
    const job = server(undefined);
    expect(await sent(record(5), job, () => true)).toBeUndefined();
    expect(job.keys).toHaveLength(1);
    const refused = server(new Response(null, { status: 409 }));
    expect(await sent(record(6), refused)).toBe(409);
    expect(refused.keys).toHaveLength(1);
  });

  it('is none of the requests that only read, or make a key', () => {
    const post = (path: string): Call => ({ method: 'POST', path });
    expect(isChange(record(1))).toBe(true);
    expect(isChange(post('api/v1/sessions'))).toBe(true);
    expect(isChange(post('api/v1/sessions/a/model/predict'))).toBe(false);
    expect(isChange(post('api/v1/keys'))).toBe(false);
  });
});
