import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolDescription } from '../../../jobs/pool.ts';
import {
  conflictChannel,
  type JobMeasure,
  jobChannel,
  type LeaseMeasure,
  leaseChannel,
  type OutboxMeasure,
  outboxChannel,
  type StoreMeasure,
  storeChannel,
} from '../../../telemetry.ts';
import { hiddenFrom } from '../../permissions.ts';

/** Upper bounds in seconds: from an answer out of memory to a training of thousands of rows. */
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];

export interface MetricsOptions {
  /** A port of its own on `host`; undefined: `/metrics` of the server, for admins. */
  readonly port: number | undefined;
  readonly host: string;
  /** Undefined until the first job. */
  readonly pool: () => PoolDescription | undefined;
}

function requestMetrics(app: FastifyInstance, registers: Registry[]): void {
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'athanor_http_requests_total',
    help: 'Answered requests',
    labelNames,
    registers,
  });
  const seconds = new Histogram({
    name: 'athanor_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames,
    buckets,
    registers,
  });
  const open = new Gauge({
    name: 'athanor_http_requests_open',
    help: 'Requests in progress',
    registers,
  });
  const unsaved = new Counter({
    name: 'athanor_answers_unsaved_total',
    help: 'Changes refused because they could not be written to the store',
    registers,
  });
  app.addHook('onRequest', async () => open.inc());
  app.addHook('onResponse', async (request, reply) => {
    open.dec();
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: `${Math.floor(reply.statusCode / 100)}xx`,
    };
    requests.inc(labels);
    seconds.observe(labels, reply.elapsedTime / 1000);
    if (reply.getHeader('x-service-saved') === 'false') unsaved.inc();
  });
  new Gauge({
    name: 'athanor_sockets_open',
    help: 'Open event sockets',
    registers,
    collect() {
      this.set(app.websocketServer.clients.size);
    },
  });
}

function poolMetrics(pool: MetricsOptions['pool'], registers: Registry[]): void {
  const gauge = (name: string, help: string, of: (described: PoolDescription) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        const described = pool();
        this.set(described === undefined ? 0 : of(described));
      },
    });
  gauge('athanor_pool_workers', 'Worker threads for jobs, started or not', (one) => one.workers);
  gauge('athanor_pool_running', 'Running jobs', (one) => one.running);
  gauge('athanor_pool_waiting', 'Jobs waiting for a worker', (one) => one.waiting);
  gauge('athanor_pool_waiting_limit', 'Limit of waiting jobs', (one) => one.queueLimit);
  gauge(
    'athanor_pool_queue_age_seconds',
    'Waiting time of the job that has waited longest',
    (one) => one.oldestSeconds,
  );
  new Gauge({
    name: 'athanor_pool_device',
    help: '1 for the backend that heavy jobs run on, and its device',
    labelNames: ['backend', 'device'],
    registers,
    collect() {
      this.reset();
      const { backend = null, device = null } = pool() ?? {};
      if (backend !== null && device !== null) this.set({ backend, device }, 1);
    },
  });
}

/** Subscribes to telemetry of the service; the returned function unsubscribes. */
function serviceMetrics(registers: Registry[]): () => void {
  const jobs = new Histogram({
    name: 'athanor_job_seconds',
    help: 'Time of a job from its request to its result; trainings are `train`',
    labelNames: ['job', 'outcome'],
    buckets,
    registers,
  });
  const store = new Histogram({
    name: 'athanor_store_seconds',
    help: 'Time of a call of the store',
    labelNames: ['operation', 'outcome'],
    buckets,
    registers,
  });
  const conflicts = new Counter({
    name: 'athanor_commit_conflicts_total',
    help: 'Commits that met a newer revision and were repeated',
    registers,
  });
  const outbox = new Histogram({
    name: 'athanor_outbox_lag_seconds',
    help: 'Time from the commit of an event, by any server on the database, to its delivery by this server',
    buckets,
    registers,
  });
  const leases = new Counter({
    name: 'athanor_lease_expiries_total',
    help: 'Leases that ended without a result: of runs (`run`) or of jobs of workers (`job`)',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of ['run', 'job'] satisfies LeaseMeasure['kind'][]) leases.inc({ kind }, 0);
  const onJob = (message: unknown) => {
    const { job, outcome, seconds } = message as JobMeasure;
    jobs.observe({ job, outcome }, seconds);
  };
  const onStore = (message: unknown) => {
    const { operation, outcome, seconds } = message as StoreMeasure;
    store.observe({ operation, outcome }, seconds);
  };
  const onConflict = () => conflicts.inc();
  const onOutbox = (message: unknown) => outbox.observe((message as OutboxMeasure).seconds);
  const onLease = (message: unknown) => {
    const { kind, lapsed } = message as LeaseMeasure;
    leases.inc({ kind }, lapsed);
  };
  const followed = [
    [jobChannel, onJob],
    [storeChannel, onStore],
    [conflictChannel, onConflict],
    [outboxChannel, onOutbox],
    [leaseChannel, onLease],
  ] as const;
  for (const [channel, hear] of followed) channel.subscribe(hear);
  return () => {
    for (const [channel, hear] of followed) channel.unsubscribe(hear);
  };
}

/** Serves the metrics on their own port, for a network that only monitors reach. */
async function servePort(
  app: FastifyInstance,
  registry: Registry,
  host: string,
  port: number,
): Promise<void> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((done, failed) => {
    server.once('error', (cause) =>
      failed(new Error(`start-up: the server cannot listen on METRICS_PORT ${port} of ${host}`, { cause })),
    );
    server.listen(port, host, done);
  });
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  });
}

/**
 * Metrics in the text format of Prometheus: requests by route template, method and status class; jobs, workers, store; the process,
 * its memory and the lag of its event loop. No label names a session or a user.
 */
export async function metrics(app: FastifyInstance, { port, host, pool }: MetricsOptions): Promise<void> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  requestMetrics(app, [registry]);
  poolMetrics(pool, [registry]);
  const end = serviceMetrics([registry]);
  app.addHook('onClose', async () => {
    end();
    registry.clear();
  });
  if (port !== undefined) return servePort(app, registry, host, port);
  app.get('/metrics', hiddenFrom('server:admin'), async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
