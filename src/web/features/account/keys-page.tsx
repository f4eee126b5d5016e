import { useState } from 'react';
import type { KeyScope, NewApiKey } from '../../../contract/server/accounts.ts';
import { invalidate } from '../../api/queries.ts';
import { copyText } from '../../components/copy-as.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Heading, Panel, Scroll, waiting } from '../../components/page-parts.tsx';
import { TableHead } from '../../components/table-head.tsx';
import { attempt } from '../../components/toasts.tsx';
import { keysKey, newKey, revokeKey, useKeys } from '../../domain/account/account-calls.ts';
import { when } from '../../text/format.ts';

const scopes: readonly (readonly [KeyScope, string])[] = [
  ['read', 'Read'],
  ['write', 'Read and change'],
  ['full', 'Full access, like my account'],
];

function NewKeyPanel() {
  const [name, setName] = useState('');
  const [scope, setScope] = useState<KeyScope>('write');
  const [made, setMade] = useState<NewApiKey>();
  const make = async (): Promise<void> => {
    setMade(await attempt(() => newKey({ name: name.trim(), scope })));
    setName('');
    invalidate(keysKey);
  };
  return (
    <Panel title="New key">
      <Form onSubmit={make} inline>
        <TextField label="Purpose" value={name} onChange={setName} placeholder="instrument 3" />
        <SelectField
          label="Access"
          value={scope}
          options={scopes}
          onChange={(value) => setScope(value as KeyScope)}
        />
        <button type="submit" className="primary" disabled={name.trim() === ''}>
          Create key
        </button>
      </Form>
      {made && (
        <p className="note" role="status">
          <code className="secret">{made.key}</code>{' '}
          <button type="button" onClick={() => void copyText(made.key, 'Key')}>
            Copy
          </button>{' '}
          Copy it now. It is not shown again.
        </p>
      )}
    </Panel>
  );
}

export function KeysPage() {
  const keys = useKeys();
  const missing = waiting(keys);
  const revoke = async (id: string): Promise<void> => {
    await attempt(() => revokeKey(id));
    invalidate(keysKey);
  };
  return (
    <>
      <Heading title="API keys">
        Programs and instruments send a key in the header Authorization: Bearer.
      </Heading>
      <NewKeyPanel />
      <Panel title="Your keys">
        {missing ?? (
          <Scroll label="Your keys">
            <table>
              <TableHead columns={['Name', 'ID', 'Access', 'Last used', 'Expires', 'Action']} />
              <tbody>
                {keys.data?.items.map((one) => (
                  <tr key={one.key_id}>
                    <td>{one.name}</td>
                    <td>
                      <code>{one.key_id}</code>
                    </td>
                    <td>{scopes.find(([value]) => value === one.scope)?.[1]}</td>
                    <td>{one.last_used_at === null ? '–' : when(one.last_used_at)}</td>
                    <td>{one.expires_at === null ? '–' : when(one.expires_at)}</td>
                    <td>
                      <button type="button" className="danger" onClick={() => void revoke(one.key_id)}>
                        Revoke
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        )}
      </Panel>
    </>
  );
}
