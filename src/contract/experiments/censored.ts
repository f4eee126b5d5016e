/** Results of which only a limit is known, apart from the schemas: the page needs these rules without them. */

/** Where the true value lies. */
export const sides = ['above', 'below'] as const;
export type Side = (typeof sides)[number];

/** What is before a limit: the true value lies above `>99`. */
export const limitSign = { above: '>', below: '<' } as const satisfies Readonly<Record<Side, string>>;

/** A limit as requests and the page have it. */
export type Limit = { readonly above: number } | { readonly below: number };

export const sideOfLimit = (limit: Limit): Side => ('above' in limit ? 'above' : 'below');

export const limitOf = (side: Side, value: number): Limit =>
  side === 'above' ? { above: value } : { below: value };

export const valueOfLimit = (limit: Limit): number => ('above' in limit ? limit.above : limit.below);

/** A result as a cell of a file: `>99` where it is a limit. */
export const resultCell = <Value extends number | string | boolean | null>(
  value: Value,
  side: Side | undefined,
): Value | string => (side === undefined || value === null ? value : `${limitSign[side]}${value}`);

/** The cell of the column `Censored`, which names the objectives whose value is a limit: `yield >, impurity <`. */
export const censoredCell = (censored: Readonly<Record<string, Side>>): string =>
  Object.entries(censored)
    .map(([name, side]) => `${name} ${limitSign[side]}`)
    .join(', ');

/** Of which side the value of an objective is a limit, by that cell. */
export const sideInCell = (cell: unknown, objective: string): Side | undefined =>
  sides.find((side) => `, ${cell ?? ''}`.includes(`, ${objective} ${limitSign[side]}`));
