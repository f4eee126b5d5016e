/**
 * Packages that are used where they are installed, and for what. None is loaded before it is needed; the published manifest names
 * them as optional peers.
 */
export const optionalPackages: Readonly<Record<string, string>> = {
  '@athanor/cuda-linux-x64':
    'jobs on an NVIDIA GPU; made in a checkout by npm run build:platforms -- cuda-linux-x64',
  pg: 'PostgreSQL as the store (DATABASE_URL)',
  '@opentelemetry/api': 'traces (OTEL_EXPORTER_OTLP_ENDPOINT)',
  '@opentelemetry/sdk-trace-node': 'traces',
  '@opentelemetry/exporter-trace-otlp-http': 'traces',
};
