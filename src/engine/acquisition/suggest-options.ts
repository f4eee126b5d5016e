import { ValueError } from '../errors.ts';
import type { SuggestTask } from './task.ts';

/** What an option may be. */
type Rule =
  | 'boolean'
  | { readonly words: readonly string[] }
  | { readonly from: number; readonly to: number; readonly fraction?: true };

/** Options by name. What `cost_aware` asks for comes with the task, as its `cost`. */
const rules: Readonly<Record<string, Rule>> = {
  surrogate: { words: ['auto', 'model'] },
  trust_region: 'boolean',
  local: { from: 0, to: 1, fraction: true },
  noisy: 'boolean',
  cost_aware: 'boolean',
  cost_exponent: { from: 0, to: 1, fraction: true },
  spread: { from: 1, to: 65536 },
  nearby: { from: 0, to: 65536 },
  restarts: { from: 1, to: 256 },
  iterations: { from: 1, to: 10000 },
};

/** @throws ValueError naming an option that is not known, or has a value that it cannot have */
export function checkOptions(options: SuggestTask['options']): void {
  for (const [name, value] of Object.entries(options ?? {})) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule === undefined) {
      throw new ValueError(
        `suggest: option '${name}' is not known; use one of ${Object.keys(rules).join(', ')}`,
      );
    }
    if (!fits(rule, value))
      throw new ValueError(`suggest: option '${name}' is ${value}; send ${wanted(rule)}`);
  }
}

function fits(rule: Rule, value: number | string | boolean): boolean {
  if (rule === 'boolean') return typeof value === 'boolean';
  if ('words' in rule) return typeof value === 'string' && rule.words.includes(value);
  const isWhole = rule.fraction === true || Number.isInteger(value);
  return typeof value === 'number' && isWhole && value >= rule.from && value <= rule.to;
}

function wanted(rule: Rule): string {
  if (rule === 'boolean') return 'true or false';
  if ('words' in rule) return rule.words.join(' or ');
  return `a ${rule.fraction ? '' : 'whole '}number from ${rule.from} to ${rule.to}`;
}
