import { useSyncExternalStore } from 'react';
import { calls, change } from '../../api/actions.ts';
import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import { createListeners } from '../../api/listeners.ts';
import type { Model, TrainRequest, TrainResponse } from '../../api/types.ts';
import { useDraft, writeDrafts } from '../../components/draft.ts';

/** The training behind a page that has recorded results. */
export type BackgroundTraining =
  | { readonly state: 'training' }
  /** `before`: when the model was trained last; a later time means that the problem is over. */
  | { readonly state: 'failed'; readonly problem: string; readonly before: string | null };

/** Rows from which a model is trained without being asked for. */
const fewest = 5;

const now = new Map<string, BackgroundTraining>();
/** Sessions with results that the training under way does not know. */
const behind = new Set<string>();
const listeners = createListeners();

function note(id: string, learning: BackgroundTraining | undefined): void {
  if (learning) now.set(id, learning);
  else now.delete(id);
  listeners.notify();
}

/** The first model is made as “Train model” makes it, later ones as the last. */
const requestAfter = (model: Pick<Model, 'trained' | 'training_config'>): TrainRequest =>
  model.trained && model.training_config ? (model.training_config as TrainRequest) : { backend: 'auto' };

/** What the server remarked on the last training of this browser, and the model that it is of. */
interface TrainingWarnings extends Pick<Model, 'backend' | 'kernel' | 'data_revision'> {
  readonly texts: readonly string[];
}

const warningsKey = (id: string): string => `trained.${id}`;

/** Keeps what the server remarked on a training, for the page of the model. */
export function keepTrainingWarnings(
  id: string,
  { warnings, backend, kernel, data_revision }: TrainResponse,
): void {
  const said: TrainingWarnings = { texts: warnings, backend, kernel, data_revision };
  writeDrafts([[warningsKey(id), warnings.length === 0 ? undefined : said]]);
}

/** What was remarked on the training of this model; nothing where another one has taken its place. */
export function useTrainingWarnings(id: string, model: Model | undefined): readonly string[] {
  const [said] = useDraft<TrainingWarnings | null>(warningsKey(id), null);
  const isOfIt =
    said?.backend === model?.backend &&
    said?.kernel === model?.kernel &&
    said?.data_revision === model?.data_revision;
  return isOfIt ? (said?.texts ?? []) : [];
}

async function train(id: string): Promise<void> {
  let before: string | null = null;
  try {
    const { n_experiments } = await send(sessionCall('GET', id, 'state'));
    if (n_experiments < fewest) return note(id, undefined);
    const model = await send(sessionCall('GET', id, 'model'));
    before = model.trained_at;
    keepTrainingWarnings(id, await change<TrainResponse>(id, calls.trainBehind(id, requestAfter(model))));
    note(id, undefined);
  } catch (error) {
    note(id, { state: 'failed', problem: error instanceof Error ? error.message : String(error), before });
  }
}

/** Trains on what is recorded, behind the page; results that come meanwhile are learned by one training after it. */
export async function trainInBackground(id: string): Promise<void> {
  behind.add(id);
  if (now.get(id)?.state === 'training') return;
  while (behind.delete(id)) {
    note(id, { state: 'training' });
    await train(id);
  }
}

export const forgetProblem = (id: string): void => note(id, undefined);

export const useBackgroundTraining = (id: string): BackgroundTraining | undefined =>
  useSyncExternalStore(listeners.subscribe, () => now.get(id));
