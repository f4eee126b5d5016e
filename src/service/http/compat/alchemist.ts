import type { FastifyReply, FastifyRequest } from 'fastify';
import { isRecord } from '../../../contract/is-record.ts';
import type { Gate } from '../../auth/gate.ts';
import type { Sessions } from '../../sessions.ts';
import type { App } from '../plugins/type-provider.ts';
import { designRules } from './designs.ts';
import { oldValidationError } from './errors.ts';
import { exchangeOf, type Json, type Rule } from './exchange.ts';
import { experimentRules } from './experiments.ts';
import { modelRules } from './models.ts';
import { sessionRules } from './sessions.ts';
import { oldSocket } from './socket.ts';
import { variableRules } from './variables.ts';

const rules: Readonly<Record<string, Rule | undefined>> = {
  ...sessionRules,
  ...variableRules,
  ...experimentRules,
  ...modelRules,
  ...designRules,
};

const prefix = '/api/v1';

/** 0.4.0's paths that are spelled differently. */
const respelled: readonly (readonly [RegExp, string])[] = [
  [/^(\/api\/v1\/sessions\/[^/]+\/visualizations\/)qq-plot(?=$|\?)/, '$1qq_plot'],
  [/^(\/api\/v1\/sessions\/[^/]+\/visualizations\/)calibration-curve(?=$|\?)/, '$1calibration'],
];

/** Below a session, where 0.4.0 sends no save header. */
const unsavedPaths =
  /\/sessions\/[^/]+\/(save|model\/predict|visualizations\/|experiments\/preview|acquisition\/find-optimum|optimal-design\/info|backup|lock)/;

/** For Fastify's `rewriteUrl`. */
export function rewriteOldUrl(url: string): string {
  const row = respelled.find(([pattern]) => pattern.test(url));
  return row === undefined ? url : url.replace(row[0], row[1]);
}

/** Clients of ours (the web application) that say so are left alone. */
const isOurs = (request: FastifyRequest): boolean => request.headers['x-athanor-client'] !== undefined;

function ruleOf(request: FastifyRequest): Rule | undefined {
  const { url } = request.routeOptions;
  if (url === undefined || isOurs(request)) return undefined;
  const path = url.startsWith(prefix) ? url.slice(prefix.length) : url;
  return rules[`${request.method} ${path}`];
}

const sentBodies = new WeakMap<FastifyRequest, unknown>();

function isJson(reply: FastifyReply): boolean {
  const type = reply.getHeader('content-type');
  const attached = reply.getHeader('content-disposition') !== undefined;
  return !attached && (type === undefined || String(type).startsWith('application/json'));
}

/**
 * Serves the interface of ALchemist 0.4.0 over our routes: its spellings are translated before a request is
 * checked, and our answers after they are made. Routes and sessions know nothing about it.
 *
 * @param api the scope of `/api/v1`; register after autosave, so that the save header is there to be copied
 */
export function serveOldInterface(api: App, sessions: Sessions, gate: Gate | undefined): void {
  api.addHook('preValidation', async (request) => {
    sentBodies.set(request, request.body);
    const rule = ruleOf(request);
    if (rule?.body !== undefined && isRecord(request.body))
      request.body = await rule.body(request.body, exchangeOf(request, request.body, sessions));
    if (rule?.query !== undefined) request.query = rule.query(request.query as Json);
  });
  api.addHook('onSend', async (request, reply, payload) => {
    const saved = reply.getHeader('x-service-saved');
    if (saved !== undefined && !unsavedPaths.test(request.url)) reply.header('X-ALchemist-Saved', saved);
    return answerOld(request, reply, payload, sessions);
  });
  oldSocket(api, sessions, gate);
}

/** What lies outside `/api/v1`: service routes, unknown paths, and questions about origins. */
export function serveOldRoot(app: App, sessions: Sessions): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { url } = request.routeOptions;
    if (url?.startsWith(prefix) && !request.is404) return payload;
    if (request.method === 'OPTIONS' && reply.statusCode === 204) return plainOk(reply);
    if (request.is404 && request.method !== 'GET' && !isOurs(request)) return methodNotAllowed(reply);
    return answerOld(request, reply, payload, sessions);
  });
}

async function answerOld(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  sessions: Sessions,
): Promise<unknown> {
  if (isOurs(request) || !isJson(reply) || (payload != null && typeof payload !== 'string')) return payload;
  const sent = sentBodies.get(request);
  if (reply.statusCode === 422) {
    const ours = JSON.parse(payload ?? '{}') as Json;
    return JSON.stringify(oldValidationError(ours, sent, request.query));
  }
  const rule = ruleOf(request);
  if (rule === undefined || reply.statusCode >= 300) return payload;
  return translate(rule, payload ?? null, reply, exchangeOf(request, sent, sessions));
}

async function translate(
  rule: Rule,
  payload: string | null,
  reply: FastifyReply,
  exchange: Parameters<NonNullable<Rule['answer']>>[1],
): Promise<string | null> {
  if (rule.status !== undefined) reply.code(rule.status);
  if (rule.answer === undefined) return payload;
  const ours = (payload === null || payload === '' ? {} : JSON.parse(payload)) as Json;
  reply.header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify(await rule.answer(ours, exchange));
}

/** Preflight answers of 0.4.0 have a body. */
function plainOk(reply: FastifyReply): string {
  reply.code(200).header('content-type', 'text/plain; charset=utf-8').removeHeader('content-length');
  return 'OK';
}

/** 0.4.0 has a catch-all for GET alone, so other verbs on an unknown path are 405. */
function methodNotAllowed(reply: FastifyReply): string {
  reply.code(405).header('Allow', 'GET').header('content-type', 'application/json; charset=utf-8');
  return JSON.stringify({ detail: 'Method Not Allowed' });
}
