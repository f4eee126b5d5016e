import { KeyReusedError } from '../errors.ts';
import type { State } from './state.ts';
import type { StoredReply } from './stored-reply.ts';

/** A request that its client may send again under the same key. */
export interface Once {
  readonly key: string;
  readonly route: string;
  readonly bodyHash: string;
  readonly status: number;
  /** The body of the answer, where it is not the answer of the change as it is. */
  readonly bodyOf?: (answer: never) => unknown;
}

const keptMs = 24 * 3600 * 1000;

/** Replies that one session keeps; beyond it the oldest are removed early. */
const maxReplies = 10_000;

const isOld = ({ time }: StoredReply, now: string): boolean => Date.parse(now) - Date.parse(time) > keptMs;

/**
 * The answer that was given to this request before; undefined when it is a new one.
 *
 * @throws KeyReusedError the key came with another request
 */
export function replyTo(state: State, { key, route, bodyHash }: Once, now: string): StoredReply | undefined {
  const found = state.replies.findLast((reply) => reply.key === key);
  if (found === undefined || isOld(found, now)) return undefined;
  if (found.route !== route || found.body_hash !== bodyHash) throw new KeyReusedError(key, found.route);
  return found;
}

/** The state with an answer kept; it replaces an earlier answer under the same key. */
export function withReply(state: State, once: Once, answer: unknown, now: string): State {
  const { key, route, bodyHash, status, bodyOf } = once;
  const body = bodyOf === undefined ? answer : bodyOf(answer as never);
  const reply: StoredReply = { key, route, body_hash: bodyHash, status, body, time: now };
  const { replies } = state;
  if (replies.at(-1)?.key === key) return { ...state, replies: [...replies.slice(0, -1), reply] };
  // Old ones are removed many at a time, because each removal rewrites the whole list.
  const old = replies.findIndex((one) => !isOld(one, now));
  const outdated = old < 0 ? replies.length : old;
  const drop = Math.max(outdated > replies.length / 2 ? outdated : 0, replies.length - 2 * maxReplies);
  const kept = drop > 0 ? replies.slice(Math.max(outdated, replies.length - maxReplies)) : replies;
  return { ...state, replies: kept.concat(reply) };
}
