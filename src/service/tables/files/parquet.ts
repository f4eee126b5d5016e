import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { ValueError } from '../../../engine/errors.ts';
import { type TableCell, type TableLimits, TooLargeTableError } from '../table.ts';
import { maxUnpackedBytes, maxUnpackedMiB } from './archive.ts';
import { dateText } from './date-text.ts';
import { lz4Block, lz4Framed } from './lz4.ts';

/** Unpacks a page into as many bytes as its header says; a page that holds more is damaged. */
type Unpack = (input: Uint8Array, length: number) => Uint8Array;

/** For the runtime, a limit is at least one byte. */
const upTo = (length: number) => ({ maxOutputLength: Math.max(1, length) });

/** Codecs that hyparquet leaves to its caller. */
const codecs: Readonly<Record<string, Unpack>> = {
  GZIP: (input, length) => gunzipSync(input, upTo(length)),
  BROTLI: (input, length) => brotliDecompressSync(input, upTo(length)),
  ZSTD: (input, length) => zstdDecompressSync(input, upTo(length)),
  LZ4: lz4Framed,
  LZ4_RAW: lz4Block,
};

/** The codecs for one file: a small file can unpack into very many bytes, in one page or in all pages together. */
function boundedCodecs(): Record<string, Unpack> {
  let left = maxUnpackedBytes;
  const bounded =
    (unpack: Unpack): Unpack =>
    (input, length) => {
      left -= length;
      if (left < 0) {
        throw new ValueError(
          `Parquet: the table has more than ${maxUnpackedMiB} MiB when it is unpacked; write it as several files`,
        );
      }
      return unpack(input, length);
    };
  return Object.fromEntries(Object.entries(codecs).map(([name, unpack]) => [name, bounded(unpack)]));
}

/** What of a column's schema says how its values are written. */
interface Element {
  readonly name: string;
  readonly type?: string | undefined;
  readonly converted_type?: string | undefined;
  readonly logical_type?: { readonly type: string; readonly unit?: unknown } | undefined;
}

const perSecond: Readonly<Record<string, number>> = { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 };

/** Units of a time of day, in parts of a second; undefined: the column holds no times of day. */
function timeUnit({ logical_type: logical, converted_type: converted }: Element): number | undefined {
  if (logical?.type === 'TIME') return perSecond[String(logical.unit)];
  return converted?.startsWith('TIME_') ? perSecond[converted.slice('TIME_'.length)] : undefined;
}

/** The shortest decimal number that is this one in single precision: 43.1, not 43.09999847. */
function singleText(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

function numberCell(value: number, element: Element): TableCell {
  if (!Number.isFinite(value)) return '';
  return element.type === 'FLOAT' ? singleText(value) : value;
}

function cellOf(value: unknown, element: Element): TableCell {
  if (value === null || value === undefined) return '';
  const unit = timeUnit(element);
  if (unit !== undefined) return dateText(new Date((Number(value) / unit) * 1e3), 'time');
  if (typeof value === 'number') return numberCell(value, element);
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (value instanceof Date) return dateText(value);
  const text = String(value);
  if (text.includes('\0'))
    throw new ValueError(`Parquet: column '${element.name}' has a text with the character NUL; remove it`);
  return text;
}

const nestedWords = (names: readonly string[]): string[] =>
  names.map(
    (name) =>
      `column '${name}' contains lists or records, which are not read; write them as separate columns`,
  );

/** Why a file cannot be read, and what to do. */
const wordsOf = ({ message }: Error): string =>
  /compress|codec/i.test(message)
    ? `${message}; write the file with snappy, gzip, zstd, lz4 or without compression`
    : 'the file is damaged, or part of it is missing; write it again, or as CSV';

/**
 * The rows of a Parquet file under a line of its column names. Columns of lists and records are empty.
 *
 * @throws ValueError         no Parquet file, or one in a compression that is not read
 * @throws TooLargeTableError by what the file says of itself, before its rows are read
 */
export async function readParquet(
  bytes: Uint8Array,
  most: TableLimits | undefined,
): Promise<{ lines: TableCell[][]; remarks: string[] }> {
  const { parquetReadObjects, parquetMetadataAsync, parquetSchema } = await import('hyparquet');
  const whole = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
  const file = { byteLength: whole.byteLength, slice: (from: number, to?: number) => whole.slice(from, to) };
  try {
    const metadata = await parquetMetadataAsync(file);
    const { children } = parquetSchema(metadata);
    const flat = children
      .filter((child) => child.children.length === 0)
      .map(({ element }) => element as Element);
    const nested = children.filter((child) => child.children.length > 0).map(({ element }) => element.name);
    const count = Number(metadata.num_rows);
    if (most !== undefined && count > most.rows) throw new TooLargeTableError('rows', count, true);
    if (most !== undefined && count * flat.length > most.cells)
      throw new TooLargeTableError('cells', count * flat.length, true);
    const names = flat.map(({ name }) => name);
    const odd = names.find((name) => name.includes('\0'));
    if (odd !== undefined)
      throw new ValueError(
        `Parquet: the column name ${JSON.stringify(odd)} has the character NUL; remove it`,
      );
    const rows = await parquetReadObjects({ file, metadata, columns: names, compressors: boundedCodecs() });
    return {
      lines: [names, ...rows.map((row) => flat.map((element) => cellOf(row[element.name], element)))],
      remarks: nestedWords(nested),
    };
  } catch (cause) {
    if (cause instanceof TooLargeTableError) throw cause;
    throw cause instanceof ValueError
      ? cause
      : new ValueError(`Parquet: ${wordsOf(cause as Error)}`, { cause });
  }
}
