import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { print, table, UsageError, writeOutput } from '../../src/cli/output.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'athanor-output-'));
  file = join(folder, 'campaign.json');
});

afterEach(() => rmSync(folder, { recursive: true }));

it('puts a new file in the place of the former one, which is never written to', async () => {
  writeFileSync(file, 'former');
  chmodSync(file, 0o640);
  const former = join(folder, 'former.json');
  linkSync(file, former);
  await writeOutput(file, Buffer.from('new'));
  expect([readFileSync(file, 'utf8'), readFileSync(former, 'utf8')]).toEqual(['new', 'former']);
  expect(statSync(file).mode & 0o777).toBe(0o640);
  expect(readdirSync(folder).sort()).toEqual(['campaign.json', 'former.json']);
});

it('keeps a link, and writes the file that it leads to', async () => {
  const target = join(folder, 'target.json');
  writeFileSync(target, 'former');
  symlinkSync('target.json', file);
  await writeOutput(file, Buffer.from('new'));
  expect([lstatSync(file).isSymbolicLink(), readFileSync(target, 'utf8')]).toEqual([true, 'new']);
});

it('leaves the former file, and nothing beside it, where the new one finds no space', async () => {
  writeFileSync(file, 'former');
  // Bytes whose writing fails after the file was opened.
  const bytes = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('ENOSPC')) }) };
  await expect(writeOutput(file, bytes as unknown as Uint8Array)).rejects.toThrow(UsageError);
  expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['former', ['campaign.json']]);
});

it('writes to a device as it is', async () => {
  await writeOutput('/dev/null', Buffer.from('new'));
  expect(lstatSync('/dev/null').isCharacterDevice()).toBe(true);
  await expect(writeOutput('/dev/full', Buffer.from('new'))).rejects.toThrow("'/dev/full' cannot be written");
});

it('the columns of a table line up in letters of any width', () => {
  const rows = [
    { 温度: 49.81, base: '🧪 x', T: 'e\u0301' },
    { 温度: 7, base: 'ﾃｽﾄ', T: 'درجة' },
    { 温度: 12, base: '한글', T: 'x' },
  ];
  expect(table(rows)).toEqual([
    '温度   base  T',
    '49.81  🧪 x  e\u0301',
    '7      ﾃｽﾄ   درجة',
    '12     한글  x',
  ]);
});

it('names and categories of a file do not steer the terminal', () => {
  expect(table([{ 'a\u202eb': '\u001b[31mred', c: 'a\nb' }])).toEqual([
    'a\\u202eb       c',
    '\\u001b[31mred  a\\u000ab',
  ]);
  const written: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written.push(String(text));
    return true;
  });
  try {
    print(false, {}, () => ['first', 'the category \u001b]0;x\u0007 is new']);
  } finally {
    write.mockRestore();
  }
  expect(written).toEqual(['first\nthe category \\u001b]0;x\\u0007 is new\n']);
});
