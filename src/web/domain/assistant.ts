import { type Call, callTo } from '../api/call.ts';
import { useAnswer } from '../api/queries.ts';

export type Provider = 'ollama' | 'openai';

/** Address of the language model, and what is sent to it. */
export interface Question {
  readonly provider: Provider;
  readonly model: string;
  readonly address: string;
  readonly context: string;
}

/** What a language model thinks of the effects; names and notations are checked by the server. */
export interface Advice {
  readonly effects: readonly string[];
  readonly reasoning: readonly { effect: string; reason?: string }[];
  readonly confidence: readonly { effect: string; level?: string }[];
  readonly sources: readonly string[];
  readonly disclaimer: string;
}

/** How a question ended: with advice, or with the reason why there is none. */
export interface Outcome {
  readonly status: 'complete' | 'error';
  readonly message: string;
  readonly result?: Advice;
}

/** Whether this server may call a language model; undefined until it is known. */
export function useAssistantOn(): boolean | undefined {
  const info = useAnswer(['info'], callTo('GET', '/api', {}));
  return info.data?.assistant;
}

const configCall = callTo('GET', '/api/v1/llm/config', {});
export const useAssistantConfig = () => useAnswer(['llm', 'config'], configCall);

/** Models that an Ollama server has, or why they cannot be listed. */
export const useOllamaModels = (address: string | undefined) =>
  useAnswer(
    address === undefined ? null : ['llm', 'models', address],
    callTo('GET', '/api/v1/llm/ollama/models', {}, address ? { query: { base_url: address } } : {}),
  );

/** Stores settings of a provider on the server; a key is left as it is unless a new one is given. */
export const saveConfigCall = (question: Question, key: string): Call => {
  const base = question.address.trim();
  const settings = {
    model: question.model.trim(),
    ...(base === '' ? {} : { base_url: base }),
    ...(key.trim() === '' ? {} : { api_key: key.trim() }),
  };
  return callTo('POST', '/api/v1/llm/config', {}, { body: { [question.provider]: settings } });
};

export function askCall(id: string, question: Question): Call<Outcome> {
  const base = question.address.trim();
  const structuring_provider = {
    provider: question.provider,
    model: question.model.trim(),
    ...(base === '' ? {} : { base_url: base }),
  };
  return callTo(
    'POST',
    '/api/v1/llm/suggest-effects/{session_id}',
    { session_id: id },
    { body: { structuring_provider, system_context: question.context.trim() } },
  ) as Call<Outcome>;
}
