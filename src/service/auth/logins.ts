import { randomBytes } from 'node:crypto';
import type { Account, Book, BookChange, Login } from './accounts.ts';
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

/** Signs a browser in; gives the content of the cookie. Expired logins are removed. */
export function addLogin(
  book: Book,
  { id: person_id }: Account,
  key_id: string | null,
  now: string,
  secrets: Secrets,
  times: LoginTimes,
): BookChange<string> {
  const token = randomBytes(32).toString('base64url');
  const login: Login = { id: secrets.hash(purpose, token), person_id, key_id, created_at: now, used_at: now };
  const valid = book.logins.filter((one) => endOf(one, times) > Date.parse(now));
  return { book: { ...book, logins: [...valid, login] }, answer: token };
}

/** The login of a cookie, expired or not; undefined if there is none. */
export function findLogin({ logins }: Book, token: string, secrets: Secrets): Login | undefined {
  return logins.find((one) => secrets.matches(purpose, token, one.id) !== undefined);
}

/** Whether the key that signed the browser in is still valid. */
export const isKeyOfLoginValid = (book: Book, { key_id }: Login, now: string): boolean =>
  key_id === null || isKeyValid(book, key_id, now);

export function removeLogin(book: Book, id: string): BookChange<null> {
  return { book: { ...book, logins: book.logins.filter((one) => one.id !== id) }, answer: null };
}
