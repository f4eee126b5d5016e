import type { KeyScope } from '../../contract/server/accounts.ts';
import type { Account } from './accounts.ts';

/** Who sends a request, and how they authenticated. */
export interface Caller {
  readonly person: Account;
  readonly by: 'key' | 'token' | 'cookie';
  readonly scope: KeyScope;
  /** The only sessions that are open to the request; null: all that the person may see. */
  readonly sessions: readonly string[] | null;
  /** Of the API key, also where it signed the browser in. */
  readonly keyId: string | null;
  /** When that key expires, in milliseconds since the epoch; infinite where there is none, or it does not. */
  readonly keyUntil: number;
  /** Of the signed-in browser. */
  readonly loginId: string | null;
  /** When its key or login expires, in milliseconds since the epoch. */
  readonly until: number;
}
