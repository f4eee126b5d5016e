import { Agent, request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../service/support/simulated-disk.ts';
import { bareRequest, type HostileRequest, hostileRequest, interfaceOf } from './hostile-requests.ts';
import { pick } from './hostile-values.ts';
import { OpenRequests } from './open-requests.ts';

export interface HostileCounts {
  requests: number;
  bare: number;
  /** Answers by class of status, "2xx" and so on. */
  readonly answers: Record<string, number>;
  /** Server errors without a name of their own. */
  readonly unnamed: string[];
  readonly hangs: string[];
  /** Answered, but after the patience. */
  late: number;
  /** Rows of a good client beside the hostile ones. */
  readonly acknowledged: Set<number>;
  goodSession: string;
}

export interface HostilePlan {
  readonly port: number;
  readonly seed: number;
  readonly wanted: number;
  /** Bare sockets besides. */
  readonly bare: number;
  /** How much of their share requests get that may run a job: the run is about requests. */
  readonly jobShare: number;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

interface Target {
  readonly port: number;
  readonly agent: Agent;
}

/** @param most  bytes of the answer that are kept */
function send({ port, agent }: Target, { method, path, headers, body }: HostileRequest, most = 20_000) {
  return new Promise<Answer | 'refused'>((resolve) => {
    const host = `127.0.0.1:${port}`;
    try {
      const request = httpRequest(
        { port, host: '127.0.0.1', method, path, headers: { host, ...headers }, agent },
        (response) => {
          const chunks: Buffer[] = [];
          let size = 0;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size < most) chunks.push(chunk);
          });
          response.on('end', () => {
            resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
          });
          response.on('error', () => resolve('refused'));
        },
      );
      request.on('error', () => resolve('refused'));
      request.end(body);
    } catch {
      // Node itself does not send such a header or path.
      resolve('refused');
    }
  });
}

/** Resolves once an answer came, or the connection ended. */
function sendBare(port: number, id: string, random: () => number): Promise<void> {
  const { pieces, pause, end } = bareRequest(id, `127.0.0.1:${port}`, random);
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const over = () => {
      socket.destroy();
      resolve();
    };
    for (const sign of ['data', 'close', 'error']) socket.on(sign, over);
    void (async () => {
      for (const piece of pieces) {
        socket.write(Buffer.from(piece, 'latin1'));
        if (pause > 0) await sleep(pause);
      }
      if (end === 'half-closes') socket.end();
      if (end === 'resets') {
        socket.resetAndDestroy();
        over();
      }
    })();
  });
}

const hasName = (text: string): boolean => {
  try {
    const { error_type, detail } = JSON.parse(text) as { error_type?: unknown; detail?: unknown };
    return typeof error_type === 'string' && !String(detail).startsWith('the server failed');
  } catch {
    return false;
  }
};

class Run {
  readonly counts: HostileCounts = {
    requests: 0,
    bare: 0,
    answers: {},
    unnamed: [],
    hangs: [],
    late: 0,
    acknowledged: new Set(),
    goodSession: '',
  };
  readonly #target: Target;
  readonly #random: () => number;
  readonly #ids: string[] = ['none'];
  readonly #open = new OpenRequests();
  #isOver = false;

  constructor(port: number, seed: number) {
    this.#target = { port, agent: new Agent({ keepAlive: true, maxSockets: 64 }) };
    this.#random = randomNumbers(seed);
  }

  async #json(method: string, path: string, body?: unknown) {
    const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = { 'content-type': 'application/json' };
    // A connection of its own: the server closes those that hostile requests came over.
    const target = { ...this.#target, agent: new Agent() };
    for (;;) {
      const answer = await send(target, { method, path, headers, body: sent }, Infinity);
      if (answer === 'refused') throw new Error(`${method} ${path}: ${answer}`);
      if (answer.status !== 503) return JSON.parse(answer.text);
      // A starved server sheds load.
      await sleep(1000);
    }
  }

