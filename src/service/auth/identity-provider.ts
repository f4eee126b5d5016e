import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import type { Configuration } from 'openid-client';
import { StoreUnavailableError, UnauthorizedError } from '../errors.ts';
import { lineOf } from './people.ts';
import type { Secrets } from './secrets.ts';

/** An OpenID Connect issuer and this server as its client. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  /** Undefined: a public client, which PKCE alone protects. */
  readonly clientSecret: string | undefined;
  /** That bearer tokens must be meant for; undefined: bearer tokens are not taken. */
  readonly audience: string | undefined;
  /** Where browsers reach this server, without a slash at its end. */
  readonly publicUrl: string;
  /** Whether everybody at the identity provider becomes a member. */
  readonly join: boolean;
}

/** A person as the identity provider names them. */
export interface Subject {
  readonly subject: string;
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** State of a sign-in, kept encrypted by the browser meanwhile. */
interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly returnTo: string;
  readonly until: number;
}

/** Asymmetric signatures only: `none` and HMAC are excluded. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

/** Least time between two requests for the issuer's keys because of an unknown key. */
const cooldownMs = 30_000;

/** For clocks that differ. */
const toleranceSeconds = 30;

const attemptMs = 600_000;

const purpose = 'sign-in attempt';

const callbackPath = '/api/v1/auth/oidc/callback';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** At most as long as OpenID Connect Core allows (2), without control characters, which a database does not take. */
const subjectForm = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** @throws UnauthorizedError there is no subject that can be kept */
function subjectOf({ sub, email, email_verified, preferred_username, name, exp = 0 }: JWTPayload): Subject {
  const subject = text(sub);
  if (subject === undefined) throw new UnauthorizedError('the token has no subject (`sub`)');
  if (!subjectForm.test(subject) || lineOf(subject) === '')
    throw new UnauthorizedError(
      'the subject (`sub`) of the token is longer than 255 characters, has control characters, or has no visible character',
    );
  // Some providers write truth as text.
  const mail = email_verified === false || email_verified === 'false' ? undefined : email;
  const names = [mail, preferred_username, name].map((one) => lineOf(text(one) ?? ''));
  return { subject, name: names.find((one) => one !== '') ?? lineOf(subject), until: exp * 1000 };
}

/** A path on this server as a browser reads it, never another origin. */
export function localPath(path: string | undefined): string {
  const here = 'http://localhost';
  if (path === undefined || !/^\/[^\\\p{Cc}]*$/u.test(path) || !URL.canParse(path, here)) return '/';
  const { origin, pathname, search, hash } = new URL(path, here);
  return origin === here && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : '/';
}

/** Why a token or a sign-in was refused; failures to reach the issuer are not among these. */
function refusal(error: unknown, what: string): Error {
  if (error instanceof UnauthorizedError) return error;
  const { code = '', message } = error as Error & { code?: string };
  if (/^(ERR_JWT|ERR_JWS|ERR_JOSE|ERR_JWKS_NO_MATCHING_KEY|ERR_JWKS_MULTIPLE|OAUTH_)/.test(code)) {
    const isNetwork =
      code === 'ERR_JWKS_TIMEOUT' || code === 'OAUTH_TIMEOUT' || message.startsWith('Expected 200 OK');
    if (!isNetwork) return new UnauthorizedError(`${what} was refused: ${message}`, { cause: error });
  }
  return new StoreUnavailableError('the identity provider cannot be reached now; try again later', {
    cause: error,
  });
}

/** Signs people in through an identity provider, and checks the bearer tokens that it issued to programs. */
export class IdentityProvider {
  readonly settings: OidcSettings;
  readonly #secrets: Secrets;
  readonly #cooldownMs: number;
  #found: Promise<Configuration> | undefined;
  #keys: Promise<JWTVerifyGetKey> | undefined;

  constructor(settings: OidcSettings, secrets: Secrets, cooldown = cooldownMs) {
    this.settings = settings;
    this.#secrets = secrets;
    this.#cooldownMs = cooldown;
  }

