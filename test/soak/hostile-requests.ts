import { oddString, oddValue, pick, type Random, spoiled, spoiledText, valueFor } from './hostile-values.ts';

type Json = Record<string, unknown>;

/** One route of the OpenAPI document. */
interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: unknown }[];
  readonly body: { readonly type: string; readonly schema: unknown } | undefined;
  /** It may run a job of the workers. */
  readonly job: boolean;
}

export interface HostileRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | undefined;
}

export interface Interface {
  readonly operations: readonly Operation[];
  readonly schemas: Json;
}

/** The routes of an OpenAPI document, save those that would make the server call others. */
export function interfaceOf(document: Json): Interface {
  const operations: Operation[] = [];
  for (const [path, methods] of Object.entries(document.paths as Record<string, Json>)) {
    if (path.includes('assistant')) continue;
    for (const [method, one] of Object.entries(methods as Record<string, Json>)) {
      const content = (one.requestBody as Json | undefined)?.content as
        | Record<string, { schema: unknown }>
        | undefined;
      const [type, media] = Object.entries(content ?? {})[0] ?? [];
      operations.push({
        method: method.toUpperCase(),
        path,
        parameters: (one.parameters ?? []) as Operation['parameters'],
        body: type === undefined ? undefined : { type, schema: media?.schema },
        job: '202' in (one.responses as Json),
      });
    }
  }
  return { operations, schemas: (document.components as { schemas: Json }).schemas };
}

function pathOf(
  { path, parameters }: Operation,
  schemas: Json,
  random: Random,
  ids: readonly string[],
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (random() < 0.12) return encodeURIComponent(oddString(random).toWellFormed());
    if (random() < 0.03)
      return pick(random, ['%', '%zz', '%ff', '..', '.', '%2e%2e%2f', '%00', 'a'.repeat(2000)]);
    if (name === 'session_id') return pick(random, ids);
    return pick(random, ['x', 'c', '0', '1', 'constraint', 'a1b2']);
  });
  const query = parameters
    .filter((one) => one.in === 'query' && random() < 0.4)
    .map(({ name, schema }) => {
      const value = random() < 0.4 ? oddValue(random) : valueFor(schema, schemas, random);
      const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
      return `${name}=${encodeURIComponent(text.toWellFormed())}`;
    });
  if (random() < 0.05)
    query.push(pick(random, ['__proto__=1', 'a[b]=c', '&&&', '=', '%ff=%fe', 'skip=-1&skip=2']));
  return query.length === 0 ? filled : `${filled}?${query.join('&')}`;
}

const oddHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'if-match': '"0"' },
  { 'if-match': 'W/"1", ,,"' },
  { 'idempotency-key': 'k' },
  { 'idempotency-key': 'ä'.repeat(300) },
  { prefer: 'respond-async' },
  { prefer: ';;,respond-async=,wait=x' },
  { accept: 'text/html;q=zzz' },
  { 'accept-encoding': 'gzip;q=0, *' },
  { 'content-encoding': 'gzip' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': 'multipart/form-data; boundary=b' },
  { 'content-type': 'application/json;;;=' },
  { cookie: 'a=b; '.repeat(400) },
  { range: 'bytes=-1' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-for': '::1, 999.999.999.999' },
  { expect: '100-continue' },
  { origin: 'http://evil.example' },
  { host: 'evil.example' },
  { host: 'localhost:99999' },
];

const boundary = 'hostile';

function formOf(random: Random): Buffer {
  const file = pick<() => string | Buffer>(random, [
    () => 'x,c,Output\n1,A,2\n2,B,3\n',
    () => 'x;c;Output\n1,5;A;2\n',
    () => `x,Output\n${'1,2\n'.repeat(3000)}`,
    () => `${'a,'.repeat(3000)}\n1`,
    () => `"${'x'.repeat(50_000)}`,
    () => 'PK\u0003\u0004broken workbook',
    () => 'PAR1brokenPAR1',
    () => Buffer.alloc(2000, random() * 256),
    () => '',
  ])();
  const name = pick(random, ['file', 'file', 'file', 'x', '__proto__', '']);
  const fields =
    random() < 0.3
      ? `--${boundary}\r\nContent-Disposition: form-data; name="target_columns"\r\n\r\n${oddString(random)}\r\n`
      : '';
  const whole = Buffer.concat([
    Buffer.from(
      `${fields}--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="../f.csv"\r\n\r\n`,
    ),
    Buffer.from(file),
    Buffer.from(random() < 0.85 ? `\r\n--${boundary}--\r\n` : ''),
  ]);
  return random() < 0.1 ? whole.subarray(0, Math.floor(whole.length * random())) : whole;
}

function bodyOf({ body }: Operation, schemas: Json, random: Random): Buffer | undefined {
  if (body === undefined) return random() < 0.05 ? Buffer.from('{"a": 1}') : undefined;
  if (body.type.startsWith('multipart')) return formOf(random);
  const value = valueFor(body.schema, schemas, random);
  const isSpoiled = random() < 0.6;
  const text = JSON.stringify(isSpoiled ? spoiled(value, random) : value) ?? '';
  return random() < 0.15 ? spoiledText(text, random) : Buffer.from(text);
}

/** A request that no well-behaved client sends, or hardly; some are good ones. */
export function hostileRequest(
  { operations, schemas }: Interface,
  ids: readonly string[],
  random: Random,
  jobShare: number,
): HostileRequest {
  let operation = pick(random, operations);
  while (operation.job && random() >= jobShare) operation = pick(random, operations);
  const body = bodyOf(operation, schemas, random);
  const isForm = operation.body?.type.startsWith('multipart') === true;
  const type = isForm ? `multipart/form-data; boundary=${boundary}` : 'application/json';
  const headers: Record<string, string> = {
    ...(body === undefined ? {} : { 'content-type': type }),
    ...(random() < 0.15 ? pick(random, oddHeaders) : {}),
  };
  const method =
    random() < 0.02 ? pick(random, ['HEAD', 'OPTIONS', 'PATCH', 'PUT', 'DELETE', 'TRACE']) : operation.method;
  return { method, path: pathOf(operation, schemas, random, ids), headers, body };
}

/** What is sent over a bare socket, in pieces. */
export interface BareRequest {
  readonly pieces: readonly string[];
  /** Milliseconds between the pieces. */
  readonly pause: number;
  /** What the client does after the last piece. */
  readonly end: 'waits' | 'half-closes' | 'resets';
}

/** Requests that break the rules of HTTP, or come slowly, or end early. */
export function bareRequest(id: string, host: string, random: Random): BareRequest {
  const head = (line: string, ...more: readonly string[]) => [line, `Host: ${host}`, ...more].join('\r\n');
  const to = `POST /api/v1/sessions/${id}/experiments HTTP/1.1`;
  const json = 'Content-Type: application/json';
  const good = '{"inputs": {"x": 1, "c": "A"}, "output": 1}';
  const texts = [
    head(to, json, 'Content-Length: 100', '', '{'),
    head(to, json, `Content-Length: ${good.length}`, '', good),
    head(to, json, 'Content-Length: -5', '', good),
    head(to, json, 'Content-Length: 5', 'Content-Length: 50', '', good),
    head(to, json, 'Content-Length: 5', 'Transfer-Encoding: chunked', '', '0\r\n\r\n'),
    head(to, json, 'Transfer-Encoding: chunked', '', 'zz\r\n{}\r\n'),
    head(to, json, 'Transfer-Encoding: chunked', '', `5\r\n{"a":\r\n`),
    head(to, json, 'Content-Length: 99999999999', '', '{'),
    head(to, `X-Long: ${'a'.repeat(20_000)}`, '', ''),
    head(to, 'Bad Header', '', ''),
    head(to, 'A\u0000: b', '', ''),
    head('GET /health HTTP/9.9', '', ''),
    head('GET /health', '', ''),
    head('BREW /api/v1/sessions HTTP/1.1', '', ''),
    head('GET http://evil.example/api/v1/sessions HTTP/1.1', '', ''),
    'GET /health HTTP/1.1\r\n\r\n',
    `${head('GET /health HTTP/1.1', '', '')}${head('GET /api/v1/sessions HTTP/1.1', '', '')}`,
    head(
      `GET /ws/${id} HTTP/1.1`,
      'Upgrade: websocket',
      'Connection: Upgrade',
      'Sec-WebSocket-Key: x',
      'Sec-WebSocket-Version: 13',
      '',
      '',
    ),
    `${head(`GET /ws/${id} HTTP/1.1`, 'Upgrade: websocket', 'Connection: Upgrade', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', 'Sec-WebSocket-Version: 13', '', '')}\u00ff\u00ff\u00ff\u00ff`,
    '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
    '\r\n\r\n\r\n',
    'a'.repeat(40_000),
  ];
  const text = pick(random, texts);
  const isSlow = random() < 0.2;
  const size = isSlow ? Math.max(1, Math.ceil(text.length / 6)) : text.length;
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) =>
    text.slice(i * size, (i + 1) * size),
  );
  return { pieces, pause: isSlow ? 20 : 0, end: pick(random, ['waits', 'half-closes', 'resets'] as const) };
}
