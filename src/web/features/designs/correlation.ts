import type { Row, Variable } from '../../api/types.ts';

export interface Term {
  readonly name: string;
  readonly values: readonly number[];
}

function coded(variable: Variable, points: readonly Row[]): Term[] {
  if (variable.categories?.length)
    return variable.categories.slice(1).map((label) => ({
      name: `${variable.name}=${label}`,
      values: points.map((point) => (point[variable.name] === label ? 1 : 0)),
    }));
  return [{ name: variable.name, values: points.map((point) => Number(point[variable.name])) }];
}

function centred(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  return values.map((value) => value - mean);
}

/** Main effects, products of two and squares of a design, each centred; labels count as one column per label but the first. */
export function designTerms(variables: readonly Variable[], points: readonly Row[]): Term[] {
  const main = variables.flatMap((variable) =>
    coded(variable, points).map((term) => ({ ...term, values: centred(term.values) })),
  );
  const products: Term[] = [];
  for (const [i, a] of main.entries())
    for (const b of main.slice(i)) {
      const square = a === b;
      if (square && a.name.includes('=')) continue;
      products.push({
        name: square ? `${a.name}²` : `${a.name}·${b.name}`,
        values: centred(a.values.map((value, k) => value * (b.values[k] as number))),
      });
    }
  const spread = (term: Term): boolean => term.values.some((value) => Math.abs(value) > 1e-12);
  return [...main, ...products].filter(spread);
}

/** Absolute correlation of every two terms. */
export function correlations(terms: readonly Term[]): number[][] {
  const sizes = terms.map((term) => Math.sqrt(term.values.reduce((sum, value) => sum + value * value, 0)));
  return terms.map((a, i) =>
    terms.map((b, j) => {
      const dot = a.values.reduce((sum, value, k) => sum + value * (b.values[k] as number), 0);
      return Math.min(1, Math.abs(dot) / ((sizes[i] as number) * (sizes[j] as number)));
    }),
  );
}
