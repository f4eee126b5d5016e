import type { AssistantSettings } from '../assistant/settings.ts';
import type { AsyncJobs } from '../async-jobs.ts';
import type { Gate } from '../auth/gate.ts';
import type { Config } from '../config.ts';
import type { Imports } from '../imports.ts';
import type { PoolDescription } from '../jobs/pool.ts';
import type { Log } from '../repository.ts';
import type { Sessions } from '../sessions.ts';
import type { AnswerCache } from './plugins/answers/answer-cache.ts';

/** What routes work with. */
export interface Services {
  /** Whether the server is shutting down: requests in flight finish, and new ones are refused. */
  readonly isDraining: () => boolean;
  /** Why the store takes no changes now; undefined if it does. */
  readonly unready: () => Promise<string | undefined>;
  readonly sessions: Sessions;
  readonly config: Config;
  /** What jobs run on; undefined until the first one. */
  readonly compute: () => PoolDescription | undefined;
  readonly assistant: AssistantSettings;
  readonly jobs: AsyncJobs;
  readonly imports: Imports;
  readonly kept: AnswerCache;
  readonly log: Log;
  /** Authenticates callers; undefined without authentication. */
  readonly gate: Gate | undefined;
}
