import type { Accounts } from './accounts.ts';
import { Gate } from './gate.ts';
import { IdentityProvider, type OidcSettings } from './identity-provider.ts';
import type { Secrets } from './secrets.ts';

/** What of the configuration the gate needs. */
interface Settings {
  readonly idleMinutes: number;
  readonly sessionHours: number;
  readonly oidc: OidcSettings | undefined;
}

/**
 * The gate of a server.
 *
 * @throws Error worded for the operator: there is no admin
 */
export async function openGate(
  { idleMinutes, sessionHours, oidc }: Settings,
  accounts: Accounts,
  secrets: Secrets,
): Promise<Gate> {
  const { people } = await accounts.read();
  if (!people.some((one) => one.role === 'admin' && !one.disabled)) {
    await accounts.close();
    throw new Error(
      'start-up: AUTH is on and there is no admin; run athanor auth bootstrap --name <you> first',
    );
  }
  const times = { idleMs: idleMinutes * 60_000, absoluteMs: sessionHours * 3_600_000 };
  const provider = oidc && new IdentityProvider(oidc, secrets);
  return new Gate({ accounts, secrets, times, provider });
}
