import { isRecord } from '../../contract/is-record.ts';
import type { AssistantConfig, AssistantConfigPatch } from '../../contract/server/assistant.ts';
import { isSealed, type Secrets, secretsOf } from '../auth/secrets.ts';
import { fieldError, retryOnConflict, ValueError } from '../errors.ts';
import { type DataFolder, parseStored, putFile, readFile } from '../store/data-folder.ts';
import type { RecordStore } from '../store/store.ts';

type Settings = Record<string, Record<string, unknown>>;

const dots = '•';

const purpose = 'assistant key';

/** `sk-••••1234`; nothing of a short key is shown. */
function masked(key: string): string {
  return key.length <= 8 ? dots.repeat(8) : `${key.slice(0, 3)}${dots.repeat(4)}${key.slice(-4)}`;
}

/** A key as files of earlier releases hold it. */
export const isPlainKey = (key: unknown): boolean => typeof key === 'string' && key !== '' && !isSealed(key);

function shown(settings: Record<string, unknown> | undefined): Record<string, unknown> | null {
  if (settings === undefined) return null;
  const { api_key: key, ...rest } = settings;
  return typeof key === 'string' && key !== '' ? { ...rest, api_key: masked(key), has_api_key: true } : rest;
}

/**
 * An address that the server may call: http or https, a host, no credentials.
 *
 * @throws ValueError naming the address
 */
export function checkBaseUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  const hasControl = /[\u0000-\u0020\u007f]/.test(address);
  const isHttp = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (url === undefined || !isHttp || url.hostname === '' || hasControl || address.includes('@')) {
    throw new ValueError(
      `base_url '${address.replaceAll('\u0000', '\\0')}': expected an http or https address without user name, password or blanks`,
    );
  }
  return url;
}

/** Settings per provider. */
export interface AssistantSettings {
  /** With keys masked. */
  view(): Promise<AssistantConfig>;
  /** Merges per provider and key; a masked key that is sent back changes nothing. */
  merge(patch: AssistantConfigPatch): Promise<void>;
  /** As stored, for calls to the provider. */
  of(provider: string): Promise<Readonly<Record<string, unknown>>>;
}

/** Where settings are kept, as a whole. */
export interface SettingsPlace {
  read(): Promise<{ readonly settings: Settings; readonly revision: number }>;
  /** @throws RevisionConflictError another server wrote first */
  write(settings: Settings, revision: number): Promise<void>;
}

/** The file `assistant.json`, which only its owner can read, for one server. */
export function filePlace(folder: DataFolder): SettingsPlace {
  const name = 'assistant.json';
  return {
    async read() {
      const content = await readFile(folder, name);
      const settings = content === undefined ? {} : (parseStored(content, name) as Settings);
      return { settings, revision: 0 };
    },
    async write(settings) {
      await putFile(folder, name, [JSON.stringify(settings)]);
    },
  };
}

/** A record of the store that servers share. */
export function recordPlace(records: RecordStore): SettingsPlace {
  const [kind, key] = ['assistant', 'settings'];
  return {
    async read() {
      const found = await records.get(kind, key);
      return { settings: (found?.value ?? {}) as Settings, revision: found?.revision ?? 0 };
    },
    async write(settings, revision) {
      await records.put(kind, key, settings, { expected: revision });
    },
  };
}

/** @throws ValueError the servers share no secret key */
export function sharedSecrets(keys: readonly Uint8Array[]): Secrets {
  if (keys.length > 0) return secretsOf(keys);
  throw new ValueError(
    'api_key: keys in the database are encrypted with SECRET_KEY, and it is not set; set it to the same value on all servers',
  );
}

/** The patch over what is stored, keys not yet sealed. @throws ValueError naming the field */
function merged(stored: Settings, patch: AssistantConfigPatch): Settings {
  const settings = { ...stored };
  for (const [provider, given] of Object.entries<unknown>(patch)) {
    // The schema's name pattern does not match names with line breaks, so their values are unchecked.
    if (!isRecord(given))
      throw fieldError(['body', provider], `expected an object, got ${JSON.stringify(given)}`, 'object');
    for (const field of ['api_key', 'base_url', 'model']) {
      const value = given[field];
      if (value == null || typeof value === 'string') continue;
      throw fieldError(['body', provider, field], `must be a string, got ${JSON.stringify(value)}`, 'type');
    }
    if (typeof given.base_url === 'string') checkBaseUrl(given.base_url);
    const { has_api_key: _, ...changes } = Object.fromEntries(
      Object.entries(given).filter(
        ([key, value]) => key !== 'api_key' || !(typeof value === 'string' && value.includes(dots)),
      ),
    );
    settings[provider] = { ...settings[provider], ...changes };
  }
  return settings;
}

/** @param openSecrets what keys are encrypted with; called when there is a key to keep or to read */
export function assistantSettings(
  place: SettingsPlace,
  openSecrets: () => Promise<Secrets>,
): AssistantSettings {
  let secrets: Promise<Secrets> | undefined;
  const vault = () => {
    // After a failure the next call tries again: a full disk may have prevented the key from being written.
    secrets ??= openSecrets().catch((error: unknown) => {
      secrets = undefined;
      throw error;
    });
    return secrets;
  };
  /** A key in plain text, as files of earlier releases hold it. */
  const opened = async (key: unknown): Promise<unknown> =>
    typeof key === 'string' && isSealed(key) ? (await vault()).unseal(purpose, key) : key;
  let last: Promise<unknown> = Promise.resolve();
  const merge = async (patch: AssistantConfigPatch): Promise<void> => {
    const { settings: before, revision } = await place.read();
    const settings = merged(before, patch);
    for (const [provider, stored] of Object.entries(settings)) {
      const key = await opened(stored.api_key);
      if (typeof key !== 'string' || key === '') continue;
      settings[provider] = { ...stored, api_key: (await vault()).seal(purpose, key) };
    }
    await place.write(settings, revision);
  };
  return {
    view: async () => {
      const { settings } = await place.read();
      const view = async (stored: Record<string, unknown> | undefined) =>
        shown(stored && { ...stored, api_key: await opened(stored.api_key) });
      return {
        openai: await view(settings.openai),
        ollama: await view(settings.ollama),
        edison: await view(settings.edison),
      };
    },
    merge: (patch) => {
      const next = last.then(() => retryOnConflict('the settings of the assistant are', () => merge(patch)));
      last = next.catch(() => {});
      return next;
    },
    of: async (provider) => {
      const stored = (await place.read()).settings[provider] ?? {};
      return { ...stored, api_key: await opened(stored.api_key) };
    },
  };
}
