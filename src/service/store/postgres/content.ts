import { SessionFileUnreadableError } from '../../errors.ts';
import { applySteps, type PatchStep } from '../../session/document/document-patch.ts';
import { parseInSlices } from '../json-slices.ts';
import { Slices } from '../slices.ts';
import type { Stored } from '../store.ts';
import type { Database, Statement } from './database.ts';

/** One statement, so that it sees one moment. */
const content: Statement = {
  name: 'session-content',
  text: `with s as materialized (select * from session where id = $1::text)
select 0 as kind, revision as number, base_revision::text as text from s
union all
select 1, c.number, c.content from session_chunk c join s on c.session_id = s.id and c.revision = s.base_revision
union all
select 2, w.revision, w.steps from session_write w join s on w.session_id = s.id and w.revision > s.base_revision
union all
select 3, w.revision, w.write_id::text from session_write w join s on w.session_id = s.id and w.revision = s.revision
order by 1, 2`,
};

export interface ReadContent extends Stored {
  readonly document: Record<string, unknown>;
  readonly baseRevision: number;
  /** The write of this revision, where it is still on record. */
  readonly writeId: string | undefined;
}

/** Undefined when there is no such session. @throws SessionFileUnreadableError */
export async function readContent(database: Database, id: string): Promise<ReadContent | undefined> {
  const [head, ...rows] = await database.read(content, [id]);
  if (head === undefined) return undefined;
  const revision = Number(head.number);
  const baseRevision = Number(head.text);
  try {
    const chunks = rows.filter(({ kind }) => kind === 1);
    const document = (await parseInSlices(chunks.map(({ text }) => text as string).join(''))) as Record<
      string,
      unknown
    >;
    const later = rows.filter(({ kind }) => kind === 2);
    if (later.length !== revision - baseRevision) throw new Error('a change is missing');
    for (const { text } of later) {
      await new Slices().run(applySteps(document, (await parseInSlices(text as string)) as PatchStep[]));
    }
    const writeId = rows.find(({ kind }) => kind === 3)?.text as string | undefined;
    return { document, revision, baseRevision, writeId };
  } catch (cause) {
    throw new SessionFileUnreadableError(
      `session '${id}': its data in the database cannot be read; restore it from a backup, or delete the session`,
      { cause },
    );
  }
}
