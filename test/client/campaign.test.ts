import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Campaign, openCampaign } from '../../src/client/campaign.ts';
import { type AthanorClient, answerOf, createAthanorClient } from '../../src/client/client.ts';
import { type TestApp, testApp } from '../service/support/app.ts';
import { until } from '../service/support/until.ts';

let service: TestApp;
let address: string;
/** What happens to the next answers: lost on the way back, replaced by 503, by the page of a proxy, or by one of a server that could not save. */
let trouble: ('lost' | 'busy' | 'unsaved' | 'restarting')[] = [];
let sent = 0;
let client: AthanorClient;

const shaky: typeof fetch = async (request) => {
  const next =
    request instanceof Request && request.headers.has('idempotency-key') ? trouble.shift() : undefined;
  if (request instanceof Request && request.headers.has('idempotency-key')) sent++;
  if (next === 'busy') return new Response('{}', { status: 503, headers: { 'retry-after': '0.01' } });
  if (next === 'restarting') return new Response('<html>Bad Gateway</html>', { status: 502 });
  const answer = await fetch(request);
  if (next === 'lost') throw new TypeError('fetch failed');
  if (next !== 'unsaved') return answer;
  const headers = { ...Object.fromEntries(answer.headers), 'x-service-saved': 'false' };
  return new Response(await answer.text(), { status: answer.status, headers });
};

async function newCampaign(): Promise<Campaign> {
  const created = answerOf(await client.POST('/api/v1/sessions', { body: { metadata: { name: 'A' } } }));
  const params = { path: { session_id: created.session_id } };
  for (const name of ['x', 'y']) {
    const body = { name, type: 'real' as const, bounds: [0, 1] };
    answerOf(await client.POST('/api/v1/sessions/{session_id}/variables', { params, body }));
  }
  return openCampaign(client, created.session_id);
}

const rowsOf = async (campaign: Campaign) => {
  const rows = [];
  for await (const row of campaign.experiments(3)) rows.push(row);
  return rows;
};

beforeAll(async () => {
  service = await testApp();
  address = await service.app.listen({ port: 0, host: '127.0.0.1' });
  client = createAthanorClient(address, shaky);
});
afterAll(() => service.close());

