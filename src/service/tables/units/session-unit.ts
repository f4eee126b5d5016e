import type { ImportColumn } from '../../../contract/imports/imports.ts';
import type { KnownSession } from '../known-session.ts';

/** The unit of a variable or an objective of the session; null: it has none. */
export const sessionUnit = ({ name, meaning }: Pick<ImportColumn, 'name' | 'meaning'>, known: KnownSession) =>
  (meaning === 'input'
    ? known.variables.find((one) => one.name === name)?.unit
    : meaning === 'output'
      ? known.units.get(name)
      : null) ?? null;
