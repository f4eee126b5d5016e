import { useMemo } from 'react';
import { useConstraints } from '../../api/session.ts';
import type { Constraint } from '../../api/types.ts';
import { writeConstraint } from './expression.ts';
import { useRules } from './rules.ts';

/** What the settings of every run satisfy: a constraint, or a sum that a safety limit bounds. */
export type RunConstraint = Constraint & { readonly isLimit?: boolean };

const none: readonly never[] = [];

/** Constraints of the session, and safety limits of sums; those of single variables lie outside of no range. */
export function useRunConstraints(id: string): readonly RunConstraint[] {
  const constraints = useConstraints(id).data ?? none;
  const linear = useRules(id).data?.linear ?? none;
  return useMemo(
    () => [
      ...constraints,
      ...linear.map(({ name, coefficients, at_most }) => ({
        type: 'inequality' as const,
        name,
        coefficients,
        rhs: at_most,
        isLimit: true,
      })),
    ],
    [constraints, linear],
  );
}

/** `T + load ≤ 120`, with the name of a safety limit. */
export const runConstraintWords = (one: RunConstraint): string =>
  `${writeConstraint(one)}${one.isLimit ? ` (safety limit “${one.name}”)` : ''}`;
