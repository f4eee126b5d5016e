import type { ImportColumn } from '../../../contract/imports/imports.ts';
import { list } from '../../../engine/words.ts';
import type { KnownSession } from '../known-session.ts';

/** What a file brings to a session that has variables already. */
export function sessionRemarks(columns: readonly ImportColumn[], known: KnownSession): string[] {
  if (known.variables.length === 0) return [];
  const of = (meaning: string) =>
    columns.filter((one) => one.meaning === meaning && !one.exists).map(({ name }) => name);
  const said = (added: readonly string[], one: string, several: string) =>
    added.length === 0
      ? []
      : [`new in this session: ${list(added)} as ${added.length === 1 ? one : several}`];
  const outputs = known.targets.length === 0 ? [] : of('output');
  return [...said(of('input'), 'a variable', 'variables'), ...said(outputs, 'an objective', 'objectives')];
}
