import { ValueError } from '../../errors.ts';

/** Points that a search over all pairs takes. */
const SEARCHED_POINTS = 2000;

/** @throws ValueError for more points than a search over all pairs takes */
export function checkSearched(method: string, nPoints: number): void {
  if (nPoints > SEARCHED_POINTS)
    throw new ValueError(
      `${method}: searches at most ${SEARCHED_POINTS} points, got ${nPoints}; use sobol, or lhs with criterion none and no constraints`,
    );
}
