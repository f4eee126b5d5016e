import { isIP } from 'node:net';
import type { AuthMode } from '../contract/server/accounts.ts';
import { type BackendChoice, backendNames } from '../engine/compute/backend-names.ts';
import type { AllowedHosts } from './assistant/addresses.ts';
import type { OidcSettings } from './auth/identity-provider.ts';
import { parseSecretKeys } from './auth/secrets.ts';
import { type Limits, readLimits } from './limits.ts';

export interface DatabaseConfig {
  readonly url: string;
  /** Address that bypasses a pooler such as PgBouncer; undefined: there is no pooler. */
  readonly direct: string | undefined;
  /** Connections at most. */
  readonly connections: number;
  /** What a worker must have to take a job of this server. */
  readonly jobsNeed: readonly 'cuda'[];
  /** Jobs that are estimated to take longer, in seconds, go to workers. */
  readonly jobsLongSeconds: number;
}

/** Whether and how callers are authenticated. */
export interface AuthSettings {
  readonly mode: AuthMode;
  /** Until a browser that is not used has to sign in again. */
  readonly idleMinutes: number;
  /** Until any browser has to. */
  readonly sessionHours: number;
  /** With `AUTH=oidc`. */
  readonly oidc: OidcSettings | undefined;
}

/** What the environment decides. */
export interface Config {
  /** Listen address. */
  readonly host: string;
  readonly port: number;
  readonly allowedOrigins: readonly string[];
  /** Names under which the server may be addressed, besides those of the loopback. */
  readonly allowedHosts: readonly string[];
  /** Addresses and networks whose `X-Forwarded-…` headers are trusted. */
  readonly trustedProxies: readonly string[];
  /** Seconds from the start of shutdown (`/ready` is 503) until requests are refused. */
  readonly drainSeconds: number;
  /** Folder of session files. */
  readonly dataDir: string;
  /** PostgreSQL in place of session files; undefined: files. */
  readonly database: DatabaseConfig | undefined;
  readonly backend: BackendChoice;
  /** Threads of one native kernel; undefined: chosen from the machine. */
  readonly threads: number | undefined;
  readonly logLevel: string;
  /** Interface of an earlier product that is served in addition to ours; only 'alchemist-0.4' is known. */
  readonly compat: string | undefined;
  /** Whether `/metrics` is served. */
  readonly metrics: boolean;
  /** Where metrics are served beside the server; undefined: at `/metrics` of the server. */
  readonly metricsPort: number | undefined;
  /** Whether spans go to an OpenTelemetry collector. */
  readonly traces: boolean;
  /** Whether the assistant may call the language-model server that a client names. */
  readonly assistant: boolean;
  /** Limits of requests in time; 'seed' has the numbers of the specification. */
  readonly rateLimits: 'off' | 'seed';
  /** Servers that the assistant may call. */
  readonly assistantHosts: AllowedHosts;
  readonly auth: AuthSettings;
  /** Keys that stored secrets are hashed and encrypted with; empty: one in the data folder. */
  readonly secretKeys: readonly Uint8Array[];
  readonly limits: Limits;
}

/** What ATHANOR_BACKEND may be. */
export const backendChoices: readonly BackendChoice[] = ['auto', ...backendNames];

const levels: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'];

function choice(name: string, value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value;
  throw new Error(`start-up: ${name} must be one of ${allowed.join(', ')}, got '${value}'`);
}

function whole(name: string, value: string, low: number, high: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= low && number <= high) return number;
  throw new Error(`start-up: ${name} must be a whole number from ${low} to ${high}, got '${value}'`);
}

const list = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/**
 * Host names as they stand in addresses: lower case, other letters in their ASCII form.
 *
 * @param form  what an entry is, with an example
 * @param withPort  whether `name:port` is one, too
 * @throws Error naming the entry that is none
 */
