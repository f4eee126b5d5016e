import { KeyReusedError } from '../errors.ts';
import type { State } from './state.ts';
import type { StoredReply } from './stored-reply.ts';

/** A request that its client may send again under the same key. */
export interface IdempotentRequest {
  readonly key: string;
  /** ID of the user who asks: two people may choose the same key. Absent without authentication. */
  readonly person?: string | undefined;
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

/** Whether an answer is kept under this key of this person. One without a user is of a release that noted none, or of a server without authentication. */
const isOf = (reply: StoredReply, { key, person }: IdempotentRequest): boolean =>
  reply.key === key && (reply.person === undefined || reply.person === person);

/**
 * The answer that was given to this request before; undefined when it is a new one.
 *
 * @throws KeyReusedError the key came with another request
 */
export function replyTo(state: State, once: IdempotentRequest, now: string): StoredReply | undefined {
  const { key, route, bodyHash } = once;
  const found = state.replies.findLast((reply) => isOf(reply, once));
  if (found === undefined || isOld(found, now)) return undefined;
  if (found.route !== route || found.body_hash !== bodyHash) throw new KeyReusedError(key, found.route);
  return found;
}

/** The state with an answer kept; it replaces an earlier answer under the same key. */
export function withReply(state: State, once: IdempotentRequest, answer: unknown, now: string): State {
  const { key, person, route, bodyHash, status, bodyOf } = once;
  const body = bodyOf === undefined ? answer : bodyOf(answer as never);
  const whose = person === undefined ? {} : { person };
  const reply: StoredReply = { key, ...whose, route, body_hash: bodyHash, status, body, time: now };
  const { replies } = state;
  const last = replies.at(-1);
  if (last !== undefined && isOf(last, once)) return { ...state, replies: [...replies.slice(0, -1), reply] };
  // Old ones are removed many at a time, because each removal rewrites the whole list.
  const old = replies.findIndex((one) => !isOld(one, now));
  const outdated = old < 0 ? replies.length : old;
  const drop = Math.max(outdated > replies.length / 2 ? outdated : 0, replies.length - 2 * maxReplies);
  const kept = drop > 0 ? replies.slice(Math.max(outdated, replies.length - maxReplies)) : replies;
  return { ...state, replies: kept.concat(reply) };
}
