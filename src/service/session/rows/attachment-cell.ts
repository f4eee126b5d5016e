import type { Attachment } from '../../../contract/experiments/row-details.ts';

/** An address without the characters that end one in a cell. */
const closed = (url: string): string =>
  url.replaceAll(/[\s()]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`);

const escaped = (title: string): string => title.replaceAll(/[\\[\]]/g, '\\$&');

/** What is stored; a session file that another program wrote may lack titles. */
type Stored = Pick<Attachment, 'url'> & Partial<Attachment>;

/** Attachments as one cell of a table: addresses with blanks between, as `[title](address)` where there is a title of its own. */
export const attachmentCell = (attachments: readonly Stored[]): string =>
  attachments
    .map(({ title, url }) =>
      title === undefined || title === url ? closed(url) : `[${escaped(title)}](${closed(url)})`,
    )
    .join(' ');

/** A title ends before another unescaped bracket, and no escaped one begins it: each character is examined for one title. */
const link = /(?<!\\)\[((?:\\.|[^\\[\]])+)\]\((https?:\/\/[^\s)]+)\)|https?:\/\/\S+/gs;

/** The attachments in such a cell. */
export const attachmentsIn = (cell: string): Attachment[] =>
  [...cell.matchAll(link)].map(([bare, title, url]) =>
    title === undefined || url === undefined
      ? { title: bare, url: bare }
      : { title: title.replaceAll(/\\(.)/gs, '$1'), url },
  );
