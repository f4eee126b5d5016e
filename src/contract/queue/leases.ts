import { type Static, Type } from 'typebox';
import { maybe, nullable, Timestamp, titled, visibleName } from '../schema-parts.ts';
import { Effort } from '../suggestions/campaign.ts';
import { Inputs } from '../values.ts';
import { QueueItem } from './queue.ts';

export const LeaseRequest = Type.Object(
  {
    worker: visibleName({ maxLength: 200, description: 'Person or device that carries out the run' }),
    seconds: Type.Optional(
      Type.Number({
        minimum: 1,
        maximum: 604_800,
        description: 'Time without a heartbeat after which the run goes back to the queue; default 600',
      }),
    ),
    suggest: Type.Optional(
      Type.Boolean({ description: "If no run is pending, propose one by strategy 'auto'; default true" }),
    ),
    observed: maybe(Inputs),
    hold: maybe(Inputs),
    effort: Type.Optional(Effort),
    seed: maybe(Type.Integer()),
  },
  { title: 'LeaseRequest', examples: [{ worker: 'robot 2', seconds: 900 }] },
);
export type LeaseRequest = Static<typeof LeaseRequest>;

export const LeaseTokenRequest = Type.Object(
  { token: Type.String() },
  { title: 'LeaseTokenRequest', examples: [{ token: '0c9b8f0e-6b1e-4c58-9f4e-1d1b4a0f3a11' }] },
);
export type LeaseTokenRequest = Static<typeof LeaseTokenRequest>;

export const LeaseResponse = titled('LeaseResponse', {
  item: nullable(QueueItem),
  lease: nullable(
    Type.Object({
      token: Type.String({ description: 'Send it with heartbeats and with the result' }),
      worker: Type.String(),
      leased_at: Timestamp,
      expires_at: Timestamp,
      seconds: Type.Number(),
    }),
  ),
  source: nullable(Type.Enum(['queue', 'suggestion'])),
  reason: nullable(Type.String({ description: 'Why there is no run' })),
});
export type LeaseResponse = Static<typeof LeaseResponse>;
