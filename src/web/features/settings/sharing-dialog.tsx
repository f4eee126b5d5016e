import { useEffect, useState } from 'react';
import type { GrantRole, PersonSummary, Grant as SessionGrant } from '../../../contract/server/accounts.ts';
import { invalidate } from '../../api/queries.ts';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { waiting } from '../../components/page-parts.tsx';
import { attempt } from '../../components/toasts.tsx';
import { setGrant, takeGrant, usePeople } from '../../domain/account/account-calls.ts';
import { grantsKey, useGrants } from '../../domain/account/refusals.ts';

const roles: readonly (readonly [GrantRole, string])[] = [
  ['viewer', 'Viewer: reads'],
  ['operator', 'Operator: also records and trains'],
  ['owner', 'Owner: also shares and deletes'],
];

interface PartProps {
  id: string;
  run: (work: () => Promise<unknown>) => Promise<void>;
}

/** One user and what they may do; an owner changes it. */
function Grant({ id, grant, isOwner, run }: PartProps & { grant: SessionGrant; isOwner: boolean }) {
  const { person_id: person, name, role } = grant;
  if (!isOwner)
    return (
      <div className="row end">
        <p>
          <b>{name}</b>, {role}
        </p>
      </div>
    );
  return (
    <div className="row end">
      <SelectField
        label={name}
        value={role}
        options={roles}
        onChange={(value) => void run(() => setGrant(id, person, value as GrantRole))}
      />
      <button type="button" className="danger" onClick={() => void run(() => takeGrant(id, person))}>
        Remove
      </button>
    </div>
  );
}

/** Gives one more person a role. */
function NewGrant({ id, others, run }: PartProps & { others: readonly PersonSummary[] }) {
  const [person, setPerson] = useState('');
  const [role, setRole] = useState<GrantRole>('viewer');
  const chosen = others.some((one) => one.person_id === person) ? person : (others[0]?.person_id ?? '');
  return (
    <Form onSubmit={() => run(() => setGrant(id, chosen, role))} inline>
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
    </Form>
  );
}

/** Who may do what with the session. */
export function SharingDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const grants = useGrants(id);
  const people = usePeople();
  // Roles that others changed come with no event.
  useEffect(() => {
    invalidate(grantsKey(id));
    invalidate(['people']);
  }, [id]);
  const missing = waiting(grants, people);
  const items = grants.data?.items ?? [];
  const isOwner = grants.data?.mine === 'owner';
  const others = (people.data?.items ?? []).filter(
    (one) => !items.some(({ person_id }) => person_id === one.person_id),
  );
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
            <Grant key={one.person_id} id={id} grant={one} isOwner={isOwner} run={run} />
          ))}
          {isOwner && others.length > 0 && <NewGrant id={id} others={others} run={run} />}
        </>
      )}
    </Dialog>
  );
}
