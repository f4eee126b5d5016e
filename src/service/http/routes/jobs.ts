import { Job, JobList, JobParams, ListJobsQuery } from '../../../contract/jobs.ts';
import { answers } from '../plugins/answers.ts';
import { type Route, route } from '../route.ts';

const tags = ['jobs'];

export const jobRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/jobs',
    permission: 'session:list',
    schema: {
      tags,
      summary: 'Jobs of requests that were not waited for, newest first',
      querystring: ListJobsQuery,
      response: answers(200, JobList),
    },
    handler: async ({ query }, { jobs, visible }) => jobs.list(query, await visible()),
  }),

  route({
    method: 'GET',
    path: '/jobs/:job_id',
    permission: 'session:read',
    schema: {
      tags,
      summary: 'How far a job is, and its result',
      params: JobParams,
      response: answers(200, Job, 404),
    },
    handler: ({ params: { job_id } }, { jobs }) => jobs.view(job_id),
  }),

  route({
    method: 'DELETE',
    path: '/jobs/:job_id',
    permission: 'session:write',
    schema: {
      tags,
      summary: 'Cancel a job that runs; forget one that is over',
      params: JobParams,
      response: answers(200, Job, 404),
    },
    handler: ({ params: { job_id } }, { jobs }) => jobs.cancel(job_id),
  }),
];
