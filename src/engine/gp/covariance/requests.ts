import { ValueError } from '../../errors.ts';
import { didYouMean, oneOf } from '../../words.ts';
import type { Recipe } from '../recipes/recipe.ts';
import type { CovarianceDefinition } from './definition.ts';
import { type CovarianceName, type CovarianceSpec, covariances } from './index.ts';

type Request = NonNullable<CovarianceDefinition['request']>;
type Asked = readonly [CovarianceName, Request];

/** Where a recipe reads the smoothness of covariances that have one, and what it takes by default. */
export const smoothness = {
  sklearn: { field: 'matern_nu', usual: 1.5 },
  botorch: { field: 'nu', usual: 2.5 },
} as const;

/** Covariances that a recipe can be asked for, in the order of the table. */
const askedOf = (recipe: Recipe): Asked[] =>
  (Object.keys(covariances) as CovarianceName[]).flatMap((name) => {
    const { request }: CovarianceDefinition = covariances[name];
    return request?.recipes.includes(recipe) ? [[name, request] as const] : [];
  });

/** Names of the field `kernel` that a recipe knows. */
export const kernelsOf = (recipe: Recipe): readonly string[] => [
  ...new Set(askedOf(recipe).map(([, { kernel }]) => kernel)),
];

/** Names of the numbers that covariances of a recipe take. */
export const kernelParametersOf = (recipe: Recipe): readonly string[] => [
  smoothness[recipe].field,
  ...askedOf(recipe).flatMap(([, { depth }]) => depth?.field ?? []),
];

const plain = (kernel: string): string => kernel.toLowerCase().replaceAll('_', '');

/**
 * The covariance that a training request asks for, over columns that are given later.
 *
 * @param numbers of `kernel_params`
 * @throws ValueError on a kernel or a number that the recipe does not know, a smoothness that there is not and a wrong depth
 */
export function requestedCovariance(
  recipe: Recipe,
  kernel: string,
  numbers: Readonly<Record<string, number>>,
): (columns: readonly number[]) => Extract<CovarianceSpec, { columns: readonly number[] }> {
  checkNumbers(recipe, numbers);
  const found = askedOf(recipe).filter(([, request]) => plain(request.kernel) === plain(kernel));
  const [kind, { depth }] =
    found.length > 1 ? ofSmoothness(recipe, found, numbers) : (found[0] ?? unknown(recipe, kernel));
  if (!depth) return (columns) => ({ kind, columns });
  const layers = numbers[depth.field] ?? depth.usual;
  if (!(Number.isInteger(layers) && layers >= 1 && layers <= depth.most)) {
    throw new ValueError(
      `kernel_params.${depth.field}: expected a whole number from 1 to ${depth.most}, got ${layers}`,
    );
  }
  return (columns) => ({ kind, columns, depth: layers });
}

/** Numbers of other covariances of the recipe are left aside: whoever compares covariances may send them all. */
function checkNumbers(recipe: Recipe, numbers: Readonly<Record<string, number>>): void {
  const known = kernelParametersOf(recipe);
  const name = Object.keys(numbers).find((one) => !known.includes(one));
  if (name === undefined) return;
  throw new ValueError(
    `kernel_params: ${recipe} has no '${name}', got ${numbers[name]}; ${didYouMean(name, known)}use ${oneOf(known)}`,
  );
}

function unknown(recipe: Recipe, kernel: string): never {
  const known = kernelsOf(recipe);
  throw new ValueError(`kernel: ${recipe} has no '${kernel}'; use ${oneOf(known)}`);
}

/** The member of a name that has the smoothness asked for. */
function ofSmoothness(
  recipe: Recipe,
  members: readonly Asked[],
  numbers: Readonly<Record<string, number>>,
): Asked {
  const { field, usual } = smoothness[recipe];
  const nu = numbers[field] ?? usual;
  const member = members.find(([, request]) => request.smoothness === nu);
  if (member) return member;
  const known = members.flatMap(([, request]) => request.smoothness ?? []).sort();
  throw new ValueError(`kernel_params.${field}: expected ${oneOf(known)}, got ${nu}`);
}
