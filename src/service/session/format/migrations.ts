import { bookkeeping } from '../../../contract/experiments/bookkeeping.ts';
import { isRecord } from '../../../contract/is-record.ts';
import { ValueError } from '../../../engine/errors.ts';
import { release } from '../../release.ts';
import { storedSpelling } from '../variables/variable-spelling.ts';
import { show } from '../words.ts';

/** Format of the documents that we write, under `athanor.format`; a file of release 0.4.0 has none, which counts as 0. */
export const currentFormat: number = 3;

/** The newest format that the release before reads. Servers on the same database write no newer one, until `athanor migrate --finish`. */
export const formerFormat: number = 2;

type Json = Record<string, unknown>;

export interface Migration {
  readonly name: string;
  /** The format that it brings a document to. */
  readonly to: number;
  /** A new document; the given one is left alone. */
  apply(document: Json): Json;
  /** The way back, for formats that the release before does not read; parts that stay the same stay the same objects. */
  revert?(document: Json): Json;
}

const records = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** Old audit logs are a bare array. */
const auditArray: Migration = {
  name: 'audit-log-array-to-object',
  to: 1,
  apply: (document) =>
    Array.isArray(document.audit_log)
      ? { ...document, audit_log: { entries: document.audit_log } }
      : document,
};

/** Any spelling of variables as the stored one; an entry that no rule can read is kept for the load to refuse. */
const variableSpelling: Migration = {
  name: 'variables-to-stored-spelling',
  to: 1,
  apply: (document) => {
    const space = document.search_space;
    if (!isRecord(space)) return document;
    const variables = records(space.variables).map((entry) => {
      const bare = Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));
      const { name, type } = bare;
      if (typeof name !== 'string' || typeof type !== 'string') return entry;
      // Release 0.4.0 took repeated categories; the position of the first one counts.
      if (Array.isArray(bare.values)) bare.values = [...new Set(bare.values)];
      const { categories: _categories, bounds: _bounds, ...decoration } = bare;
      const request = { ...bare, name } as unknown as Parameters<typeof storedSpelling>[0];
      try {
        return { ...decoration, ...storedSpelling(request) };
      } catch {
        // The check of the whole document says what is wrong with it.
        return entry;
      }
    });
    return { ...document, search_space: { ...space, variables } };
  },
};

/** Old files name no objectives: they are the columns that are neither variables nor bookkeeping. */
const targetColumns: Migration = {
  name: 'target-columns-from-data',
  to: 1,
  apply: (document) => {
    const { experiments, search_space: space } = document;
    if (!isRecord(experiments) || Array.isArray(experiments.target_columns)) return document;
    const rows = records(experiments.data);
    const variables = isRecord(space) ? records(space.variables).map((variable) => variable.name) : [];
    const names = new Set(rows.flatMap((row) => Object.keys(row)));
    const targets = [...names].filter((name) => !variables.includes(name) && !bookkeeping.includes(name));
    return { ...document, experiments: { ...experiments, target_columns: targets } };
  },
};

/** Queue items of the old format are plain inputs, with `_reason` among them. */
const queueItems: Migration = {
  name: 'queue-items-from-inputs',
  to: 1,
  apply: (document) => {
    if (!Array.isArray(document.staged_experiments)) return document;
    const items = records(document.staged_experiments).map((item, i) => {
      const whole = 'id' in item && 'status' in item;
      const { _reason: reason = null, ...inputs } = item;
      const base = whole ? item : { id: `staged-${i}`, status: 'pending', inputs, reason };
      return {
        reason: null,
        output: null,
        noise: null,
        error: null,
        dataset_ref: null,
        staged_at: null,
        started_at: null,
        completed_at: null,
        plot: null,
        actual_inputs: null,
        ...base,
      };
    });
    return { ...document, staged_experiments: items };
  },
};

