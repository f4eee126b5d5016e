import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import websocket from '@fastify/websocket';
import Fastify, { type FastifyServerOptions, LogController } from 'fastify';
import { webBundle } from '../../assets.ts';
import { assistantSettings, filePlace, recordPlace, sharedSecrets } from '../assistant/settings.ts';
import { AsyncJobs } from '../async-jobs.ts';
import type { Gate } from '../auth/gate.ts';
import { openSecrets } from '../auth/secrets.ts';
import type { Config } from '../config.ts';
import { Imports } from '../imports.ts';
import type { Pool } from '../jobs/pool.ts';
import type { JobRunner } from '../lazy-pool.ts';
import { Sessions } from '../sessions.ts';
import { plainFolder } from '../store/data-folder.ts';
import type { Store } from '../store/store.ts';
import { apiPrefix } from './api-prefix.ts';
import { rewriteOldUrl, serveOldInterface, serveOldRoot } from './compat/alchemist.ts';
import { eventSocket } from './events.ts';
import { requirePermissions } from './permissions.ts';
import { authenticate } from './plugins/access/authenticate.ts';
import { providerLogin } from './plugins/access/provider-login.ts';
import { limitRefusedCallers } from './plugins/access/refused-callers.ts';
import { sameSite } from './plugins/access/same-site.ts';
import { AnswerCache } from './plugins/answers/answer-cache.ts';
import { answerText } from './plugins/answers/answer-text.ts';
import { compressAnswers } from './plugins/answers/compressed.ts';
import { entityTags } from './plugins/answers/entity-tags.ts';
import { answerError } from './plugins/answers/errors.ts';
import { freshReads } from './plugins/answers/fresh-reads.ts';
import { problemJson } from './plugins/answers/problem-json.ts';
import { safeHeaders } from './plugins/answers/safe-headers.ts';
import { bodyMemory } from './plugins/bodies/body-memory.ts';
import { maxFields, maxParts } from './plugins/bodies/files.ts';
import { parseJson } from './plugins/bodies/json-body.ts';
import { answerBroken } from './plugins/connections/broken-requests.ts';
import { closeRefusedUpgrade, endConnections } from './plugins/connections/connections.ts';
import { drainable } from './plugins/connections/drain.ts';
import { endStalled } from './plugins/connections/stalled-answers.ts';
import { shedLoad } from './plugins/monitoring/load.ts';
import { meteredStore } from './plugins/monitoring/metered-store.ts';
import { readiness } from './plugins/monitoring/readiness.ts';
import { loggerOf, newRequestId, requestLog } from './plugins/monitoring/request-log.ts';
import { allowedMethods } from './plugins/pages/allowed-methods.ts';
import { apiDocs } from './plugins/pages/api-docs.ts';
import { webApp } from './plugins/pages/web-app.ts';
import { autosave } from './plugins/saving/autosave.ts';
import { retryUnsaved } from './plugins/saving/retry-unsaved.ts';
import type { App, TypeBoxProvider } from './plugins/type-provider.ts';
import { validatorCompiler } from './plugins/validation/validation.ts';
import { register } from './route.ts';
import { accountRoutes } from './routes/accounts.ts';
import { acquisitionRoutes } from './routes/acquisition.ts';
import { assistantRoutes } from './routes/assistant.ts';
import { auditRoutes } from './routes/audit.ts';
import { campaignRoutes } from './routes/campaign.ts';
import { constraintRoutes } from './routes/constraints.ts';
import { controlRoutes } from './routes/control.ts';
import { costRoutes } from './routes/cost.ts';
import { designRoutes } from './routes/design.ts';
import { experimentRoutes } from './routes/experiments.ts';
import { grantRoutes } from './routes/grants.ts';
import { historyRoutes } from './routes/history.ts';
import { importRoutes } from './routes/imports.ts';
import { jobRoutes } from './routes/jobs.ts';
import { keyRoutes } from './routes/keys.ts';
import { leaseRoutes } from './routes/leases.ts';
import { lockRoutes } from './routes/lock.ts';
import { modelRoutes } from './routes/model.ts';
import { queueRoutes } from './routes/queue.ts';
import { recoveryRoutes } from './routes/recovery.ts';
import { ruleRoutes } from './routes/rules.ts';
import { infoOf, serviceRoutes } from './routes/service.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { stagedRoutes } from './routes/staged.ts';
import { variableRoutes } from './routes/variables.ts';
import { visualizationRoutes } from './routes/visualizations.ts';
import type { Services } from './services.ts';

