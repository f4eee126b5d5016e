import type { SuggestEffectsRequest } from '../../contract/server/assistant.ts';
import type { AllowedHosts } from './addresses.ts';
import type { JsonCall } from './call-json.ts';
import { type AssistantSettings, checkBaseUrl } from './settings.ts';

interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** Text of the answer. */
  read(answer: unknown): unknown;
}

interface Message {
  readonly role: 'system' | 'user';
  readonly content: string;
}

const below = (base: string, path: string): string => `${checkBaseUrl(base).href.replace(/\/+$/, '')}${path}`;

type Pick = { readonly [key: string]: Pick } & readonly Pick[];

function openAiCall(
  base: string,
  key: string | undefined,
  model: string,
  messages: readonly Message[],
): Call {
  return {
    url: below(base, '/chat/completions'),
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    body: { model, messages, response_format: { type: 'json_object' } },
    read: (answer) => (answer as Pick).choices?.[0]?.message?.content,
  };
}

function ollamaCall(
  base: string,
  _key: string | undefined,
  model: string,
  messages: readonly Message[],
): Call {
  return {
    url: below(base, '/api/chat'),
    headers: {},
    body: { model, messages, format: 'json', stream: false },
    read: (answer) => (answer as Pick).message?.content,
  };
}

const providers = {
  openai: { call: openAiCall, base: 'https://api.openai.com/v1' },
  ollama: { call: ollamaCall, base: 'http://localhost:11434' },
} as const;

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Calls a language-model server. Its HTTP client is loaded with the first call, because loading it takes a tenth of the start-up time. */
async function callJson(url: URL, request: JsonCall, allowed: AllowedHosts, signal: AbortSignal) {
  return (await import('./call-json.ts')).callJson(url, request, allowed, signal);
}

/**
 * One JSON answer of a language model. Settings of the request take precedence over stored ones.
 *
 * @throws Error in words for the user: no connection, a refusal, or an answer that is not JSON
 */
export async function askForJson(
  settings: AssistantSettings,
  { provider, model, api_key, base_url }: SuggestEffectsRequest['structuring_provider'],
  messages: readonly Message[],
  allowed: AllowedHosts,
  signal: AbortSignal,
): Promise<unknown> {
  const stored = await settings.of(provider);
  const { call, base } = providers[provider];
  const address = base_url ?? textOf(stored.base_url) ?? base;
  // A stored key is sent only to the server that it was stored for. A request that names another server brings its own key.
  const own = base_url == null || base_url === (textOf(stored.base_url) ?? base);
  const key = api_key ?? (own ? textOf(stored.api_key) : undefined);
  const { url, headers, body, read } = call(address, key, model, messages);
  const request: JsonCall = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
  const text = read(await callJson(new URL(url), request, allowed, signal));
  if (typeof text !== 'string') throw new Error(`${url}: the answer contains no text`);
  return JSON.parse(text.replace(/^\s*```(?:json)?|```\s*$/g, ''));
}

/** Names of the models that an Ollama server has. */
export async function ollamaModels(
  base: string,
  allowed: AllowedHosts,
  signal: AbortSignal,
): Promise<string[]> {
  const url = new URL(below(base, '/api/tags'));
  const answer = (await callJson(url, { method: 'GET' }, allowed, signal)) as {
    models?: { name?: unknown }[];
  };
  return (answer.models ?? []).flatMap(({ name }) => (typeof name === 'string' ? [name] : []));
}

export type { Message };
