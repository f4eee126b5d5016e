import { type Json, only, pick, type Rule } from './exchange.ts';
import { modelBlock } from './hyperparameters.ts';
import { summaries } from './variables.ts';

const created: Rule = {
  // Sessions of 0.4.0 do not expire.
  answer: (ours) => ({ ...pick(ours, 'session_id', 'created_at'), expires_at: null }),
};

/** A text on one line. */
const oneLine = (text: unknown): unknown =>
  typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : text;

/** Names and tags of 0.4.0 may be empty, which is as if they were not sent, and have line breaks. */
function ownMetadata(body: Json): Json {
  const { tags } = body;
  const name = oneLine(body.name);
  const own = {
    ...body,
    name: name === '' ? undefined : name,
    tags: Array.isArray(tags) ? tags.map(oneLine).filter((tag) => tag !== '') : tags,
  };
  return only(own, 'name', 'description', 'tags', 'author');
}

const metadata: Rule = {
  answer: (ours) =>
    pick(ours, 'session_id', 'name', 'created_at', 'last_modified', 'description', 'tags', 'author'),
};

const info: Rule = { answer: (ours) => pick(ours, 'name', 'version', 'docs', 'health') };

export const sessionRules: Readonly<Record<string, Rule>> = {
  'GET /': info,
  'GET /api': info,
  'GET /health': { answer: (ours) => pick(ours, 'status', 'service') },
  'POST /sessions': { ...created, body: ownMetadata },
  'POST /sessions/import': created,
  'POST /sessions/upload': created,
  'POST /recovery/:session_id/restore': created,
  'GET /sessions/:session_id': {
    answer: async (ours, { params, sessions }) => ({
      ...pick(ours, 'session_id', 'created_at', 'last_accessed', 'metadata', 'target_columns'),
      expires_at: null,
      search_space: {
        ...(ours.search_space as Json),
        variables: summaries((ours.search_space as Json).variables),
      },
      data: ours.data,
      model: await sessions.read(params.session_id as string, (state) =>
        state.model?.fitted === true ? modelBlock(state.model) : null,
      ),
    }),
  },
  'GET /sessions/:session_id/metadata': metadata,
  'PATCH /sessions/:session_id/metadata': { ...metadata, body: ownMetadata },
  'GET /sessions/:session_id/state': {
    answer: (ours) =>
      pick(
        ours,
        'session_id',
        'n_variables',
        'n_experiments',
        'model_trained',
        'model_backend',
        'last_suggestion',
        'last_acquisition_value',
        'last_goal',
      ),
  },
  'POST /sessions/:session_id/save': { answer: (ours) => pick(ours, 'message') },
  'POST /sessions/:session_id/backup': { status: 200, answer: (ours) => pick(ours, 'message') },
  'DELETE /sessions/:session_id/backup': {
    status: 200,
    answer: (ours) => ({ message: ours.message ?? 'backup deleted', deleted: ours.deleted ?? false }),
  },
  'DELETE /recovery/cleanup': { status: 200, answer: (ours) => pick(ours, 'message') },
  'GET /sessions/:session_id/lock': { answer: lock },
  // In 0.4.0 whoever locks last holds the lock.
  'POST /sessions/:session_id/lock': {
    body: (body) => ({ ...body, force: true }),
    status: 200,
    answer: lock,
  },
  'DELETE /sessions/:session_id/lock': { status: 200, answer: lock },
  'POST /sessions/:session_id/audit/event': { status: 200 },
  'POST /sessions/:session_id/audit/lock': { status: 200 },
};

function lock(ours: Json): Json {
  return pick(ours, 'locked', 'locked_by', 'locked_at', 'lock_token');
}
