import type { Store } from '../../src/service/store/store.ts';
import { type TestApp, testApp } from '../service/support/app.ts';
import { openFiles } from '../service/support/file-server.ts';
import { type DiskView, randomNumbers, SimulatedDisk } from '../service/support/simulated-disk.ts';
import { Schedule } from '../service/support/store-schedule.ts';
import { type BulkCall, BulkSession } from './bulk-session.ts';

/** Characters of a reason that makes the line of a journal so long that it is written in parts. */
const longReason = 90_000;

/** Documents that were written for a change that was larger than what was saved: begun, and acknowledged. */
interface Documents {
  begun: number;
  done: number;
}

/** Counts documents of sessions that are there; after a failed write of one, which does not happen here, they would be others. */
const counting = (store: Store, documents: Documents): Store => ({
  ...store,
  save: async (id, document, expected, along) => {
    if (expected > 0) documents.begun++;
    const revision = await store.save(id, document, expected, along);
    if (expected > 0) documents.done++;
    return revision;
  },
});

async function openOn(
  disk: SimulatedDisk,
  documents: Documents = { begun: 0, done: 0 },
): Promise<{ service: TestApp; view: DiskView }> {
  const view = disk.view();
  const { store } = await openFiles(view, { smallJournal: 4000 });
  return { service: await testApp(counting(store, documents)), view };
}

const outputsOf = async (service: TestApp, path: string): Promise<Set<number> | undefined> => {
  const answer = await service.call('GET', `${path}/export`);
  if (answer.status !== 200) return undefined;
  return new Set(answer.body.experiments.data.map((row: { Output: number }) => row.Output));
};

/** As `BulkSession` asks: a text goes as a file. */
const bulkCall =
  (service: TestApp): BulkCall =>
  async (method, path, body) => {
    const { status, headers, ...answer } =
      typeof body === 'string'
        ? await service.upload(path, body, { target_column: 'Output' })
        : await service.call(method, path, body);
    return { status, isSaved: headers['x-service-saved'] === 'true', body: answer.body };
  };

/**
 * The whole service over a simulated disk: requests to several sessions, bulk changes to another, the power cut at a random moment, which leaves
 * any part of what was not synced, and a look for every row and bulk change that was acknowledged.
 */
export async function powerCuts(wanted: number, seed: number, isOver: () => boolean) {
  const disk = new SimulatedDisk(seed);
  const random = randomNumbers(seed + 1);
  const acknowledged = new Map<string, Set<number>>();
  let count = 0;
  let total = 0;
  let lost = 0;
  let rounds = 0;
  const documents = { begun: 0, done: 0 };
  let bulk: BulkSession | undefined;
  let bulkDone = 0;
  for (; rounds < wanted && !isOver(); rounds++) {
    const { service, view } = await openOn(disk, documents);
    const call = bulkCall(service);
    if (bulk !== undefined && !(await bulk.isIntact(call))) lost++;
    for (const [path, outputs] of acknowledged) {
      const found = await outputsOf(service, path);
      lost += [...outputs].filter((output) => !found?.has(output)).length;
    }
    if (rounds % 20 === 0) {
      acknowledged.clear();
      for (let session = 0; session < 3; session++) {
        const path = await service.session({});
        await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
        acknowledged.set(path, new Set());
      }
    }
    const requests = Math.floor(random() * 60);
    let done = 0;
    const writers = [...acknowledged].map(async ([path, outputs]) => {
      for (let request = 0; request < 100; request++) {
        const output = ++count;
        const reason = 'n'.repeat(output % 40 === 0 ? longReason : output % 200);
        const body = { inputs: { x: random() }, output, reason };
        const answer = await service.call('POST', `${path}/experiments`, body);
        done++;
        if (view.dead) return;
        if (answer.status >= 300 || answer.headers['x-service-saved'] !== 'true') continue;
        outputs.add(output);
        total++;
      }
    });
    const bulkWriter = async () => {
      while (!view.dead) {
        if (bulk === undefined || bulk.isDone) bulk = await BulkSession.make(call);
        if ((await bulk.change(call)) !== undefined) bulkDone++;
      }
    };
    await Promise.race([
      Promise.all([...writers, bulkWriter()]),
      (async () => {
        while (done < requests) await new Promise((resolve) => setImmediate(resolve));
        for (let turns = Math.floor(random() * 200); turns > 0; turns--) await null;
        view.kill();
      })(),
    ]);
    view.kill();
    void service.close();
    disk.powerCut();
  }
  return {
    wanted,
    rounds,
    acknowledged: total,
    bulk: bulkDone,
    bulk_documents: documents.done,
    cut_documents: documents.begun - documents.done,
    lost,
  };
}

