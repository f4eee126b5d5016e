import { isRecord } from '../../../contract/is-record.ts';
import { outsideCampaign } from '../campaign-parts.ts';
import type { Step } from '../history-record.ts';
import type { State } from '../state.ts';

const isPath = (path: unknown): boolean =>
  Array.isArray(path) &&
  path.length > 0 &&
  path.every((key) => typeof key === 'number' || (typeof key === 'string' && !(key in Object.prototype)));

/** Whether a value of a file is a step. */
function isUndoStep(step: unknown): step is Step {
  if (!Array.isArray(step) || !isPath(step[1])) return false;
  const [kind, , start] = step;
  if (kind === 'set' || kind === 'drop') return true;
  if (!Number.isInteger(start)) return false;
  if (kind === 'splice') return Number.isInteger(step[3]) && Array.isArray(step[4]);
  if (typeof step[3] !== 'string' || start < 0) return false;
  return (kind === 'put' && Array.isArray(step[4])) || (kind === 'omit' && Number.isInteger(step[4]));
}

/** Whether a step of a file leads to a part that has a past. */
export const isStep = (step: unknown): boolean =>
  isUndoStep(step) && !outsideCampaign.has(step[1][0] as keyof State);

const isRenaming = (value: unknown): boolean =>
  isRecord(value) && typeof value.from === 'string' && typeof value.to === 'string';

/** Whether a record of a file is one; its steps are examined one by one, as `isStep`. */
export const isHistoryRecord = ({
  revision,
  time,
  what,
  audit,
  entries,
  undo,
  steps,
  renamed,
}: Readonly<Record<string, unknown>>): boolean =>
  Number.isInteger(revision) &&
  typeof time === 'string' &&
  Array.isArray(what) &&
  what.every((text) => typeof text === 'string') &&
  Number.isInteger(audit) &&
  Number.isInteger(entries) &&
  (undo === null || Array.isArray(undo)) &&
  (steps === undefined || Array.isArray(steps)) &&
  (renamed === undefined || isRenaming(renamed));
