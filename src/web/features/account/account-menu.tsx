import { Menu } from '../../components/menu.tsx';
import { go } from '../../components/route.ts';
import { attempt } from '../../components/toasts.tsx';
import { signOut } from '../../domain/account/account-calls.ts';

/** Who is here, their keys, and the way out. */
export function AccountMenu({ name }: { name: string }) {
  return (
    <Menu
      label={`Account of ${name}`}
      sign={<span className="account">{name}</span>}
      entries={[
        { label: 'API keys', run: () => go('#/keys') },
        { label: 'Sign out', run: () => void attempt(signOut) },
      ]}
    />
  );
}
