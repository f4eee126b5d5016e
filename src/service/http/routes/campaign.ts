import { tableFormatWords } from '../../../contract/imports/table-formats.ts';
import {
  Backtest,
  BacktestRequest,
  Campaign,
  CampaignRequest,
  Candidates,
  CandidatesForm,
  CandidatesPatch,
  CandidatesQuery,
  CandidatesRequest,
} from '../../../contract/suggestions/campaign.ts';
import { fieldError } from '../../errors.ts';
import { campaignView, putCampaign } from '../../session/objectives/campaign.ts';
import { applyBacktest, prepareBacktest } from '../../session/suggestions/backtest.ts';
import {
  deleteCandidates,
  listCandidates,
  listedVariables,
  patchCandidates,
  putCandidates,
  uploadCandidates,
} from '../../session/variables/candidates.ts';
import { readCandidatesInThread } from '../../tables/requests/read-in-thread.ts';
import { clears, edits, reads, readsBy, works } from '../handlers.ts';
import { empty, sessionAnswers } from '../plugins/answers/answers.ts';
import { checkFields, readUpload } from '../plugins/bodies/files.ts';
import { type Route, route, tagged } from '../route.ts';

/** A truth of a form. */
function readRepeats(text: string | undefined): boolean {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return true;
  throw fieldError(['body', 'repeats'], `expected true or false, got '${text}'`, 'bool_parsing');
}

export const campaignRoutes: readonly Route[] = tagged('campaign', [
  route({
    method: 'GET',
    path: '/sessions/:session_id/campaign',
    operationId: 'getCampaign',
    permission: 'session:read',
    schema: {
      summary: 'Goals, reference point and progress of the campaign',
      response: sessionAnswers(200, Campaign),
    },
    handler: reads(campaignView),
  }),

  route({
    method: 'PUT',
    path: '/sessions/:session_id/campaign',
    operationId: 'setCampaign',
    permission: 'session:write',
    schema: {
      summary: 'Set the reference point for requests that name none',
      description: '`goals` is deprecated: `PUT …/objectives` declares goals.',
      body: CampaignRequest,
      response: sessionAnswers(200, Campaign, 400),
    },
    deprecatedField: { field: 'goals', since: '2026-11-22', sunset: '2027-12-31', see: '/api/docs' },
    handler: edits(putCampaign),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/candidates',
    operationId: 'getCandidates',
    permission: 'session:read',
    schema: {
      summary: 'A page of the candidate list',
      querystring: CandidatesQuery,
      response: sessionAnswers(200, Candidates),
    },
    handler: readsBy(listCandidates),
  }),

  route({
    method: 'PUT',
    path: '/sessions/:session_id/candidates',
    operationId: 'setCandidates',
    permission: 'session:write',
    schema: {
      summary: "Replace the list of runs that strategy 'auto' may propose",
      body: CandidatesRequest,
      response: sessionAnswers(200, Candidates, 400),
    },
    handler: edits(putCandidates),
  }),

  route({
    method: 'PATCH',
    path: '/sessions/:session_id/candidates',
    operationId: 'updateCandidates',
    permission: 'session:write',
    schema: {
      summary: 'Set whether runs of the candidate list may be proposed more than once',
      body: CandidatesPatch,
      response: sessionAnswers(200, Candidates),
    },
    handler: edits(patchCandidates),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/candidates/upload',
    operationId: 'uploadCandidates',
    permission: 'session:write',
    schema: {
      summary: `Replace the candidate list by the rows of a file: ${tableFormatWords}`,
      consumes: ['multipart/form-data'],
      form: CandidatesForm,
      response: sessionAnswers(200, Candidates, 400),
    },
    handler: async (request, { sessions, config, options }) => {
      const upload = await readUpload(request, config.limits);
      checkFields(upload, CandidatesForm, config.compat === undefined);
      const { content, filename, fields } = upload;
      const repeats = readRepeats(fields.repeats);
      const { session_id } = request.params;
      const variables = await sessions.read(session_id, listedVariables);
      const file = { bytes: content, settable: variables };
      const read = await readCandidatesInThread(file, config.limits.tableSeconds);
      const list = { ...read, filename, controllable: variables, repeats };
      return sessions.edit(session_id, uploadCandidates, list, options);
    },
  }),

  route({
    method: 'DELETE',
    path: '/sessions/:session_id/candidates',
    operationId: 'deleteCandidates',
    permission: 'session:write',
    status: 204,
    once: true,
    schema: { summary: 'Delete the candidate list', response: sessionAnswers(204, empty) },
    handler: clears(deleteCandidates),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/backtest',
    operationId: 'backtest',
    permission: 'session:read',
    readOnly: true,
    job: true,
    schema: {
      summary: 'How many runs the campaign would need, by batch size and compared with a design',
      body: BacktestRequest,
      response: sessionAnswers(200, Backtest, 400),
    },
    handler: works(prepareBacktest, applyBacktest),
  }),
]);
