/**
 * Long work cut into slices of about a millisecond: it yields wherever it may be interrupted. What it works on must
 * not change in between, which immutable states see to.
 */
export type Slices<T> = Generator<undefined, T, undefined>;
