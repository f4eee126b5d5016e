import { isRecord } from '../../../contract/is-record.ts';
import { specialGoals } from '../../../contract/objectives/goals.ts';
import { queueStatuses } from '../../../contract/queue/run-status.ts';
import { variableTypes } from '../../../contract/variables/variables.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Slices } from '../../../engine/slices.ts';
import { ValidationError } from '../../errors.ts';
import { keepRead, keysOf } from '../document/document-keys.ts';
import type { List } from '../document/document-list.ts';
import { isCell } from '../document/is-cell.ts';
import type { State, StoredQueueItem } from '../state.ts';
import { storedSpelling } from '../variables/variable-spelling.ts';
import { list, nearestName, show } from '../words.ts';
import { isHistoryRecord, isStep } from './history-check.ts';

const isText = (value: unknown): boolean => typeof value === 'string';

const isNumberOrAbsent = (value: unknown): boolean => value === undefined || Number.isFinite(value);

const isCoefficients = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every(Number.isFinite);

const isType = (type: unknown): boolean =>
  type == null || (variableTypes as readonly unknown[]).includes(type);

function misfit(what: string, at: number, entry: unknown): ValueError {
  return new ValueError(`session file: ${what} ${at + 1} does not fit, got ${show(entry)}`);
}

/** Refuses the first entry that does not fit, with its place; entries that are at their place in `known` were checked before. */
function* every(
  what: string,
  entries: Iterable<unknown>,
  fits: (entry: Record<string, unknown>) => boolean,
  known: List<unknown> = [],
): Slices<void> {
  let at = -1;
  for (const entry of entries) {
    at++;
    if (at % 512 === 511) yield;
    if (at < known.length && entry === known.at(at)) continue;
    if (isRecord(entry) && fits(entry)) continue;
    throw misfit(what, at, entry);
  }
}

/** Steps that are examined between two places where the work may be interrupted. */
const itemsPerSlice = 1024;

/** A record of a large change has as many steps as the change has rows. */
function* checkHistory(history: State['history']): Slices<void> {
  yield* every('history record', history, isHistoryRecord);
  for (const [i, { undo, steps }] of history.entries()) {
    for (const list of [undo ?? [], steps ?? []]) {
      for (const [n, step] of list.entries()) {
        if (n % itemsPerSlice === itemsPerSlice - 1) yield;
        if (isStep(step)) continue;
        throw misfit('history record', i, step);
      }
    }
  }
}

const isTextOrAbsent = (value: unknown): boolean => value === undefined || isText(value);

/** Addresses are opened by a click: those of programs (`javascript:`) are none. */
const isAttachment = (value: unknown): boolean =>
  isRecord(value) &&
  isTextOrAbsent(value.title) &&
  typeof value.url === 'string' &&
  /^https?:\/\//.test(value.url);

const isDetail = ({ status, error, censored, comment, attachments = [] }: Record<string, unknown>): boolean =>
  (status === undefined || status === 'failed') &&
  [error, comment].every(isTextOrAbsent) &&
  (censored === undefined || isRecord(censored)) &&
  Array.isArray(attachments) &&
  attachments.every(isAttachment);

/** The values of a record, without a list of them. */
function* valuesOf(record: Readonly<Record<string, unknown>>): Generator<unknown, void, undefined> {
  for (const key of keysOf(record)) yield record[key];
}

/** Whether an object of a file is a run of the queue. */
export const isQueueItem = (
  item: Readonly<Record<string, unknown>>,
): item is Readonly<Record<string, unknown>> & Pick<StoredQueueItem, 'status'> =>
  isText(item.id) && isRecord(item.inputs) && queueStatuses.some((one) => one === item.status);

function checkVariables({ variables }: State): void {
  variables.forEach((variable, i) => {
    if (!isRecord(variable) || !isType(variable.type)) throw misfit('variable', i, variable);
    try {
      storedSpelling(variable);
    } catch (cause) {
      if (!(cause instanceof ValueError || cause instanceof ValidationError)) {
        throw misfit('variable', i, variable);
      }
      throw new ValueError(`session file: variable ${i + 1}: ${cause.message}`, { cause });
    }
  });
  const names = variables.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  if (twice !== undefined) throw new ValueError(`session file: two variables are named ${show(twice)}`);
}

