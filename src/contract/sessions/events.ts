import { type Static, Type } from 'typebox';

export const EventType = Type.Enum([
  'connected',
  'experiment_added',
  'experiment_changed',
  'experiment_removed',
  'experiment_restored',
  'experiments_cleared',
  'variables_changed',
  'constraints_changed',
  'metadata_changed',
  'objective_metadata_changed',
  'queue_updated',
  'queue_item_updated',
  'model_trained',
  'acquisition_generated',
  'lock_status_changed',
  'control_changed',
  'cost_model_changed',
  'campaign_changed',
  'audit_recorded',
  'job_progress',
  'model_retrained',
  'model_retrain_failed',
  'session_loaded',
  'session_saved',
  'session_deleted',
  'resync',
  'reconnect',
]);

/** What the socket `/ws/{session_id}` sends. The fields of `data` per type are listed in docs/events.md. */
export const SessionEvent = Type.Object(
  {
    type: EventType,
    data: Type.Record(Type.String(), Type.Unknown()),
    seq: Type.Optional(
      Type.Integer({
        description: 'Orders the events of a session; `?since=` of a later connection accepts it.',
      }),
    ),
  },
  { title: 'SessionEvent', examples: [{ type: 'experiment_added', data: { n_experiments: 13 }, seq: 42 }] },
);
export type SessionEvent = Static<typeof SessionEvent>;

export const EventsQuery = Type.Object({
  since: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
});
export type EventsQuery = Static<typeof EventsQuery>;
