import type { Surroundings } from './state.ts';

/** The seed that a request names, or a new one; answers report it, so that any result can be reproduced. */
export const seedOf = (wanted: number | null | undefined, { newId }: Surroundings): number =>
  wanted ?? Number.parseInt(newId().slice(0, 8), 16);
