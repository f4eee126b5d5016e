import { useMe } from '../../domain/account.ts';
import { useGrants } from '../../domain/account-calls.ts';

/** Tells whoever may only read, above the pages of the session, that changes are refused, and what helps. */
export function RoleNote({ id }: { id: string }) {
  const { data } = useGrants(id);
  if (useMe()?.scope === 'read')
    return (
      <p className="note lead">Your key can read this session but not change it. Sign in with another key.</p>
    );
  if (data?.mine !== 'viewer') return null;
  const owners = data.items.filter(({ role }) => role === 'owner').map(({ name }) => name);
  return (
    <p className="note lead">
      You can read this session but not change it.
      {owners.length > 0 && ` Ask ${owners.join(' or ')} for another role.`}
    </p>
  );
}
