import { createHash } from 'node:crypto';
import type { AuditEntry } from '../../contract/audit.ts';
import type { State, Surroundings } from './state.ts';

/** JSON with sorted keys and the separators ", " and ": ". */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value)
      .filter(([, entry]) => entry !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}: ${canonicalJson(entry)}`).join(', ')}}`;
  }
  return JSON.stringify(value ?? null);
}

export const shortHash = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 16);

export function auditEntry(
  type: string,
  parameters: Record<string, unknown>,
  { now }: Surroundings,
  notes = '',
): AuditEntry {
  return { timestamp: now, entry_type: type, parameters, hash: shortHash(canonicalJson(parameters)), notes };
}

export function withAudit(state: State, ...entries: readonly AuditEntry[]): State {
  return { ...state, audit: [...state.audit, ...entries] };
}

/** Parameters of the last locked acquisition of an iteration; {} when there is none. */
export function acquisitionParameters(state: State, iteration: number): Record<string, unknown> {
  const entry = state.audit.findLast(
    (one) => one.entry_type === 'acquisition_locked' && one.parameters.iteration === iteration,
  );
  const parameters = entry?.parameters.parameters;
  return typeof parameters === 'object' && parameters !== null ? (parameters as Record<string, unknown>) : {};
}
