import { ValueError } from '../../engine/errors.ts';
import { type TableCell, type TableLimits, TooLargeTableError } from './table.ts';

function cellOf(value: unknown): TableCell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? value : '';
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return value.toISOString();
  if (typeof value === 'object')
    return JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? Number(one) : one));
  return String(value);
}

/**
 * The rows of a Parquet file under a line of its column names.
 *
 * @throws ValueError         no Parquet file, or one in a compression that is not read
 * @throws TooLargeTableError by what the file says of itself, before its rows are read
 */
export async function readParquet(
  bytes: Uint8Array,
  most: TableLimits | undefined,
): Promise<{ lines: TableCell[][] }> {
  const { parquetReadObjects, parquetMetadataAsync, parquetSchema } = await import('hyparquet');
  const whole = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const file = { byteLength: whole.byteLength, slice: (from: number, to?: number) => whole.slice(from, to) };
  try {
    const metadata = await parquetMetadataAsync(file);
    const names = parquetSchema(metadata).children.map(({ element }) => element.name);
    const count = Number(metadata.num_rows);
    if (most !== undefined && count > most.rows) throw new TooLargeTableError('rows', count, true);
    if (most !== undefined && count * names.length > most.cells)
      throw new TooLargeTableError('cells', count * names.length, true);
    const rows = await parquetReadObjects({ file, metadata });
    return { lines: [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))] };
  } catch (cause) {
    if (cause instanceof TooLargeTableError) throw cause;
    throw new ValueError(
      `Parquet: the file cannot be read: ${(cause as Error).message}; write it with snappy or without compression`,
      { cause },
    );
  }
}
