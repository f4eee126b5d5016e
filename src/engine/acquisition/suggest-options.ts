import { ValueError } from '../errors.ts';
import { allowed, fits, type Parameters, type ValuesOf } from '../parameter.ts';
import { didYouMean } from '../words.ts';

/** Choices of a suggestion beyond those of the interface. What `cost_aware` asks for comes with the task, as its `cost`. */
export const suggestOptions = {
  surrogate: {
    kind: 'choice',
    choices: ['auto', 'model'],
    default: 'model',
    purpose: '`auto`: the search fits its own surrogates, see below',
  },
  trust_region: {
    kind: 'boolean',
    default: false,
    purpose:
      'searches only a box around the best row, which grows after success and shrinks after failure; one objective',
  },
  local: {
    kind: 'number',
    from: 0,
    to: 1,
    unit: 'share of the suggestions',
    purpose:
      'this share of the suggestions, drawn by the seed, is searched only within 15 % of each span around the best row; from five rows per variable on, one objective',
  },
  noisy: {
    kind: 'boolean',
    default: false,
    purpose:
      'EI and LogEI search with augmented expected improvement, which discounts points by the noise of the surrogate, so that one point is not measured repeatedly; the reported value has no discount',
  },
  cost_aware: {
    kind: 'boolean',
    default: false,
    purpose: 'weighs gains against the costs of the session; EI, LogEI and qEI',
  },
  cost_exponent: {
    kind: 'number',
    from: 0,
    to: 1,
    purpose:
      'exponent of the cost in the score, 0 ignores costs; default 0.6, falling to 0 over the second half of the budget',
  },
  spread: {
    kind: 'integer',
    from: 1,
    to: 65536,
    default: 512,
    unit: 'points',
    purpose: 'starts over the whole region',
  },
  nearby: {
    kind: 'integer',
    from: 0,
    to: 65536,
    default: 128,
    unit: 'points',
    purpose: 'starts around the best rows',
  },
  restarts: {
    kind: 'integer',
    from: 1,
    to: 256,
    default: 8,
    purpose: 'starts that are refined together',
  },
  iterations: {
    kind: 'integer',
    from: 1,
    to: 10000,
    default: 100,
    purpose: 'steps of the refinement, at most',
  },
} as const satisfies Parameters;

export type SuggestOptions = ValuesOf<typeof suggestOptions>;

/** @throws ValueError naming an option that is not known, or has a value that it cannot have */
export function checkOptions(options: Readonly<Record<string, unknown>> | undefined): void {
  const table: Parameters = suggestOptions;
  for (const [name, value] of Object.entries(options ?? {})) {
    const parameter = Object.hasOwn(table, name) ? table[name] : undefined;
    if (parameter === undefined) {
      const known = Object.keys(table);
      throw new ValueError(
        `suggest: option '${name}' is not known; ${didYouMean(name, known)}use one of ${known.join(', ')}`,
      );
    }
    if (value !== undefined && !fits(parameter, value))
      throw new ValueError(`suggest: option '${name}' is ${value}; send ${allowed(parameter)}`);
  }
}
