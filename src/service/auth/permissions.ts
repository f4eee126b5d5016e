import type { GrantRole, KeyScope } from '../../contract/server/accounts.ts';

/** What a caller must be allowed to do for a route. */
export const permissions = [
  /** Requires no authentication. */
  'public',
  /** Any authenticated caller; no session is involved. */
  'service:use',
  /** What people do with their own account. */
  'account:own',
  'session:list',
  'session:create',
  'session:read',
  'session:write',
  /** What only the owner of a session may do to it. */
  'session:own',
  'server:admin',
] as const;

export type Permission = (typeof permissions)[number];

/** The role in a session that a permission needs; undefined where the permission is not about one session. */
export const neededRole: Readonly<Partial<Record<Permission, GrantRole>>> = {
  'session:read': 'viewer',
  'session:write': 'operator',
  'session:own': 'owner',
};

/** The least scope of a key. */
export const neededScope: Readonly<Record<Permission, KeyScope>> = {
  public: 'read',
  'service:use': 'read',
  'account:own': 'full',
  'session:list': 'read',
  'session:create': 'write',
  'session:read': 'read',
  'session:write': 'write',
  'session:own': 'full',
  'server:admin': 'full',
};

const roles: readonly GrantRole[] = ['viewer', 'operator', 'owner'];
const scopes: readonly KeyScope[] = ['read', 'write', 'full'];

/** Whether a role on a session includes another one. */
export const roleSuffices = (has: GrantRole, needed: GrantRole): boolean =>
  roles.indexOf(has) >= roles.indexOf(needed);

/** Whether the scope of a key includes another one. */
export const scopeSuffices = (has: KeyScope, needed: KeyScope): boolean =>
  scopes.indexOf(has) >= scopes.indexOf(needed);
