import {
  BatchRecorded,
  BatchRequest,
  DataSummary,
  ExperimentCreated,
  ExperimentList,
  ExperimentRequest,
  ExportQuery,
  ListExperimentsQuery,
  ObjectiveMetadata,
  RecordBatchRequest,
  RecordBatchResponse,
  RowParams,
  RowPatch,
  RowPatched,
} from '../../../contract/experiments/experiments.ts';
import { Provenance, ProvenanceList, ProvenanceParams } from '../../../contract/experiments/provenance.ts';
import {
  RemoveBatchRequest,
  RemoveQuery,
  RestoreBatchRequest,
  RowRemoved,
  RowsRemoved,
  RowsRestored,
} from '../../../contract/experiments/row-removal.ts';
import { AutoTrainQuery } from '../../../contract/models/model.ts';
import { ObjectiveList, ObjectivesRequest } from '../../../contract/objectives/objectives.ts';
import {
  addExperiment,
  clearExperiments,
  listExperiments,
  summarize,
} from '../../session/experiments/experiments.ts';
import { exportCsv } from '../../session/exports/csv.ts';
import { findProvenance, listProvenance } from '../../session/history/provenance.ts';
import { objectiveMetadata, putObjectiveMetadata } from '../../session/objectives/objective-metadata.ts';
import { objectiveList, putObjectives } from '../../session/objectives/objectives.ts';
import { addBatch } from '../../session/queue/add-batch.ts';
import { correctRun } from '../../session/queue/correct-run.ts';
import { recordBatch } from '../../session/queue/record-batch.ts';
import { removeRow, removeRows } from '../../session/removal/remove-rows.ts';
import { restoreRows } from '../../session/removal/restore-rows.ts';
import type { State } from '../../session/state.ts';
import { clears, edits, reads, records } from '../handlers.ts';
import { empty, file, sessionAnswers } from '../plugins/answers/answers.ts';
import { attach, attachBytes, workbookType } from '../plugins/bodies/files.ts';
import { type Route, route, tagged } from '../route.ts';

