import {
  Backtest,
  BacktestRequest,
  Campaign,
  CampaignRequest,
  Candidates,
  CandidatesForm,
  CandidatesQuery,
  CandidatesRequest,
} from '../../../contract/campaign.ts';
import { SessionParams } from '../../../contract/common.ts';
import { fieldError } from '../../errors.ts';
import { applyBacktest, prepareBacktest } from '../../session/backtest.ts';
import { campaignView, putCampaign } from '../../session/campaign.ts';
import {
  deleteCandidates,
  listCandidates,
  listedVariables,
  putCandidates,
  uploadCandidates,
} from '../../session/candidates.ts';
import { readCandidatesInThread } from '../../tables/read-in-thread.ts';
import { empty, sessionAnswers } from '../plugins/answers.ts';
import { readUpload } from '../plugins/files.ts';
import { type Route, route, tagged } from '../route.ts';

const params = SessionParams;

/** A truth of a form. */
function truthOf(name: string, text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw fieldError(['body', name], `expected true or false, got '${text}'`, 'bool_parsing');
}

export const campaignRoutes: readonly Route[] = tagged('campaign', [
  route({
    method: 'GET',
    path: '/sessions/:session_id/campaign',
    permission: 'session:read',
    schema: {
      summary: 'Goals, reference point and progress of the campaign',
      params,
      response: sessionAnswers(200, Campaign),
    },
    handler: ({ params: { session_id } }, { sessions }) => sessions.read(session_id, campaignView),
  }),

  route({
    method: 'PUT',
    path: '/sessions/:session_id/campaign',
    permission: 'session:write',
    schema: {
      summary: 'Set the reference point that is used if a request names none',
      description: '`goals` is deprecated: `PUT …/objectives` declares goals.',
      params,
      body: CampaignRequest,
      response: sessionAnswers(200, Campaign, 400),
    },
    deprecatedField: { field: 'goals', since: '2026-11-22', sunset: '2027-12-31', see: '/api/docs' },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, putCampaign, body, terms),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/candidates',
    permission: 'session:read',
    schema: {
      summary: 'A page of the candidate list',
      params,
      querystring: CandidatesQuery,
      response: sessionAnswers(200, Candidates),
    },
    handler: ({ params: { session_id }, query }, { sessions }) =>
      sessions.read(session_id, (state) => listCandidates(state, query)),
  }),

  route({
    method: 'PUT',
    path: '/sessions/:session_id/candidates',
    permission: 'session:write',
    schema: {
      summary: "Replace the list of runs that strategy 'auto' may propose",
      params,
      body: CandidatesRequest,
      response: sessionAnswers(200, Candidates, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.edit(session_id, putCandidates, body, terms),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/candidates/upload',
    permission: 'session:write',
    schema: {
      summary: 'Replace the candidate list by the rows of a file: CSV, XLSX or Parquet',
      consumes: ['multipart/form-data'],
      form: CandidatesForm,
      params,
      response: sessionAnswers(200, Candidates, 400),
    },
    handler: async (request, { sessions, terms }) => {
      const { content, fields } = await readUpload(request);
      const repeats = truthOf('repeats', fields.repeats);
      const { session_id } = request.params;
      const variables = await sessions.read(session_id, listedVariables);
      const columns = await readCandidatesInThread({ bytes: content, settable: variables });
      return sessions.edit(session_id, uploadCandidates, { columns, settable: variables, repeats }, terms);
    },
  }),

  route({
    method: 'DELETE',
    path: '/sessions/:session_id/candidates',
    permission: 'session:write',
    status: 204,
    schema: { summary: 'Delete the candidate list', params, response: sessionAnswers(204, empty) },
    handler: ({ params: { session_id } }, { sessions, terms }) =>
      sessions.edit(session_id, deleteCandidates, null, terms),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/backtest',
    permission: 'session:read',
    readOnly: true,
    job: true,
    schema: {
      summary: 'How many runs the campaign would need, by batch size and against a design',
      params,
      body: BacktestRequest,
      response: sessionAnswers(200, Backtest, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, terms }) =>
      sessions.work(session_id, prepareBacktest, applyBacktest, body, terms),
  }),
]);
