import type { Model } from '../../api/types.ts';

/**
 * Knowledge ratio in words: the variance that the data leave at a point, as a share of the variance without data. The
 * words follow the deviation, as that is what is shown beside them: 0.06 is a quarter of it, 0.25 half.
 */
export function knowledgeWords(ratio: number | null | undefined): string {
  if (ratio === null || ratio === undefined) return '';
  if (ratio < 0.06) return 'well known here: expects to improve on it';
  if (ratio < 0.25) return 'fairly well known: close to measured runs';
  if (ratio < 0.56) return 'partly known: improves and learns';
  if (ratio <= 0.9) return 'little known: goes there to learn';
  return 'unknown territory: far from every run';
}

export interface Strategy {
  readonly name: string;
  readonly label: string;
  readonly about: string;
  readonly batch: boolean;
}

const improve = 'Looks for the largest improvement on the best so far.';
const table: Record<'one' | 'classic' | 'several', readonly Strategy[]> = {
  one: [
    { name: 'qEI', label: 'Improve (qEI)', about: `${improve} Any number of runs at once.`, batch: true },
    { name: 'LogEI', label: 'Improve, one run (LogEI)', about: improve, batch: false },
    {
      name: 'qUCB',
      label: 'Optimistic (qUCB)',
      about: 'Goes where the model could be right at its most hopeful.',
      batch: true,
    },
    {
      name: 'qNIPV',
      label: 'Learn (qNIPV)',
      about: 'Makes the model surer everywhere; the goal plays no part.',
      batch: true,
    },
    { name: 'EI', label: 'EI', about: improve, batch: false },
    { name: 'PI', label: 'PI', about: 'Looks for the likeliest improvement, however small.', batch: false },
    { name: 'UCB', label: 'UCB', about: 'Mean plus a share of the uncertainty.', batch: false },
  ],
  classic: [
    { name: 'EI', label: 'Improve (EI)', about: improve, batch: false },
    { name: 'PI', label: 'PI', about: 'Looks for the likeliest improvement, however small.', batch: false },
    { name: 'UCB', label: 'Optimistic (UCB)', about: 'Mean plus a share of the uncertainty.', batch: false },
    { name: 'gp_hedge', label: 'Mixed (gp_hedge)', about: 'Takes turns between the three.', batch: false },
  ],
  several: [
    {
      name: 'qNEHVI',
      label: 'Push the front (qNEHVI)',
      about: 'Looks for points that push the whole trade-off outwards; made for noisy results.',
      batch: true,
    },
    {
      name: 'qEHVI',
      label: 'Push the front (qEHVI)',
      about: 'The same for results without noise.',
      batch: true,
    },
  ],
};

const auto: Strategy = {
  name: 'auto',
  label: 'Automatic',
  about: 'Trains the models it needs, weighs exploring against exploiting, and says why.',
  batch: true,
};

/** Strategies that can be used: the automatic one first; the others need a trained model and fit its kind. */
export function strategiesFor(
  model: Pick<Model, 'trained' | 'backend'>,
  objectives: number,
): readonly Strategy[] {
  if (!model.trained) return [auto];
  if (objectives > 1) return [auto, ...table.several];
  return [auto, ...(model.backend === 'sklearn' ? table.classic : table.one)];
}
