import type { Row } from '../../api/types.ts';

/** ProvenanceId of a row; undefined in a table of old, whose rows have none. */
export const idOf = (row: Row | undefined): string | undefined =>
  typeof row?.['ProvenanceId'] === 'string' ? row['ProvenanceId'] : undefined;
