import { Job, JobList, JobParams, ListJobsQuery } from '../../../contract/server/jobs.ts';
import { answers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

export const jobRoutes: readonly Route[] = tagged('jobs', [
  route({
    method: 'GET',
    path: '/jobs',
    operationId: 'listJobs',
    permission: 'session:list',
    schema: {
      summary: 'Jobs that run in the background, newest first',
      querystring: ListJobsQuery,
      response: answers(200, JobList),
    },
    handler: async ({ query }, { jobs, visible }) => jobs.list(query, await visible()),
  }),

  route({
    method: 'GET',
    path: '/jobs/:job_id',
    operationId: 'getJob',
    permission: 'session:read',
    schema: {
      summary: 'The progress of a job, and its result',
      params: JobParams,
      response: answers(200, Job, 404),
    },
    handler: ({ params: { job_id } }, { jobs }) => jobs.view(job_id),
  }),

  route({
    method: 'DELETE',
    path: '/jobs/:job_id',
    operationId: 'deleteJob',
    permission: 'session:read',
    schema: {
      summary: 'Cancel a running job; delete one that has ended',
      description:
        'Operators of the session may cancel all of its jobs. Viewers may cancel those that they started: these change nothing.',
      params: JobParams,
      response: answers(200, Job, 404),
    },
    handler: async ({ params: { job_id } }, { jobs, gate, caller }) => {
      if (caller !== undefined && !(await jobs.isOfReader(job_id, caller.person.id)))
        await gate?.check(caller, 'session:write', (await jobs.view(job_id)).session_id);
      return jobs.cancel(job_id);
    },
  }),
]);
