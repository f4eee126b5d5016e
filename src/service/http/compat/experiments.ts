import { runColumns } from '../../../contract/experiments/bookkeeping.ts';
import { isRecord } from '../../../contract/is-record.ts';
import type { Slices } from '../../../engine/slices.ts';
import { listExperiments } from '../../session/experiments/experiments.ts';
import { nextIteration } from '../../session/experiments/record.ts';
import type { State } from '../../session/state.ts';
import { type Exchange, type Json, only, pick, type Rule } from './exchange.ts';

const recorded = (ours: Json) => pick(ours, 'message', 'n_experiments', 'model_trained', 'training_metrics');

/** 0.4.0 takes one number; ours also takes objects and arrays, which it refused. */
const oneNumber = (entry: unknown): unknown => {
  const body = entry as Json;
  return typeof body?.output === 'object' && body.output !== null ? { ...body, output: 'one number' } : body;
};

/** 0.4.0 numbers each row of a batch for itself; ours gives them one number. */
async function numbered(entries: readonly unknown[], { params, sessions }: Exchange): Promise<unknown[]> {
  let next = await sessions.read(params.session_id as string, nextIteration);
  return entries.map((entry) => {
    if (!isRecord(entry)) return entry;
    const iteration = entry.iteration ?? next;
    if (typeof iteration === 'number') next = Math.max(next, iteration + 1);
    return { ...(oneNumber(entry) as Json), iteration };
  });
}

/** 0.4.0 tries to train with whatever backend is named, only logs that there is none of that name, and ignores it without `auto_train`. */
function trainingQuery(query: Json): Json {
  const { training_backend: backend, training_kernel: kernel, ...rest } = query;
  if (backend === undefined && kernel === undefined) return query;
  if (!/^(true|1)$/i.test(String(query.auto_train))) return rest;
  if (backend === undefined || backend === 'sklearn' || backend === 'botorch') return query;
  return { ...rest, auto_train: 'false' };
}

/** The whole table: 0.4.0 has no pages. */
function* allRows(state: State): Slices<unknown[]> {
  return (yield* listExperiments(state, { limit: state.rows.length })).experiments;
}

/** `_reason` is beside the items, not in them. */
function staged(ours: Json, reasons: unknown): Json {
  const experiments = (ours.experiments as Json[]).map(({ _reason, ...inputs }) => inputs);
  return { experiments, ...pick(ours, 'n_staged', 'reason'), reasons, ids: ours.ids };
}

const item = (ours: Json) =>
  pick(
    ours,
    'id',
    'inputs',
    'reason',
    'status',
    'output',
    'noise',
    'error',
    'dataset_ref',
    'staged_at',
    'started_at',
    'completed_at',
    'plot',
  );

const queue = (ours: Json) => ({
  items: (ours.items as Json[]).map(item),
  ...pick(ours, 'n_pending', 'n_running', 'n_done', 'n_failed'),
});

export const experimentRules: Readonly<Record<string, Rule>> = {
  'POST /sessions/:session_id/experiments': {
    body: (body) => oneNumber(body),
    query: trainingQuery,
    status: 200,
    answer: recorded,
  },
  'POST /sessions/:session_id/experiments/batch': {
    body: async (body, exchange) =>
      Array.isArray(body.experiments)
        ? { ...body, experiments: await numbered(body.experiments, exchange) }
        : body,
    query: trainingQuery,
    status: 200,
    answer: async (ours, { params, sessions }) => ({
      ...recorded(ours),
      n_experiments: await sessions.read(params.session_id as string, (state) => state.rows.length),
    }),
  },
  'GET /sessions/:session_id/experiments': {
    // Whatever the query says, 0.4.0 lists everything.
    query: () => ({}),
    answer: async (_, { params, sessions }) => {
      const experiments = await sessions.read(params.session_id as string, allRows);
      return { experiments, n_experiments: experiments.length };
    },
  },
  'GET /sessions/:session_id/experiments/summary': {
    answer: (ours) => pick(ours, 'n_experiments', 'has_data', 'has_noise', 'target_stats', 'feature_names'),
  },
  'POST /sessions/:session_id/experiments/preview': {
    answer: (ours) => ({
      ...pick(ours, 'columns', 'has_output', 'recommended_target', 'n_rows'),
      // It offered variables, too.
      available_targets: (ours.columns as string[]).filter((column) => !runColumns.includes(column)),
    }),
  },
  'POST /sessions/:session_id/experiments/upload': {
    query: (query) => ({ target_columns: 'Output', ...only(query, 'target_columns') }),
    answer: (ours) => ({ message: ours.message, n_experiments: ours.total_experiments }),
  },
  'GET /sessions/:session_id/experiments/provenance': {
    answer: (ours) => ({ records: (ours.records as Json[]).map(provenance), n_records: ours.n_records }),
  },
  'GET /sessions/:session_id/experiments/provenance/:provenance_id': { answer: provenance },
  'POST /sessions/:session_id/experiments/staged': {
    answer: (ours) => pick(ours, 'message', 'n_staged', 'staged_inputs'),
  },
  'POST /sessions/:session_id/experiments/staged/batch': { answer: (ours) => staged(ours, null) },
  'GET /sessions/:session_id/experiments/staged': { answer: (ours) => staged(ours, ours.reasons) },
  'DELETE /sessions/:session_id/experiments/staged': {
    status: 200,
    answer: (ours) => pick(ours, 'message', 'n_cleared'),
  },
  'POST /sessions/:session_id/experiments/staged/complete': {
    query: trainingQuery,
    answer: (ours) => ({ ...recorded(ours), n_added: ours.n_added }),
  },
  'POST /sessions/:session_id/experiments/queue': { status: 200, answer: queue },
  'GET /sessions/:session_id/experiments/queue': { answer: queue },
  'GET /sessions/:session_id/experiments/queue/:item_id': { answer: item },
  'POST /sessions/:session_id/experiments/queue/:item_id/start': { answer: item },
  'POST /sessions/:session_id/experiments/queue/:item_id/complete': { query: trainingQuery, answer: item },
  'POST /sessions/:session_id/experiments/queue/:item_id/fail': { answer: item },
  'DELETE /sessions/:session_id/experiments/queue/:item_id': { status: 200, answer: queue },
  'POST /sessions/:session_id/experiments/queue/purge': {
    answer: (ours) => pick(ours, 'message', 'n_purged'),
  },
  'POST /sessions/:session_id/experiments/record-batch': {
    query: trainingQuery,
    status: 200,
    answer: (ours) => ({ ...recorded(ours), ...pick(ours, 'n_added', 'completed_item_ids') }),
  },
};

function provenance(ours: Json): Json {
  return pick(
    ours,
    'id',
    'iteration',
    'strategy',
    'acq_params',
    'suggested',
    'actual',
    'delta',
    'output',
    'noise',
    'timestamp',
  );
}
