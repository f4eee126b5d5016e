import { useState } from 'react';
import { useAuthentication } from '../../api/authentication.ts';
import { ApiError, serverRoot } from '../../api/http.ts';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Heading, Panel } from '../../components/page-parts.tsx';
import { signIn } from '../../domain/account/account-calls.ts';

/** Where the identity provider is to send the reader back to: this page. */
const providerAddress = (): string =>
  `${serverRoot()}api/v1/auth/oidc?return_to=${encodeURIComponent(`/${location.hash}`)}`;

/** Why nobody was signed in; the refusal of the server says how a program sends a key. */
function problemWith(key: string, error: unknown): string {
  if (!(error instanceof ApiError) || error.status !== 401) return (error as Error).message;
  return key.startsWith('ath_') ? 'This key is unknown, expired or revoked.' : 'An API key starts with ath_.';
}

/** Takes the place of every page until it is known who is here. */
export function SignInPage() {
  const mode = useAuthentication();
  const [key, setKey] = useState('');
  const [problem, setProblem] = useState('');
  const send = async (): Promise<void> => {
    try {
      await signIn(key.trim());
    } catch (error) {
      setProblem(problemWith(key.trim(), error));
    }
  };
  return (
    <>
      <Heading title="Sign in">This server requires you to sign in.</Heading>
      {mode === 'oidc' && (
        <Panel title="With your account">
          <a className="button primary" href={providerAddress()}>
            Sign in
          </a>
        </Panel>
      )}
      <Panel title="With an API key">
        <Form onSubmit={send} inline>
          <TextField label="API key" value={key} onChange={setKey} error={problem} secret />
          <button
            type="submit"
            className={mode === 'oidc' ? undefined : 'primary'}
            disabled={key.trim() === ''}
          >
            Sign in
          </button>
        </Form>
        <p className="hint">
          An admin of this server creates a key for you. It starts with <code>ath_</code> and is shown once.
        </p>
      </Panel>
    </>
  );
}
