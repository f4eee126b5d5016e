import type { State } from './state.ts';

/** Parts of the state outside the campaign: its viewers, what can be computed again, and its history. */
export const outsideCampaign: ReadonlySet<keyof State> = new Set([
  'id',
  'metadata',
  'last_accessed',
  'audit',
  'model',
  'lock',
  'enforce_lock',
  'control',
  'replies',
  'last_suggestions',
  'last_suggestion',
  'history',
]);

/** Parts of the state that the history of the campaign follows. */
export const campaignPartsOf = (state: State): (keyof State)[] =>
  (Object.keys(state) as (keyof State)[]).filter((part) => !outsideCampaign.has(part));
