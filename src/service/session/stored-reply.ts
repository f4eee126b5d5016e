/** An answer kept for a repetition of its request. */
export interface StoredReply {
  /** As the client chose it. */
  readonly key: string;
  /** ID of the user who sent the request; absent without authentication. */
  readonly person?: string;
  /** Method and address, query included. */
  readonly route: string;
  /** SHA-256 of the body. */
  readonly body_hash: string;
  readonly status: number;
  readonly body: unknown;
  /** ISO 8601. */
  readonly time: string;
}
