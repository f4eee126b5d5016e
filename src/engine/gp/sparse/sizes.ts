/** Rows above which a training takes the sparse model by itself. */
export const SPARSE_ABOVE = 4000;

/** Neighbours in the likelihood; of a prediction; rows of the exact model around the best row (`local`). */
export const NEIGHBOURS = { likelihood: 30, prediction: 60, local: 2000 } as const;

/** Rows that hyperparameters are learned from: exactly at first, then by the likelihood of neighbours. */
export const LEARNED_FROM = { exact: 1000, sparse: 10_000 } as const;
