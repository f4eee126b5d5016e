import { isRecord } from '../../contract/is-record.ts';

/** The value of a JSON document at a path of fields and indices; undefined where the path leads nowhere. */
export const valueAt = (root: unknown, path: readonly unknown[]): unknown =>
  path.reduce<unknown>(
    (holder, key) =>
      Array.isArray(holder) ? holder[Number(key)] : isRecord(holder) ? holder[String(key)] : undefined,
    root,
  );
