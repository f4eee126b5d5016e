import { type Static, Type } from 'typebox';
import { ExportQuery, Iteration } from '../experiments/experiments.ts';
import { autoTrained } from '../models/model.ts';
import { maybe, nullable, oneLine, Timestamp, titled } from '../schema-parts.ts';
import { Inputs, Measured, Output } from '../values.ts';
import { queueStatuses } from './run-status.ts';

export const QueueStatus = Type.Enum(queueStatuses);
export type QueueStatus = Static<typeof QueueStatus>;

const Plot = Type.Record(Type.String(), Type.Number(), {
  description: 'WholePlot, Subplot and RunOrder of a split-plot design; Block of a design in blocks',
});

export const QueueItem = Type.Object(
  {
    id: Type.String(),
    inputs: Inputs,
    reason: nullable(Type.String()),
    status: QueueStatus,
    output: nullable(Output),
    noise: nullable(Type.Number()),
    error: nullable(Type.String()),
    dataset_ref: nullable(Type.Integer({ description: 'Row index at insertion' })),
    staged_at: nullable(Timestamp),
    started_at: nullable(Timestamp),
    completed_at: nullable(Timestamp),
    plot: nullable(Plot),
    lease: Type.Optional(
      Type.Object(
        { worker: Type.String(), expires_at: Timestamp },
        { description: 'The worker that has the run, and when the lease ends without a heartbeat' },
      ),
    ),
    steps: Type.Optional(
      Type.Array(
        Type.Object({
          step: Type.Enum(['approved', 'started', 'measured']),
          by: Type.String(),
          at: Timestamp,
        }),
        {
          description:
            'The person or device that took each step, if the session requires it or the caller is known',
        },
      ),
    ),
    labels: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()]), {
        description:
          'Other columns of the candidate list, such as the name of a well, as they were when the run was staged',
      }),
    ),
  },
  {
    title: 'QueueItem',
    examples: [
      {
        id: 'q',
        inputs: { temperature: 80 },
        reason: 'qEI',
        status: 'pending',
        output: null,
        noise: null,
        error: null,
        dataset_ref: null,
        staged_at: '2026-11-21T12:00:00.000Z',
        started_at: null,
        completed_at: null,
        plot: null,
      },
    ],
  },
);
export type QueueItem = Static<typeof QueueItem>;

export const CompletedQueueItem = titled('CompletedQueueItem', {
  ...QueueItem.properties,
  warnings: Type.Array(Type.String(), {
    description:
      'Remarks about recorded values that look wrong, and the reason if auto_train trained no model',
  }),
});
export type CompletedQueueItem = Static<typeof CompletedQueueItem>;

export const QueueList = titled('QueueList', {
  items: Type.Array(QueueItem),
  n_pending: Type.Integer(),
  n_running: Type.Integer(),
  n_done: Type.Integer(),
  n_failed: Type.Integer(),
});
export type QueueList = Static<typeof QueueList>;

export const QueueRequest = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        inputs: Inputs,
        reason: maybe(Type.String()),
        after: maybe(
          Type.String({
            description:
              'ID of the queue item, finished or not, behind which this one is staged; by default it is staged last',
          }),
        ),
      }),
    ),
  },
  { title: 'QueueRequest', examples: [{ items: [{ inputs: { temperature: 80 }, reason: 'qEI' }] }] },
);
export type QueueRequest = Static<typeof QueueRequest>;

export const QueueQuery = Type.Object({ status: Type.Optional(Type.String()) });

export const QueueExportQuery = titled('QueueExportQuery', {
  ...ExportQuery.properties,
  units: Type.Optional(
    Type.Boolean({
      description:
        'Puts the units of variables and objectives behind their names: `T (°C)`; an import reads them',
    }),
  ),
});

export const QueueRemoveRequest = Type.Object(
  {
    item_ids: Type.Array(Type.String(), {
      minItems: 1,
      description: 'IDs of pending items, each once',
    }),
  },
  { title: 'QueueRemoveRequest', examples: [{ item_ids: ['3f0e7c58-58a5-4b7b-8a0f-6d1e5a2b9c11'] }] },
);
export type QueueRemoveRequest = Static<typeof QueueRemoveRequest>;

export const QueueItemParams = Type.Object({ session_id: Type.String(), item_id: Type.String() });

