import { ValueError } from '../../../errors.ts';

/** Multiplications of one local search, or of one judgement of a design; eight such searches take some minutes of one core. */
const MOST_WORK = 1e10;

/**
 * Refuses a search so large that its shortest form would not end in some minutes.
 *
 * @param who  begins the message
 * @param what the size, such as `900 columns in 1000 runs`
 * @param work multiplications of one local search
 * @param way  what helps
 * @throws ValueError
 */
export function checkSearchWork(who: string, what: string, work: number, way: string): void {
  if (work <= MOST_WORK) return;
  const times = (work / MOST_WORK).toPrecision(2);
  throw new ValueError(
    `${who}: ${what} need ${Number(times)} times the work that one search may take; ${way}`,
  );
}
