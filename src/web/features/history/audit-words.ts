import { limitSign } from '../../../contract/experiments/censored.ts';
import { isRecord } from '../../../contract/is-record.ts';
import type { AuditEntry } from '../../api/types.ts';
import { kernelWords } from '../../domain/models/model-words.ts';
import { remarksOf } from '../../domain/variables/candidates.ts';
import { count, showFixed, showSetting } from '../../text/format.ts';

/** An entry of the audit log in words. */
export interface AuditWords {
  readonly title: string;
  /** One sentence on what was done. */
  readonly text: string;
  /** Person or device, where the entry names one. */
  readonly who: string | undefined;
  /** What changed, field by field. */
  readonly changes: readonly { readonly field: string; readonly before: string; readonly after: string }[];
}

type Parameters = Readonly<Record<string, unknown>>;

/** A value for reading: numbers by the user's form, lists and records with their entries named. */
export function valueWords(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'number') return showSetting(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueWords).join('; ');
  if (isRecord(value))
    return Object.entries(value)
      .map(([name, one]) => `${fieldWords(name)} ${valueWords(one)}`)
      .join(', ');
  return String(value);
}

/** `n_points` as `n points`. */
const fieldWords = (name: string): string => name.replaceAll('_', ' ');

/** Fields whose value differs, in the order of the new record. */
function changesBetween(before: unknown, after: unknown): AuditWords['changes'] {
  const [old, now] = [isRecord(before) ? before : {}, isRecord(after) ? after : {}];
  return [...new Set([...Object.keys(now), ...Object.keys(old)])]
    .filter((name) => JSON.stringify(old[name] ?? null) !== JSON.stringify(now[name] ?? null))
    .map((name) => ({
      field: fieldWords(name),
      before: valueWords(old[name]),
      after: valueWords(now[name]),
    }));
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : 0);
const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

type Sentence = (parameters: Parameters, before: Parameters | undefined) => Partial<AuditWords>;

const signs: Readonly<Record<string, string>> = limitSign;

/** A result, with the sign of a limit. */
const resultText = (value: unknown, side: unknown): string =>
  `${typeof value === 'number' ? (signs[textOf(side)] ?? '') : ''}${valueWords(value)}`;

/** What came out of a run: every objective by name where there are several. */
const outcome = ({ outputs, output, censored }: Parameters): string => {
  const sides = isRecord(censored) ? censored : {};
  if (isRecord(outputs))
    return valueWords(
      Object.fromEntries(
        Object.entries(outputs).map(([name, value]) => [name, resultText(value, sides[name])]),
      ),
    );
  if (isRecord(output) || Array.isArray(output)) return valueWords(output);
  return typeof output === 'number' ? resultText(output, Object.values(sides)[0]) : 'missing';
};

/** Cells of a row before or after it was corrected, with their limits. */
const cellsOf = (cells: unknown): Parameters => {
  const { censored, ...rest } = isRecord(cells) ? cells : {};
  return isRecord(censored)
    ? { ...rest, limits: Object.entries(censored).map(([name, side]) => `${name} ${signs[textOf(side)]}`) }
    : rest;
};

/** What a removed row held, with the signs of its limits. */
function removedCells({ before, detail }: Parameters): Parameters {
  const { Censored: _, ...cells } = isRecord(before) ? before : {};
  const sides = isRecord(detail) && isRecord(detail['censored']) ? detail['censored'] : {};
  return Object.fromEntries(
    Object.entries(cells).map(([name, value]) => [
      name,
      Object.hasOwn(sides, name) ? resultText(value, sides[name]) : value,
    ]),
  );
}

const placeWords = (row: unknown): string => (typeof row === 'number' ? `Row ${row + 1}.` : '');

const kernelOf = (part: Parameters): string =>
  kernelWords(
    textOf(part['kernel']) || null,
    isRecord(part['kernel_params']) ? part['kernel_params'] : undefined,
    textOf(part['backend']),
  );

