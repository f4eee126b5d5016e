import { ValueError } from '../../errors.ts';
import { concatenate, rowsOf } from '../../linalg/concatenate.ts';
import type { Problem } from '../problem.ts';
import { nearbyPoints, spreadPoints } from '../search/starts.ts';
import { botorch, type RunStrategy, type Strategy } from './definition.ts';
import { searchedDesirability } from './desirability.ts';
import { partsOf } from './joined.ts';
import { excessOver } from './limits.ts';

/** Candidates at which a function is drawn: the size of their covariance matrix. */
const MOST_CANDIDATES = 4096;

/** @throws ValueError there are too many */
function checkCandidates({ options: { spread, nearby } }: Problem): void {
  if (spread + nearby <= MOST_CANDIDATES) return;
  throw new ValueError(
    `suggest: strategy 'Thompson' draws functions at ${MOST_CANDIDATES} candidates at most, and options 'spread' and 'nearby' are ${spread} and ${nearby}; send less`,
  );
}

/**
 * Every member is the best of the candidates under a function drawn from the posterior; with outcome constraints, of those whose drawn
 * outputs meet them, or else the one that breaks them least. Pending runs count as measured at their expected values; members of a batch are drawn
 * independently.
 *
 * Source: Thompson 1933, doi:10.1093/biomet/25.3-4.285; outcome constraints as in Eriksson and Poloczek 2021, arXiv:2002.08526.
 */
const thompson: RunStrategy = (problem) => {
  checkCandidates(problem);
  const { task, posteriors, fantasies, region, good, generator, options, repeats, remarks, signs } = problem;
  const { d } = task.models[0];
  const candidates = [
    ...rowsOf(spreadPoints(region, options.spread, generator), d),
    ...rowsOf(nearbyPoints(region, good, options.nearby, generator), d),
  ];
  const m = candidates.length;
  const Z = generator.normals(task.count * m);
  const parts = task.desirability && partsOf(problem);
  const drawn = fantasies.map(({ base }, k) =>
    base.sample(concatenate(candidates), m, k === 0 ? Z : Z.map(() => generator.normal())),
  );
  const worthAt = (at: number) =>
    parts
      ? searchedDesirability(
          parts,
          drawn.map((each) => each[at]),
        )
      : signs[0] * drawn[0][at];
  const excessAt = (at: number) =>
    excessOver(
      task.outcomeConstraints,
      (k) => drawn[k][at],
      (k) => posteriors[k].outputScale,
    );
  const unit = parts ? 1 : posteriors[0].outputScale;
  const likely = problem.success?.logProbability(concatenate(candidates), m).map((log) => unit * log);
  const points: Float64Array[] = [];
  let value = Number.NEGATIVE_INFINITY;
  for (let j = 0; j < task.count; j++) {
    const found = candidates
      .map((point, i) => ({
        point,
        excess: excessAt(j * m + i),
        worth: worthAt(j * m + i) + (likely?.[i] ?? 0),
      }))
      .sort((a, b) => a.excess - b.excess || b.worth - a.worth)
      .map(({ point, excess, worth }) => ({ point, value: excess > 0 ? Number.NEGATIVE_INFINITY : worth }));
    const best = repeats.choose(found, remarks);
    repeats.add(best.point);
    points.push(best.point);
    value = Math.max(value, best.value);
  }
  return { points, value };
};

/** Strategies that draw functions from the posterior. */
export const sampling = {
  Thompson: {
    recipes: botorch,
    batch: true,
    objectives: 'one',
    fixed: true,
    sparse: true,
    parameters: {},
    purpose: 'Takes the best points of functions drawn from the model.',
    value: 'best candidate of a function drawn from the posterior',
    aliases: ['thompsonsampling', 'thompson_sampling'],
    run: thompson,
    joined: thompson,
  },
} as const satisfies Record<string, Strategy>;
