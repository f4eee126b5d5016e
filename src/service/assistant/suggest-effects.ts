import type { SuggestEffectsRequest } from '../../contract/server/assistant.ts';
import type { StoredVariable } from '../../contract/variables/variables.ts';
import { optimalDesignInfo } from '../../engine/design/optimal/model/model-terms.ts';
import { counted } from '../../engine/words.ts';
import { NoVariablesError } from '../errors.ts';
import type { State } from '../session/state.ts';
import { controllableSpace } from '../session/variables/space.ts';
import type { AllowedHosts } from './addresses.ts';
import { askForJson, type Message } from './providers.ts';
import type { AssistantSettings } from './settings.ts';

/** One line of the stream. */
export interface Progress {
  readonly status: 'literature_error' | 'structuring' | 'complete' | 'error';
  readonly message: string;
  readonly result?: unknown;
}

const disclaimer =
  'Suggested by a language model; check each effect against what is known about the system before using it.';

function describe(variable: StoredVariable): string {
  const { name, type, unit, description, values, allowed_values, min, max } = variable;
  const range = values ?? allowed_values ?? (min === undefined ? [] : [min, max]);
  return `- ${name} (${type}${unit ? `, ${unit}` : ''}): ${range.join(', ')}${description ? `; ${description}` : ''}`;
}

function question(state: State, context: string): Message[] {
  return [
    {
      role: 'system',
      content:
        'You help to plan designed experiments. Name the effects that are likely to matter: main effects as A, ' +
        'interactions as A*B, squares of numeric variables as A**2, with exactly the variable names given. Answer with one ' +
        'JSON object: {"effects": [string], "reasoning": [{"effect": string, "reason": string}], ' +
        '"confidence": [{"effect": string, "level": "high"|"medium"|"low"}], "sources": [string]}.',
    },
    {
      role: 'user',
      content: `Variables:\n${state.variables.map(describe).join('\n')}\n\nSystem:\n${context}`,
    },
  ];
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The usable part of the answer: effects that a model can be built from, with their explanations. */
function usable(state: State, answer: unknown) {
  const { effects, reasoning, confidence, sources } = (answer ?? {}) as Record<string, unknown>;
  const space = controllableSpace(state);
  const good = listOf(effects).filter((effect): effect is string => {
    if (typeof effect !== 'string') return false;
    try {
      optimalDesignInfo(space, { effects: [effect] });
      return true;
    } catch {
      // The model invented a name or a power. The effect cannot be fitted and is left out.
      return false;
    }
  });
  const about = (list: unknown) =>
    listOf(list).filter((entry) => good.includes((entry as { effect?: string } | null)?.effect ?? ''));
  return {
    effects: [...new Set(good)],
    reasoning: about(reasoning),
    confidence: about(confidence),
    sources: listOf(sources).filter((source) => typeof source === 'string'),
    disclaimer,
  };
}

/** @throws NoVariablesError the session has no variables */
export function checkVariables(state: State): State {
  if (controllableSpace(state).dimensions.length > 0) return state;
  throw new NoVariablesError('the session has no controllable variables; add some before asking for effects');
}

/** Whether the assistant may call a server, and which. */
export interface AssistantAccess extends AllowedHosts {
  readonly isOn: boolean;
}

/** The stream of one request; failures end it with `error`, never with an HTTP status. */
export async function* suggestEffects(
  state: State,
  request: SuggestEffectsRequest,
  settings: AssistantSettings,
  { isOn, ...allowed }: AssistantAccess,
  signal: AbortSignal,
): AsyncGenerator<Progress> {
  if (request.edison_config != null) {
    yield {
      status: 'literature_error',
      message: 'literature search is not available here; continuing without it',
    };
  }
  yield { status: 'structuring', message: `asking ${request.structuring_provider.model}` };
  if (!isOn) {
    yield { status: 'error', message: 'the assistant is off on this server; set ASSISTANT=on' };
    return;
  }
  try {
    const messages = question(state, request.system_context);
    const { structuring_provider } = request;
    const answer = await askForJson(settings, structuring_provider, messages, allowed, signal);
    const result = usable(state, answer);
    if (result.effects.length === 0) throw new Error('the answer names no effect of the variables');
    yield { status: 'complete', message: `${counted(result.effects.length, 'effect')} suggested`, result };
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? `${message} (${cause.message})` : message;
    yield { status: 'error', message: reason };
  }
}
