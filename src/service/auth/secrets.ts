import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { type DataFolder, putFile, readPrivate } from '../store/data-folder.ts';

/** Keys that other secrets are hashed and encrypted with; the first is used for new ones, all are tried on old ones. */
export interface Secrets {
  /** HMAC-SHA-256 under the first key, hexadecimal. */
  hash(purpose: string, text: string): string;
  /** The same under each key, the first key first. */
  hashes(purpose: string, text: string): readonly string[];
  /** Whether a hash is of this text; `isOld`: it was made with another key than the first. */
  matches(purpose: string, text: string, hash: string): { readonly isOld: boolean } | undefined;
  /** AES-256-GCM, as text. */
  seal(purpose: string, text: string): string;
  /** @throws Error the text was sealed with another key, for another purpose, or was changed */
  unseal(purpose: string, sealed: string): string;
}

const derived = (key: Uint8Array, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, new Uint8Array(), `athanor ${purpose}`, 32));

const hmac = (key: Uint8Array, purpose: string, text: string): Buffer =>
  createHmac('sha256', derived(key, `hash ${purpose}`))
    .update(text)
    .digest();

const mark = 'sealed1.';

export const isSealed = (text: string): boolean => text.startsWith(mark);

function unsealed(key: Uint8Array, purpose: string, parts: readonly Buffer[]): string {
  const [nonce, tag, body] = parts as [Buffer, Buffer, Buffer];
  const decipher = createDecipheriv('aes-256-gcm', derived(key, `seal ${purpose}`), nonce, {
    authTagLength: 16,
  });
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** @param keys of 32 bytes each, at least one */
export function secretsOf(keys: readonly Uint8Array[]): Secrets {
  const first = keys[0]!;
  return {
    hash: (purpose, text) => hmac(first, purpose, text).toString('hex'),
    hashes: (purpose, text) => keys.map((key) => hmac(key, purpose, text).toString('hex')),
    matches(purpose, text, hash) {
      const wanted = Buffer.from(hash, 'hex');
      for (const [i, key] of keys.entries()) {
        const found = hmac(key, purpose, text);
        if (found.length === wanted.length && timingSafeEqual(found, wanted)) return { isOld: i > 0 };
      }
      return undefined;
    },
    seal(purpose, text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', derived(first, `seal ${purpose}`), nonce);
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return mark + [nonce, cipher.getAuthTag(), body].map((part) => part.toString('base64url')).join('.');
    },
    unseal(purpose, sealed) {
      const parts = sealed.slice(mark.length).split('.');
      for (const key of isSealed(sealed) && parts.length === 3 ? keys : []) {
        try {
          return unsealed(
            key,
            purpose,
            parts.map((part) => Buffer.from(part, 'base64url')),
          );
        } catch {
          // Another key made it, or it was changed: the last key decides.
        }
      }
      throw new Error('a stored secret cannot be read with SECRET_KEY; set the key that it was written with');
    },
  };
}

const bytes = 32;

/** @param place what holds the text @throws Error it is not a list of one or two keys */
export function parseSecretKeys(text: string, place = 'SECRET_KEY'): readonly Uint8Array[] {
  const keys = text.split(',').map((part) => Buffer.from(part.trim(), 'base64'));
  if (keys.length <= 2 && keys.every((key) => key.length === bytes)) return keys;
  throw new Error(
    `start-up: ${place} must be 32 random bytes in base64 (openssl rand -base64 32), or two such keys separated by a comma, the newer first`,
  );
}

const fileName = 'secret-key';

/** The keys of the environment; without any, one of the data folder, made when it is first needed. */
export async function openSecrets(keys: readonly Uint8Array[], folder: DataFolder): Promise<Secrets> {
  if (keys.length > 0) return secretsOf(keys);
  const stored = await readPrivate(folder, fileName);
  if (stored !== undefined)
    return secretsOf(parseSecretKeys(stored.toString(), `the file ${fileName} of the data folder`));
  const key = randomBytes(bytes);
  await putFile(folder, fileName, [`${key.toString('base64')}\n`]);
  return secretsOf([key]);
}
