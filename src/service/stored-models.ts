import type { SessionEvent } from '../contract/sessions/events.ts';
import { CancelledError } from '../engine/errors.ts';
import type { TrainResult } from '../engine/gp/task.ts';
import { NoModelError } from './errors.ts';
import { JobLostError, PoolClosedError, QueueFullError, TooManyJobsError } from './jobs/errors.ts';
import { originOf } from './jobs/origins.ts';
import type { TaskTable } from './jobs/task-table.ts';
import type { OpenSession } from './open-sessions.ts';
import type { Publisher } from './publisher.ts';
import { computedBy, environment } from './run-edits.ts';
import { carryModels, isSameTraining, lacksModel } from './session/fitted-models.ts';
import { rebuildModel } from './session/models/fit.ts';
import { applyRetrain, failRetrain, prepareRetrain } from './session/models/train.ts';
import type { State } from './session/state.ts';
import { inSlices } from './slices.ts';
import type { Store } from './store/store.ts';

interface Dependencies {
  readonly store: Pick<Store, 'now'>;
  readonly publisher: Publisher;
  readonly log: { warn(details: object, message: string): void };
  /** Trains on the workers; the session stays in memory. */
  train(session: OpenSession, task: TaskTable['train']['task']): Promise<TrainResult>;
  /** Changes the state in its turn, and writes it. */
  amend(session: OpenSession, change: (state: State) => State, job: string | undefined): Promise<void>;
}

/** What a training again came to. */
interface Outcome {
  readonly state: State;
  readonly event: SessionEvent;
  readonly job?: string | undefined;
}

/** Errors that say nothing of the model: another attempt may work. */
const transientErrors = [QueueFullError, TooManyJobsError, PoolClosedError, JobLostError, CancelledError];

const isTransient = (error: unknown): boolean => transientErrors.some((kind) => error instanceof kind);

/**
 * Models of sessions that were read from the store. What was stored of a model gives it back at once, where its rows are still there. Else
 * its saved call is trained again: rows are read and recorded meanwhile, and whoever needs the model waits.
 */
export class StoredModels {
  readonly #around: Dependencies;
  readonly #training = new WeakMap<OpenSession, Promise<void>>();

  constructor(around: Dependencies) {
    this.#around = around;
  }

  /** Gives the state its model, that of `before` or from what was stored; `lacksModel` says whether there is one now. */
  async rebuild({ model, ...rest }: State, before?: State): Promise<void> {
    if (model === null || carryModels(before?.model ?? null, model)) return;
    await inSlices(rebuildModel({ ...rest, model }, model));
  }

  /** As `rebuild`, of a session that is not open yet: what could not be rebuilt is trained again, or else when it is first needed. */
  async complete(session: OpenSession): Promise<void> {
    await this.rebuild(session.state);
    if (!lacksModel(session.state)) return;
    try {
      session.state = (await this.#trained(session)).state;
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }

  /** Trains what could not be rebuilt, and tells when it is over. Failing is not an error. */
  async trainAgain(session: OpenSession): Promise<void> {
    try {
      await this.#inStep(session);
    } catch (error) {
      // Nobody hears of it, and the next start tries again.
      if (session.isGone || error instanceof PoolClosedError) return;
      this.#around.log.warn(
        { session_id: session.state.id, err: error },
        'the model is not trained again yet',
      );
      this.#publish(session, { type: 'model_retrain_failed', data: { reason: (error as Error).message } });
    }
  }

  /** What `action` gives; it waits for a model that has still to be trained again, if it needs one. */
  async for<Result>(session: OpenSession, action: () => Promise<Result>): Promise<Result> {
    try {
      return await action();
    } catch (error) {
      if (!(error instanceof NoModelError && lacksModel(session.state))) throw error;
    }
    await this.#inStep(session);
    return action();
  }

  /** One training of a session at a time. @throws errors that say nothing of the model, and of the store */
  #inStep(session: OpenSession): Promise<void> {
    const running =
      this.#training.get(session) ?? this.#untilThere(session).finally(() => this.#training.delete(session));
    this.#training.set(session, running);
    return running;
  }

  async #untilThere(session: OpenSession): Promise<void> {
    session.jobs++;
    try {
      while (lacksModel(session.state)) await this.#join(session);
    } finally {
      session.jobs--;
    }
  }

  async #join(session: OpenSession): Promise<void> {
    const { model: before } = session.state;
    const { state, event, job } = await this.#trained(session);
    let isTaken = false;
    const take = (now: State): State => {
      // Somebody may have trained another one meanwhile.
      isTaken = now.model !== null && before !== null && isSameTraining(before, now.model);
      return isTaken ? { ...now, model: state.model } : now;
    };
    await this.#around.amend(session, take, job);
    if (isTaken) this.#publish(session, event);
  }

  async #trained(session: OpenSession): Promise<Outcome> {
    const { state } = session;
    try {
      const { task, context } = await inSlices(prepareRetrain(state));
      const result = await this.#around.train(session, task);
      const origin = originOf(result);
      // The call is not a new one: only its model is taken, not its entry in the audit log or its event.
      const around = { ...environment(this.#around.store), ...computedBy(origin) };
      const trained = applyRetrain(state, result, context, around);
      const backend = trained.model?.backend ?? '';
      return { state: trained, event: { type: 'model_retrained', data: { backend } }, job: origin.job };
    } catch (error) {
      if (session.isGone || isTransient(error)) throw error;
      this.#around.log.warn({ session_id: state.id, err: error }, 'the model could not be trained again');
      const reason = (error as Error).message;
      return { state: failRetrain(state), event: { type: 'model_retrain_failed', data: { reason } } };
    }
  }

  #publish({ state }: OpenSession, event: SessionEvent): void {
    this.#around.publisher.publish(state.id, [event]);
  }
}
