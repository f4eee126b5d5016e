import { deserialize, serialize } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, it } from 'vitest';
import type { GpModel } from '../../../src/engine/gp/model.ts';
import type { WorkerMessage } from '../../../src/service/jobs/messages.ts';
import { withReferences } from '../../../src/service/jobs/model-memory.ts';
import { randomModel } from '../../engine/acquisition/random-model.ts';

/** A worker that is spoken to in bytes, as one in another process or on another host would be. */
function speak(settings: object = {}) {
  const worker = new Worker(new URL('../../../src/service/jobs/worker.ts', import.meta.url), {
    workerData: { backend: 'ts', threads: 1, ownsDevice: false, ...settings },
  });
  const log: WorkerMessage[] = [];
  let wake = () => {};
  worker.on('message', (message: WorkerMessage) => {
    log.push(message);
    wake();
  });
  const post = (message: object) => {
    const { cancel, ...plain } = message as { cancel?: SharedArrayBuffer };
    worker.postMessage({ ...deserialize(serialize(plain)), ...(cancel === undefined ? {} : { cancel }) });
  };
  /** Runs a prediction, giving models when they are asked for; what the worker said on the way. */
  async function predict(id: number, models: readonly GpModel[]) {
    const { task, models: given } = withReferences({ models, X: Float64Array.of(0.3, 0.7), m: 1 });
    const from = log.length;
    const message = { kind: 'job', id, name: 'predict', task, wantsProgress: false };
    post({ ...message, cancel: new SharedArrayBuffer(4) });
    for (let at = from; ; ) {
      while (at === log.length) await new Promise<void>((resolve) => (wake = resolve));
      const answer = log[at++] as WorkerMessage;
      if (answer.kind === 'lacks')
        post({ kind: 'models', id, models: new Map(answer.models.map((one) => [one, given.get(one)])) });
      if (answer.kind === 'done' || answer.kind === 'failed')
        return { said: log.slice(from).filter(({ kind }) => kind !== 'ready'), answer };
    }
  }
  return { predict, end: () => worker.terminate() };
}

const first = speak();
afterAll(first.end);
const [a, b] = [randomModel(2, 9, 1), randomModel(2, 9, 2)];

it('a worker says which models it lacks, and receives each once', async () => {
  const one = await first.predict(1, [a]);
  expect(one.said.map(({ kind }) => kind)).toEqual(['lacks', 'done']);
  const two = await first.predict(2, [a]);
  expect(two.said.map(({ kind }) => kind)).toEqual(['done']);
  expect(two.answer).toMatchObject({ result: (one.answer as { result: unknown }).result });
  const three = await first.predict(3, [a, b]);
  expect(three.said.map(({ kind }) => kind)).toEqual(['lacks', 'done']);
  expect(three.said[0]).toMatchObject({ models: [withReferences({ model: b }).models.keys().next().value] });
});

it('a worker without memory asks each time, and still answers', async () => {
  const forgetful = speak({ modelMemory: 0 });
  try {
    const answers = [
      await forgetful.predict(1, [a]),
      await forgetful.predict(2, [b]),
      await forgetful.predict(3, [a]),
    ];
    // Nothing fits into no memory but the last thing used, so that each is asked for again.
    for (const { said } of answers) expect(said.map(({ kind }) => kind)).toEqual(['lacks', 'done']);
  } finally {
    await forgetful.end();
  }
});
