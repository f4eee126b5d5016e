import { type TProperties, type TSchema, Type } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Provenance } from '../../../contract/experiments/provenance.ts';
import { RowDetail } from '../../../contract/experiments/row-details.ts';
import { QueueItem } from '../../../contract/queue/queue.ts';
import { maybe, nullable } from '../../../contract/schema-parts.ts';
import { AuditEntry } from '../../../contract/sessions/audit.ts';
import { Control } from '../../../contract/sessions/control.ts';
import { Goal, Scalar } from '../../../contract/values.ts';
import { StoredVariable } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Slices } from '../../../engine/slices.ts';
import { keysOf } from '../document/document-keys.ts';
import type { State } from '../state.ts';
import { list, show } from '../words.ts';
import { ForeignModel } from './foreign-model.ts';

/** Fields that a file may leave out, as earlier releases did, or have as null; where they say something, it has this type. */
const sparse = (fields: TProperties) =>
  Type.Object(Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, maybe(schema)])));

const text = Type.String();
const byName = (schema: TSchema) => Type.Record(Type.String(), schema);
const anything = byName(Type.Unknown());

const { lease: _lease, steps: _steps, labels: _labels, ...queueFields } = QueueItem.properties;

const Lease = Type.Object({
  token: text,
  worker: text,
  leased_at: text,
  expires_at: text,
  seconds: Type.Number(),
});

const Run = Type.Object({
  lease: Type.Optional(Lease),
  earlier: Type.Optional(Type.Array(Lease)),
  steps: Type.Optional(Type.Array(Type.Object({ step: text, by: text, at: text }))),
  labels: Type.Optional(byName(Scalar)),
});

const LastSuggestion = Type.Object({
  goal: Goal,
  goals: Type.Array(Goal),
  acquisition_value: nullable(Type.Number()),
  strategy: text,
  iteration: Type.Integer(),
  ref_point: Type.Optional(Type.Array(Type.Number())),
});

const OutcomeConstraint = Type.Object({
  objective_name: text,
  bound_type: Type.Enum(['lower', 'upper']),
  value: Type.Number(),
});

const Config = sparse({
  random_state: Type.Number(),
  verbose: Type.Boolean(),
  auto_train: Type.Boolean(),
  auto_train_threshold: Type.Number(),
});

interface Part {
  /** As the file names it. */
  readonly name: string;
  readonly schema: TSchema;
  /** Entries of a list or of an object by their key; a single part has the key ''. */
  readonly entries: (state: State) => Iterable<readonly [key: string | number, entry: unknown]>;
}

/** The entries of an object, without a list of them. */
function* entriesOf(record: Readonly<Record<string, unknown>>): Generator<[string, unknown]> {
  for (const key of keysOf(record)) yield [key, record[key]];
}

function* numbered(entries: Iterable<unknown>): Generator<[number, unknown]> {
  let at = 0;
  for (const entry of entries) yield [at++, entry];
}

const whole = (value: unknown): Iterable<readonly [string, unknown]> => (value === null ? [] : [['', value]]);

const parts: readonly Part[] = [
  {
    name: 'search_space.variables',
    schema: sparse(StoredVariable.properties),
    entries: ({ variables }) => numbered(variables),
  },
  {
    name: 'staged_experiments',
    schema: sparse({ ...queueFields, actual_inputs: anything }),
    entries: ({ queue }) => numbered(queue),
  },
  {
    name: 'outcome_constraints',
    schema: OutcomeConstraint,
    entries: ({ outcome_constraints }) => numbered(outcome_constraints),
  },
  {
    name: 'objective_metadata',
    schema: sparse({ label: text, unit: text }),
    entries: ({ objective_metadata }) => entriesOf(objective_metadata),
  },
  { name: 'control', schema: Control, entries: ({ control }) => whole(control) },
  { name: 'config', schema: Config, entries: ({ config }) => whole(config) },
  {
    name: 'audit_log.entries',
    schema: sparse(AuditEntry.properties),
    entries: ({ audit }) => numbered(audit),
  },
  {
    name: 'provenance',
    schema: sparse(Provenance.properties),
    entries: ({ provenance }) => numbered(provenance),
  },
  {
    name: 'athanor.row_details',
    // Attachments without a title are read, too.
    schema: sparse({ ...RowDetail.properties, attachments: Type.Array(anything) }),
    entries: ({ details }) => entriesOf(details),
  },
  { name: 'athanor.runs', schema: Run, entries: ({ runs }) => entriesOf(runs) },
  {
    name: 'athanor.last_suggestion',
    schema: LastSuggestion,
    entries: ({ last_suggestion }) => whole(last_suggestion),
  },
  { name: 'athanor.model', schema: ForeignModel, entries: ({ model }) => whole(model) },
];

/** What is at a path of JSON Pointer (RFC 6901). */
const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);

/** Compiled with the first use. */
const validators = new Map<TSchema, Validator>();

function validatorOf(schema: TSchema): Validator {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator;
}

function misfit(place: string, schema: TSchema, entry: unknown): ValueError {
  const error = validatorOf(schema).Errors(entry)[0];
  const path = (error?.instancePath ?? '').split('/').slice(1);
  const allowed = error?.keyword === 'enum' ? `: ${list(error.params.allowedValues.map(String))}` : '';
  return new ValueError(
    `session file: '${[place, ...path].join('.')}' ${error?.message ?? 'does not fit'}${allowed}, got ${show(valueAt(entry, path))}`,
  );
}

/**
 * Checks a session that somebody brings: what `checkDocument` lets pass and only a later answer would trip over. Fields that nobody knows stay, as in
 * release 0.4.0.
 *
 * @throws ValueError naming the field and its value
 */
export function* checkForeign(state: State): Slices<void> {
  for (const { name, schema, entries } of parts) {
    const validator = validatorOf(schema);
    let n = 0;
    for (const [key, entry] of entries(state)) {
      if (n++ % 256 === 255) yield;
      if (validator.Check(entry)) continue;
      throw misfit(key === '' ? name : `${name}.${key}`, schema, entry);
    }
    yield;
  }
}
