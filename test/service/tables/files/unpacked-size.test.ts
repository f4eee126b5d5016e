import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { strFromU8, unzipSync } from 'fflate';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { expect, it } from 'vitest';
import { workbook } from '../files.ts';
import { read } from '../reading.ts';

const runs = (count: number) => [
  ['Run', 'T', 'Yield'],
  ...Array.from({ length: count }, (_, i) => [i + 1, 80 + i, 45 + i]),
];

/** The bytes of a number as Parquet's headers write it: zigzag, seven bits at a time. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value * 2; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}

it('a workbook whose list of files says less than it unpacks into is damaged', async () => {
  const bytes = Buffer.from(workbook({ Runs: runs(500) }));
  const path = Object.keys(unzipSync(bytes)).find((name) => name.includes('worksheets/'))!;
  expect(strFromU8(unzipSync(bytes)[path] as Uint8Array)).toContain('</sheetData>');
  // The entry of the sheet in the list at the end: its name is 46 bytes behind its begin.
  const entry = bytes.lastIndexOf(path) - 46;
  expect(bytes.readUInt32LE(entry + 24)).toBeGreaterThan(5000);
  bytes.writeUInt32LE(5000, entry + 24);
  await expect(read(bytes)).rejects.toThrow('XLSX: this is not a complete Excel workbook');
});

const columnData = [
  { name: 'T', data: [80, 90], type: 'DOUBLE' as const },
  { name: 'Yield', data: [40, 50], type: 'DOUBLE' as const },
];

it.each([
  ['GZIP', gzipSync],
  ['BROTLI', brotliCompressSync],
  ['ZSTD', zstdCompressSync],
] as const)(
  'a page of %s that unpacks into more than its header says is damaged',
  async (codec, compress) => {
    const compressors = { [codec]: () => new Uint8Array(compress(Buffer.alloc(1e6))) };
    const file = parquetWriteBuffer({ columnData, codec, compressors });
    await expect(read(new Uint8Array(file))).rejects.toThrow(
      'Parquet: the file is damaged, or part of it is missing; write it again, or as CSV',
    );
  },
);

it('a Parquet file whose pages unpack into too much is refused before they are unpacked', async () => {
  const file = Buffer.from(
    parquetWriteBuffer({ columnData, codec: 'GZIP', compressors: { GZIP: gzipSync } }),
  );
  // The header of the last page: its kind (3), the bytes into which it unpacks (18), and those that it takes (32).
  const header = Buffer.from([0x15, ...varint(3), 0x15, ...varint(18), 0x15, ...varint(32)]);
  const at = file.lastIndexOf(header);
  const much = Buffer.from([0x15, ...varint(3), 0x15, ...varint(2 ** 30), 0x15, ...varint(28)]);
  // Four bytes more here, and four less of the page: all places in the file stay.
  const rest = [file.subarray(at + header.length, at + 40), file.subarray(at + 44)];
  const more = Buffer.concat([file.subarray(0, at), much, ...rest]);
  await expect(read(new Uint8Array(more))).rejects.toThrow(
    'Parquet: the table has more than 512 MiB when it is unpacked; write it as several files',
  );
});