function hosts(name: string, text: string, form: string, withPort: boolean): string[] {
  return list(text).map((entry) => {
    const [, host = '', port = ''] = /^([^\s/\\@?#*]*?)(:\d+)?$/.exec(entry) ?? [];
    const url = `http://${host}`;
    if (URL.canParse(url) && (withPort || port === '')) return `${new URL(url).hostname}${port}`;
    throw new Error(`start-up: ${name} must list ${form}, got '${entry}'`);
  });
}

/** Names under which the server is addressed. */
const ownHosts = (text: string): string[] =>
  hosts('ALLOWED_HOSTS', text, 'host names without scheme and port, such as athanor.lab.example', false);

/** Servers that the assistant may call. */
const calledHosts = (name: string, text: string): string[] =>
  hosts(name, text, 'hosts such as api.openai.com or localhost:11434', true);

/** Credentials may go to named origins only, so an origin is spelled out. */
function origins(text: string): string[] {
  const named = list(text);
  for (const origin of named) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new Error(
        `start-up: ALLOWED_ORIGINS must list origins such as https://lab.example, got '${origin}'`,
      );
    }
  }
  return named;
}

/** @throws Error naming the variable and never the value, which holds a password */
function databaseUrl(name: string, value: string): string | undefined {
  if (value === '') return undefined;
  if (/^postgres(ql)?:\/\/./.test(value) && URL.canParse(value)) return value;
  throw new Error(`start-up: ${name} must be an address such as postgres://user:password@host:5432/name`);
}

/** Whether a collector of spans is named. @throws Error naming the variable whose value is no address */
function tracesAreSent(get: Get): boolean {
  const named = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].filter(
    (name) => get(name, '') !== '',
  );
  for (const name of named) {
    const value = get(name, '');
    if (/^https?:\/\/./.test(value) && URL.canParse(value)) continue;
    throw new Error(`start-up: ${name} must be an address such as http://localhost:4318, got '${value}'`);
  }
  return named.length > 0;
}

/** @throws Error naming the entry that is neither an address nor a network */
function proxies(text: string): string[] {
  const named = list(text);
  for (const entry of named) {
    const [address = '', bits, more] = entry.split('/');
    const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] as number;
    const isNetwork = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
    if (most < 0 || !isNetwork || more !== undefined) {
      throw new Error(
        `start-up: TRUSTED_PROXIES must list addresses or networks such as 10.0.0.0/8, got '${entry}'`,
      );
    }
  }
  return named;
}

type Get = (name: string, fallback: string) => string;

function database(get: Get): DatabaseConfig | undefined {
  const url = databaseUrl('DATABASE_URL', get('DATABASE_URL', ''));
  const direct = databaseUrl('DATABASE_URL_DIRECT', get('DATABASE_URL_DIRECT', ''));
  const connections = whole('DATABASE_CONNECTIONS', get('DATABASE_CONNECTIONS', '10'), 2, 1000);
  const need = choice('JOBS_NEED', get('JOBS_NEED', 'any'), ['any', 'cuda']);
  const jobsNeed = need === 'cuda' ? (['cuda'] as const) : [];
  const jobsLongSeconds = whole('JOBS_LONG_SECONDS', get('JOBS_LONG_SECONDS', '2'), 0, 3600);
  if (url !== undefined) return { url, direct, connections, jobsNeed, jobsLongSeconds };
  // Sessions would go to files, unnoticed.
  if (direct !== undefined)
    throw new Error('start-up: DATABASE_URL_DIRECT is set, and DATABASE_URL is not; set both');
  return undefined;
}

/** An address to which people and secrets are sent: over TLS, or on this machine. */
function safeUrl(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isLocal = url?.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  if (url?.protocol === 'https:' || isLocal) return value.replace(/\/+$/, '');
  throw new Error(`start-up: ${name} must be an https address, or http on this machine, got '${value}'`);
}

