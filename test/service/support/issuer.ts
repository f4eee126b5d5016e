import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';

interface Key {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

/** An OpenID Connect issuer on this machine, as honest as its test wants it to be. */
export interface TestIssuer {
  readonly url: string;
  readonly key: () => Key;
  /** Requests for the keys so far. */
  readonly keyRequests: () => number;
  /** A new key takes the place of the old one. */
  rotate(): Promise<void>;
  sign(claims: Record<string, unknown>, header?: Partial<JWTHeaderParameters>): Promise<string>;
  /** Claims of the next ID tokens, beside those that are right. */
  answer: Record<string, unknown>;
  /** What the token endpoint was sent last. */
  readonly exchanged: () => URLSearchParams;
  /** Lets somebody sign in: the address that their browser is sent back to. */
  authorize(address: string): URL;
  close(): Promise<void>;
}

const newKey = async (kid: string): Promise<Key> => ({ kid, ...(await generateKeyPair('ES256')) });

export async function testIssuer(): Promise<TestIssuer> {
  let key = await newKey('one');
  let keyRequests = 0;
  let exchanged = new URLSearchParams();
  const codes = new Map<string, { nonce: string; client: string }>();
  const server = createServer((request, response) => {
    const send = (body: unknown) => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(body));
    };
    const path = request.url?.split('?')[0];
    if (path === '/.well-known/openid-configuration') {
      send({
        issuer: url,
        jwks_uri: `${url}/keys`,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['ES256'],
        code_challenge_methods_supported: ['S256'],
      });
    } else if (path === '/keys') {
      keyRequests++;
      void exportJWK(key.publicKey).then((jwk) =>
        send({ keys: [{ ...jwk, kid: key.kid, alg: 'ES256', use: 'sig' }] }),
      );
    } else {
      let body = '';
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on('end', () => {
        exchanged = new URLSearchParams(body);
        const code = codes.get(exchanged.get('code') ?? '');
        const claims = { sub: 'ann-1', email: 'ann@lab.example', aud: code?.client, nonce: code?.nonce };
        void issuer
          .sign({ ...claims, ...issuer.answer })
          .then((id_token) => send({ access_token: 'opaque', token_type: 'bearer', id_token }));
      });
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const issuer: TestIssuer = {
    url,
    key: () => key,
    keyRequests: () => keyRequests,
    exchanged: () => exchanged,
    answer: {},
    rotate: async () => {
      key = await newKey(`${key.kid}+`);
    },
    sign: (claims, header = {}) => {
      const now = Math.floor(Date.now() / 1000);
      return new SignJWT({ iss: url, iat: now, exp: now + 300, ...claims })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, ...header })
        .sign(key.privateKey);
    },
    authorize: (address) => {
      const asked = new URL(address).searchParams;
      const code = `code-${codes.size}`;
      codes.set(code, { nonce: asked.get('nonce') ?? '', client: asked.get('client_id') ?? '' });
      const back = new URL(asked.get('redirect_uri') ?? '');
      back.searchParams.set('code', code);
      back.searchParams.set('state', asked.get('state') ?? '');
      return back;
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  return issuer;
}
