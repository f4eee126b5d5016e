/** The entry `athanor/client`: campaigns by asking and telling, and every route of the API with its types. */
export {
  type AskOptions,
  type Campaign,
  type Inputs,
  type LeasedRun,
  type LeaseOptions,
  openCampaign,
  type Result,
  type Run,
} from './campaign.ts';
export {
  type AthanorClient,
  answerOf,
  type ClientOptions,
  createAthanorClient,
  formWith,
  type Schemas,
} from './client.ts';
export { type SessionEvent, type WatchOptions, watchSession } from './events.ts';
export type { WaitOptions } from './waiting.ts';
