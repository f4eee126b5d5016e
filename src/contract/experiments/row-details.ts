import { type Static, Type } from 'typebox';
import { titled, visibleName } from '../schema-parts.ts';
import { sides } from './censored.ts';

/** A file or page that belongs to a run. */
export const Attachment = Type.Object(
  { title: visibleName(), url: Type.String({ pattern: '^https?://' }) },
  { title: 'Attachment', examples: [{ title: 'NMR', url: 'https://eln.example/42/nmr' }] },
);
export type Attachment = Static<typeof Attachment>;

/** What is known about a run in addition to its settings and results; nothing if it went as planned. */
export const RowDetail = titled('RowDetail', {
  status: Type.Optional(Type.Literal('failed', { description: 'The run gave no result' })),
  error: Type.Optional(Type.String({ description: 'Why it failed' })),
  censored: Type.Optional(
    Type.Record(Type.String(), Type.Enum([...sides]), {
      description: 'Objective → the true value lies above or below the recorded value',
    }),
  ),
  comment: Type.Optional(Type.String()),
  attachments: Type.Optional(Type.Array(Attachment)),
});
export type RowDetail = Static<typeof RowDetail>;
