import {
  BranchRequest,
  CompareQuery,
  Comparison,
  HistoryList,
  HistoryQuery,
  PastCampaign,
  RevisionParams,
} from '../../../contract/sessions/history.ts';
import { SessionCreated } from '../../../contract/sessions/session.ts';
import { comparison, historyList, pastView } from '../../session/history/past.ts';
import { readsBy } from '../handlers.ts';
import { sessionAnswers } from '../plugins/answers/answers.ts';
import { type Route, route, tagged } from '../route.ts';

const history = '/sessions/:session_id/history';

export const historyRoutes: readonly Route[] = tagged('history', [
  route({
    method: 'GET',
    path: history,
    operationId: 'listRevisions',
    permission: 'session:read',
    schema: {
      summary: 'Every change of the campaign, newest first',
      querystring: HistoryQuery,
      response: sessionAnswers(200, HistoryList),
    },
    handler: readsBy(historyList),
  }),

  route({
    method: 'GET',
    path: `${history}/compare`,
    operationId: 'compareRevisions',
    permission: 'session:read',
    schema: {
      summary: 'The differences between two states of the campaign, in words',
      querystring: CompareQuery,
      response: sessionAnswers(200, Comparison, 400),
    },
    handler: readsBy(comparison),
  }),

  route({
    method: 'GET',
    path: `${history}/:revision`,
    operationId: 'getRevision',
    permission: 'session:read',
    schema: {
      summary: 'The campaign as it was after a change: variables, objectives, rows',
      params: RevisionParams,
      querystring: HistoryQuery,
      response: sessionAnswers(200, PastCampaign, 400),
    },
    handler: ({ params: { session_id, revision }, query }, { sessions }) =>
      sessions.read(session_id, (state) => pastView(state, { ...query, revision })),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/branch',
    operationId: 'branchSession',
    permission: 'session:create',
    readOnly: true,
    once: true,
    status: 201,
    schema: {
      summary: 'A new session that starts from the campaign after a change',
      body: BranchRequest,
      response: sessionAnswers(201, SessionCreated, 400),
    },
    handler: ({ params: { session_id }, body }, { sessions, options }) =>
      sessions.creation.branch(session_id, body, options),
  }),
]);
