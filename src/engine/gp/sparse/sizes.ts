/** Rows above which a training uses the sparse model by default. */
export const SPARSE_ABOVE = 4000;

/**
 * Rows above which an exact model has one set of hyperparameters, learned by the likelihood of neighbours, and is
 * validated at them: 1,000 where they would be drawn (`auto`) and for the validation, 3,000 where they are fitted.
 */
export const ONE_FIT_ABOVE = { drawn: 1000, validated: 1000, fitted: 3000 } as const;

/** Neighbours in the likelihood, of an exact model; of a prediction; rows of the exact model around the best row (`local`). */
export const NEIGHBOURS = { likelihood: 30, exact: 60, prediction: 60, local: 2000 } as const;

/** Rows that hyperparameters are learned from: exactly at first, then by the likelihood of neighbours. */
export const LEARNED_FROM = { exact: 1000, first: 3000, sparse: 10_000 } as const;

/** A model with inducing points learns exactly from one row in `rowsEach`, if these are more, and from at most `most`. */
const LEARNED_EXACTLY = { rowsEach: 25, most: 3000 } as const;

/** Rows of n that hyperparameters of a model with inducing points are learned from exactly. */
export const learnedExactly = (n: number): number =>
  Math.floor(Math.max(LEARNED_FROM.exact, Math.min(n / LEARNED_EXACTLY.rowsEach, LEARNED_EXACTLY.most)));

/**
 * `local` models whose means take the weights of all rows: from and, by default, up to this many rows, where the one
 * factor takes seconds and two matrices of 0.5 GB; the nearest rows that their variances take.
 */
export const FULL_WEIGHTS = { least: 20, most: 8000, neighbours: 30 } as const;

/**
 * Inducing points of a `local` model beside the neighbours: at most `most`, one to every `rowsEach` rows, and no more than keep
 * `numbers` numbers for all rows together.
 */
const INDUCING = { most: 500, rowsEach: 8, numbers: 2e7 } as const;

/** Inducing points of a model of n rows by default. */
export const inducingFor = (n: number): number =>
  Math.floor(Math.min(INDUCING.most, n / INDUCING.rowsEach, INDUCING.numbers / n));