  /** Sessions that requests may do to as they like; new ones in place of those that are deleted. */
  async #prepare(): Promise<string> {
    const { session_id: id } = await this.#json('POST', '/api/v1/sessions', {});
    const path = `/api/v1/sessions/${id}`;
    await this.#json('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    await this.#json('POST', `${path}/variables`, { name: 'c', type: 'categorical', categories: ['A', 'B'] });
    const experiments = [1, 2, 3, 4].map((x) => ({ inputs: { x, c: 'A' }, output: x }));
    await this.#json('POST', `${path}/experiments/batch`, { experiments });
    return id;
  }

  async #sendOne(request: HostileRequest): Promise<void> {
    const what = () =>
      `${request.method} ${request.path.slice(0, 200)} ${request.body?.toString().slice(0, 300)}`;
    const answered = send(this.#target, request).then((answer) => this.#note(request, what, answer));
    await this.#open.wait(what, answered);
    this.counts.requests++;
  }

  #note(request: HostileRequest, what: () => string, answer: Answer | 'refused'): void {
    const { counts } = this;
    const kind = answer === 'refused' ? 'connection closed' : `${Math.floor(answer.status / 100)}xx`;
    counts.answers[kind] = (counts.answers[kind] ?? 0) + 1;
    if (answer !== 'refused' && answer.status >= 500 && !hasName(answer.text) && request.method !== 'HEAD')
      counts.unnamed.push(`${answer.status} ${what()} → ${answer.text.slice(0, 200)}`);
  }

  /** One that behaves, and remembers what was acknowledged. */
  async #writeWell(): Promise<void> {
    const path = `/api/v1/sessions/${this.counts.goodSession}/experiments`;
    for (let output = 1; !this.#isOver; output++) {
      const body = Buffer.from(JSON.stringify({ inputs: { x: output % 10, c: 'B' }, output }));
      const headers = { 'content-type': 'application/json' };
      const answered = send(this.#target, { method: 'POST', path, headers, body }).then((answer) => {
        if (answer !== 'refused' && answer.status < 300) this.counts.acknowledged.add(output);
      });
      await this.#open.wait(() => `row ${output} of the client that behaves`, answered);
      await sleep(20);
    }
  }

  async run({ wanted, bare, jobShare }: HostilePlan, isOver: () => boolean): Promise<HostileCounts> {
    const { counts } = this;
    const known = interfaceOf(await this.#json('GET', '/api/openapi.json'));
    counts.goodSession = await this.#prepare();
    const good = this.#writeWell();
    for (let i = 0; i < 4; i++) this.#ids.push(await this.#prepare());
    let begun = 0;
    const lanes = Array.from({ length: 12 }, async () => {
      while (begun < wanted && !isOver()) {
        begun++;
        // What was deleted, locked or filled is left behind.
        if (begun % 500 === 0) this.#ids[1 + ((begun / 500) % 4)] = await this.#prepare();
        await this.#sendOne(hostileRequest(known, this.#ids, this.#random, jobShare));
      }
    });
    let bareBegun = 0;
    const bareLanes = Array.from({ length: 40 }, async () => {
      while (bareBegun < bare && !isOver()) {
        bareBegun++;
        const bareOne = sendBare(this.#target.port, pick(this.#random, this.#ids), this.#random);
        await this.#open.wait(() => 'a bare socket was neither answered nor closed', bareOne);
        counts.bare++;
      }
    });
    await Promise.all([...lanes, ...bareLanes]);
    this.#isOver = true;
    await good;
    counts.hangs.push(...(await this.#open.hangs()));
    counts.late = this.#open.late;
    this.#target.agent.destroy();
    return counts;
  }
}

/**
 * Throws requests at a server that are made from its OpenAPI document and spoiled, and bare ones that break the rules of
 * HTTP, while one client beside them writes as it should.
 */
export function throwHostile(plan: HostilePlan, isOver: () => boolean = () => false): Promise<HostileCounts> {
  return new Run(plan.port, plan.seed).run(plan, isOver);
}
