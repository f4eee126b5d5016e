import { createByteBudget } from './byte-budget.ts';

/**
 * What this thread keeps of models from one call to the next: the models that it was sent, and factors. All of it shares
 * one budget; 512 MiB unless told, which holds four factors of 4,000 rows.
 */
export const modelMemory = createByteBudget(512 * 2 ** 20);
