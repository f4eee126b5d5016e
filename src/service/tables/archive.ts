import { unzipSync } from 'fflate';
import { ValueError } from '../../engine/errors.ts';

/** Bytes that a workbook may have when it is unpacked: a text of the runtime is not longer. */
const mostBytes = 512 * 2 ** 20;

/** Archives that are spreadsheets of other kinds, by a file in them. */
const otherKinds: readonly (readonly [string, string])[] = [
  ['content.xml', 'an OpenDocument spreadsheet (.ods)'],
  ['xl/workbook.bin', 'a binary Excel workbook (.xlsb)'],
  ['word/document.xml', 'a Word document (.docx)'],
  ['Index/Document.iwa', 'a Numbers spreadsheet'],
];

/**
 * Looks at the list of an archive before anything of it is unpacked.
 *
 * @throws ValueError it holds a file of another kind, or too much
 */
export function checkArchive(bytes: Uint8Array): void {
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
    return;
  }
  const [, kind] = otherKinds.find(([name]) => names.has(name)) ?? [];
  if (kind !== undefined) throw new ValueError(`file: this is ${kind}; save the table as .xlsx or CSV`);
  if (size > mostBytes) {
    throw new ValueError(
      `XLSX: the workbook has ${Math.round(size / 2 ** 20)} MiB when it is unpacked, more than ${mostBytes / 2 ** 20}; split it, or save the sheet as CSV`,
    );
  }
}
