import { isGpModel, isKept } from './model-memory.ts';

/**
 * Buffers of a plain result that can be moved instead of copied: those of typed arrays which own their whole
 * buffer, each once. Models are left out, as the worker remembers them, and so is what shares a buffer with one.
 */
export function transferables(result: unknown): ArrayBuffer[] {
  const found = new Set<ArrayBuffer>();
  const visit = (value: unknown): void => {
    if (ArrayBuffer.isView(value)) {
      const { buffer } = value;
      if (isKept(buffer)) return;
      if (buffer instanceof ArrayBuffer && value.byteLength === buffer.byteLength && buffer.byteLength > 0)
        found.add(buffer);
    } else if (Array.isArray(value)) {
      for (const item of value) visit(item);
    } else if (typeof value === 'object' && value !== null && !isGpModel(value)) {
      for (const item of value instanceof Map ? value.values() : Object.values(value)) visit(item);
    }
  };
  visit(result);
  return [...found];
}
