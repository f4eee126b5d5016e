import { type Static, Type } from 'typebox';
import { nullable, Timestamp, titled } from '../schema-parts.ts';
import { sides } from './censored.ts';
import { RowDetail } from './row-details.ts';

export const Provenance = Type.Object(
  {
    id: Type.String(),
    iteration: nullable(Type.Integer()),
    strategy: Type.String(),
    acq_params: Type.Record(Type.String(), Type.Unknown()),
    suggested: nullable(Type.Record(Type.String(), Type.Unknown())),
    actual: Type.Record(Type.String(), Type.Unknown()),
    delta: Type.Record(Type.String(), Type.Union([Type.Number(), Type.String()])),
    output: nullable(Type.Number()),
    outputs: Type.Optional(Type.Record(Type.String(), nullable(Type.Number()))),
    censored: Type.Optional(
      Type.Record(Type.String(), Type.Enum([...sides]), {
        description: 'Objective → the true value lies above or below the result that was recorded',
      }),
    ),
    noise: nullable(Type.Number()),
    timestamp: Timestamp,
    revision: Type.Optional(
      Type.Integer({
        description:
          'Number of the change that recorded it; …/history/{revision} shows the campaign after that change',
      }),
    ),
    detail: Type.Optional(RowDetail),
  },
  {
    title: 'Provenance',
    examples: [
      {
        id: 'p',
        iteration: 4,
        strategy: 'qEI',
        acq_params: { goal: 'maximize', n_suggestions: 2 },
        suggested: { temperature: 80, solvent: 'THF' },
        actual: { temperature: 81.5, solvent: 'THF' },
        delta: { temperature: 1.5, solvent: 'unchanged' },
        output: 0.42,
        noise: null,
        timestamp: '2026-11-21T12:00:00.000Z',
      },
    ],
  },
);
export type Provenance = Static<typeof Provenance>;

export const ProvenanceList = titled('ProvenanceList', {
  records: Type.Array(Provenance),
  n_records: Type.Integer(),
});
export type ProvenanceList = Static<typeof ProvenanceList>;

export const ProvenanceParams = Type.Object({ session_id: Type.String(), provenance_id: Type.String() });
