import { hash } from 'node:crypto';
import type { AuditEntry } from '../../contract/sessions/audit.ts';
import { appended, type List } from './document/document-list.ts';
import type { Environment, State } from './state.ts';

function canonicalObject(value: Readonly<Record<string, unknown>>): string {
  let text = '{';
  for (const key of Object.keys(value).sort()) {
    const entry = value[key];
    if (entry === undefined) continue;
    text += `${text.length > 1 ? ', ' : ''}${JSON.stringify(key)}: ${canonicalJson(entry)}`;
  }
  return `${text}}`;
}

/** JSON with sorted keys and the separators ", " and ": ". Written for long tables: one text, no lists in between. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (!Array.isArray(value)) return canonicalObject(value as Record<string, unknown>);
  let text = '[';
  for (let i = 0; i < value.length; i++) text += `${i > 0 ? ', ' : ''}${canonicalJson(value[i])}`;
  return `${text}]`;
}

/** In one call: a hash object for each of 100,000 rows would be as many weak handles, which a collection goes through while all else waits. */
export const shortHash = (text: string): string => hash('sha256', text).slice(0, 16);

/** An entry with its hash. The user who asked, if known, is among the parameters. */
export function auditEntry(
  type: string,
  parameters: Record<string, unknown>,
  { now, person }: Environment,
  notes = '',
): AuditEntry {
  // Release 0.4.0 refuses entries with other keys, and the hash covers the parameters.
  const complete = person === undefined ? parameters : { ...parameters, person };
  return {
    timestamp: now,
    entry_type: type,
    parameters: complete,
    hash: shortHash(canonicalJson(complete)),
    notes,
  };
}

/** Types of entries that provenance, history, changes of the configuration, remarks on the candidate list and removed rows are read from. */
const readTypes = [
  'acquisition_locked',
  'candidates_changed',
  'config_changed',
  'experiment_completed',
  'experiment_removed',
];

/** An entry that a client words itself. Where others would take it for one of the server, its parameters name the source. */
export function clientEntry(
  type: string,
  parameters: Record<string, unknown>,
  environment: Environment,
  notes: string,
): AuditEntry {
  const logged = readTypes.includes(type) ? { ...parameters, source: 'client' } : parameters;
  return auditEntry(type, logged, environment, notes);
}

/** What is shown of the source of an entry: nothing where the server wrote it. */
export const sourceOf = ({ parameters }: AuditEntry): { readonly source?: 'client' } =>
  parameters.source === 'client' ? { source: 'client' } : {};

/** Iteration → parameters of its last locked acquisition, for a log; logs are never changed. */
type Acquisitions = ReadonlyMap<number, Record<string, unknown>>;
const acquisitions = new WeakMap<List<AuditEntry>, Acquisitions>();

function indexed(entries: List<AuditEntry>, known: Acquisitions): Acquisitions {
  const found = entries.filter((entry) => entry.entry_type === 'acquisition_locked');
  if (found.length === 0) return known;
  const index = new Map(known);
  for (const entry of found) {
    const { iteration, parameters: chosen } = entry.parameters;
    if (typeof iteration !== 'number' || typeof chosen !== 'object' || chosen === null) continue;
    index.set(iteration, { ...chosen, ...sourceOf(entry) });
  }
  return index;
}

function acquisitionsOf(log: List<AuditEntry>): Acquisitions {
  const index = acquisitions.get(log) ?? indexed(log, new Map());
  acquisitions.set(log, index);
  return index;
}

/** The log with more entries at its end. */
export function withEntries(log: List<AuditEntry>, more: readonly AuditEntry[]): List<AuditEntry> {
  const longer = appended(log, more);
  acquisitions.set(longer, indexed(more, acquisitionsOf(log)));
  return longer;
}

/** The state with entries at the end of its log. */
export function withAudit(state: State, ...entries: readonly AuditEntry[]): State {
  return { ...state, audit: withEntries(state.audit, entries) };
}

/** Parameters of the last locked acquisition of an iteration; {} when there is none. */
export function acquisitionParameters(state: State, iteration: number): Record<string, unknown> {
  return acquisitionsOf(state.audit).get(iteration) ?? {};
}
