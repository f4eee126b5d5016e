import { join } from 'node:path';
import {
  AssistantConfig,
  AssistantConfigPatch,
  AssistantSaved,
  OllamaModels,
  OllamaModelsQuery,
  SuggestEffectsRequest,
} from '../../../contract/assistant.ts';
import { SessionParams } from '../../../contract/common.ts';
import { ollamaModels } from '../../assistant/providers.ts';
import { assistantSettings, checkBaseUrl } from '../../assistant/settings.ts';
import { checkVariables, suggestEffects } from '../../assistant/suggest-effects.ts';
import { answers, file, sessionAnswers } from '../plugins/answers.ts';
import { clientGone } from '../plugins/client-gone.ts';
import type { App } from '../plugins/type-provider.ts';
import type { Services } from '../services.ts';

const tags = ['assistant'];

export function assistantRoutes(app: App, { sessions, config }: Services): void {
  const settings = assistantSettings(join(config.dataDir, 'assistant.json'));

  app.get(
    '/llm/config',
    {
      schema: {
        tags,
        summary: 'Settings per provider, keys masked',
        response: answers(200, AssistantConfig),
      },
    },
    () => settings.view(),
  );

  app.post(
    '/llm/config',
    {
      schema: {
        tags,
        summary: 'Merge settings, per provider and key',
        body: AssistantConfigPatch,
        response: answers(200, AssistantSaved, 400),
      },
    },
    async ({ body }) => {
      await settings.merge(body);
      return { status: 'saved' as const };
    },
  );

  app.get(
    '/llm/ollama/models',
    {
      schema: {
        tags,
        summary: 'Models of an Ollama server',
        querystring: OllamaModelsQuery,
        response: answers(200, OllamaModels, 400),
      },
    },
    async ({ query: { base_url = 'http://localhost:11434' } }, reply) => {
      checkBaseUrl(base_url);
      if (!config.assistant) {
        return { models: [], error: 'the assistant is off on this server; start it with ASSISTANT=on' };
      }
      try {
        return { models: await ollamaModels(base_url, clientGone(reply)), error: null };
      } catch (error) {
        return { models: [], error: (error as Error).message };
      }
    },
  );

  app.post(
    '/llm/suggest-effects/:session_id',
    {
      config: { readOnly: true },
      schema: {
        tags,
        summary: 'Effects for an optimal design, from a language model: a text/event-stream',
        produces: 'text/event-stream',
        params: SessionParams,
        body: SuggestEffectsRequest,
        response: sessionAnswers(200, file, 400),
      },
    },
    async ({ params: { session_id }, body }, reply) => {
      const state = await sessions.read(session_id, checkVariables);
      const stream = suggestEffects(state, body, settings, config.assistant, clientGone(reply));
      reply.hijack();
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
      });
      for await (const progress of stream) reply.raw.write(`data: ${JSON.stringify(progress)}\n\n`);
      reply.raw.end();
    },
  );
}
