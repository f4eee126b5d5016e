import type { GrantRole } from '../../contract/server/accounts.ts';
import { ForbiddenError, SessionNotFoundError, UnauthorizedError } from '../errors.ts';
import type { Account, AccountData, Accounts, Login } from './accounts.ts';
import { endOfKey, findKey, isApiKey, isKeyValid } from './api-keys.ts';
import type { Caller } from './caller.ts';
import type { IdentityProvider, Subject } from './identity-provider.ts';
import { addLogin, endOf, findLogin, isKeyOfLoginValid, type LoginTimes, removeLogin } from './logins.ts';
import { joinPerson } from './people.ts';
import { neededRole, neededScope, type Permission, roleSuffices, scopeSuffices } from './permissions.ts';
import type { Secrets } from './secrets.ts';

/** The credentials of a request. */
export interface Credentials {
  /** An API key, or a token of the identity provider. */
  readonly bearer: string | undefined;
  readonly cookie: string | undefined;
}

export interface GateOptions {
  readonly accounts: Accounts;
  readonly secrets: Secrets;
  readonly times: LoginTimes;
  /** Where people may sign in besides by keys. */
  readonly provider?: IdentityProvider | undefined;
}

/** A connection that stays open, and ends when its caller may no longer listen. */
interface Watched {
  readonly caller: Caller;
  readonly session: string;
  readonly end: () => void;
}

/** How often open sockets are checked for keys and logins that another server revoked or that expired. */
const recheckMs = 2000;

/** How often the times of last use are stored. */
const noteMs = 60_000;

const refused = (what: string): UnauthorizedError =>
  new UnauthorizedError(`${what}; send a valid key as Authorization: Bearer …, or sign in again`);

/** The later of two ISO times: another server may have noted a use after the one that this server knows of. */
const later = <Time extends string | null>(noted: Time, known: string | undefined): Time | string =>
  known !== undefined && (noted === null || known > noted) ? known : noted;

/** Authenticates callers and decides what they may do. */
export class Gate {
  readonly #options: GateOptions;
  readonly #watched = new Set<Watched>();
  /** Times of last use of keys and logins by ID, not yet stored. */
  readonly #lastUse = new Map<string, string>();
  readonly #timers: readonly NodeJS.Timeout[];

