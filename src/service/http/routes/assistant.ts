import type { FastifyReply } from 'fastify';
import {
  AssistantConfig,
  AssistantConfigPatch,
  AssistantSaved,
  OllamaModels,
  OllamaModelsQuery,
  SuggestEffectsRequest,
} from '../../../contract/server/assistant.ts';
import { ollamaModels } from '../../assistant/providers.ts';
import { checkBaseUrl } from '../../assistant/settings.ts';
import { checkVariables, suggestEffects } from '../../assistant/suggest-effects.ts';
import { answers, file, sessionAnswers } from '../plugins/answers/answers.ts';
import { clientGone } from '../plugins/connections/client-gone.ts';
import { asyncAfter } from '../request-options.ts';
import { type Route, route, tagged } from '../route.ts';

async function sendEvents(reply: FastifyReply, stream: AsyncIterable<unknown>): Promise<void> {
  reply.hijack();
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
  });
  for await (const event of stream) reply.raw.write(`data: ${JSON.stringify(event)}\n\n`);
  reply.raw.end();
}

async function lastOf<One>(stream: AsyncIterable<One>): Promise<One | undefined> {
  let last: One | undefined;
  for await (const one of stream) last = one;
  return last;
}

export const assistantRoutes: readonly Route[] = tagged('assistant', [
  route({
    method: 'GET',
    path: '/llm/config',
    operationId: 'getAssistantConfig',
    permission: 'server:admin',
    schema: { summary: 'Settings per provider, keys masked', response: answers(200, AssistantConfig) },
    handler: (_request, { assistant }) => assistant.view(),
  }),

  route({
    method: 'POST',
    path: '/llm/config',
    operationId: 'updateAssistantConfig',
    permission: 'server:admin',
    schema: {
      summary: 'Merge settings, per provider and key',
      body: AssistantConfigPatch,
      response: answers(200, AssistantSaved, 400),
    },
    handler: async ({ body }, { assistant }) => {
      await assistant.merge(body);
      return { status: 'saved' as const };
    },
  }),

  route({
    method: 'GET',
    path: '/llm/ollama/models',
    operationId: 'listOllamaModels',
    permission: 'server:admin',
    schema: {
      summary: 'Models of an Ollama server',
      querystring: OllamaModelsQuery,
      response: answers(200, OllamaModels, 400),
    },
    handler: async ({ query: { base_url = 'http://localhost:11434' } }, { config, reply }) => {
      checkBaseUrl(base_url);
      if (!config.assistant) {
        return { models: [], error: 'the assistant is off on this server; set ASSISTANT=on' };
      }
      try {
        return {
          models: await ollamaModels(base_url, config.assistantHosts, clientGone(reply)),
          error: null,
        };
      } catch (error) {
        return { models: [], error: (error as Error).message };
      }
    },
  }),

  route({
    method: 'POST',
    path: '/llm/suggest-effects/:session_id',
    operationId: 'suggestEffects',
    permission: 'server:admin',
    job: true,
    readOnly: true,
    schema: {
      summary: 'Effects for an optimal design, from a language model: a text/event-stream',
      description:
        'With `Prefer: respond-async` the answer, or the result of the job, is the last event as JSON.',
      produces: 'text/event-stream',
      body: SuggestEffectsRequest,
      response: sessionAnswers(200, file, 400),
    },
    handler: async (request, { sessions, config, assistant, reply, options }) => {
      const { params, body } = request;
      const state = await sessions.read(params.session_id, checkVariables);
      const access = { isOn: config.assistant, ...config.assistantHosts };
      const stream = suggestEffects(state, body, assistant, access, options.signal ?? clientGone(reply));
      return asyncAfter(request) === undefined ? sendEvents(reply, stream) : lastOf(stream);
    },
  }),
]);
