import type { ImportCommitted, ImportMode } from '../../../contract/imports/imports.ts';
import type { Slices } from '../../../engine/slices.ts';
import { NotFoundError } from '../../errors.ts';
import { type IdempotentRequest, replyTo, withReply } from '../replies.ts';
import type { Change, Environment, State } from '../state.ts';
import { type FileRows, importRows } from './import-rows.ts';

/** Notes in the session that the file of an import was recorded. No key of a client holds a blank. */
const note = (id: string): IdempotentRequest => ({
  key: `import ${id}`,
  route: 'import',
  bodyHash: '',
  status: 200,
});

/** The table was empty when a file was read, and is no longer; it was to be replaced because nobody chose a mode. */
export class RowsMeanwhileError extends Error {
  override name = 'RowsMeanwhileError';
}

/** How rows go into a table where nobody chose it: those that others recorded stay. */
export const usualMode = ({ rows }: Pick<State, 'rows'>): ImportMode =>
  rows.length > 0 ? 'append' : 'replace';

/** Whether an import was recorded already: its answer is still kept. @param now ISO 8601 */
export const isRecorded = (state: State, id: string, now: string): boolean =>
  replyTo(state, note(id), now) !== undefined;

/** The error of an import that is not there: recorded, removed, expired, or of another session. */
export const goneImport = (id: string): NotFoundError =>
  new NotFoundError(
    `import '${id}' not found; it was committed or removed, or is older than an hour: upload the file again`,
  );

/**
 * Records the rows of an import once: of several commits the first one, on whichever server, whether or not the file can be removed.
 *
 * @param isChosen  somebody chose the mode
 * @throws NotFoundError they were recorded before  @throws RowsMeanwhileError the file is to be read again
 */
export function* recordImport(
  state: State,
  { id, file, isChosen }: { readonly id: string; readonly file: FileRows; readonly isChosen: boolean },
  environment: Environment,
): Slices<Change<ImportCommitted>> {
  const { now } = environment;
  if (isRecorded(state, id, now)) throw goneImport(id);
  if (!isChosen && file.mode !== usualMode(state)) throw new RowsMeanwhileError();
  const change = yield* importRows(state, file, environment);
  return { ...change, state: withReply(change.state, note(id), null, now) };
}
