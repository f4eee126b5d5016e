import type { Variable } from '../../api/types.ts';
import { listed } from '../../text/lists.ts';

/**
 * Which variables may have proposals of more digits than can be set, in words; undefined where each has steps or values of its own.
 */
export function stepless(variables: readonly Pick<Variable, 'name' | 'type' | 'step'>[]): string | undefined {
  const free = variables.filter(({ type, step }) => type === 'real' && step === undefined);
  if (free.length === 0) return undefined;
  if (free.length > 3) return `${free.length} variables have`;
  return `${listed(free.map(({ name }) => name))} ${free.length === 1 ? 'has' : 'have'}`;
}
