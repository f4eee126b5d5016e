/** One axis of the space. Encoded values are the raw number, or the position of the category. */
export type Dimension =
  /** With a step, only low + k·step can be set: searches move freely and end on such a value. */
  (
    | {
        readonly kind: 'real';
        readonly low: number;
        readonly high: number;
        readonly step?: number;
        /** Lowest and highest value; codes are natural logarithms then, `low` and `high` too. */
        readonly log?: readonly [number, number];
      }
    | { readonly kind: 'integer'; readonly low: number; readonly high: number }
    /** Ascending, distinct. With `log`, these are the values as they are set, and `values` their natural logarithms. */
    | {
        readonly kind: 'discrete';
        readonly values: readonly number[];
        readonly log?: readonly number[];
        /** The values are the steps of a range: models of second order have its square. */
        readonly stepped?: true;
      }
    /** Encoded as 0 … k−1 by declared position. With `open`, only these codes (ascending) may be chosen; rows may hold any. */
    | { readonly kind: 'categorical'; readonly labels: readonly string[]; readonly open?: readonly number[] }
  ) & { readonly name: string };

/** Σ coefficients[column]·x[column] ≤ rhs, or = rhs, in raw units over encoded columns. */
export interface LinearConstraint {
  readonly name: string;
  readonly type: 'inequality' | 'equality';
  /** One per dimension of the space, 0 where the constraint does not name it. */
  readonly coefficients: readonly number[];
  readonly rhs: number;
}

/** What may be chosen: dimensions in model column order, and linear constraints over them. */
export interface Space {
  readonly dimensions: readonly Dimension[];
  readonly constraints: readonly LinearConstraint[];
}