const isLists = (value: unknown): boolean => isRecord(value) && Object.values(value).every(Array.isArray);

/** Of a model what plots and predictions begin with; the rest is restored, or the model is not. */
function checkModel({ model }: State): void {
  if (model === null) return;
  const { backend, targets, columns, fits } = (isRecord(model) ? model : {}) as Record<string, unknown>;
  const isFit = (fit: unknown) =>
    isRecord(fit) && isRecord(fit.model) && (fit.cross_validation == null || isLists(fit.cross_validation));
  const isModel =
    isText(backend) &&
    Array.isArray(targets) &&
    targets.every(isText) &&
    Array.isArray(columns) &&
    columns.every((column) => isRecord(column) && isText(column.name)) &&
    Array.isArray(fits) &&
    fits.every(isFit);
  if (isModel) return;
  throw new ValueError(
    `session file: 'athanor.model' must have a backend, targets, columns and fits with their cross-validation, got ${show({ backend, targets, columns })}`,
  );
}

/**
 * Checks a session that was read from a file, so that what is not one is refused here and not later.
 *
 * @param known  a session that was checked before; entries that both share are not examined
 * @throws ValueError naming the part and the entry
 */
export function* checkDocument(state: State, known?: State): Slices<void> {
  checkVariables(state);
  yield* every('constraint', state.constraints, ({ type, coefficients, rhs, name }) => {
    const isType = type === 'inequality' || type === 'equality';
    return isType && isCoefficients(coefficients) && Number.isFinite(rhs) && isText(name);
  });
  if (!state.targets.every(isText)) {
    throw new ValueError(`session file: target_columns must be names, got ${show(state.targets)}`);
  }
  yield* every('row', state.rows, (row) => Object.values(row).every(isCell), known?.rows);
  yield* every(
    'provenance record',
    state.provenance,
    ({ id, actual }) => isText(id) && isRecord(actual),
    known?.provenance,
  );
  yield* every(
    'audit entry',
    state.audit,
    ({ entry_type, parameters }) => isText(entry_type) && isRecord(parameters),
    known?.audit,
  );
  yield* every('staged experiment', state.queue, isQueueItem);
  yield;
  keepRead(state.details);
  yield;
  yield* every('row detail', valuesOf(state.details), isDetail);
  yield* every(
    'kept reply',
    state.replies,
    ({ key, person = '', route, body_hash, status, time }) =>
      [key, person, route, body_hash, time].every(isText) && Number.isInteger(status),
  );
  yield* every('last suggestion', state.last_suggestions, (point) => Object.values(point).every(isCell));
  yield* checkHistory(state.history);
  yield* checkRules(state);
  checkCampaign(state);
  checkModel(state);
}

const isPairOfEnds = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length === 2 &&
  value.every((end) => end === null || Number.isFinite(end)) &&
  (value.includes(null) || value[0] < value[1]);

/** Whether every aim has goals that there are, and numbers. */
function isAims(aims: unknown): boolean {
  return (
    isRecord(aims) &&
    Object.values(aims).every(
      (aim) =>
        isRecord(aim) &&
        (aim.goal === undefined || specialGoals.some((goal) => goal === aim.goal)) &&
        isNumberOrAbsent(aim.target) &&
        isNumberOrAbsent(aim.importance) &&
        (aim.bounds === undefined || isPairOfEnds(aim.bounds)) &&
        (aim.desirability === undefined ||
          (isRecord(aim.desirability) &&
            ['low', 'high', 'curve'].every((name) =>
              Number.isFinite((aim.desirability as Record<string, unknown>)[name]),
            ))),
    )
  );
}

