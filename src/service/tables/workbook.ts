import { ValueError } from '../../engine/errors.ts';
import type { TableCell } from './table.ts';

interface Sheet {
  readonly sheet: string;
  readonly data: readonly (readonly unknown[])[];
}

const isDate = (value: unknown): value is Date => value instanceof Date;

/** Midnight is a day alone. */
const dateText = (date: Date): string =>
  date
    .toISOString()
    .replace(/T00:00:00\.000Z$/, '')
    .replace(/\.000Z$/, 'Z');

function cellOf(value: unknown): TableCell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return value;
  if (isDate(value)) return dateText(value);
  return String(value).trim();
}

/** Two lines of two cells, and a number: not a sheet of remarks. */
const isTable = ({ data }: Sheet): boolean =>
  data.filter((row) => row.filter((cell) => cell !== null && cell !== '').length > 1).length > 1 &&
  data.some((row) => row.some((cell) => typeof cell === 'number'));

/**
 * The lines of one sheet of an Excel workbook (.xlsx); the first that holds a table, by default.
 *
 * @throws ValueError no workbook, or no such sheet
 */
export async function readWorkbook(
  bytes: Uint8Array,
  wanted: string | undefined,
): Promise<{ lines: TableCell[][]; sheet: string; sheets: string[] }> {
  const { default: readSheets } = await import('read-excel-file/node');
  let found: readonly Sheet[];
  try {
    found = (await readSheets(Buffer.from(bytes))) as unknown as readonly Sheet[];
  } catch (cause) {
    throw new ValueError(
      `XLSX: the workbook cannot be read: ${(cause as Error).message}; save it again, or as CSV`,
      {
        cause,
      },
    );
  }
  const sheets = found.map(({ sheet }) => sheet);
  const chosen =
    wanted === undefined
      ? (found.find(isTable) ?? found.find(({ data }) => data.length > 0) ?? found[0])
      : found.find(({ sheet }) => sheet === wanted);
  if (chosen === undefined) {
    const names = sheets.map((name) => `'${name}'`).join(', ');
    throw new ValueError(`sheet: the workbook has no sheet '${wanted ?? ''}'; it has ${names || 'none'}`);
  }
  const lines = chosen.data.map((row) => row.map(cellOf)).filter((row) => row.some((cell) => cell !== ''));
  return { lines, sheet: chosen.sheet, sheets };
}
