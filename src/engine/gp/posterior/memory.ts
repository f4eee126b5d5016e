import type { Backend } from '../../compute/backend.ts';
import { createByteBudget } from './byte-budget.ts';

/** Bytes that a thread keeps of models by default: four factors of 4,000 rows. */
const STANDARD_BYTES = 512 * 2 ** 20;

/**
 * What this thread keeps of models from one call to the next: the models that it was sent and their factors, wherever the
 * numbers are. All of it shares one budget.
 */
export const modelMemory = createByteBudget(STANDARD_BYTES);

/** Sets the budget: what the backend itself keeps is taken off first. */
export function limitModelMemory(backend: Backend, bytes = STANDARD_BYTES): void {
  modelMemory.limit(Math.max(0, bytes - (backend.keeps ?? 0)));
}