  constructor(options: GateOptions) {
    this.#options = options;
    this.#timers = [
      // An unreachable database is asked again with the next check.
      setInterval(() => void this.recheck().catch(() => {}), recheckMs).unref(),
      setInterval(() => void this.noteUse().catch(() => {}), noteMs).unref(),
    ];
  }

  get accounts(): Accounts {
    return this.#options.accounts;
  }

  get secrets(): Secrets {
    return this.#options.secrets;
  }

  get provider(): IdentityProvider | undefined {
    return this.#options.provider;
  }

  get times(): LoginTimes {
    return this.#options.times;
  }

  /** @throws UnauthorizedError the caller is unknown */
  async admit({ bearer, cookie }: Credentials): Promise<Caller> {
    const book = await this.accounts.read();
    if (bearer !== undefined) {
      return isApiKey(bearer) ? this.#admitKey(book, bearer) : this.#admitToken(bearer);
    }
    if (cookie !== undefined) return this.#admitCookie(book, cookie);
    throw new UnauthorizedError(
      'this server requires authentication; send Authorization: Bearer …, or sign in',
    );
  }

  async #admitKey(book: AccountData, text: string): Promise<Caller> {
    const now = new Date().toISOString();
    const found = findKey(book, text, now, this.secrets);
    const person = found && activePerson(book, found.key.person_id);
    if (found === undefined || person === undefined)
      throw refused('the API key is unknown, expired or revoked');
    const { key, rehash } = found;
    this.#lastUse.set(key.id, now);
    if (rehash !== undefined) {
      const keys = (old: AccountData) =>
        old.keys.map((one) => (one.id === key.id ? { ...one, hash: rehash } : one));
      // The request does not depend on it: a hash that cannot be written now is written with the next request.
      await this.accounts
        .change((old) => ({ book: { ...old, keys: keys(old) }, answer: null }))
        .catch(() => {});
    }
    const until = endOfKey(key);
    return {
      person,
      by: 'key',
      scope: key.scope,
      sessions: key.sessions,
      keyId: key.id,
      keyUntil: until,
      loginId: null,
      until,
    };
  }

  async #admitToken(token: string): Promise<Caller> {
    const { provider } = this.#options;
    if (provider === undefined) throw refused('the key does not have the form of an API key (ath_…)');
    const subject = await provider.verifyBearer(token);
    const { until } = subject;
    const person = await this.#join(provider, subject);
    return {
      person,
      by: 'token',
      scope: 'full',
      sessions: null,
      keyId: null,
      keyUntil: Number.POSITIVE_INFINITY,
      loginId: null,
      until,
    };
  }

  #admitCookie(book: AccountData, cookie: string): Caller {
    const now = new Date().toISOString();
    const login = findLogin(book, cookie, this.secrets);
    const until = login === undefined ? 0 : this.#endOfLogin(login);
    const person = login && activePerson(book, login.person_id);
    const isValid = login !== undefined && until > Date.parse(now) && isKeyOfLoginValid(book, login, now);
    if (!isValid || person === undefined) throw refused('the sign-in has expired');
    this.#lastUse.set(login.id, now);
    const key = book.keys.find(({ id }) => id === login.key_id);
    return {
      person,
      by: 'cookie',
      scope: key?.scope ?? 'full',
      sessions: key?.sessions ?? null,
      keyId: login.key_id,
      keyUntil: key === undefined ? Number.POSITIVE_INFINITY : endOfKey(key),
      loginId: login.id,
      until,
    };
  }

  #endOfLogin(login: Login): number {
    const used_at = later(login.used_at, this.#lastUse.get(login.id));
    return endOf({ ...login, used_at }, this.times);
  }

  /**
   * @param session that the request is about, if any
   * @throws SessionNotFoundError it does not exist, or the caller has no access; the answer does not tell which
   * @throws ForbiddenError the caller may see the session but not do this
   */
  async check(caller: Caller, permission: Permission, session: string | undefined): Promise<void> {
    const scope = neededScope[permission];
    if (session !== undefined) {
      const role = await this.roleIn(caller, session);
      if (role === undefined) throw new SessionNotFoundError(session);
      const needed = neededRole[permission] ?? 'viewer';
      if (!roleSuffices(role, needed)) {
        throw new ForbiddenError(
          `'${caller.person.name}' is ${role} of this session and must be ${needed}; ask its owner`,
        );
      }
    }
    if (!scopeSuffices(caller.scope, scope)) {
      throw new ForbiddenError(
        `the key has the scope '${caller.scope}' and needs '${scope}'; use another key`,
      );
    }
    if (permission === 'server:admin' && caller.person.role !== 'admin') {
      throw new ForbiddenError(`'${caller.person.name}' is not an admin of this server; ask one`);
    }
    // Such a key cannot create sessions, which it would not reach, nor keys, which would reach further than it does.
    const isBeyondSessions =
      permission === 'session:create' ||
      (session === undefined && ['account:own', 'server:admin'].includes(permission));
    if (isBeyondSessions && caller.sessions !== null) {
      throw new ForbiddenError('the key is limited to some sessions; use another key');
    }
  }

  /** As `check`, for what a route does only for some of its callers. */
  async allows(caller: Caller, permission: Permission, session: string): Promise<boolean> {
    try {
      await this.check(caller, permission, session);
      return true;
    } catch (error) {
      if (error instanceof ForbiddenError || error instanceof SessionNotFoundError) return false;
      throw error;
    }
  }

  /** Admins own every session. */
  async roleIn({ person, sessions }: Caller, session: string): Promise<GrantRole | undefined> {
    if (sessions !== null && !sessions.includes(session)) return undefined;
    if (person.role === 'admin') return 'owner';
    return (await this.accounts.grantsOf(session)).get(person.id);
  }

  /** Which sessions lists may name; undefined: all. */
  async visible({ person, sessions }: Caller): Promise<((session: string) => boolean) | undefined> {
    if (person.role === 'admin') return sessions === null ? undefined : (id) => sessions.includes(id);
    const granted = await this.accounts.sessionsOf(person.id);
    return (id) => granted.has(id) && (sessions === null || sessions.includes(id));
  }

  /** The person that the identity provider names; writes only for a new person. */
  async #join({ settings }: IdentityProvider, subject: Subject): Promise<Account> {
    const now = new Date().toISOString();
    const join = (book: AccountData) => joinPerson(book, subject, settings.join, now);
    const known = (await this.accounts.read()).people.some((one) => one.subject === subject.subject);
    return known ? join(await this.accounts.read()).answer : this.accounts.change(join);
  }

  /** Completes a sign-in at the identity provider; gives the content of the cookie and the page that was asked for. */
  async finishLogin(
    provider: IdentityProvider,
    query: string,
    attempt: string | undefined,
  ): Promise<{ readonly token: string; readonly returnTo: string }> {
    const { returnTo, ...subject } = await provider.finish(query, attempt);
    return { token: await this.login(await this.#join(provider, subject), null), returnTo };
  }

  /** Signs a browser in with a key; gives the content of the cookie. */
  async loginWithKey(text: string): Promise<string> {
    const { person, keyId } = await this.#admitKey(await this.accounts.read(), text);
    return this.login(person, keyId);
  }

  login(person: Account, keyId: string | null): Promise<string> {
    const now = new Date().toISOString();
    return this.accounts.change((book) => addLogin(book, { person, keyId, now }, this.secrets, this.times));
  }

  async logout(cookie: string): Promise<void> {
    const login = findLogin(await this.accounts.read(), cookie, this.secrets);
    if (login !== undefined) await this.accounts.change((book) => removeLogin(book, login.id));
    await this.recheck();
  }

  /** Closes a connection within two seconds after its caller loses access to the session. */
  watch(caller: Caller, session: string, end: () => void): () => void {
    const watched = { caller, session, end };
    this.#watched.add(watched);
    return () => this.#watched.delete(watched);
  }

  /** Checks all open connections. */
  async recheck(): Promise<void> {
    if (this.#watched.size === 0) return;
    const book = await this.accounts.read();
    for (const watched of [...this.#watched]) {
      if (await this.#mayListen(book, watched)) continue;
      this.#watched.delete(watched);
      watched.end();
    }
  }

  async #mayListen(book: AccountData, { caller, session }: Watched): Promise<boolean> {
    const now = new Date().toISOString();
    const person = activePerson(book, caller.person.id);
    if (person === undefined) return false;
    if (caller.keyId !== null && !isKeyValid(book, caller.keyId, now)) return false;
    if (caller.loginId === null) {
      if (caller.until <= Date.parse(now)) return false;
    } else {
      const login = book.logins.find(({ id }) => id === caller.loginId);
      if (login === undefined || this.#endOfLogin(login) <= Date.parse(now)) return false;
    }
    return (await this.roleIn({ ...caller, person }, session)) !== undefined;
  }

  /** Stores when keys and logins were last used. */
  async noteUse(): Promise<void> {
    if (this.#lastUse.size === 0) return;
    const used = new Map(this.#lastUse);
    await this.accounts.change((book) => {
      const keys = book.keys.map((one) => ({
        ...one,
        last_used_at: later(one.last_used_at, used.get(one.id)),
      }));
      const logins = book.logins.map((one) => ({ ...one, used_at: later(one.used_at, used.get(one.id)) }));
      return { book: { ...book, keys, logins }, answer: null };
    });
    for (const [id, time] of used) if (this.#lastUse.get(id) === time) this.#lastUse.delete(id);
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    // A server ends in order on a full disk, too.
    await this.noteUse().catch(() => {});
    await this.accounts.close();
  }
}

const activePerson = ({ people }: AccountData, id: string): Account | undefined =>
  people.find((one) => one.id === id && !one.disabled);
