import type { IdempotentRequest } from './session/replies.ts';
import type { StoredReply } from './session/stored-reply.ts';

/** Who makes a change, for the audit log. */
export interface Author {
  readonly id: string;
  readonly name: string;
}

/** Options of a request besides its change: author, idempotency key, preconditions, cancellation. */
export interface RequestOptions {
  /** Present when the client may send the request again. */
  readonly once?: IdempotentRequest | undefined;
  /** Versions of the session, one of which must be the present one. */
  readonly ifMatch?: readonly string[] | undefined;
  /** Who asks; absent without authentication. */
  readonly author?: Author | undefined;
  /** Present for what a lock holds up: the token that was sent along. */
  readonly lock?: { readonly token: string | undefined } | undefined;
  /** Fires when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
  /** The queued job whose result the change applies: it ends with the commit. */
  readonly job?: string | undefined;
  readonly onProgress?: ((fraction: number, message: string) => void) | undefined;
}

/** The request was carried out before: not an error, but the way in which its answer takes the place of another one. */
export class Replay extends Error {
  override name = 'Replay';
  readonly reply: StoredReply;

  constructor(reply: StoredReply) {
    super('the request was carried out before');
    this.reply = reply;
  }
}
