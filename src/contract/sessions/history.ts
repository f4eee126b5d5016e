import { type Static, Type } from 'typebox';
import { ObjectiveList } from '../objectives/objectives.ts';
import { maybe, nullable, Timestamp, titled, visibleName } from '../schema-parts.ts';
import { Row } from '../values.ts';
import { Constraint } from '../variables/constraints.ts';
import { Variable } from '../variables/variables.ts';

export const Revision = Type.Object(
  {
    revision: Type.Integer({
      description: 'Number of the change of the campaign, from 1; 0 is the state before the first change',
    }),
    time: Timestamp,
    who: nullable(Type.String()),
    what: Type.Array(Type.String(), { description: 'In words' }),
    n_audit_entries: Type.Integer({ description: 'Entries of the audit log after the change' }),
    readable: Type.Boolean({
      description: 'false: the state is no longer kept, because too much was replaced since',
    }),
  },
  {
    title: 'Revision',
    examples: [
      {
        revision: 7,
        time: '2026-11-21T12:00:00.000Z',
        who: null,
        what: ["variable 'temperature' changed: bounds: 20 to 120 → 20 to 140"],
        n_audit_entries: 5,
        readable: true,
      },
    ],
  },
);
export type Revision = Static<typeof Revision>;

const page = {
  skip: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, default: 100 })),
};

export const HistoryQuery = Type.Object(page);
export type HistoryQuery = Static<typeof HistoryQuery>;

export const HistoryList = titled('HistoryList', {
  revisions: Type.Array(Revision, { description: 'Newest first' }),
  total: Type.Integer(),
  current: Type.Integer({ description: 'Revision of the current campaign' }),
  oldest_readable: Type.Integer(),
});
export type HistoryList = Static<typeof HistoryList>;

export const RevisionParams = Type.Object({
  session_id: Type.String(),
  revision: Type.Integer({ minimum: 0 }),
});

export const PastCampaign = Type.Object(
  {
    revision: Type.Integer(),
    time: nullable(Timestamp),
    what: Type.Array(Type.String()),
    variables: Type.Array(Variable),
    constraints: Type.Array(Constraint),
    ...ObjectiveList.properties,
    experiments: Type.Array(Row, { description: 'A page of the rows then' }),
    n_experiments: Type.Integer(),
    n_waiting: Type.Integer({ description: 'Runs that were pending or running' }),
  },
  { title: 'PastCampaign', description: 'The campaign as it was after a change' },
);
export type PastCampaign = Static<typeof PastCampaign>;

export const Difference = titled('Difference', {
  part: Type.Enum(['variable', 'constraint', 'objective', 'row', 'run', 'setting']),
  change: Type.Enum(['added', 'removed', 'changed']),
  name: nullable(Type.String({ description: 'null: several changes, which are counted' })),
  before: Type.Unknown(),
  after: Type.Unknown(),
  text: Type.String(),
  count: Type.Optional(Type.Integer({ description: 'Changes that are not listed' })),
});
export type Difference = Static<typeof Difference>;

export const CompareQuery = Type.Object({
  from: Type.Integer({ minimum: 0 }),
  to: Type.Optional(Type.Integer({ minimum: 0, description: 'Default: the current campaign' })),
});

export const Comparison = titled('Comparison', {
  from: Type.Integer(),
  to: Type.Integer(),
  differences: Type.Array(Difference),
  summary: Type.Array(Type.String()),
});
export type Comparison = Static<typeof Comparison>;

export const BranchRequest = Type.Object(
  {
    revision: Type.Integer({ minimum: 0 }),
    name: maybe(visibleName()),
  },
  { title: 'BranchRequest', examples: [{ revision: 7, name: 'The same without DMF' }] },
);
export type BranchRequest = Static<typeof BranchRequest>;
