import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { hiddenFrom } from '../permissions.ts';

/** Upper bounds in seconds: from an answer out of memory to a training of thousands of rows. */
const buckets = [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60, 300];

/**
 * `/metrics` in the text format of Prometheus: requests by route template, method and status class; the process, its memory and
 * the lag of its event loop. No label names a session or a person.
 */
export async function metrics(app: FastifyInstance): Promise<void> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'athanor_http_requests_total',
    help: 'Requests that were answered',
    labelNames,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'athanor_http_request_seconds',
    help: 'Time from the first byte of a request to the last byte of its answer',
    labelNames,
    buckets,
    registers: [registry],
  });
  const open = new Gauge({
    name: 'athanor_http_requests_open',
    help: 'Requests that are being answered',
    registers: [registry],
  });
  const unsaved = new Counter({
    name: 'athanor_answers_unsaved_total',
    help: 'Answers to changes that could not be written to the store',
    registers: [registry],
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
  app.addHook('onClose', async () => registry.clear());
  app.get('/metrics', hiddenFrom('server:admin'), async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}
