import { RevisionConflictError } from './errors.ts';
import type { OpenSession } from './open-sessions.ts';
import { isList } from './session/document/document-list.ts';
import { diff, type PatchStep } from './session/document/document-patch.ts';
import { documentIn } from './session/format/document.ts';
import { currentFormat } from './session/format/migrations.ts';
import type { State } from './session/state.ts';
import { inSlices } from './slices.ts';
import type { CommitExtras, Store } from './store/store.ts';

/** Format to write a document in that the store has in another one, or not at all (0). */
export const formatFor = ({ format }: Pick<Store, 'format'>, stored = 0): number =>
  Math.max(stored, format?.() ?? currentFormat);

/** Items of lists; fewer than these are added whatever the document holds. */
const manyItems = 1000;

/**
 * Whether steps bring more than a quarter of the items that were saved. After two or three such changes a store would read its document and
 * journal again and put them together: at 250,000 rows 400 MB are read and parsed, garbage that all requests wait for.
 */
export function isLargeChange(steps: readonly PatchStep[], saved: number): boolean {
  const items = steps.reduce((sum, [, , value]) => sum + (isList(value) ? value.length : 0), 0);
  return items > Math.max(manyItems, saved / 4);
}

/**
 * Writes a state: what changed since the saved one, or the whole document where that is more than a quarter of it or the store has it in another format.
 *
 * @returns the new revision
 * @throws RevisionConflictError, StoreError nothing was acknowledged
 */
export async function writeSession(
  store: Store,
  session: OpenSession,
  state: State,
  along: CommitExtras,
): Promise<number> {
  const { revision, saved } = session;
  const format = formatFor(store, session.format);
  const whole = async () => {
    const written = await store.save(state.id, documentIn(format, state), revision, along);
    session.format = format;
    return written;
  };
  if (saved === undefined || format !== session.format) return whole();
  const steps = await inSlices(diff({ ...documentIn(format, saved) }, { ...documentIn(format, state) }));
  if (steps.length === 0 && (along.events?.length === 0 || !store.shared)) return revision;
  const items = saved.rows.length + saved.provenance.length + saved.audit.length;
  if (!store.shared && isLargeChange(steps, items)) return whole();
  try {
    return await store.append(state.id, steps, revision, along);
  } catch (cause) {
    // A local store whose files were changed or removed by hand cannot add to them, and can put all in place.
    if (store.shared || cause instanceof RevisionConflictError) throw cause;
    return whole();
  }
}
