import { defaultConfig, type Environment, type State } from './state.ts';

/** The seed that a request names, or a new one; answers report it, so that any result can be reproduced. */
export const seedOf = (wanted: number | null | undefined, { newId }: Environment): number =>
  wanted ?? Number.parseInt(newId().slice(0, 8), 16);

/** The seed of every training of a session, as its file has it. */
export const trainingSeedOf = ({ config: { random_state } }: State): number =>
  typeof random_state === 'number' ? random_state : defaultConfig.random_state;