export const QueueCompleteRequest = Type.Object(
  {
    outputs: Type.Union([Type.Array(Measured), Type.Record(Type.String(), Measured)], {
      description: 'One per objective: in target order, or by name; null where it was not measured',
    }),
    noise: maybe(Type.Union([Type.Number(), Type.Array(Type.Number())])),
    iteration: Iteration,
    actual_inputs: maybe(Inputs),
    expected_objective_label: maybe(Type.Record(Type.String(), nullable(Type.String()))),
    force: Type.Optional(Type.Boolean()),
    lease: maybe(Type.String({ description: 'Token of the lease under which the run was made' })),
    by: maybe(oneLine({ maxLength: 200, description: 'Person or device that took the step' })),
  },
  { title: 'QueueCompleteRequest', examples: [{ outputs: [0.42], iteration: 4 }] },
);
export type QueueCompleteRequest = Static<typeof QueueCompleteRequest>;

export const QueueFailRequest = Type.Object(
  {
    error: Type.String(),
    record: Type.Optional(
      Type.Boolean({
        description:
          'The settings failed, not the equipment: the run is recorded as failed, and models learn from it',
      }),
    ),
    lease: maybe(Type.String({ description: 'Token of the lease under which the run was made' })),
  },
  { title: 'QueueFailRequest', examples: [{ error: 'pump blocked' }] },
);

/** Who takes a step of a run; without a signed-in caller it is the name that is given. */
export const StepRequest = Type.Object(
  {
    by: maybe(oneLine({ maxLength: 200, description: 'Person or device that took the step' })),
  },
  { title: 'StepRequest', examples: [{ by: 'Ann' }] },
);

export const QueuePurged = titled('QueuePurged', { message: Type.String(), n_purged: Type.Integer() });

export const StageRequest = Type.Object(
  { inputs: Inputs, reason: maybe(Type.String()) },
  { title: 'StageRequest', examples: [{ inputs: { temperature: 80 }, reason: 'qEI' }] },
);
export type StageRequest = Static<typeof StageRequest>;

export const StageResponse = titled('StageResponse', {
  message: Type.String(),
  n_staged: Type.Integer(),
  staged_inputs: Inputs,
  id: Type.String(),
});
export type StageResponse = Static<typeof StageResponse>;

export const StageBatchRequest = Type.Object(
  { experiments: Type.Array(Inputs), reason: maybe(Type.String()) },
  { title: 'StageBatchRequest', examples: [{ experiments: [{ temperature: 80 }], reason: 'qEI' }] },
);
export type StageBatchRequest = Static<typeof StageBatchRequest>;

export const StagedItem = Type.Record(Type.String(), nullable(Type.Union([Type.Number(), Type.String()])), {
  title: 'StagedItem',
  description: 'The inputs, with `_reason`',
  examples: [{ temperature: 80, _reason: 'qEI' }],
});
export type StagedItem = Static<typeof StagedItem>;

export const StagedList = Type.Object(
  {
    experiments: Type.Array(StagedItem),
    n_staged: Type.Integer(),
    reason: nullable(Type.String()),
    reasons: nullable(Type.Array(nullable(Type.String()))),
    ids: Type.Array(Type.String()),
  },
  {
    title: 'StagedList',
    examples: [
      {
        experiments: [{ temperature: 80, _reason: 'qEI' }],
        n_staged: 1,
        reason: 'qEI',
        reasons: ['qEI'],
        ids: ['q'],
      },
    ],
  },
);
export type StagedList = Static<typeof StagedList>;

export const StagedCleared = titled('StagedCleared', { message: Type.String(), n_cleared: Type.Integer() });
export type StagedCleared = Static<typeof StagedCleared>;

export const StagedCompleteRequest = Type.Object(
  {
    outputs: Type.Array(Output),
    noises: maybe(Type.Array(Type.Number())),
    iteration: Iteration,
    reason: maybe(Type.String()),
  },
  { title: 'StagedCompleteRequest', examples: [{ outputs: [0.42, 0.47] }] },
);
export type StagedCompleteRequest = Static<typeof StagedCompleteRequest>;

export const StagedCompleted = titled('StagedCompleted', {
  message: Type.String(),
  n_added: Type.Integer(),
  n_experiments: Type.Integer(),
  warnings: Type.Array(Type.String()),
  ...autoTrained,
});
export type StagedCompleted = Static<typeof StagedCompleted>;