export const experimentRoutes: readonly Route[] = tagged('experiments', [
  route({
    method: 'POST',
    path: '/sessions/:session_id/experiments',
    operationId: 'createExperiment',
    permission: 'session:write',
    once: true,
    status: 201,
    schema: {
      summary: 'Record an experiment',
      querystring: AutoTrainQuery,
      body: ExperimentRequest,
      response: sessionAnswers(201, ExperimentCreated, 400),
    },
    handler: records(addExperiment),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/experiments/batch',
    operationId: 'createExperiments',
    permission: 'session:write',
    once: true,
    status: 201,
    schema: {
      summary: 'Record experiments under one iteration, all of them or none',
      querystring: AutoTrainQuery,
      body: BatchRequest,
      response: sessionAnswers(201, BatchRecorded, 400),
    },
    handler: records(addBatch),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/experiments/record-batch',
    operationId: 'recordBatch',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Record experiments, and complete the queue items that are named',
      querystring: AutoTrainQuery,
      body: RecordBatchRequest,
      response: sessionAnswers(200, RecordBatchResponse, 400, 409),
    },
    handler: records(recordBatch),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/experiments',
    operationId: 'listExperiments',
    permission: 'session:read',
    schema: {
      summary: 'A page of experiments',
      querystring: ListExperimentsQuery,
      response: sessionAnswers(200, ExperimentList, 400),
    },
    handler: ({ params: { session_id }, query }, { sessions, kept, reply, config }) => {
      const view = (state: State) => listExperiments(state, query);
      // Answers of release 0.4.0 are translated from whole texts.
      if (config.compat !== undefined) return sessions.read(session_id, view);
      return kept.answer(reply, sessions, session_id, `experiments ${JSON.stringify(query)}`, view);
    },
  }),

  route({
    method: 'DELETE',
    path: '/sessions/:session_id/experiments',
    operationId: 'deleteAllExperiments',
    permission: 'session:write',
    status: 204,
    once: true,
    schema: { summary: 'Delete all experiments', response: sessionAnswers(204, empty) },
    handler: clears(clearExperiments),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/experiments/summary',
    operationId: 'getExperimentSummary',
    permission: 'session:read',
    schema: { summary: 'Summary of the data', response: sessionAnswers(200, DataSummary) },
    handler: reads(summarize),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/experiments/export',
    operationId: 'exportExperiments',
    permission: 'session:read',
    schema: {
      summary: 'Experiments as CSV, or as an Excel workbook',
      produces: ['text/csv', workbookType],
      querystring: ExportQuery,
      response: sessionAnswers(200, file, 400),
    },
    handler: async ({ params: { session_id }, query }, { sessions, reply, options: { signal } }) => {
      const name = `experiments_${session_id.slice(0, 8)}`;
      if (query.format !== 'xlsx') {
        const csv = await sessions.read(session_id, (state) => exportCsv(state, query), signal);
        return attach(reply, `${name}.csv`, 'text/csv', csv);
      }
      const { exportXlsx } = await import('../../session/exports/xlsx.ts');
      const bytes = await sessions.read(session_id, (state) => exportXlsx(state, query), signal);
      return attachBytes(reply, `${name}.xlsx`, workbookType, bytes);
    },
  }),

  route({
    method: 'PATCH',
    path: '/sessions/:session_id/experiments/:provenance_id',
    operationId: 'updateExperiment',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Correct an experiment, or add a comment; the audit log keeps the old values',
      params: RowParams,
      body: RowPatch,
      response: sessionAnswers(200, RowPatched, 400),
    },
    handler: ({ params: { session_id, provenance_id }, body }, { sessions, options }) =>
      sessions.edit(session_id, correctRun, { ...body, id: provenance_id }, options),
  }),

  route({
    method: 'DELETE',
    path: '/sessions/:session_id/experiments/:provenance_id',
    operationId: 'removeExperiment',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Remove an experiment; the audit log keeps it',
      params: RowParams,
      querystring: RemoveQuery,
      response: sessionAnswers(200, RowRemoved),
    },
    handler: ({ params: { session_id, provenance_id }, query: { why } }, { sessions, options }) =>
      sessions.edit(
        session_id,
        removeRow,
        { id: provenance_id, ...(why === undefined ? {} : { why }) },
        options,
      ),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/experiments/remove-batch',
    operationId: 'removeExperiments',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Remove experiments, all of them or none; the audit log keeps each',
      body: RemoveBatchRequest,
      response: sessionAnswers(200, RowsRemoved, 400),
    },
    handler: edits(removeRows),
  }),

  route({
    method: 'POST',
    path: '/sessions/:session_id/experiments/restore-batch',
    operationId: 'restoreExperiments',
    permission: 'session:write',
    once: true,
    schema: {
      summary: 'Restore removed experiments, all of them or none',
      body: RestoreBatchRequest,
      response: sessionAnswers(200, RowsRestored, 400, 409),
    },
    handler: edits(restoreRows),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/experiments/provenance',
    operationId: 'listProvenance',
    permission: 'session:read',
    schema: { summary: 'Provenance records', response: sessionAnswers(200, ProvenanceList) },
    handler: reads(listProvenance),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/experiments/provenance/:provenance_id',
    operationId: 'getProvenance',
    permission: 'session:read',
    schema: {
      summary: 'One provenance record',
      params: ProvenanceParams,
      response: sessionAnswers(200, Provenance),
    },
    handler: ({ params: { session_id, provenance_id } }, { sessions }) =>
      sessions.read(session_id, (state) => findProvenance(state, provenance_id)),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/objectives',
    operationId: 'getObjectives',
    permission: 'session:read',
    schema: { summary: 'Objectives with goals and limits', response: sessionAnswers(200, ObjectiveList) },
    handler: reads(objectiveList),
  }),

  route({
    method: 'PUT',
    path: '/sessions/:session_id/objectives',
    operationId: 'setObjectives',
    permission: 'session:write',
    schema: {
      summary: 'Declare objectives, goals and limits, before or after data',
      body: ObjectivesRequest,
      response: sessionAnswers(200, ObjectiveList, 400),
    },
    handler: edits(putObjectives),
  }),

  route({
    method: 'GET',
    path: '/sessions/:session_id/objective-metadata',
    operationId: 'getObjectiveMetadata',
    permission: 'session:read',
    schema: { summary: 'Labels and units of objectives', response: sessionAnswers(200, ObjectiveMetadata) },
    handler: reads(objectiveMetadata),
  }),

  route({
    method: 'PUT',
    path: '/sessions/:session_id/objective-metadata',
    operationId: 'updateObjectiveMetadata',
    permission: 'session:write',
    schema: {
      summary: 'Set labels and units, merged per objective and field',
      body: ObjectiveMetadata,
      response: sessionAnswers(200, ObjectiveMetadata),
    },
    handler: edits(putObjectiveMetadata),
  }),
]);
