import { type Static, Type } from 'typebox';
import { maybe, nullable, titled } from '../schema-parts.ts';

const ProviderSettings = Type.Record(Type.String(), Type.Unknown());

/** Settings per provider; every `api_key` is masked in answers. */
export const AssistantConfig = titled('AssistantConfig', {
  openai: nullable(ProviderSettings),
  ollama: nullable(ProviderSettings),
  edison: nullable(ProviderSettings),
});
export type AssistantConfig = Static<typeof AssistantConfig>;

export const AssistantConfigPatch = Type.Record(Type.String(), ProviderSettings, {
  title: 'AssistantConfigPatch',
  examples: [{ ollama: { base_url: 'http://localhost:11434', model: 'llama3' } }],
});
export type AssistantConfigPatch = Static<typeof AssistantConfigPatch>;

export const AssistantSaved = titled('AssistantSaved', { status: Type.Literal('saved') });

export const OllamaModelsQuery = Type.Object({ base_url: Type.Optional(Type.String()) });

export const OllamaModels = titled('OllamaModels', {
  models: Type.Array(Type.String()),
  error: maybe(Type.String()),
});

export const SuggestEffectsRequest = Type.Object(
  {
    structuring_provider: Type.Object({
      provider: Type.Enum(['openai', 'ollama']),
      model: Type.String({ minLength: 1 }),
      api_key: maybe(Type.String()),
      base_url: maybe(Type.String()),
    }),
    system_context: Type.String(),
    edison_config: maybe(
      Type.Object({
        api_key: maybe(Type.String()),
        job_type: Type.Optional(Type.Enum(['literature', 'literature_high', 'precedent'])),
        timeout_secs: Type.Optional(Type.Integer({ minimum: 60, maximum: 3600 })),
        force_refresh: Type.Optional(Type.Boolean()),
      }),
    ),
  },
  {
    title: 'SuggestEffectsRequest',
    examples: [
      {
        structuring_provider: { provider: 'ollama', model: 'llama3', base_url: 'http://localhost:11434' },
        system_context: 'Suzuki coupling, yield over temperature, time and catalyst loading',
      },
    ],
  },
);
export type SuggestEffectsRequest = Static<typeof SuggestEffectsRequest>;
