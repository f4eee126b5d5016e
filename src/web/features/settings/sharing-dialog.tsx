import { useState } from 'react';
import type { GrantRole } from '../../../contract/accounts.ts';
import { invalidate } from '../../api/queries.ts';
import { waiting } from '../../components/bits.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { attempt } from '../../components/toasts.tsx';
import { grantsKey, setGrant, takeGrant, useGrants, usePeople } from '../../domain/account-calls.ts';

const roles: readonly (readonly [GrantRole, string])[] = [
  ['viewer', 'Viewer: reads'],
  ['operator', 'Operator: also records and trains'],
  ['owner', 'Owner: also shares and deletes'],
];

/** Who may do what with the session. */
export function SharingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const grants = useGrants(id);
  const people = usePeople();
  const [person, setPerson] = useState('');
  const [role, setRole] = useState<GrantRole>('viewer');
  const missing = waiting(grants, people);
  const items = grants.data?.items ?? [];
  const isOwner = grants.data?.mine === 'owner';
  const others = (people.data?.items ?? []).filter(
    (one) => !items.some(({ person_id }) => person_id === one.person_id),
  );
  const chosen = others.some((one) => one.person_id === person) ? person : (others[0]?.person_id ?? '');
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    await attempt(work);
    invalidate(grantsKey(id));
  };
  return (
    <Dialog title="Share this session" onClose={onClose}>
      {missing ?? (
        <>
          {items.length === 0 && <p>Only the admins of this server see this session.</p>}
          {items.map((one) => (
            <div className="row end" key={one.person_id}>
              {isOwner ? (
                <SelectField
                  label={one.name}
                  value={one.role}
                  options={roles}
                  onChange={(value) => void run(() => setGrant(id, one.person_id, value as GrantRole))}
                />
              ) : (
                <p>
                  <b>{one.name}</b>, {one.role}
                </p>
              )}
              {isOwner && (
                <button
                  type="button"
                  className="danger"
                  onClick={() => void run(() => takeGrant(id, one.person_id))}
                >
                  Remove
                </button>
              )}
            </div>
          ))}
          {isOwner && chosen !== '' && (
            <form
              className="inline-form"
              onSubmit={(event) => {
                event.preventDefault();
                void run(() => setGrant(id, chosen, role));
              }}
            >
              <SelectField
                label="Person"
                value={chosen}
                options={others.map((one) => [one.person_id, one.name] as const)}
                onChange={setPerson}
              />
              <SelectField
                label="Role"
                value={role}
                options={roles}
                onChange={(value) => setRole(value as GrantRole)}
              />
              <button type="submit" className="primary">
                Share
              </button>
            </form>
          )}
        </>
      )}
    </Dialog>
  );
}