/** More than is saved, which is written as the document. */
const bulkRequest = (service: TestApp, path: string) =>
  service.call('POST', `${path}/experiments/batch`, {
    experiments: Array.from({ length: 600 }, (_, i) => ({ inputs: { x: i / 600 }, output: 7 })),
  });

/** Requests that write, each with the disk failing at its first, second, third … call. */
const requests: readonly ((service: TestApp, path: string) => ReturnType<TestApp['call']>)[] = [
  (service) => service.call('POST', '/sessions', { name: 'new' }),
  (service, path) => service.call('POST', `${path}/experiments`, { inputs: { x: 0.5 }, output: 7 }),
  (service, path) =>
    service.call('POST', `${path}/experiments/batch`, {
      experiments: Array.from({ length: 80 }, (_, i) => ({ inputs: { x: i / 80 }, output: 7 })),
    }),
  bulkRequest,
  (service, path) =>
    service.call('POST', `${path}/experiments`, {
      inputs: { x: 0.5 },
      output: 7,
      reason: 'n'.repeat(longReason),
    }),
  (service, path) => service.call('PATCH', `${path}/metadata`, { name: 'named' }),
  (service, path) => service.call('POST', `${path}/save`),
  (service, path) => service.call('DELETE', path),
];

/**
 * Every request that writes, under every error at every call to the disk: the answer is one that was foreseen, and what
 * it acknowledged is there after a power cut.
 */
export async function everyFault(codes: readonly string[], isOver: () => boolean) {
  let cases = 0;
  let bulk = 0;
  let unnamed = 0;
  let lost = 0;
  for (const code of codes) {
    for (const request of requests) {
      if (isOver()) return { complete: false, cases, bulk, unnamed_5xx: unnamed, lost };
      for (let n = 1, reached = true; reached; n++) {
        const disk = new SimulatedDisk(n);
        const { service, view } = await openOn(disk);
        const path = await service.session({ name: 'old' });
        await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 1] });
        await service.call('POST', `${path}/experiments`, { inputs: { x: 0.1 }, output: 1 });
        let seen = 0;
        disk.plan = () => {
          seen++;
          return seen === n ? code : undefined;
        };
        const answer = await request(service, path);
        disk.plan = () => undefined;
        reached = seen >= n;
        cases++;
        if (request === bulkRequest) bulk++;
        if (answer.status >= 500 && typeof answer.body?.error_type !== 'string') unnamed++;
        const id = answer.status === 201 ? (answer.body.session_id as string | undefined) : undefined;
        const isSaved = answer.headers['x-service-saved'] === 'true';
        const before = isSaved ? await service.call('GET', `${path}/export`) : undefined;
        view.kill();
        // The timers of the app would keep it; what it asks of the dead disk never comes back.
        void service.close();
        disk.powerCut();
        const again = await openOn(disk);
        const after = await again.service.call('GET', `${path}/export`);
        const wasDeleted = answer.status === 204;
        if (wasDeleted ? after.status !== 404 : after.status !== 200) lost++;
        else if (before !== undefined && JSON.stringify(before.body) !== JSON.stringify(after.body)) lost++;
        else if (
          !wasDeleted &&
          !after.body.experiments.data.some((row: { Output: number }) => row.Output === 1)
        )
          lost++;
        if (id !== undefined && (await again.service.call('GET', `/sessions/${id}`)).status !== 200) lost++;
        again.view.kill();
        void again.service.close();
      }
    }
  }
  return { complete: true, cases, bulk, unnamed_5xx: unnamed, lost };
}

/** Random schedules of the store against the model; see store-schedule.ts. */
export async function schedules(from: number, wanted: number, steps: number, isOver: () => boolean) {
  const sum: Record<string, number> = {};
  const failures: string[] = [];
  let seed = from;
  for (; seed < from + wanted && !isOver(); seed++) {
    const schedule = new Schedule(seed);
    await schedule.run(steps).catch((error: Error) => failures.push(error.message));
    for (const [name, value] of Object.entries(schedule.counts)) sum[name] = (sum[name] ?? 0) + value;
  }
  return {
    wanted,
    seeds: seed - from,
    steps,
    ...sum,
    failures: failures.length,
    first_failures: failures.slice(0, 5),
  };
}
