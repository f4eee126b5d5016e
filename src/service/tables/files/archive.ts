import { strFromU8, unzipSync } from 'fflate';
import { ValueError } from '../../../engine/errors.ts';

/** Bytes that a workbook may have when it is unpacked: a text of the runtime is not longer. */
const maxBytes = 512 * 2 ** 20;

/** Archives that are no spreadsheets that are read, by a file in them. */
const otherKinds: readonly (readonly [string, string])[] = [
  ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
  ['word/document.xml', 'a Word document (.docx)'],
  ['ppt/presentation.xml', 'a PowerPoint file (.pptx)'],
  ['Index/Document.iwa', 'a Numbers spreadsheet'],
];

/** The kind of an OpenDocument file, as it says itself. */
function openDocument(bytes: Uint8Array): string {
  const { mimetype } = unzipSync(bytes, { filter: ({ name }) => name === 'mimetype' });
  return mimetype === undefined ? '' : strFromU8(mimetype).trim();
}

/**
 * Which spreadsheet an archive is, by its list of files, before anything of it is unpacked.
 *
 * @throws ValueError it holds a file of another kind, or too much
 */
export function formatOfArchive(bytes: Uint8Array): 'xlsx' | 'ods' {
  const names = new Set<string>();
  let size = 0;
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        names.add(name);
        size += originalSize;
        return false;
      },
    });
  } catch {
    // A damaged archive: the reader of workbooks says so.
    return 'xlsx';
  }
  const [, kind] = otherKinds.find(([name]) => names.has(name)) ?? [];
  if (kind !== undefined) throw new ValueError(`file: this is ${kind}; save the table as .xlsx or CSV`);
  if (size > maxBytes) {
    throw new ValueError(
      `file: the workbook has ${Math.round(size / 2 ** 20)} MiB when it is unpacked, more than ${maxBytes / 2 ** 20}; split it, or save the sheet as CSV`,
    );
  }
  if (!names.has('content.xml')) return 'xlsx';
  const type = openDocument(bytes);
  if (/spreadsheet/.test(type)) return 'ods';
  throw new ValueError(
    `file: this is an OpenDocument file that holds no spreadsheet (${type || 'of no known type'}); save the table as .ods, .xlsx or CSV`,
  );
}
