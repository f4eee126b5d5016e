import type { Slices } from '../../../../engine/slices.ts';
import type { State } from '../../../session/state.ts';
import type { Sessions } from '../../../sessions.ts';
import { isLarge } from '../../../store/json-chunks.ts';
import { manyValues } from '../bodies/files.ts';
import { answerText } from './answer-text.ts';

/** The part of a reply that is used here; replies differ by the types of their routes. */
interface Sender<Reply> {
  type(type: string): { send(text: never): Reply };
}

interface Kept {
  /** What the answer was made from. It is not kept alive by its answers. */
  readonly state: WeakRef<State>;
  readonly text: Buffer;
}

/** Bytes of all answers that are kept. */
const maxBytes = 16 << 20;

/** Bytes that an answer takes in memory in addition to its text, at most. */
const besideText = 1024;

/** The text in memory of its own: a part of the runtime's pool of 64 KiB would keep all of the pool. */
function ownBytes(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/**
 * Texts of answers that follow from the state of a session alone. An answer is given again only for the very state that it was made from: each
 * change makes another one.
 */
export class AnswerCache {
  /** In the order of last use. */
  readonly #kept = new Map<string, Kept>();
  #bytes = 0;

  find(key: string, state: State): Buffer | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#drop(key, found);
    if (found.state.deref() !== state) return undefined;
    this.#add(key, found);
    return found.text;
  }

  keep(key: string, state: State, text: Buffer): void {
    const before = this.#kept.get(key);
    if (before !== undefined) this.#drop(key, before);
    this.#add(key, { state: new WeakRef(state), text });
    for (const [oldest, one] of this.#kept) {
      if (this.#bytes <= maxBytes) return;
      this.#drop(oldest, one);
    }
  }

  #add(key: string, kept: Kept): void {
    this.#kept.set(key, kept);
    this.#bytes += kept.text.length + besideText;
  }

  #drop(key: string, { text }: Kept): void {
    this.#kept.delete(key);
    this.#bytes -= text.length + besideText;
  }

  /**
   * Answers with a view of a session, or with its text where the state was viewed before.
   *
   * @param key  tells the view and its parameters from others of the session
   * @param view examines nothing but the state, and not at the time
   */
  async answer<Answer extends object, Reply>(
    reply: Sender<Reply>,
    sessions: Sessions,
    id: string,
    key: string,
    view: (state: State) => Answer | Slices<Answer>,
  ): Promise<Answer | Reply> {
    let viewed: State | undefined;
    const place = `${id} ${key}`;
    const answer = await sessions.read(id, (_state, committed) => {
      viewed = committed;
      return this.find(place, committed) ?? view(committed);
    });
    const send = (text: Buffer) => reply.type('application/json; charset=utf-8').send(text as never);
    if (Buffer.isBuffer(answer)) return send(answer);
    if (isLarge(answer, manyValues)) return answer;
    const text = ownBytes(answerText(answer));
    this.keep(place, viewed as State, text);
    return send(text);
  }
}
