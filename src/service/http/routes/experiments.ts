import { SessionParams } from '../../../contract/common.ts';
import {
  BatchRecorded,
  BatchRequest,
  DataSummary,
  ExperimentCreated,
  ExperimentList,
  ExperimentRequest,
  FileForm,
  ListExperimentsQuery,
  ObjectiveMetadata,
  PreviewResponse,
  Provenance,
  ProvenanceList,
  ProvenanceParams,
  RecordBatchRequest,
  RecordBatchResponse,
  UploadForm,
  UploadQuery,
  UploadResponse,
} from '../../../contract/experiments.ts';
import { AutoTrainQuery } from '../../../contract/model.ts';
import { exportCsv, previewCsv, uploadCsv } from '../../session/csv.ts';
import {
  addBatch,
  addExperiment,
  clearExperiments,
  findProvenance,
  listExperiments,
  listProvenance,
  summarize,
} from '../../session/experiments.ts';
import { objectiveMetadata, putObjectiveMetadata } from '../../session/objective-metadata.ts';
import { recordBatch } from '../../session/queue.ts';
import { empty, file, sessionAnswers } from '../plugins/answers.ts';
import { attach, decodeText, readUpload } from '../plugins/files.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['experiments'];
const params = SessionParams;

export function experimentRoutes(app: App, { sessions }: Services): void {
  app.post(
    '/sessions/:session_id/experiments',
    {
      schema: {
        tags,
        summary: 'Record an experiment',
        params,
        querystring: AutoTrainQuery,
        body: ExperimentRequest,
        response: sessionAnswers(201, ExperimentCreated, 400),
      },
    },
    async ({ params: { session_id }, query, body }, reply) =>
      reply.code(201).send(await sessions.record(session_id, addExperiment, body, query)),
  );

  app.post(
    '/sessions/:session_id/experiments/batch',
    {
      schema: {
        tags,
        summary: 'Record experiments, all or none, under one iteration',
        params,
        querystring: AutoTrainQuery,
        body: BatchRequest,
        response: sessionAnswers(201, BatchRecorded, 400),
      },
    },
    async ({ params: { session_id }, query, body }, reply) =>
      reply.code(201).send(await sessions.record(session_id, addBatch, body, query)),
  );

  app.post(
    '/sessions/:session_id/experiments/record-batch',
    {
      schema: {
        tags,
        summary: 'Record experiments, completing queue items where named',
        params,
        querystring: AutoTrainQuery,
        body: RecordBatchRequest,
        response: sessionAnswers(200, RecordBatchResponse, 400, 409),
      },
    },
    ({ params: { session_id }, query, body }) => sessions.record(session_id, recordBatch, body, query),
  );

  app.get(
    '/sessions/:session_id/experiments',
    {
      schema: {
        tags,
        summary: 'A page of experiments',
        params,
        querystring: ListExperimentsQuery,
        response: sessionAnswers(200, ExperimentList, 400),
      },
    },
    ({ params: { session_id }, query }) =>
      sessions.read(session_id, (state) => listExperiments(state, query)),
  );

  app.delete(
    '/sessions/:session_id/experiments',
    { schema: { tags, summary: 'Delete all experiments', params, response: sessionAnswers(204, empty) } },
    async ({ params: { session_id } }, reply) =>
      reply.code(204).send(await sessions.edit(session_id, clearExperiments, null)),
  );

  app.get(
    '/sessions/:session_id/experiments/summary',
    { schema: { tags, summary: 'Data in short', params, response: sessionAnswers(200, DataSummary) } },
    ({ params: { session_id } }) => sessions.read(session_id, summarize),
  );

  app.get(
    '/sessions/:session_id/experiments/export',
    {
      schema: {
        tags,
        summary: 'Experiments as CSV',
        produces: 'text/csv',
        params,
        response: sessionAnswers(200, file),
      },
    },
    async ({ params: { session_id } }, reply) =>
      attach(
        reply,
        `experiments_${session_id.slice(0, 8)}.csv`,
        'text/csv',
        await sessions.read(session_id, exportCsv),
      ),
  );

  app.post(
    '/sessions/:session_id/experiments/preview',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'Look into a CSV file before uploading it',
        consumes: ['multipart/form-data'],
        form: FileForm,
        params,
        response: sessionAnswers(200, PreviewResponse, 400),
      },
    },
    async (request) => {
      await sessions.read(request.params.session_id, () => null);
      const { filename, content } = await readUpload(request);
      return previewCsv(decodeText(content, filename));
    },
  );

  app.post(
    '/sessions/:session_id/experiments/upload',
    {
      schema: {
        tags,
        summary: 'Replace all experiments by those of a CSV file',
        consumes: ['multipart/form-data'],
        form: UploadForm,
        params,
        querystring: UploadQuery,
        response: sessionAnswers(200, UploadResponse, 400),
      },
    },
    async (request) => {
      const { filename, content, fields } = await readUpload(request);
      const choices = {
        targets: fields.target_column ?? fields.target_columns ?? request.query.target_columns,
        mapping: fields.column_mapping,
        noiseColumn: fields.noise_column,
        iterationColumn: fields.iteration_column,
      };
      const text = decodeText(content, filename);
      return sessions.edit(request.params.session_id, uploadCsv, { text, choices });
    },
  );

  app.get(
    '/sessions/:session_id/experiments/provenance',
    {
      schema: { tags, summary: 'Provenance records', params, response: sessionAnswers(200, ProvenanceList) },
    },
    ({ params: { session_id } }) => sessions.read(session_id, listProvenance),
  );

  app.get(
    '/sessions/:session_id/experiments/provenance/:provenance_id',
    {
      schema: {
        tags,
        summary: 'One provenance record',
        params: ProvenanceParams,
        response: sessionAnswers(200, Provenance),
      },
    },
    ({ params: { session_id, provenance_id } }) =>
      sessions.read(session_id, (state) => findProvenance(state, provenance_id)),
  );

  app.get(
    '/sessions/:session_id/objective-metadata',
    {
      schema: {
        tags,
        summary: 'Labels and units of objectives',
        params,
        response: sessionAnswers(200, ObjectiveMetadata),
      },
    },
    ({ params: { session_id } }) => sessions.read(session_id, objectiveMetadata),
  );

  app.put(
    '/sessions/:session_id/objective-metadata',
    {
      schema: {
        tags,
        summary: 'Set labels and units, merged per objective and field',
        params,
        body: ObjectiveMetadata,
        response: sessionAnswers(200, ObjectiveMetadata),
      },
    },
    ({ params: { session_id }, body }) => sessions.edit(session_id, putObjectiveMetadata, body),
  );
}
