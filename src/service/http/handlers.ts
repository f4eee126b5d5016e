import type { AutoTrainQuery } from '../../contract/models/model.ts';
import type { SessionParams } from '../../contract/schema-parts.ts';
import type { TaskName } from '../jobs/task-table.ts';
import type { Edit, State, View } from '../session/state.ts';
import type { Apply, Prepare, Recorded } from '../sessions.ts';
import type { Context } from './route.ts';

interface OfSession {
  readonly params: SessionParams;
}

interface Asked<Query> extends OfSession {
  readonly query: Query;
}

interface Posted<Body> extends OfSession {
  readonly body: Body;
}

type Tools = Pick<Context, 'sessions' | 'options'>;

/** The route answers with a view of the session. */
export const reads =
  <Answer>(view: View<Answer>) =>
  ({ params }: OfSession, { sessions }: Tools) =>
    sessions.read(params.session_id, view);

/** As `reads`, by the query of the request. */
export const readsBy =
  <Query, Answer>(view: (state: State, query: Query) => ReturnType<View<Answer>>) =>
  ({ params, query }: Asked<Query>, { sessions }: Tools) =>
    sessions.read(params.session_id, (state) => view(state, query));

/** The route changes the session as its body says. */
export const edits =
  <Body, Answer>(edit: Edit<Body, Answer>) =>
  ({ params, body }: Posted<Body>, { sessions, options }: Tools) =>
    sessions.edit(params.session_id, edit, body, options);

/** The route changes the session; there is nothing to say about how. */
export const clears =
  <Answer>(edit: Edit<null, Answer>) =>
  ({ params }: OfSession, { sessions, options }: Tools) =>
    sessions.edit(params.session_id, edit, null, options);

/** The route records experiments and trains afterwards if the query says so. */
export const records =
  <Body, Answer extends Recorded>(edit: Edit<Body, Answer>) =>
  ({ params, query, body }: Posted<Body> & Asked<AutoTrainQuery>, { sessions, options }: Tools) =>
    sessions.record(params.session_id, edit, body, query, options);

/** The route runs a job that its body describes. */
export const works =
  <Body, Name extends TaskName, Held, Answer>(
    prepare: Prepare<Body, Name, Held>,
    apply: Apply<Name, Held, Answer>,
  ) =>
  ({ params, body }: Posted<Body>, { sessions, options }: Tools) =>
    sessions.work(params.session_id, prepare, apply, body, options);