function oidc(get: Get): OidcSettings {
  const needed = (name: string): string => {
    const value = get(name, '');
    if (value !== '') return value;
    throw new Error(`start-up: AUTH=oidc needs ${name}; see docs/security.md`);
  };
  const issuer = needed('OIDC_ISSUER');
  safeUrl('OIDC_ISSUER', issuer);
  return {
    issuer,
    clientId: needed('OIDC_CLIENT_ID'),
    clientSecret: get('OIDC_CLIENT_SECRET', '') || undefined,
    audience: get('OIDC_AUDIENCE', '') || undefined,
    publicUrl: safeUrl('PUBLIC_URL', needed('PUBLIC_URL')),
    join: choice('OIDC_JOIN', get('OIDC_JOIN', 'on'), ['on', 'off']) === 'on',
  };
}

function authSettings(get: Get): AuthSettings {
  const mode = choice('AUTH', get('AUTH', 'off'), ['off', 'keys', 'oidc']) as AuthMode;
  return {
    mode,
    idleMinutes: whole('AUTH_IDLE_MINUTES', get('AUTH_IDLE_MINUTES', '60'), 1, 10_080),
    sessionHours: whole('AUTH_SESSION_HOURS', get('AUTH_SESSION_HOURS', '12'), 1, 720),
    oidc: mode === 'oidc' ? oidc(get) : undefined,
  };
}

/**
 * The environment as a record; an empty variable counts as unset.
 *
 * HOST is 127.0.0.1 by default: nothing requires authentication, so other machines are let in only on purpose.
 *
 * @throws Error naming the variable, the value and what is allowed
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const get: Get = (name, fallback) => environment[name] || fallback;
  const threads = get('ATHANOR_THREADS', '');
  const compat = get('COMPAT', '');
  return {
    host: get('HOST', '127.0.0.1'),
    port: whole('PORT', get('PORT', '8000'), 0, 65535),
    allowedOrigins: origins(get('ALLOWED_ORIGINS', 'http://localhost:5173,http://localhost:3000')),
    allowedHosts: ownHosts(get('ALLOWED_HOSTS', '')),
    trustedProxies: proxies(get('TRUSTED_PROXIES', '')),
    drainSeconds: whole('DRAIN_SECONDS', get('DRAIN_SECONDS', '0'), 0, 600),
    dataDir: get('DATA_DIR', './data'),
    database: database(get),
    backend: choice('ATHANOR_BACKEND', get('ATHANOR_BACKEND', 'auto'), backendChoices) as BackendChoice,
    threads: threads === '' ? undefined : whole('ATHANOR_THREADS', threads, 1, 1024),
    logLevel: choice('LOG_LEVEL', get('LOG_LEVEL', 'info'), levels),
    metrics: choice('METRICS', get('METRICS', 'off'), ['on', 'off']) === 'on',
    metricsPort:
      get('METRICS_PORT', '') === '' ? undefined : whole('METRICS_PORT', get('METRICS_PORT', ''), 1, 65535),
    traces: tracesAreSent(get),
    assistant: choice('ASSISTANT', get('ASSISTANT', 'off'), ['on', 'off']) === 'on',
    rateLimits: choice('RATE_LIMITS', get('RATE_LIMITS', 'off'), ['off', 'seed']) as 'off' | 'seed',
    assistantHosts: {
      hosts: calledHosts('ASSISTANT_HOSTS', get('ASSISTANT_HOSTS', 'api.openai.com')),
      privateHosts: calledHosts('ASSISTANT_PRIVATE_HOSTS', get('ASSISTANT_PRIVATE_HOSTS', '')),
    },
    auth: authSettings(get),
    secretKeys: get('SECRET_KEY', '') === '' ? [] : parseSecretKeys(get('SECRET_KEY', '')),
    limits: readLimits((name, standard, low, high) => whole(name, get(name, String(standard)), low, high)),
    compat: compat === '' ? undefined : choice('COMPAT', compat, ['alchemist-0.4']),
  };
}
