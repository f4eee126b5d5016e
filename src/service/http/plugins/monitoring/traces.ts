import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { release } from '../../../release.ts';
import { type JobMeasure, jobChannel } from '../../../telemetry.ts';

/** Part of the OpenTelemetry SDK that ends what was begun. */
interface Provider {
  shutdown(): Promise<void>;
}

/** Loads the SDK, which reads the variables `OTEL_…` itself. */
async function startSdk(): Promise<Provider> {
  const { NodeTracerProvider, BatchSpanProcessor } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const provider = new NodeTracerProvider({
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  provider.register();
  return provider;
}

/** Spans of requests, and of the jobs that they wait for as their children. A span names route and status, and no session or person. */
export async function traces(app: FastifyInstance, start: () => Promise<Provider> = startSdk): Promise<void> {
  const provider = await start();
  const tracer = trace.getTracer('athanor', release);
  const spans = new WeakMap<FastifyRequest, Span>();
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = 'none' } = request.routeOptions;
    const parent = propagation.extract(context.active(), request.headers);
    const attributes = { 'http.request.method': request.method, 'http.route': url };
    const span = tracer.startSpan(`${request.method} ${url}`, { kind: SpanKind.SERVER, attributes }, parent);
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  app.addHook('onResponse', async (request, reply) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
  // Measured in the context of the request that asked for the job.
  const onJob = (message: unknown) => {
    const { job, seconds, outcome } = message as JobMeasure;
    const startTime = Date.now() - seconds * 1000;
    const span = tracer.startSpan(`job ${job}`, { startTime, attributes: { 'athanor.outcome': outcome } });
    if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  };
  jobChannel.subscribe(onJob);
  app.addHook('onClose', async () => {
    jobChannel.unsubscribe(onJob);
    // Spans that no collector takes are lost. The server ends in order all the same.
    await provider.shutdown().catch((err: unknown) => app.log.warn({ err }, 'spans could not be sent'));
  });
}
