import { type Static, Type } from 'typebox';
import { nullable, Timestamp, titled } from '../schema-parts.ts';

const JobStatus = Type.Enum(['running', 'succeeded', 'failed', 'cancelled']);

const JobProgress = Type.Object({
  fraction: Type.Number({ minimum: 0, maximum: 1 }),
  message: Type.String(),
});

/** What the request would have been answered. */
const JobResult = Type.Object({
  status: Type.Integer({ description: 'HTTP status' }),
  body: Type.Unknown(),
  saved: nullable(Type.Boolean({ description: 'As X-Service-Saved; null for a job that changes nothing' })),
});
export type JobResult = Static<typeof JobResult>;

export const Job = Type.Object(
  {
    job_id: Type.String(),
    session_id: Type.String(),
    route: Type.String({ description: 'Method and path of the request' }),
    status: JobStatus,
    progress: nullable(JobProgress),
    created_at: Timestamp,
    finished_at: nullable(Timestamp),
    expires_at: nullable(Type.String({ description: 'ISO 8601; the result is deleted then' })),
    result: nullable(JobResult),
  },
  {
    title: 'Job',
    examples: [
      {
        job_id: '0b0b7b3e-6c3c-4a43-9c0e-2f6f0a1d9f3e',
        session_id: '7d5f1a52-0f1e-4a3e-9d3b-6f3d4c2b1a00',
        route: 'POST /sessions/:session_id/model/train',
        status: 'running',
        progress: { fraction: 0.4, message: 'restart 2 of 5' },
        created_at: '2026-11-22T09:00:00.000Z',
        finished_at: null,
        expires_at: null,
        result: null,
      },
    ],
  },
);
export type Job = Static<typeof Job>;

export const JobParams = Type.Object({ job_id: Type.String() });

export const ListJobsQuery = Type.Object({
  session_id: Type.Optional(Type.String()),
  status: Type.Optional(JobStatus),
  skip: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
});
export type ListJobsQuery = Static<typeof ListJobsQuery>;

export const JobList = titled('JobList', {
  items: Type.Array(Job, {
    description: 'With `result` null: results may be large, and `GET /jobs/{job_id}` gives that of one job',
  }),
  total: Type.Integer(),
  skip: Type.Integer(),
  limit: Type.Integer(),
});
export type JobList = Static<typeof JobList>;
