import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import { InfeasibleRegionError } from '../../../engine/errors.ts';
import type { Slices } from '../../../engine/slices.ts';
import { refuseEmpty } from '../../../engine/space/region-shape.ts';
import type { State } from '../state.ts';
import { declaredSpace } from './space.ts';

/** Variables in constraints up to which contradictions are looked for: one linear program of some 20 ms for each constraint. */
const maxLinked = 50;

/**
 * What leaves no run possible, in words: constraints and safety limits that contradict each other or the ranges. Nothing is refused for it, as
 * a campaign is set up step by step. Rules that name observed variables depend on what is observed and are left out; so are steps and lists of values.
 */
export function* contradictions(state: State): Slices<string[]> {
  const names = new Set(controllableOf(state.variables).map(({ name }) => name));
  const isOnSettable = ({ coefficients }: { readonly coefficients: Readonly<Record<string, number>> }) =>
    Object.keys(coefficients).every((name) => names.has(name));
  const constraints = state.constraints.filter(isOnSettable);
  const linear = state.rules.linear.filter(isOnSettable);
  const linked = new Set(
    [...constraints, ...linear].flatMap(({ coefficients }) => Object.keys(coefficients)),
  );
  if (linked.size === 0 || linked.size > maxLinked) return [];
  try {
    yield* refuseEmpty(declaredSpace({ ...state, constraints, rules: { ...state.rules, linear } }));
    return [];
  } catch (error) {
    if (!(error instanceof InfeasibleRegionError)) throw error;
    return [`no run is possible: ${error.message.replace(/^feasible region: /, '')}`];
  }
}

/** The field of an answer that names them; absent where there are none. */
export function* contradictionWarnings(state: State): Slices<{ warnings?: string[] }> {
  const warnings = yield* contradictions(state);
  return warnings.length === 0 ? {} : { warnings };
}
