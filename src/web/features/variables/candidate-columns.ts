import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { Candidates, Variable } from '../../api/types.ts';

/** Variables to set that the list has no values of, such as one that was added after it. */
export function variablesWithoutValues(
  { candidates }: Pick<Candidates, 'candidates'>,
  variables: readonly Variable[],
): string[] {
  const [first] = candidates;
  if (first === undefined) return [];
  return variables
    .filter((variable) => !isObserved(variable) && !(variable.name in first))
    .map(({ name }) => name);
}
