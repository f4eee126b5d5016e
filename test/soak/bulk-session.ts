/** What a bulk change is sent by; a body that is a text is a CSV file. */
export interface BulkAnswer {
  readonly status: number;
  readonly isSaved: boolean;
  /** The JSON body; undefined where there is none. */
  readonly body: unknown;
}

export type BulkCall = (method: string, path: string, body?: object | string) => Promise<BulkAnswer>;

/** What the plain model holds of a session: its outputs in order, and whether its variable is numeric or categorical. */
interface Held {
  readonly outputs: readonly number[];
  readonly isText: boolean;
}

interface BulkChange {
  readonly method: string;
  readonly path: string;
  readonly body?: object | string;
  readonly after: Held;
  /** More than was saved: the server writes the document instead of a line of the journal. */
  readonly isWhole: boolean;
}

/** Rows of the smallest change: small enough that a round brings many. */
const fewest = 600;

interface Exported {
  readonly experiments: { readonly data: readonly { readonly Output: number; readonly x: unknown }[] };
  readonly search_space: { readonly variables: readonly { readonly type: string }[] };
}

const categories = Array.from({ length: 7 }, (_, i) => String(i));

const same = (one: Held, other: Held): boolean =>
  one.isText === other.isText && JSON.stringify(one.outputs) === JSON.stringify(other.outputs);

/** Undefined: rows and variable do not go together, which no session ever held. */
function heldIn({ experiments, search_space }: Exported): Held | undefined {
  const isText = search_space.variables[0]?.type === 'categorical';
  const isWhole = experiments.data.every(({ x }) => (typeof x === 'string') === isText);
  return isWhole ? { outputs: experiments.data.map(({ Output }) => Output), isText } : undefined;
}

/**
 * One session under bulk changes, one after another: a JSON batch, a larger one, a larger CSV file in their place, another type of the
 * variable in all rows, a corrected file of as many rows, deletion of all. The first three bring more than is saved.
 *
 * Whatever happens to the server, the session must hold the state that was acknowledged last or the one on its way.
 */
export class BulkSession {
  readonly id: string;
  readonly path: string;
  /** What was acknowledged last, what was asked for since, and what the server has in memory. */
  #kept: Held = { outputs: [], isText: false };
  #attempted: readonly Held[] = [];
  #held: Held = this.#kept;
  #step = 0;
  #count = 0;

  private constructor(id: string) {
    this.id = id;
    this.path = `/sessions/${id}`;
  }

  static async make(call: BulkCall): Promise<BulkSession> {
    const { body } = await call('POST', '/sessions', {});
    const session = new BulkSession((body as { session_id: string }).session_id);
    await call('POST', `${session.path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    return session;
  }

  #outputs(length: number): number[] {
    const outputs = Array.from({ length }, (_, i) => this.#count + i);
    this.#count += length;
    return outputs;
  }

  #file(length: number): BulkChange {
    const outputs = this.#outputs(length);
    return {
      method: 'POST',
      path: `${this.path}/experiments/upload`,
      body: `x,Output\n${outputs.map((output) => `${output % 7},${output}`).join('\n')}\n`,
      after: { ...this.#held, outputs },
      isWhole: length > this.#held.outputs.length,
    };
  }

  #batch(length: number): BulkChange {
    const { outputs: held, isText } = this.#held;
    const outputs = this.#outputs(length);
    const experiments = outputs.map((output) => ({
      inputs: { x: isText ? String(output % 7) : output % 7 },
      output,
    }));
    return {
      method: 'POST',
      path: `${this.path}/experiments/batch`,
      body: { experiments },
      after: { isText, outputs: [...held, ...outputs] },
      isWhole: length > held.length,
    };
  }

  #next(): BulkChange {
    const { outputs: held, isText } = this.#held;
    switch (this.#step) {
      case 0:
        return this.#batch(fewest);
      case 1:
        return this.#batch(held.length + fewest);
      case 2:
        return this.#file(3 * fewest);
      case 3: {
        const path = `${this.path}/variables/x`;
        const body = isText ? { type: 'real', bounds: [0, 10] } : { type: 'categorical', categories };
        return { method: 'PATCH', path, body, after: { outputs: held, isText: !isText }, isWhole: false };
      }
      case 4:
        return this.#file(Math.max(held.length, 1));
      default: {
        const after = { outputs: [], isText };
        return { method: 'DELETE', path: `${this.path}/experiments`, after, isWhole: false };
      }
    }
  }

  /** All changes were asked for. */
  get isDone(): boolean {
    return this.#step === 6;
  }

  /** Carries out the next change; one without an answer stays an attempt. How it was acknowledged; undefined: it was not. */
  async change(call: BulkCall): Promise<'whole' | 'steps' | undefined> {
    const { method, path, body, after, isWhole } = this.#next();
    this.#step++;
    this.#attempted = [...this.#attempted, after];
    const { status, isSaved, body: said } = await call(method, path, body);
    if (status >= 500) return undefined;
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(said)?.slice(0, 300)}`);
    this.#held = after;
    if (!isSaved) return undefined;
    this.#kept = after;
    this.#attempted = [];
    return isWhole ? 'whole' : 'steps';
  }

  /** Whether the server that was started anew has a state that it may have. */
  async isIntact(call: BulkCall): Promise<boolean> {
    const { status, body } = await call('GET', `${this.path}/export`);
    const found = status === 200 ? heldIn(body as Exported) : undefined;
    if (found === undefined || ![this.#kept, ...this.#attempted].some((one) => same(one, found)))
      return false;
    this.#held = found;
    // What was found beyond the acknowledged state, a power cut may yet take.
    if (same(found, this.#kept)) this.#attempted = [];
    return true;
  }
}
