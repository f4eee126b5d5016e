import type { Aim, State } from '../state.ts';

/** What is stored of an objective in addition to its direction and limits. */
export const storedAim = ({ campaign }: State, target: string): Aim | undefined =>
  campaign.aims !== undefined && Object.hasOwn(campaign.aims, target) ? campaign.aims[target] : undefined;
