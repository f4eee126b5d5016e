import type { ForbiddenCombination as Wanted } from '../../../contract/designs/design-search.ts';
import type { ForbiddenCombination } from '../../../engine/design/optimal/task.ts';
import { ValueError } from '../../../engine/errors.ts';
import { encodeChoice, encodeValue } from '../../../engine/space/encode.ts';
import type { Dimension, Space } from '../../../engine/space/space.ts';
import { namesToUse } from '../words.ts';

/**
 * Combinations that no run may show, as requests spell them.
 *
 * @throws ValueError naming the combination (1-based) and the variable
 */
export function forbiddenCombinations(space: Space, wanted: readonly Wanted[]): ForbiddenCombination[] {
  return wanted.map((combination, k) => ({
    conditions: Object.entries(combination).map(([name, value]) => {
      try {
        return conditionOf(space, name, value);
      } catch (cause) {
        if (!(cause instanceof ValueError)) throw cause;
        throw new ValueError(`forbidden combination ${k + 1}: ${cause.message}`, { cause });
      }
    }),
  }));
}

function conditionOf(space: Space, name: string, value: Wanted[string]) {
  const dimension = space.dimensions.findIndex((own) => own.name === name);
  if (dimension < 0) {
    const names = space.dimensions.map((own) => own.name);
    throw new ValueError(`'${name}' is not a controllable variable; ${namesToUse(names, name)}`);
  }
  return { dimension, ...rangeOf(space.dimensions[dimension] as Dimension, value) };
}

function rangeOf(dimension: Dimension, value: Wanted[string]): { low: number; high: number } {
  if (!Array.isArray(value)) {
    const code = encodeChoice(dimension, value);
    return { low: code, high: code };
  }
  const [low, high] = value as [number, number];
  if (dimension.kind === 'categorical') {
    throw new ValueError(`variable '${dimension.name}' is categorical and has no range; give one category`);
  }
  if (low > high) {
    throw new ValueError(
      `variable '${dimension.name}': [${low}, ${high}] is empty; give the lowest value first`,
    );
  }
  return { low: encodeValue(dimension, low), high: encodeValue(dimension, high) };
}