  /** The issuer's metadata, requested when first needed and again after a failure. */
  #configuration(): Promise<Configuration> {
    this.#found ??= this.#discover().catch((error: unknown) => {
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }

  async #discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.settings;
    const url = new URL(issuer);
    const authentication = clientSecret === undefined ? client.None() : client.ClientSecretPost(clientSecret);
    const execute = [client.enableNonRepudiationChecks];
    // readConfig allows plain HTTP on this machine only.
    if (url.protocol === 'http:') execute.push(client.allowInsecureRequests);
    return client.discovery(url, clientId, undefined, authentication, { execute, timeout: 10 });
  }

  #keySet(): Promise<JWTVerifyGetKey> {
    this.#keys ??= this.#openKeySet().catch((error: unknown) => {
      this.#keys = undefined;
      throw error;
    });
    return this.#keys;
  }

  async #openKeySet(): Promise<JWTVerifyGetKey> {
    const { createRemoteJWKSet } = await import('jose');
    const address = (await this.#configuration()).serverMetadata().jwks_uri;
    if (address === undefined) throw new Error('the identity provider publishes no keys (jwks_uri)');
    return createRemoteJWKSet(new URL(address), {
      cooldownDuration: this.#cooldownMs,
      timeoutDuration: 5000,
    });
  }

  /** @throws UnauthorizedError the token expired, has another audience or issuer, or its signature is invalid */
  async verifyBearer(token: string): Promise<Subject> {
    const { audience, issuer } = this.settings;
    if (audience === undefined) {
      throw new UnauthorizedError(
        'this server accepts no tokens of the identity provider (OIDC_AUDIENCE); send an API key',
      );
    }
    try {
      const { jwtVerify } = await import('jose');
      const options = { issuer, audience, algorithms, clockTolerance: toleranceSeconds };
      const { payload } = await jwtVerify(token, await this.#keySet(), {
        ...options,
        requiredClaims: ['sub', 'exp'],
      });
      return subjectOf(payload);
    } catch (error) {
      throw refusal(error, 'the token');
    }
  }

  /** The address to send the browser to, and the state that it keeps until it returns. */
  async begin(returnTo: string | undefined): Promise<{ readonly url: string; readonly attempt: string }> {
    try {
      const client = await import('openid-client');
      const verifier = client.randomPKCECodeVerifier();
      const attempt: Attempt = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier,
        returnTo: localPath(returnTo),
        until: Date.now() + attemptMs,
      };
      const url = client.buildAuthorizationUrl(await this.#configuration(), {
        redirect_uri: `${this.settings.publicUrl}${callbackPath}`,
        scope: 'openid profile email',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state: attempt.state,
        nonce: attempt.nonce,
      });
      return { url: url.href, attempt: this.#secrets.seal(purpose, JSON.stringify(attempt)) };
    } catch (error) {
      throw refusal(error, 'the sign-in');
    }
  }

  #attemptOf(kept: string | undefined): Attempt {
    try {
      const attempt = JSON.parse(this.#secrets.unseal(purpose, kept ?? '')) as Attempt;
      if (attempt.until > Date.now()) return attempt;
    } catch {
      // Another browser's, another server's, or none.
    }
    throw new UnauthorizedError('this browser started no sign-in within the last ten minutes; sign in again');
  }

  /**
   * Handles the return of the browser. Checks code, state, nonce, PKCE and the ID token.
   *
   * @param query of the address that it came back to
   * @throws UnauthorizedError
   */
  async finish(query: string, kept: string | undefined): Promise<Subject & { readonly returnTo: string }> {
    const { state, nonce, verifier, returnTo } = this.#attemptOf(kept);
    try {
      const client = await import('openid-client');
      const address = new URL(`${this.settings.publicUrl}${callbackPath}${query}`);
      const tokens = await client.authorizationCodeGrant(await this.#configuration(), address, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
      return { ...subjectOf((tokens.claims() ?? {}) as JWTPayload), returnTo };
    } catch (error) {
      throw refusal(error, 'the sign-in');
    }
  }
}
