import { randomBytes } from 'node:crypto';
import type { Account, AccountData, AccountDataChange, Login } from './accounts.ts';
import { isKeyValid } from './api-keys.ts';
import type { Secrets } from './secrets.ts';

const purpose = 'login';

/** How long a browser stays signed in after its last request, and in total. */
export interface LoginTimes {
  readonly idleMs: number;
  readonly absoluteMs: number;
}

/** When an unused login expires, in milliseconds since the epoch. */
export const endOf = ({ created_at, used_at }: Login, { idleMs, absoluteMs }: LoginTimes): number =>
  Math.min(Date.parse(created_at) + absoluteMs, Date.parse(used_at) + idleMs);

/** Browsers of one person that are signed in at once; with one more the one that was not used for longest is signed out. */
const maxOfPerson = 100;

/** Who signs in, by which API key if any, and when. */
interface LoginRequest {
  readonly person: Pick<Account, 'id'>;
  readonly keyId: string | null;
  readonly now: string;
}

/** Signs a browser in; gives the content of the cookie. Expired logins are removed. */
export function addLogin(
  book: AccountData,
  { person: { id: person_id }, keyId, now }: LoginRequest,
  secrets: Secrets,
  times: LoginTimes,
): AccountDataChange<string> {
  const token = randomBytes(32).toString('base64url');
  const login: Login = {
    id: secrets.hash(purpose, token),
    person_id,
    key_id: keyId,
    created_at: now,
    used_at: now,
  };
  const valid = book.logins.filter((one) => endOf(one, times) > Date.parse(now));
  const own = valid.filter((one) => one.person_id === person_id);
  const unused = own
    .toSorted((a, b) => Date.parse(a.used_at) - Date.parse(b.used_at))
    .slice(0, Math.max(0, own.length - maxOfPerson + 1));
  const kept = valid.filter((one) => !unused.includes(one));
  return { book: { ...book, logins: [...kept, login] }, answer: token };
}

/** The login of a cookie, expired or not; undefined if there is none. */
export function findLogin({ logins }: AccountData, token: string, secrets: Secrets): Login | undefined {
  const ids = secrets.hashes(purpose, token);
  return logins.find(({ id }) => ids.includes(id));
}

/** Whether the key that signed the browser in is still valid. */
export const isKeyOfLoginValid = (book: AccountData, { key_id }: Login, now: string): boolean =>
  key_id === null || isKeyValid(book, key_id, now);

export function removeLogin(book: AccountData, id: string): AccountDataChange<null> {
  return { book: { ...book, logins: book.logins.filter((one) => one.id !== id) }, answer: null };
}
