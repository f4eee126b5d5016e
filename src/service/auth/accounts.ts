import type { GrantRole, KeyScope, ServerRole } from '../../contract/server/accounts.ts';
import { ConflictError } from '../errors.ts';

/** Somebody who may come in. */
export interface Account {
  readonly id: string;
  /** Unique; audit rows name it, so it never changes. */
  readonly name: string;
  readonly role: ServerRole;
  readonly disabled: boolean;
  /** `sub` of the identity provider; null for people who use keys alone. */
  readonly subject: string | null;
  /** ISO 8601, as all times here. */
  readonly created_at: string;
}

/** An API key without its secret. */
export interface StoredKey {
  readonly id: string;
  readonly person_id: string;
  readonly name: string;
  /** HMAC-SHA-256 of the secret, hexadecimal. */
  readonly hash: string;
  readonly scope: KeyScope;
  /** The only sessions that it opens; null: all that its person may see. */
  readonly sessions: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  /** The key that takes its place. */
  readonly replaced_by: string | null;
}

/** A browser that is signed in. */
export interface Login {
  /** HMAC-SHA-256 of the cookie, hexadecimal. */
  readonly id: string;
  readonly person_id: string;
  /** The key that was typed, which ends the login when it ends; null for the identity provider. */
  readonly key_id: string | null;
  readonly created_at: string;
  readonly used_at: string;
}

/** All accounts; plain data. */
export interface AccountData {
  readonly people: readonly Account[];
  readonly keys: readonly StoredKey[];
  readonly logins: readonly Login[];
}

/** @param role that a person is to have @throws ConflictError the session would be left to the admins alone */
export function checkOwnerLeft(
  roles: ReadonlyMap<string, GrantRole>,
  person: string,
  role: GrantRole | null,
): void {
  if (role === 'owner' || roles.get(person) !== 'owner') return;
  if ([...roles].some(([id, other]) => other === 'owner' && id !== person)) return;
  throw new ConflictError('this is the last owner of the session; make another person an owner first');
}

export const noAccounts: AccountData = { people: [], keys: [], logins: [] };

export interface AccountDataChange<Answer> {
  readonly book: AccountData;
  readonly answer: Answer;
}

/**
 * People, keys and logins, and who may do what in which session.
 *
 * The book is small (people, keys, browsers); grants grow with the sessions and are kept one by one. Where several servers
 * share a place, what one of them writes is seen by the others within two seconds.
 */
export interface Accounts {
  read(): Promise<AccountData>;
  /** Pure edits, one at a time; run again on a fresh book if another server wrote first. An edit that throws changes nothing. */
  change<Answer>(edit: (book: AccountData) => AccountDataChange<Answer>): Promise<Answer>;
  /** Person → role in one session. */
  grantsOf(session: string): Promise<ReadonlyMap<string, GrantRole>>;
  /** Session → role of one person. */
  sessionsOf(person: string): Promise<ReadonlyMap<string, GrantRole>>;
  /**
   * Sets the role of a person in a session; null takes it away.
   *
   * @throws ConflictError the session would be left to the admins alone
   */
  grant(session: string, person: string, role: GrantRole | null): Promise<void>;
  close(): Promise<void>;
}
