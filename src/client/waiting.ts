import { isRetryable, retryAfterOf } from './back-off.ts';

/** As `fetch` of one request. */
export type Send = (request: Request) => Promise<Response>;

/** How a client waits for long requests: a training, a suggestion, a design, an analysis. */
export interface WaitOptions {
  /** Seconds after which the server turns a request into a job, so that no connection stays silent; 20 by default. */
  readonly waitSeconds?: number;
  /** Called with the progress of a job; `fraction` in [0, 1]. */
  readonly onProgress?: (fraction: number, message: string) => void;
  /** Called with the ID of the job that a request became. */
  readonly onJob?: (job_id: string) => void;
}

interface JobView {
  readonly job_id: string;
  readonly status: string;
  readonly progress: { readonly fraction: number; readonly message: string } | null;
  readonly result: {
    readonly status: number;
    readonly body: unknown;
    readonly saved: boolean | null;
  } | null;
}

/** Milliseconds between two requests for the state of a job: a twentieth of the time waited so far, so that a long job is not polled constantly. */
const lookAfter = (waited: number): number => Math.min(5000, Math.max(500, waited / 20));

/** Requests for the state of a job that may fail in a row, without a connection or while the server is busy. */
const mostFailures = 20;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener('abort', end);
  });

/** Who asks, without what belongs to the body of the request before. */
function headersOf(request: Request): Headers {
  const headers = new Headers(request.headers);
  for (const name of ['prefer', 'content-type', 'content-length', 'idempotency-key', 'if-match'])
    headers.delete(name);
  return headers;
}

/** What the request would have been answered. */
const answerOf = ({ status, body, saved }: NonNullable<JobView['result']>): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(saved === null ? {} : { 'x-service-saved': String(saved) }),
    },
  });

/** The answer of the job that a request became, when it ends. Aborting the request cancels the job. */
export async function answerOfJob(
  job_id: string,
  request: Request,
  send: Send,
  onProgress?: WaitOptions['onProgress'],
): Promise<Response> {
  const { signal, credentials } = request;
  const address = request.url.replace(/\/api\/v1\/.*$/, `/api/v1/jobs/${job_id}`);
  const look = (method: string) =>
    send(new Request(address, { method, headers: headersOf(request), credentials, keepalive: true }));
  const started = Date.now();
  for (let failures = 0, asked = 0; ; ) {
    await pause(Math.max(asked, lookAfter(Date.now() - started)), signal);
    if (signal.aborted) {
      await look('DELETE').catch(() => {});
      throw signal.reason;
    }
    const answer = await look('GET').catch((error: unknown) => {
      if (++failures >= mostFailures) throw error;
      return undefined;
    });
    asked = retryAfterOf(answer);
    if (answer === undefined) continue;
    if ((answer.status >= 500 || isRetryable(answer.status)) && ++failures < mostFailures) continue;
    if (!answer.ok) return answer;
    failures = 0;
    const { progress, result } = (await answer.json()) as JobView;
    if (result !== null) return answerOf(result);
    if (progress !== null) onProgress?.(progress.fraction, progress.message);
  }
}

/**
 * Sends requests so that work which takes long becomes a job of the server (RFC 7240: `respond-async, wait=20`), and waits for the
 * job: the answer is the same, and no proxy ends a connection that says nothing. A request with a `Prefer` of its own
 * is sent as it is. A request that is aborted by its signal cancels the job.
 */
export function waitingForJobs(send: Send, { waitSeconds = 20, onProgress, onJob }: WaitOptions = {}): Send {
  return async (request) => {
    const mayTakeLong = request.method === 'POST' || request.url.includes('/visualizations/');
    if (!mayTakeLong || request.headers.has('prefer')) return send(request);
    request.headers.set('prefer', `respond-async, wait=${waitSeconds}`);
    const answer = await send(request);
    if (answer.status !== 202) return answer;
    const { job_id } = (await answer.json()) as JobView;
    onJob?.(job_id);
    return answerOfJob(job_id, request, send, onProgress);
  };
}