export interface AppOptions {
  readonly config: Config;
  readonly store: Store;
  /** Only `run` is used, so a test may stand in for it. */
  readonly pool: Pick<Pool, 'run'> & Partial<Pick<JobRunner, 'describe'>>;
  /** Authenticates callers; it is closed with the server. Left out: no authentication. */
  readonly gate?: Gate | undefined;
  /** Folder of the built web application. */
  readonly webRoot?: string;
}

const routes = [
  ...sessionRoutes,
  ...accountRoutes,
  ...keyRoutes,
  ...grantRoutes,
  ...variableRoutes,
  ...constraintRoutes,
  ...experimentRoutes,
  ...importRoutes,
  ...stagedRoutes,
  ...queueRoutes,
  ...leaseRoutes,
  ...ruleRoutes,
  ...modelRoutes,
  ...jobRoutes,
  ...acquisitionRoutes,
  ...campaignRoutes,
  ...visualizationRoutes,
  ...designRoutes,
  ...lockRoutes,
  ...recoveryRoutes,
  ...auditRoutes,
  ...historyRoutes,
  ...controlRoutes,
  ...costRoutes,
  ...assistantRoutes,
];

/** Given here, and not by the setters, Fastify does not load its own compilers at start-up. */
const compilersFactory = (closed: boolean) =>
  ({
    buildValidator: () => validatorCompiler(closed),
    buildSerializer: () => () => answerText,
  }) as unknown as NonNullable<NonNullable<FastifyServerOptions['schemaController']>['compilersFactory']>;

/** Other offers are declined by an answer, such as that of HTTP/2 with which some clients begin (RFC 9110, 7.8). */
const becomesSocket = ({ headers, url = '' }: IncomingMessage): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && /^\/(api\/v1\/)?ws\//.test(url);

/** Fastify with the limits and the dialect of the configuration. */
function openFastify({ limits, logLevel, compat, trustedProxies }: Config): App {
  return Fastify({
    logger: loggerOf(logLevel),
    genReqId: newRequestId,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    // Answers under way are finished; `serve.ts` ends what takes too long.
    forceCloseConnections: 'idle',
    requestTimeout: limits.requestSeconds * 1000,
    clientErrorHandler: answerBroken,
    http: {
      shouldUpgradeCallback: becomesSocket,
      headersTimeout: Math.min(60, limits.requestSeconds) * 1000,
      connectionsCheckingInterval: Math.min(30, limits.requestSeconds) * 1000,
    },
    // The name of a variable is part of an address: as long as HTTP lets an address be.
    routerOptions: { maxParamLength: 16_384 },
    // An address that cannot be read, which no route hears of.
    frameworkErrors: (error, request, reply) => {
      closeRefusedUpgrade(request.raw, reply.raw);
      return answerError(limits)(error, request, reply);
    },
    // Release 0.4.0 ignores unknown fields, and so does its compatible interface.
    schemaController: { compilersFactory: compilersFactory(compat === undefined) },
    rewriteUrl: ({ url = '/' }: IncomingMessage) => (compat === undefined ? url : rewriteOldUrl(url)),
  }).withTypeProvider<TypeBoxProvider>();
}

/** Pages of the allowed origins may read answers and these headers of ours. */
async function allowOrigins(app: App, { compat, allowedOrigins }: Config): Promise<void> {
  const oldHeaders = compat === undefined ? [] : ['X-ALchemist-Saved'];
  const options = {
    origin: [...allowedOrigins],
    credentials: true,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: [
      'X-Service-Saved',
      'X-Service-Stale',
      'Content-Disposition',
      'ETag',
      'Idempotency-Replayed',
      'Location',
      'Preference-Applied',
      'Retry-After',
      ...oldHeaders,
    ],
  };
  await app.register(cors, {
    // Other questions by OPTIONS are for the routes, of which none takes them: they are answered as any other method.
    delegator: ({ headers }, answer) => {
      const preflight = headers.origin !== undefined && 'access-control-request-method' in headers;
      answer(null, { ...options, preflight });
    },
  });
}

