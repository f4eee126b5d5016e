import { useGrants } from '../../domain/account-calls.ts';

/** Said above the pages of a session to whom it was shared to be read: buttons would be refused one by one. */
export function RoleNote({ id }: { id: string }) {
  const { data } = useGrants(id);
  if (data?.mine !== 'viewer') return null;
  const owners = data.items.filter(({ role }) => role === 'owner').map(({ name }) => name);
  return (
    <p className="note">
      This session is shared with you to be read; changes are refused.
      {owners.length > 0 && ` Ask ${owners.join(' or ')} for another role.`}
    </p>
  );
}
