const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Plain data with typed arrays as JSON: `{f64: […]}` and `{i32: […]}`; −Infinity, which JSON lacks, as null. */
export function packArrays(value: unknown): unknown {
  if (value instanceof Float64Array)
    return { f64: Array.from(value, (x) => (Number.isFinite(x) ? x : null)) };
  if (value instanceof Int32Array) return { i32: [...value] };
  if (Array.isArray(value)) return value.map(packArrays);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, packArrays(entry)]));
}

/** The inverse of `packArrays`. */
export function unpackArrays(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unpackArrays);
  if (!isRecord(value)) return value;
  if (Array.isArray(value.f64)) return Float64Array.from(value.f64, (x) => x ?? Number.NEGATIVE_INFINITY);
  if (Array.isArray(value.i32)) return Int32Array.from(value.i32);
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, unpackArrays(entry)]));
}
