import { randomNumbers } from '../service/support/simulated-disk.ts';
import { type Mutation, mutated } from './body-mutations.ts';
import { type GoodBody, goodBodies, type Reply, richSession, type Send } from './good-bodies.ts';
import { pick } from './hostile-values.ts';

export interface BodyCounts {
  requests: number;
  /** Answers by class of status, "2xx" and so on. */
  readonly answers: Record<string, number>;
  /** Server errors. */
  readonly failures: string[];
  /** Refusals that are no problem document, or name neither the field nor the value. */
  readonly unnamed: string[];
  /** Refusals after which the session was not what it was. */
  readonly changed: string[];
}

interface Problem {
  readonly status?: number;
  readonly detail?: string;
  readonly code?: string;
  readonly errors?: readonly { readonly loc: readonly string[]; readonly msg: string }[];
}

const problemIn = (text: string): Problem => {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return {};
  }
};

/** Whether a refusal says what it is about: the field or what it stands in, in the singular too, or the value. */
function isNamed({ place, value }: Mutation, { errors = [], detail = '' }: Problem): boolean {
  // The parser of JSON shows what stands around.
  if (detail.includes('the body is not JSON')) return true;
  const told = [detail, ...errors.flatMap(({ loc }) => loc)].join(' ').toLowerCase();
  const fields = place.filter((key) => typeof key === 'string');
  const entries = place.filter((key) => typeof key === 'number').map((index) => `(index ${index})`);
  const words = [
    ...entries,
    ...fields.map((key) => key.slice(0, 5)),
    ...(value === undefined ? [] : [value]),
  ];
  return fields.length === 0 || words.some((word) => told.includes(word.toLowerCase()));
}

class Bodies {
  readonly counts: BodyCounts = { requests: 0, answers: {}, failures: [], unnamed: [], changed: [] };
  readonly #send: Send;
  readonly #isJobEnd: (reply: Reply) => boolean;
  #path = '';
  #item = '';
  #row = '';
  #before = '';

  constructor(send: Send, isJobEnd: (reply: Reply) => boolean) {
    this.#send = send;
    this.#isJobEnd = isJobEnd;
  }

  /** What was changed is left behind. */
  async #renew(): Promise<void> {
    this.#path = await richSession(this.#send);
    const { items } = JSON.parse((await this.#send('GET', `${this.#path}/experiments/queue`)).text);
    this.#item = items[0].id;
    const { experiments } = JSON.parse((await this.#send('GET', `${this.#path}/experiments`)).text);
    this.#row = experiments[0].ProvenanceId;
    this.#before = await this.#content();
  }

  async #content(): Promise<string> {
    return (await this.#send('GET', `${this.#path}/export`)).text;
  }

  #address({ path }: GoodBody): string {
    const filled = path.replace('{item}', this.#item).replace('{row}', this.#row);
    return filled.startsWith('//') ? filled.slice(1) : this.#path + filled;
  }

  /** Every good body is taken: what is spoiled later is spoiled by the mutation alone. */
  async checkGood(): Promise<void> {
    for (const good of goodBodies) {
      await this.#renew();
      const text = JSON.stringify(good.body).replaceAll('{item}', this.#item);
      const reply = await this.#send(good.method, this.#address(good), text);
      const isTaken = reply.status < 300 || this.#isJobEnd(reply) || good.path.endsWith('/heartbeat');
      if (!isTaken) this.counts.failures.push(`${good.method} ${good.path}: ${reply.status} ${reply.text}`);
    }
    await this.#renew();
  }

  async sendOne(good: GoodBody, mutation: Mutation): Promise<void> {
    const { counts } = this;
    const { method } = good;
    const sent = mutation.text.replaceAll('{item}', this.#item);
    const reply = await this.#send(method, this.#address(good), sent);
    counts.requests++;
    const kind = this.#isJobEnd(reply) ? 'job' : `${Math.floor(reply.status / 100)}xx`;
    counts.answers[kind] = (counts.answers[kind] ?? 0) + 1;
    const what = `${method} ${good.path}: ${mutation.what} → ${reply.status} ${reply.text.slice(0, 400)}`;
    if (kind === '5xx') counts.failures.push(what);
    else if (kind === '4xx') {
      const problem = problemIn(reply.text);
      if (problem.code === undefined || problem.status !== reply.status || !isNamed(mutation, problem))
        counts.unnamed.push(what);
      if ((await this.#content()) !== this.#before) {
        counts.changed.push(what);
        await this.#renew();
      }
    } else if (kind === '2xx' && (await this.#content()) !== this.#before) await this.#renew();
  }
}

/**
 * Good bodies of all routes, each with one thing in it that does not belong there, one after another.
 *
 * @param isJobEnd whether an answer only says that a job was given up: the body was taken
 */
export async function throwBodies(
  send: Send,
  { seed, wanted }: { readonly seed: number; readonly wanted: number },
  isJobEnd: (reply: Reply) => boolean,
  isOver: () => boolean = () => false,
): Promise<BodyCounts> {
  const random = randomNumbers(seed);
  const run = new Bodies(send, isJobEnd);
  await run.checkGood();
  while (run.counts.requests < wanted && !isOver()) {
    const good = pick(random, goodBodies);
    await run.sendOne(good, mutated(good.body, random));
  }
  return run.counts;
}
