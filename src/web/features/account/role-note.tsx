import { useGrants } from '../../domain/account-calls.ts';

/** Tells a viewer, above the pages of the session, that changes are refused, and whom to ask. */
export function RoleNote({ id }: { id: string }) {
  const { data } = useGrants(id);
  if (data?.mine !== 'viewer') return null;
  const owners = data.items.filter(({ role }) => role === 'owner').map(({ name }) => name);
  return (
    <p className="note lead">
      You can read this session but not change it.
      {owners.length > 0 && ` Ask ${owners.join(' or ')} for another role.`}
    </p>
  );
}
