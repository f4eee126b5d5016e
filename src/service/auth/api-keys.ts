import { randomBytes } from 'node:crypto';
import type { ApiKey, ApiKeyRequest, NewApiKey } from '../../contract/server/accounts.ts';
import { ConflictError, fieldError, NotFoundError } from '../errors.ts';
import type { AccountData, AccountDataChange, StoredKey } from './accounts.ts';
import { newId } from './people.ts';
import type { Secrets } from './secrets.ts';

/** `ath_<id>_<secret>`: 48 bits to find it by, 256 bits that are the secret. */
const form = /^ath_([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/;

const purpose = 'api key';

export const isApiKey = (text: string): boolean => text.startsWith('ath_');

export function keyView({ hash: _hash, replaced_by: _next, id, sessions, ...rest }: StoredKey): ApiKey {
  return { key_id: id, ...rest, sessions: sessions === null ? null : [...sessions] };
}

/** When a key expires, in milliseconds since the epoch; infinite if it does not. */
export const endOfKey = ({ expires_at }: Pick<StoredKey, 'expires_at'>): number =>
  expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);

const isOver = (key: StoredKey, now: string): boolean => endOfKey(key) <= Date.parse(now);

/** ISO 8601; null for a time that never comes. */
const timeOf = (end: number): string | null => (Number.isFinite(end) ? new Date(end).toISOString() : null);

/** Milliseconds of a time in ISO 8601; NaN for other texts, and for days that no month has. */
function isoTime(text: string): number {
  const day = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/.exec(text)?.[1];
  if (day === undefined || new Date(Date.parse(day) || 0).toISOString().slice(0, 10) !== day)
    return Number.NaN;
  return Date.parse(text);
}

/** @param end milliseconds after which no key is valid */
function expiry(wanted: string | null | undefined, now: string, end: number): string | null {
  if (wanted == null) return timeOf(end);
  const time = isoTime(wanted);
  if (Number.isNaN(time) || time <= Date.parse(now)) {
    throw fieldError(
      ['body', 'expires_at'],
      `expected a time in the future (ISO 8601), got '${wanted}'`,
      'time',
    );
  }
  return timeOf(Math.min(time, end));
}

function issued(key: Omit<StoredKey, 'hash'>, secrets: Secrets): { stored: StoredKey; shown: NewApiKey } {
  const secret = randomBytes(32).toString('base64url');
  const stored = { ...key, hash: secrets.hash(purpose, `${key.id}.${secret}`) };
  return { stored, shown: { ...keyView(stored), key: `ath_${key.id}_${secret}` } };
}

/** Keys of one person, expired ones included: all accounts are written with each change of one. */
const maxOfPerson = 1000;

/** What a new key is made with. */
interface Issue {
  /** ISO 8601. */
  readonly now: string;
  readonly secrets: Secrets;
  /** Milliseconds since the epoch after which the key is not valid, whatever is requested; infinite where left out. */
  readonly end?: number;
}

/**
 * @throws ValidationError the time is none, or past
 * @throws ConflictError the person has as many keys as one may have
 */
export function addKey(
  book: AccountData,
  person_id: string,
  { name, scope = 'full', expires_at, sessions = null }: ApiKeyRequest,
  { now, secrets, end = Number.POSITIVE_INFINITY }: Issue,
): AccountDataChange<NewApiKey> {
  if (book.keys.filter((one) => one.person_id === person_id).length >= maxOfPerson) {
    throw new ConflictError(
      `person '${person_id}' has ${maxOfPerson} keys, which is the limit; revoke some (DELETE /api/v1/keys/{key_id}); expired keys count too`,
    );
  }
  const { stored, shown } = issued(
    {
      id: newId(),
      person_id,
      name,
      scope,
      sessions,
      created_at: now,
      expires_at: expiry(expires_at, now, end),
      last_used_at: null,
      replaced_by: null,
    },
    secrets,
  );
  return { book: { ...book, keys: [...book.keys, stored] }, answer: shown };
}

/** @throws NotFoundError also when it belongs to somebody else */
function ownKey({ keys }: AccountData, id: string, owner: string | undefined): StoredKey {
  const key = keys.find((one) => one.id === id && (owner === undefined || one.person_id === owner));
  if (key !== undefined) return key;
  throw new NotFoundError(`key '${id}' not found; see GET /api/v1/keys`);
}

/** Revokes a key and the logins made with it. @param owner whose keys are examined; undefined: everybody's */
export function revokeKey(book: AccountData, id: string, owner: string | undefined): AccountDataChange<null> {
  ownKey(book, id, owner);
  return {
    book: {
      ...book,
      keys: book.keys.filter((one) => one.id !== id),
      logins: book.logins.filter((one) => one.key_id !== id),
    },
    answer: null,
  };
}

/**
 * Rotates a key: the old one stays valid for the grace period. A key left from an earlier rotation is revoked now.
 *
 * @param owner whose keys are examined; undefined: everybody's
 * @throws NotFoundError also when it belongs to somebody else
 * @throws ConflictError another key is in its place already, or it is over, as the new one would be
 */
export function rotateKey(
  book: AccountData,
  id: string,
  owner: string | undefined,
  graceHours: number,
  { now, secrets, end = Number.POSITIVE_INFINITY }: Issue,
): AccountDataChange<NewApiKey> {
  const before = ownKey(book, id, owner);
  const next = book.keys.find((one) => one.id === before.replaced_by);
  if (next !== undefined) {
    throw new ConflictError(`key '${id}' was already rotated; rotate '${next.id}', which replaced it`);
  }
  if (isOver(before, now)) {
    throw new ConflictError(
      `key '${id}' expired at ${before.expires_at}, and so would its replacement; create a new key (POST /api/v1/keys)`,
    );
  }
  const endOfGrace = Date.parse(now) + graceHours * 3600 * 1000;
  const expires_at = timeOf(Math.min(endOfKey(before), endOfGrace));
  const { stored, shown } = issued(
    {
      ...before,
      id: newId(),
      created_at: now,
      expires_at: timeOf(Math.min(endOfKey(before), end)),
      last_used_at: null,
      replaced_by: null,
    },
    secrets,
  );
  const keys = book.keys
    .filter((one) => one.replaced_by !== id)
    .map((one) => (one.id === id ? { ...one, expires_at, replaced_by: stored.id } : one));
  return { book: { ...book, keys: [...keys, stored] }, answer: shown };
}

/** The valid key that matches a text. `rehash`: the hash to store, if SECRET_KEY was rotated. */
export function findKey(
  { keys }: AccountData,
  text: string,
  now: string,
  secrets: Secrets,
): { readonly key: StoredKey; readonly rehash: string | undefined } | undefined {
  const [, id, secret] = form.exec(text) ?? [];
  const key = keys.find((one) => one.id === id);
  const whole = `${id}.${secret}`;
  const match = secrets.matches(purpose, whole, key?.hash ?? '00'.repeat(32));
  if (key === undefined || match === undefined || isOver(key, now)) return undefined;
  return { key, rehash: match.isOld ? secrets.hash(purpose, whole) : undefined };
}

/** Whether a key that was found before is still valid. */
export const isKeyValid = ({ keys }: AccountData, id: string, now: string): boolean =>
  keys.some((one) => one.id === id && !isOver(one, now));
