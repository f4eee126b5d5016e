import { createContext, type ReactNode, useContext } from 'react';

/** What somebody must be allowed to do: make sessions, work in this one, or what only its owner does. */
export type RequiredPermission = 'create' | 'write' | 'own';

/** Why the server refuses it to whoever is here; absent where it does not. */
export type Refusals = Readonly<Partial<Record<RequiredPermission, string>>>;

const here = createContext<Refusals>({});
export const RefusalsHere = here.Provider;

/** Why the server refuses what whoever is here could ask of it; undefined where it does not. */
export const useRefusal = (need: RequiredPermission = 'write'): string | undefined => useContext(here)[need];

/** Controls that change something: off, and with the reason, for whom the server refuses that. */
export function PermissionFieldset({
  need = 'write',
  children,
}: {
  need?: RequiredPermission;
  children: ReactNode;
}) {
  const why = useRefusal(need);
  return why === undefined ? (
    children
  ) : (
    <fieldset className="changing" disabled title={why}>
      {children}
    </fieldset>
  );
}
