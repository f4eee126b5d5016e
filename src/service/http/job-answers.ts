import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionParams } from '../../contract/schema-parts.ts';
import type { Job, JobResult } from '../../contract/server/jobs.ts';
import type { RequestOptions } from '../request-options.ts';
import { apiPrefix } from './api-prefix.ts';
import { errorBody } from './plugins/answers/errors.ts';
import { sendLarge } from './plugins/bodies/files.ts';
import { requestOptions } from './request-options.ts';
import type { Services } from './services.ts';

/** A route that runs a job, and its handler for one request. */
interface JobRoute {
  readonly method: string;
  readonly path: string;
  readonly status?: number;
  readonly readOnly?: boolean;
  readonly handle: (options: RequestOptions) => unknown;
}

/** The answer that the request would have had; never rejects. */
async function resultOf(
  { sessions, log, config }: Services,
  session_id: string,
  { status = 200, readOnly }: JobRoute,
  answer: unknown,
): Promise<JobResult> {
  try {
    const body = await answer;
    return { status, body, saved: readOnly === true ? null : await sessions.save(session_id) };
  } catch (error) {
    const refused = errorBody(error as Error, config.limits);
    if (refused.status >= 500) log.warn({ session_id, err: error }, 'a job failed');
    return { ...refused, saved: null };
  }
}

function accepted(reply: FastifyReply, job: Job): Job {
  reply.code(202).header('Location', `${apiPrefix}/jobs/${job.job_id}`);
  reply.header('Preference-Applied', 'respond-async');
  return job;
}

/** Whether the answer or an error arrives within the time. */
async function isThereWithin(seconds: number, answer: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, seconds * 1000, false);
  });
  const there = answer.then(
    () => true,
    () => true,
  );
  const isThere = await Promise.race([there, late]);
  clearTimeout(timer);
  return isThere;
}

/**
 * Answers with the job that carries out the request, or with its answer where that is there within the time.
 *
 * @param patience seconds that the client waits
 */
export async function answerOrJob(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  route: JobRoute,
  patience: number,
): Promise<unknown> {
  const { session_id } = request.params as SessionParams;
  const { jobs, sessions, config } = services;
  const name = `${route.method} ${route.path}`;
  await sessions.version(session_id);
  const { ifMatch, author, lock, signal } = requestOptions(request, reply, undefined);
  const by = route.readOnly === true && author !== undefined ? { reader: author.id } : {};
  if (patience === 0) {
    const work = (options: RequestOptions) =>
      resultOf(services, session_id, route, call(route, { ...options, ifMatch, author, lock }));
    return accepted(reply, await jobs.start(session_id, name, work, by));
  }
  const controller = new AbortController();
  const leave = () => controller.abort();
  signal.addEventListener('abort', leave);
  let note: RequestOptions['onProgress'];
  let last: readonly [number, string] | undefined;
  const onProgress = (fraction: number, message: string) => {
    last = [fraction, message];
    note?.(fraction, message);
  };
  const answer = call(route, { ifMatch, author, lock, signal: controller.signal, onProgress });
  const isThere = await isThereWithin(patience, answer);
  const follow = (options: RequestOptions) => {
    note = options.onProgress;
    if (last !== undefined) note?.(...last);
    return resultOf(services, session_id, route, answer);
  };
  // If the job cannot be recorded, the client waits for the answer.
  const job = isThere
    ? undefined
    : await jobs.start(session_id, name, follow, { controller, ...by }).catch(() => undefined);
  if (job === undefined) return sendLarge(reply, await answer, config.compat !== undefined);
  signal.removeEventListener('abort', leave);
  return accepted(reply, job);
}

/** A handler may throw at once, or answer at once. */
const call = async ({ handle }: JobRoute, options: RequestOptions): Promise<unknown> => handle(options);