/** Safety limits, and what is known about runs. */
function* checkRules({ rules, runs }: State): Slices<void> {
  if (!Array.isArray(rules.limits) || !Array.isArray(rules.linear) || typeof rules.approval !== 'boolean') {
    throw new ValueError(
      `session file: 'rules' must have limits, linear limits and approval, got ${show(rules)}`,
    );
  }
  yield* every(
    'safety limit',
    rules.limits,
    ({ variable, at_least, at_most }) =>
      isText(variable) && isNumberOrAbsent(at_least) && isNumberOrAbsent(at_most),
  );
  yield* every(
    'linear safety limit',
    rules.linear,
    ({ name, coefficients, at_most }) =>
      isText(name) && Number.isFinite(at_most) && isCoefficients(coefficients),
  );
  yield* every(
    'run detail',
    Object.values(runs),
    ({ lease, earlier = [], steps = [] }) =>
      (lease === undefined || isRecord(lease)) && Array.isArray(earlier) && Array.isArray(steps),
  );
}

/** Goals, reference point and candidate list. */
function checkCampaign({ campaign: { goals, ref_point, candidates, aims, join } }: State): void {
  const isList = (value: unknown, fits: (entry: unknown) => boolean) =>
    value === null || (Array.isArray(value) && value.every(fits));
  if (
    !isList(goals, (goal) => goal === 'maximize' || goal === 'minimize') ||
    !isList(ref_point, Number.isFinite)
  ) {
    throw new ValueError(
      `session file: 'campaign' must have goals and a reference point, or null, got ${show({ goals, ref_point })}`,
    );
  }
  if (aims !== undefined && !isAims(aims)) {
    throw new ValueError(
      `session file: 'campaign.aims' must have goals and numbers by objective, got ${show(aims)}`,
    );
  }
  if (join !== undefined && join !== 'pareto' && join !== 'desirability') {
    throw new ValueError(`session file: 'campaign.join' must be pareto or desirability, got ${show(join)}`);
  }
  if (candidates === null) return;
  const { names, columns, labels = [], repeats } = candidates;
  const lengths = Array.isArray(columns)
    ? columns.map((column) => (Array.isArray(column) ? column.length : -1))
    : [];
  const isTable =
    Array.isArray(names) &&
    names.every(isText) &&
    typeof repeats === 'boolean' &&
    lengths.length === names.length &&
    lengths.every((length) => length > 0 && length === lengths[0]) &&
    columns.every((column) => column.every((cell) => cell !== null && isCell(cell))) &&
    Array.isArray(labels) &&
    labels.every(
      ({ name, values }) =>
        isText(name) &&
        Array.isArray(values) &&
        values.length === (lengths[0] ?? 0) &&
        values.every((cell) => cell !== null && isCell(cell)),
    );
  if (!isTable) {
    throw new ValueError(
      `session file: 'campaign.candidates' must have names, columns of one length, and repeats, got ${show({ names, lengths, repeats })}`,
    );
  }
}

/** Parts that a session file may have. */
const parts = [
  'version',
  'metadata',
  'audit_log',
  'search_space',
  'experiments',
  'staged_experiments',
  'outcome_constraints',
  'objective_metadata',
  'control',
  'last_suggestions',
  'provenance',
  'config',
  'model_config',
  'athanor',
];

/**
 * The known parts of a file that a client gives as a session. An empty object counts as an empty session, and parts that nobody
 * knows may be beside known ones, both as in release 0.4.0. They are left out before anything copies the document: a file may
 * have very many.
 *
 * @throws ValueError it is not a session, or a version that nobody wrote yet
 */
export function importedParts(source: unknown): Record<string, unknown> {
  if (!isRecord(source)) throw new ValueError(`session file: expected a JSON object, got ${show(source)}`);
  const found = parts.filter((name) => Object.hasOwn(source, name));
  const names = found.length > 0 ? found : Object.keys(source);
  if (names.length > 0 && found.length === 0) {
    const near = nearestName(names[0] as string, parts);
    const hint =
      near === undefined ? `a session contains parts such as 'experiments'` : `did you mean '${near}'?`;
    throw new ValueError(`session file: this is not a session: it contains only ${list(names)}; ${hint}`);
  }
  const { version } = source;
  if (version != null && (typeof version !== 'string' || !/^1(\.|$)/.test(version))) {
    throw new ValueError(`session file: version must be 1.x, got ${show(version)}; export the session again`);
  }
  return Object.fromEntries(found.map((name) => [name, source[name]]));
}
