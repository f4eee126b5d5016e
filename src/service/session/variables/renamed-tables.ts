import type { Provenance } from '../../../contract/experiments/provenance.ts';
import type { Row } from '../../../contract/values.ts';

/** The record with one key renamed, at its place. */
export function keyRenamed<T>(
  record: Readonly<Record<string, T>>,
  from: string,
  to: string,
): Record<string, T> {
  const renamed: Record<string, T> = {};
  for (const key in record) renamed[key === from ? to : key] = record[key] as T;
  return renamed;
}

export const rowRenamed = (row: Row, from: string, to: string): Row => keyRenamed(row, from, to);

export const provenanceRenamed = (record: Provenance, from: string, to: string): Provenance => ({
  ...record,
  suggested: record.suggested === null ? null : keyRenamed(record.suggested, from, to),
  actual: keyRenamed(record.actual, from, to),
  delta: keyRenamed(record.delta, from, to),
});