const sentences: Readonly<Record<string, Sentence>> = {
  data_locked: (p) =>
    'data_hash' in p
      ? { title: 'Data locked', text: `The table of ${count(numberOf(p['n_experiments']), 'experiment')}.` }
      : {
          title: 'Design generated',
          text: `${count(numberOf(p['n_points']), 'run')}${p['method'] ? ` by ${fieldWords(textOf(p['method']))}` : ''}.`,
        },
  model_locked: (p) => ({
    title: 'Model trained',
    text: `${kernelOf(p)} kernel${isRecord(p['cv_metrics']) && typeof p['cv_metrics']['cv_r2'] === 'number' ? `, cross-validated R² ${showFixed(p['cv_metrics']['cv_r2'], 3)}` : ''}.`,
  }),
  acquisition_locked: (p) => ({
    title: 'Suggestion made',
    text: `${count(listOf(p['suggestions']).length, 'run')} by ${textOf(p['strategy'])}.`,
    changes: listOf(p['suggestions']).map((one, i) => ({
      field: `run ${i + 1}`,
      before: '',
      after: valueWords(one),
    })),
  }),
  config_changed: (p, before) => {
    const now = isRecord(p['new']) ? p['new'] : {};
    const old = isRecord(p['old']) ? p['old'] : before && isRecord(before['new']) ? before['new'] : {};
    const changes = changesBetween(old, now);
    return {
      title: p['component'] === 'acquisition' ? 'Settings of suggestions' : 'Model settings',
      text:
        changes.length === 0
          ? 'As before.'
          : `${changes.map((one) => `${one.field} ${one.after}`).join('; ')}.`,
      changes,
    };
  },
  experiment_completed: (p) => ({
    title: 'Experiment recorded',
    text: `${p['status'] === 'failed' ? 'The run failed' : `Result ${outcome(p)}`}${p['strategy'] && isRecord(p['suggested']) ? `, proposed by ${textOf(p['strategy'])}` : ''}.`,
    changes: isRecord(p['suggested'])
      ? changesBetween(p['suggested'], p['actual'])
      : [{ field: 'settings', before: '', after: valueWords(p['actual']) }],
  }),
  experiment_corrected: (p) => ({
    title: 'Experiment corrected',
    text: placeWords(p['row']),
    changes: changesBetween(cellsOf(p['before']), cellsOf(p['after'])),
  }),
  experiment_removed: (p) => ({
    title: 'Experiment removed',
    text: placeWords(p['row']),
    changes: changesBetween(removedCells(p), undefined),
  }),
  experiment_restored: (p) => ({
    title: 'Experiment put back',
    text: placeWords(p['row']),
    changes: [],
  }),
  experiments_imported: (p) => ({
    title: 'Experiments imported',
    text: `${count(numberOf(p['n_added']), 'row')} of ${textOf(p['filename'])}${p['mode'] === 'replace' ? ' in place of the table' : ''}${numberOf(p['n_skipped']) > 0 ? `, ${numberOf(p['n_skipped'])} left out` : ''}.`,
    changes: listOf(p['variables_added']).map((name) => ({
      field: 'variable added',
      before: '',
      after: textOf(name),
    })),
  }),
  candidates_changed: (p) => ({
    title: numberOf(p['total']) > 0 ? 'Candidate list given' : 'Candidate list removed',
    text:
      numberOf(p['total']) > 0
        ? `${count(numberOf(p['total']), 'run')}${p['filename'] ? ` of ${textOf(p['filename'])}` : ''}.${remarksOf(
            { warnings: listOf(p['warnings']).map(textOf) },
          )
            .map((remark) => ` ${remark}`)
            .join('')}`
        : '',
  }),
  variable_added: (p) => ({
    title: 'Variable added',
    text: `${textOf(p['variable'])}${p['recorded_value'] === null ? '' : `, ${valueWords(p['recorded_value'])} in the rows before`}.`,
    changes: changesBetween(undefined, p['after']),
  }),
  variable_changed: (p) => ({
    title: 'Variable changed',
    text: `${textOf(p['variable'])}${listOf(p['changes']).length > 0 ? `: ${listOf(p['changes']).map(textOf).join(', ')}` : ''}.`,
    changes: changesBetween(p['before'], p['after']),
  }),
  variable_deleted: (p) => ({
    title: 'Variable deleted',
    text: `${textOf(p['variable'])}.`,
    changes: changesBetween(p['before'], undefined),
  }),
  objective_label_changed: (p) => ({
    title: 'Objective renamed',
    text: `${textOf(p['objective'])}.`,
    changes: [{ field: 'label', before: valueWords(p['old']), after: valueWords(p['new']) }],
  }),
  rules_changed: (p) => ({
    title: 'Safety limits and steps changed',
    text: '',
    changes: changesBetween(p['old'], p['new']),
  }),
  limit_exceeded: (p) => ({
    title: 'Run outside a safety limit',
    text: `${listOf(p['limits']).map(textOf).join('; ')}.`,
    changes: [],
  }),
  branched: (p) => ({
    title: 'Branched off',
    text: isRecord(p['source'])
      ? `From revision ${valueWords(p['source']['revision'])} of ${textOf(p['source']['name'])}, with ${count(numberOf(p['n_experiments']), 'experiment')}.`
      : '',
    changes: [],
  }),
  control_requested: (p) => ({
    title: p['requested'] === 'pause' ? 'Pause requested' : 'Run requested',
    text: '',
  }),
  control_reported: (p) => ({
    title: 'State reported',
    text: `${fieldWords(textOf(p['reported']))}${p['detail'] ? `: ${textOf(p['detail'])}` : ''}.`,
  }),
};

/** Entries of clients have types of their own, such as `constructor`. */
const sentenceOf = (type: string): Sentence | undefined =>
  Object.hasOwn(sentences, type) ? sentences[type] : undefined;

/** Name of a kind of entry for a list of choices. */
export const kindWords = (type: string): string => {
  const words = fieldWords(type);
  return type === 'data_locked'
    ? 'Design generated'
    : (sentenceOf(type)?.({}, undefined).title ?? `${words[0]?.toUpperCase() ?? ''}${words.slice(1)}`);
};

const whoOf = (entry: AuditEntry): string | undefined => {
  const { person, by, requested_by, reported_by } = entry.parameters;
  const name = person ?? by ?? requested_by ?? reported_by;
  return typeof name === 'string' && name !== '' ? name : undefined;
};

/**
 * Says what an entry records.
 *
 * @param earlier entries before it, newest last; settings are compared with the latest of the same kind
 */
export function auditWords(entry: AuditEntry, earlier: readonly AuditEntry[]): AuditWords {
  const before = earlier.findLast(
    (one) =>
      one.entry_type === entry.entry_type && one.parameters['component'] === entry.parameters['component'],
  );
  const said = sentenceOf(entry.entry_type)?.(entry.parameters, before?.parameters);
  return {
    title: said?.title ?? kindWords(entry.entry_type),
    text: said?.text ?? '',
    who: whoOf(entry),
    changes:
      said?.changes ??
      (said ? [] : changesBetween(entry.parameters['old'], entry.parameters['new'] ?? entry.parameters)),
  };
}
