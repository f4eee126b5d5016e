/** What a variable is for. It is not in the file of the schemas, because the page needs this rule alone. */

export const variableRoles = ['controllable', 'observed'] as const;
export type VariableRole = (typeof variableRoles)[number];

interface Role {
  readonly role?: VariableRole | null | undefined;
  readonly type?: string | undefined;
}

/** Whether a variable is recorded with a run and not set: by its role, or as a variable of the context. */
export const isObserved = ({ role, type }: Role): boolean => role === 'observed' || type === 'context';

/** The variables that are set in each run, in their order. */
export const controllableOf = <Variable extends Role>(variables: readonly Variable[]): Variable[] =>
  variables.filter((variable) => !isObserved(variable));
