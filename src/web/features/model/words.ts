import type { Variable } from '../../api/types.ts';

/** Fit of the cross-validation in words. */
export function fitWords(r2: number | null | undefined): string {
  if (r2 === null || r2 === undefined) return 'too few experiments to say';
  if (r2 > 0.9) return 'predicts runs it has not seen very well';
  if (r2 > 0.7) return 'predicts runs it has not seen well';
  if (r2 > 0.4) return 'catches the main trend';
  return 'hardly better than the mean so far';
}

/** Honesty of the error bars in words. */
export function errorBarWords(std: number | null | undefined): string {
  if (std === null || std === undefined) return '';
  if (std > 1.2) return 'error bars are too short';
  return std < 0.8 ? 'error bars are too long' : 'error bars are honest';
}

/**
 * Share of each variable in what moves the output: one over its length scale, so that they add up to 1.
 * Undefined when the length scales do not belong to the variables one by one.
 */
export function importance(
  lengthscales: readonly number[] | undefined,
  variables: readonly Variable[],
): { name: string; lengthscale: number; share: number }[] | undefined {
  // A mixed model has one length scale per numeric column; labels have scales of another kind.
  const numeric = variables.filter((variable) => variable.type !== 'categorical');
  const owners = lengthscales?.length === variables.length ? variables : numeric;
  if (!lengthscales || lengthscales.length !== owners.length || lengthscales.length === 0) return undefined;
  const order = [
    ...owners.filter((variable) => variable.role !== 'observed'),
    ...owners.filter((variable) => variable.role === 'observed'),
  ];
  const total = lengthscales.reduce((sum, value) => sum + 1 / value, 0);
  return order
    .map((variable, i) => ({
      name: variable.name,
      lengthscale: lengthscales[i] as number,
      share: 1 / (lengthscales[i] as number) / total,
    }))
    .sort((a, b) => b.share - a.share);
}