/** @throws Error naming the packages that are to be installed */
async function startTraces(app: App): Promise<void> {
  try {
    await (await import('./plugins/monitoring/traces.ts')).traces(app);
  } catch (cause) {
    throw new Error(
      'start-up: traces (OTEL_EXPORTER_OTLP_ENDPOINT) need the packages @opentelemetry/api, @opentelemetry/sdk-trace-node and @opentelemetry/exporter-trace-otlp-http; install them',
      { cause },
    );
  }
}

/** Logs and metrics of requests. */
async function observe(app: App, { config, pool }: Pick<AppOptions, 'config' | 'pool'>): Promise<void> {
  if (config.traces) await startTraces(app);
  requestLog(app);
  problemJson(app);
  if (!config.metrics) return;
  const { metrics } = await import('./plugins/monitoring/metrics.ts');
  const { metricsPort: port, host } = config;
  await metrics(app, { port, host, pool: () => pool.describe?.() });
}

/** What every request passes before its route: limits, origins, who is calling. */
async function guard(app: App, { config, store, pool, gate }: AppOptions, jobs: AsyncJobs): Promise<void> {
  const { limits } = config;
  app.setErrorHandler(answerError(limits));
  parseJson(app, limits);
  requirePermissions(app);
  await compressAnswers(app);
  await observe(app, { config, pool });
  shedLoad(app, limits);
  endConnections(app);
  endStalled(app, limits);
  safeHeaders(app);
  // Before the hook that refuses sockets: it closes what is refused.
  await app.register(websocket, { options: { maxPayload: 1 << 16 } });
  sameSite(app, config);
  await allowOrigins(app, config);
  await jobs.recover();
  const counters = store.shared ? store.records : undefined;
  if (config.rateLimits === 'seed' && gate !== undefined) limitRefusedCallers(app, counters);
  await authenticate(app, gate, async (job) => (await jobs.view(job)).session_id);
  if (config.rateLimits === 'seed') {
    const { rateLimits } = await import('./plugins/access/rate-limits.ts');
    await rateLimits(app, counters);
  }
  bodyMemory(app, limits);
  await app.register(multipart, {
    limits: { fileSize: limits.fileBytes, fields: maxFields, parts: maxParts },
  });
}

/** What routes work with; closed with the server. */
function openServices(app: App, { config, store, pool, gate }: AppOptions, jobs: AsyncJobs): Services {
  const sessions = new Sessions(config.metrics ? meteredStore(store) : store, pool, app.log, {
    limits: config.limits,
    own: async (session, author) => gate?.accounts.grant(session, author.id, 'owner'),
  });
  const folder = store.folder ?? plainFolder(config.dataDir);
  const assistant = store.shared
    ? assistantSettings(recordPlace(store.records), async () => sharedSecrets(config.secretKeys))
    : assistantSettings(filePlace(folder), () => openSecrets(config.secretKeys, folder));
  app.addHook('onClose', async () => {
    await jobs.close();
    await sessions.close();
  });
  retryUnsaved(app, sessions);
  const compute = () => pool.describe?.();
  const kept = new AnswerCache();
  const isDraining = drainable(app);
  return {
    isDraining,
    unready: readiness(store),
    sessions,
    config,
    compute,
    assistant,
    jobs,
    imports: new Imports(sessions),
    kept,
    log: app.log,
    gate,
  };
}

/** The whole HTTP server, not yet listening. The caller closes store and pool. */
export async function createApp(options: AppOptions): Promise<App> {
  const app = openFastify(options.config);
  try {
    await registerAll(app, options);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Hooks, services and routes of the server. */
async function registerAll(app: App, options: AppOptions): Promise<void> {
  const { config, store, gate, webRoot = webBundle } = options;
  const allowed = config.compat === undefined ? allowedMethods(app) : undefined;
  const jobs = new AsyncJobs(store, (err, message) => app.log.warn({ err }, message));
  await guard(app, options, jobs);
  const services = openServices(app, options, jobs);
  const { sessions } = services;
  apiDocs(app);
  await eventSocket(app, sessions, gate, config.limits);
  register(app, services, serviceRoutes);
  if (config.compat !== undefined) serveOldRoot(app, sessions);
  await app.register(
    async (api) => {
      autosave(api, sessions);
      if (store.shared) freshReads(api);
      entityTags(api, sessions);
      if (config.compat !== undefined) serveOldInterface(api, sessions, gate);
      register(api, services, routes);
      if (gate?.provider !== undefined) providerLogin(api, gate, gate.provider);
    },
    { prefix: apiPrefix },
  );
  await webApp(app, webRoot, infoOf(config), allowed);
}
