import { strFromU8, unzipSync, zipSync } from 'fflate';
import { ValueError } from '../../../engine/errors.ts';

/** Bytes that a file may have when it is unpacked: a text of the runtime is not longer. */
export const maxUnpackedBytes = 512 * 2 ** 20;

/** MiB of that, as messages say it. */
export const maxUnpackedMiB = maxUnpackedBytes / 2 ** 20;

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
  if (size > maxUnpackedBytes) {
    throw new ValueError(
      `file: the workbook has ${Math.round(size / 2 ** 20)} MiB when it is unpacked, more than ${maxUnpackedMiB}; split it, or save the sheet as CSV`,
    );
  }
  if (!names.has('content.xml')) return 'xlsx';
  const type = openDocument(bytes);
  if (/spreadsheet/.test(type)) return 'ods';
  throw new ValueError(
    `file: this is an OpenDocument file without a spreadsheet (${type || 'of unknown type'}); save the table as .ods, .xlsx or CSV`,
  );
}

/**
 * The parts of a workbook by name, of each as many bytes as the list of files says; what unpacks into more is cut off there.
 *
 * @throws Error of fflate: the archive is damaged
 */
export const partsOf = (bytes: Uint8Array): Readonly<Record<string, Uint8Array>> =>
  unzipSync(bytes, { filter: ({ name }) => /\.xml(?:\.rels)?$/.test(name) });

/** An archive of these parts, for readers that unpack whatever a file holds. */
export const archiveOf = (parts: ReturnType<typeof partsOf>): Uint8Array =>
  zipSync({ ...parts }, { level: 0 });
