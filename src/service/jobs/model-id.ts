import { createHash, type Hash } from 'node:crypto';
import type { GpModel } from '../../engine/gp/model.ts';

/** Puts a value into the hash with its kind and length, so that different values never read alike. */
function put(hash: Hash, value: unknown): void {
  if (ArrayBuffer.isView(value)) {
    hash.update(`[${value.constructor.name} ${value.byteLength}]`);
    hash.update(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  } else if (typeof value === 'number') {
    put(hash, Float64Array.of(value));
  } else if (Array.isArray(value)) {
    hash.update(`[list ${value.length}]`);
    for (const item of value) put(hash, item);
  } else if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, entry]) => entry !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    hash.update(`[record ${entries.length}]`);
    for (const [key, entry] of entries) {
      put(hash, key);
      put(hash, entry);
    }
  } else {
    const text = String(value);
    hash.update(`[${typeof value} ${Buffer.byteLength(text)}]${text}`);
  }
}

/** Models are immutable, so each is hashed once. */
const ids = new WeakMap<GpModel, string>();

/** Content hash of a model: the same in every thread and process, and on every host of the same byte order. */
export function modelId(model: GpModel): string {
  const known = ids.get(model);
  if (known !== undefined) return known;
  const hash = createHash('sha256');
  put(hash, model);
  const id = hash.digest('hex').slice(0, 32);
  ids.set(model, id);
  return id;
}
