/** What a variable is for. It stands apart from the schemas: the page needs this rule alone. */

/** Whether a variable is recorded with a run and not set: by its role, or as a variable of the context. */
export const isObserved = ({
  role,
  type,
}: {
  readonly role?: 'controllable' | 'observed' | null | undefined;
  readonly type?: string | undefined;
}): boolean => role === 'observed' || type === 'context';