describe('a campaign by asking and telling', () => {
  it('runs from the first experiment on', async () => {
    const campaign = await newCampaign();
    for (let i = 0; i < 6; i++) {
      const [run] = await campaign.ask({ seed: i });
      expect(run.why).toEqual(expect.any(String));
      const { x, y } = run.inputs as { x: number; y: number };
      await campaign.tell(run, 1 - (x - 0.3) ** 2 - (y - 0.6) ** 2);
    }
    expect(await rowsOf(campaign)).toHaveLength(6);
  });

  it('is the same on a server that serves an older interface, too', async () => {
    const old = await testApp(undefined, undefined, { COMPAT: 'alchemist-0.4' });
    const own = client;
    client = createAthanorClient(await old.app.listen({ port: 0, host: '127.0.0.1' }));
    try {
      const campaign = await newCampaign();
      const [run] = await campaign.ask();
      await campaign.tell(run, 0.5);
      const leased = await campaign.lease('robot');
      await campaign.tell(leased!, 0.7);
      expect((await rowsOf(campaign)).map((row) => row.Output)).toEqual([0.5, 0.7]);
    } finally {
      client = own;
      await old.close();
    }
  });

  it('records once what was sent again after a lost answer or a busy server', async () => {
    const campaign = await newCampaign();
    const [run] = await campaign.ask();
    trouble = ['lost', 'busy'];
    await campaign.tell(run, 0.5);
    expect(trouble).toEqual([]);
    trouble = ['busy', 'lost', 'restarting'];
    await campaign.record({ x: 0.1, y: 0.2 }, 0.7);
    expect((await rowsOf(campaign)).map((row) => row.Output)).toEqual([0.5, 0.7]);
  });

  it('records from a page without TLS, whose browser makes no UUIDs', async () => {
    const campaign = await newCampaign();
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    try {
      await campaign.record({ x: 0.1, y: 0.2 }, 0.7);
      await campaign.record({ x: 0.3, y: 0.2 }, 0.8);
    } finally {
      vi.unstubAllGlobals();
    }
    expect((await rowsOf(campaign)).map((row) => row.Output)).toEqual([0.7, 0.8]);
  });

  it('proposes several runs that differ, and takes failures', async () => {
    const campaign = await newCampaign();
    const runs = await campaign.ask({ count: 3, hold: { y: 0.5 } });
    expect(new Set(runs.map(({ id }) => id)).size).toBe(3);
    expect(new Set(runs.map(({ inputs }) => inputs.x)).size).toBe(3);
    expect(runs.every(({ inputs }) => inputs.y === 0.5)).toBe(true);
    await campaign.fail(runs[0]!, 'vial broke');
    await campaign.tell(runs[1]!, 1, { x: 0.25, y: 0.5 });
    expect((await rowsOf(campaign)).some((row) => row.x === 0.25)).toBe(true);
  });

  it('says what the server said, and sends no refusal again', async () => {
    const campaign = await newCampaign();
    await expect(campaign.record({ x: 0.1, y: 0.1, z: 1 }, 1)).rejects.toThrow(/^400 .*'z'/);
    await expect(campaign.ask({ count: 0 })).rejects.toThrow(
      /^422 .*body.n_suggestions: must be >= 1, got 0$/,
    );
    await expect(openCampaign(client, 'unknown').ask()).rejects.toThrow(/^404/);
  });

  it('sends again what the server could not save, and says so when it never could', async () => {
    const campaign = await newCampaign();
    trouble = ['unsaved', 'unsaved'];
    await campaign.record({ x: 0.1, y: 0.2 }, 0.7);
    expect(trouble).toEqual([]);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      trouble = Array(10).fill('unsaved');
      const recorded = campaign.record({ x: 0.1, y: 0.3 }, 0.8);
      const refused = expect(recorded).rejects.toThrow('could not save it; it would not survive a crash');
      await until(async () => {
        await vi.advanceTimersByTimeAsync(10_000);
        return trouble.length === 0;
      });
      await refused;
    } finally {
      vi.useRealTimers();
    }
    expect((await rowsOf(campaign)).map((row) => row.Output)).toEqual([0.7, 0.8]);
  });

  it('waits for a server that restarts, and names the reason when none comes back', async () => {
    const refuse: typeof fetch = async () => {
      throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    };
    const campaign = openCampaign(createAthanorClient(address, refuse), 'a');
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      let ended = false;
      const failure = campaign.record({ x: 0.1, y: 0.3 }, 0.8).catch((error: Error) => {
        ended = true;
        return error.message;
      });
      await vi.advanceTimersByTimeAsync(30_000);
      expect(ended).toBe(false);
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await failure).toBe('no answer of the server in 10 attempts (fetch failed: ECONNREFUSED)');
    } finally {
      vi.useRealTimers();
    }
  });

  it('sends a result that conflicts once, and no result that is not a number', async () => {
    const campaign = await newCampaign();
    const [run] = await campaign.ask();
    for (const result of [Number.NaN, { Output: Number.POSITIVE_INFINITY }])
      await expect(campaign.tell(run, result)).rejects.toThrow(
        /^result.* is (NaN|Infinity); give a finite number/,
      );
    await expect(campaign.record({ x: 0, y: 0 }, Number.NaN)).rejects.toThrow(RangeError);
    expect(await rowsOf(campaign)).toEqual([]);
    await campaign.tell(run, 1);
    sent = 0;
    await expect(campaign.tell(run, 2)).rejects.toThrow(/^409 .*is done/);
    expect(sent).toBe(1);
  });

  it('asks for nothing once it is asked to stop', async () => {
    const campaign = await newCampaign();
    const stop = new AbortController();
    stop.abort(new Error('enough'));
    await expect(campaign.ask({ signal: stop.signal })).rejects.toThrow('enough');
  });

  it('records several objectives by name, and gets one run for a lease whose answer was lost', async () => {
    const campaign = await newCampaign();
    const path = { session_id: campaign.sessionId };
    const objectives = [
      { name: 'yield', goal: 'maximize' as const },
      { name: 'waste', goal: 'minimize' as const },
    ];
    answerOf(
      await client.PUT('/api/v1/sessions/{session_id}/objectives', {
        params: { path },
        body: { objectives },
      }),
    );
    await campaign.record({ x: 0.1, y: 0.2 }, { yield: 0.7, waste: null });
    const rows = await rowsOf(campaign);
    expect(rows[0]).toMatchObject({ yield: 0.7, waste: null });
    trouble = ['lost'];
    expect(await campaign.lease('robot')).toBeDefined();
    const queue = await client.GET('/api/v1/sessions/{session_id}/experiments/queue', { params: { path } });
    expect(answerOf(queue).items).toHaveLength(1);
  });
});
