import { type Static, Type } from 'typebox';
import { nullable, titled } from '../schema-parts.ts';
import { Row } from '../values.ts';

/** Rows that are taken out of the table, and put back. */

const why = Type.Optional(Type.String({ maxLength: 2000, description: 'For the audit log' }));

const ids = Type.Array(Type.String(), {
  minItems: 1,
  description: 'ProvenanceIds of the rows, each once',
});

const withoutVariables = Type.Optional(
  Type.Array(Type.String(), {
    description:
      'Variables that are deleted in the same change, with their constraints: those that an import added',
  }),
);

export const RemoveQuery = Type.Object({
  why,
});

export const RowRemoved = titled('RowRemoved', {
  row: Row,
  experiment_id: Type.Integer({ description: 'Former row index, from 0; later rows have moved up' }),
  n_experiments: Type.Integer({ description: 'Remaining rows' }),
  data_revision: Type.Integer(),
});
export type RowRemoved = Static<typeof RowRemoved>;

export const RemoveBatchRequest = Type.Object(
  {
    provenance_ids: ids,
    why,
    restage: Type.Optional(
      Type.Boolean({
        description:
          'Finished queue items whose results are removed become pending again, each in its place under a new ID; by default they are removed with their results',
      }),
    ),
    without_variables: withoutVariables,
  },
  {
    title: 'RemoveBatchRequest',
    examples: [{ provenance_ids: ['3f0e7c58-58a5-4b7b-8a0f-6d1e5a2b9c11'], why: 'entered twice' }],
  },
);
export type RemoveBatchRequest = Static<typeof RemoveBatchRequest>;
/** What a removal of rows says in addition to their names. */
export type RowsRemoval = Omit<RemoveBatchRequest, 'provenance_ids'>;

export const RowsRemoved = titled('RowsRemoved', {
  rows: Type.Array(Row, { description: 'In the order of the request' }),
  restaged_item_ids: Type.Array(nullable(Type.String()), {
    description: 'By row, the queue item that `restage` staged again; null where there was none',
  }),
  n_experiments: Type.Integer({ description: 'Remaining rows' }),
  data_revision: Type.Integer(),
});
export type RowsRemoved = Static<typeof RowsRemoved>;

export const RestoreBatchRequest = Type.Object(
  {
    provenance_ids: ids,
    in_place_of: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'ProvenanceIds of rows that are removed in the same change, as by `remove-batch` with `restage`; a row may be removed and restored to its earlier state at once',
      }),
    ),
    without_variables: withoutVariables,
    why,
  },
  {
    title: 'RestoreBatchRequest',
    examples: [{ provenance_ids: ['3f0e7c58-58a5-4b7b-8a0f-6d1e5a2b9c11'], why: 'removed by mistake' }],
  },
);
export type RestoreBatchRequest = Static<typeof RestoreBatchRequest>;
/** What a restoration of rows says in addition to their names. */
export type RowsRestoring = Omit<RestoreBatchRequest, 'provenance_ids'>;

export const RowsRestored = titled('RowsRestored', {
  experiment_ids: Type.Array(Type.Integer(), {
    description: 'Row indices, from 0, in the order of the request; later rows have moved down',
  }),
  n_experiments: Type.Integer(),
  data_revision: Type.Integer(),
});
export type RowsRestored = Static<typeof RowsRestored>;
