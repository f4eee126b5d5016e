import { randomBytes } from 'node:crypto';
import type { Person, PersonPatch, PersonRequest } from '../../contract/server/accounts.ts';
import { ConflictError, NotFoundError, UnauthorizedError } from '../errors.ts';
import type { Account, AccountData, AccountDataChange } from './accounts.ts';

export const newId = (): string => randomBytes(6).toString('hex');

export const personView = ({ id, ...rest }: Account): Person => ({ person_id: id, ...rest });

/** Characters that nobody sees: controls, halves of pairs, zero-width ones and marks of direction. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+/gu;

/** A text as one line that can be seen, blanks once each; empty where nothing can. */
export const lineOf = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll(unseen, '').trim();

/** What a reader takes two names by. */
const seen = (name: string): string => lineOf(name.normalize('NFKC')).toLowerCase();

const sameName = (a: string, b: string): boolean => seen(a) === seen(b);

const nameLength = 200;

/** The name that a person wants, or where somebody has it, one that names the subject too. */
function freeName({ people }: AccountData, wanted: string, subject: string): string {
  const isFree = (name: string) => !people.some((one) => sameName(one.name, name));
  const short = lineOf(wanted.slice(0, nameLength));
  if (isFree(short)) return short;
  for (const mark of [lineOf(subject.slice(0, 100)), newId()]) {
    const name = `${lineOf(short.slice(0, nameLength - mark.length - 3))} (${mark})`;
    if (isFree(name)) return name;
  }
  return newId();
}

/** @throws NotFoundError */
export function personOf({ people }: AccountData, id: string): Account {
  const person = people.find((one) => one.id === id);
  if (person !== undefined) return person;
  throw new NotFoundError(`person '${id}' not found; see GET /api/v1/people`);
}

function checkSubject({ people }: AccountData, subject: string | null | undefined, own?: string): void {
  const other = subject == null ? undefined : people.find((one) => one.subject === subject && one.id !== own);
  if (other === undefined) return;
  throw new ConflictError(
    `subject '${subject}' belongs to '${other.name}' already; change that person instead`,
  );
}

/** @throws ConflictError name or subject is taken */
export function addPerson(
  book: AccountData,
  { name, role = 'member', subject = null }: PersonRequest,
  now: string,
): AccountDataChange<Account> {
  if (book.people.some((one) => sameName(one.name, name))) {
    throw new ConflictError(`a person named '${name}' exists already; choose another name`);
  }
  checkSubject(book, subject);
  const person: Account = { id: newId(), name, role, disabled: false, subject, created_at: now };
  return { book: { ...book, people: [...book.people, person] }, answer: person };
}

const isActiveAdmin = ({ role, disabled }: Account): boolean => role === 'admin' && !disabled;

/** @throws ConflictError no admin would be left */
export function changePerson(book: AccountData, id: string, patch: PersonPatch): AccountDataChange<Account> {
  const before = personOf(book, id);
  checkSubject(book, patch.subject, id);
  const after: Account = {
    ...before,
    role: patch.role ?? before.role,
    disabled: patch.disabled ?? before.disabled,
    subject: patch.subject === undefined ? before.subject : patch.subject,
  };
  const people = book.people.map((one) => (one.id === id ? after : one));
  if (!people.some(isActiveAdmin)) {
    throw new ConflictError(`'${before.name}' is the last admin; make another person an admin first`);
  }
  const logins = after.disabled ? book.logins.filter((one) => one.person_id !== id) : book.logins;
  return { book: { ...book, people, logins }, answer: after };
}

/**
 * A person of the identity provider: found by subject, or added under an unused name.
 *
 * @param mayJoin whether unknown people are added
 * @throws UnauthorizedError the person is unknown or blocked
 */
export function joinPerson(
  book: AccountData,
  { subject, name: wanted }: { readonly subject: string; readonly name: string },
  mayJoin: boolean,
  now: string,
): AccountDataChange<Account> {
  const known = book.people.find((one) => one.subject === subject);
  if (known?.disabled) throw new UnauthorizedError(`'${known.name}' is blocked on this server; ask an admin`);
  if (known !== undefined) return { book, answer: known };
  if (!mayJoin)
    throw new UnauthorizedError(`'${wanted}' is not known here; ask an admin to add subject '${subject}'`);
  return addPerson(book, { name: freeName(book, wanted, subject), subject }, now);
}