/** Rows without an iteration (an empty cell in an old upload) take 0; a constraint without a name gets one. */
const rowsAndNames: Migration = {
  name: 'fill-iterations-and-constraint-names',
  to: 1,
  apply: (document) => {
    const { experiments, search_space: space } = document;
    const next: Json = { ...document };
    if (isRecord(experiments)) {
      const data = records(experiments.data).map((row) =>
        typeof row.Iteration === 'number' ? row : { ...row, Iteration: 0 },
      );
      next.experiments = { ...experiments, data };
    }
    if (isRecord(space) && Array.isArray(space.constraints)) {
      const constraints = records(space.constraints).map((constraint, i) => ({
        ...constraint,
        name: typeof constraint.name === 'string' ? constraint.name : `constraint_${i}`,
      }));
      next.search_space = { ...space, constraints };
    }
    return next;
  },
};

/**
 * Release 0.4.0 keeps the numbers that a client gave in `training_config`. What it wrote beside the call is a printed
 * form of scikit-learn's kernel object, or nothing.
 */
const kernelParameters: Migration = {
  name: 'kernel-parameters-from-training-call',
  to: 2,
  apply: (document) => {
    const model = document.model_config;
    if (!isRecord(model) || !isRecord(model.training_config)) return document;
    const given = model.training_config.kernel_params;
    if (given === undefined) return document;
    return { ...document, model_config: { ...model, kernel_params: given } };
  },
};

/** Files up to format 1 contain no facts about their rows except the numbers. */
const rowDetails: Migration = {
  name: 'row-details',
  to: 2,
  apply: (document) =>
    isRecord(document.athanor) && document.athanor.row_details === undefined
      ? { ...document, athanor: { ...document.athanor, row_details: {} } }
      : document,
};

/** Files before format 2 keep no answers for requests that are sent again. */
const noReplies: Migration = {
  name: 'replies-empty',
  to: 2,
  apply: (document) =>
    isRecord(document.athanor) ? { ...document, athanor: { ...document.athanor, replies: [] } } : document,
};

/** Files before format 3 declare no bounds of results. Readers of format 2 pass over them, so they stay on the way back. */
const resultBounds: Migration = {
  name: 'result-bounds',
  to: 3,
  apply: (document) => document,
  revert: (document) => document,
};

/** In the order in which they are applied. */
export const migrations: readonly Migration[] = [
  auditArray,
  variableSpelling,
  targetColumns,
  queueItems,
  rowsAndNames,
  kernelParameters,
  rowDetails,
  noReplies,
  resultBounds,
];

function formatOf(document: Json): number {
  const ours = document.athanor;
  const format = isRecord(ours) ? (ours.format ?? 0) : 0;
  if (!Number.isSafeInteger(format) || (format as number) < 0) {
    throw new ValueError(`session file: athanor.format must be a whole number, got ${show(format)}`);
  }
  if ((format as number) > currentFormat) {
    const writer =
      isRecord(ours) && typeof ours.release === 'string' ? `release ${ours.release}` : 'the release';
    throw new ValueError(
      `session file: athanor.format is ${format}, and this release (${release}) reads formats up to ${currentFormat}; ` +
        `open it with ${writer} of Athanor that wrote it, or a later one`,
    );
  }
  return format as number;
}

/** Of a stored document; 0 where it says none. */
export function storedFormat(document: unknown): number {
  const ours = isRecord(document) ? document.athanor : undefined;
  return isRecord(ours) && typeof ours.format === 'number' ? ours.format : 0;
}

/** A document of the current format as an earlier one, not before `formerFormat`. */
export function revertTo(format: number, document: Json): Json {
  if (format === currentFormat) return document;
  const back = migrations.filter(({ to }) => to > format).reverse();
  const reverted = back.reduce((current, migration) => migration.revert?.(current) ?? current, document);
  return { ...reverted, athanor: { ...(reverted.athanor as Json), format } };
}

/**
 * The document in the current format.
 *
 * @throws ValueError its format is no whole number, or newer than the current one
 */
export function migrate(document: Json): Json {
  const format = formatOf(document);
  return migrations
    .filter((migration) => migration.to > format)
    .reduce((current, migration) => migration.apply(current), document);
}
