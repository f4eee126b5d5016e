/** What commands print, and how they end. Results go to standard output, everything else to standard error. */
import { access, constants, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { temporaryPath } from '../service/store/atomic-write.ts';
import { errorCode } from '../service/store/disk.ts';

/** `usage`: the arguments or the input file are wrong. `failed`: the work could not be done. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const;

/** The arguments or the contents of a file are wrong; the message names them. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Characters that steer a terminal, or the direction of what is written behind them. */
const steering = /(?!\n)[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const escaped = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A text as a terminal may have it: names and categories come from files. Characters that steer it are written as `\u001b`. */
const harmless = (text: string): string => text.replaceAll(steering, escaped);

export const logLine = (line: string): void => {
  process.stderr.write(`${harmless(line)}\n`);
};

let runsOn = false;

/** For a process that runs on: lines that a full disk or a closed pipe does not take are lost, and nothing else is. */
export function ignoreOutputErrors(): void {
  runsOn = true;
}

/**
 * What becomes of a command whose output is not taken. A pipe that is closed has read enough, as `head` has; its command continues
 * to what else it writes. A result that a full disk does not take is a failure.
 */
export function watchOutput(): void {
  process.stderr.on('error', () => {});
  process.stdout.on('error', (cause) => {
    if (runsOn || errorCode(cause) === 'EPIPE') return;
    logLine(`athanor: standard output cannot be written: ${fileReason(cause)}`);
    process.exitCode = exitCodes.failed;
  });
}

/**
 * Shows on standard error how far a job is, where that is a terminal.
 *
 * @returns `onProgress` with `fraction` in [0, 1]; `end` clears the line
 */
export function progressLine(terminal: { isTTY?: boolean; write(text: string): unknown } = process.stderr) {
  let shown = '';
  const draw = (text: string) => {
    if (terminal.isTTY !== true || text === shown) return;
    terminal.write(`\r${text.padEnd(shown.length)}${text === '' ? '\r' : ''}`);
    shown = text;
  };
  return {
    onProgress: (fraction: number, message: string) => draw(`${Math.round(100 * fraction)} %  ${message}`),
    end: () => draw(''),
  };
}

/** Errors of the file system that people meet, in words. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is not a folder',
  ENOSPC: 'no space is left',
};

/** Why a file could not be read or written; the message of the system names the file and the call again. */
export const fileReason = (cause: unknown): string =>
  reasons[(cause as NodeJS.ErrnoException).code ?? ''] ?? (cause as Error).message;

const notWritable = (file: string, cause: unknown): UsageError =>
  new UsageError(`'${file}' cannot be written: ${fileReason(cause)}`, { cause });

/** Before the work whose outcome goes to the file of an option. @throws UsageError it could not be written */
export async function checkOutput(file: string | undefined): Promise<void> {
  if (file === undefined) return;
  try {
    const present = await stat(file).catch(() => undefined);
    if (present?.isDirectory()) throw new Error('it is a folder');
    await access(present === undefined ? dirname(file) : file, constants.W_OK);
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

interface Permissions {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Puts a file in the place of another one, or where there is none, whole or not at all. */
async function putInPlace(file: string, bytes: Uint8Array, former: Permissions | undefined): Promise<void> {
  const unfinished = temporaryPath(file);
  try {
    const handle = await open(unfinished, 'wx');
    try {
      await handle.writeFile(bytes);
      if (former !== undefined) {
        await handle.chown(former.uid, former.gid).catch(() => {});
        await handle.chmod(former.mode);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw cause;
  }
}

/** Errors of a folder that takes no second file, and of a file that is a mount of its own. */
const onlyInPlace = ['EACCES', 'EPERM', 'EROFS', 'EBUSY'];

/**
 * Writes the file of an option. The campaign itself may be in it: a command that is killed, or finds no space, leaves what was there.
 *
 * @throws UsageError it cannot be written
 */
export async function writeOutput(file: string, bytes: Uint8Array): Promise<void> {
  try {
    const present = await stat(file).catch(() => undefined);
    // A device or a pipe is no file that another one could replace.
    if (present?.isFile() === false) return await writeFile(file, bytes);
    const target = present === undefined ? file : await realpath(file);
    await putInPlace(target, bytes, present).catch((cause) => {
      if (!onlyInPlace.includes(errorCode(cause) ?? '')) throw cause;
      return writeFile(target, bytes);
    });
  } catch (cause) {
    throw notWritable(file, cause);
  }
}

/** One JSON value with `--json`, else the lines for a user. */
export function print(json: boolean | undefined, value: unknown, lines: () => readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value, null, 2)}\n` : `${harmless(lines().join('\n'))}\n`);
}

/** One line of JSON, for a command that keeps running: programs that started it read its address or its name there. */
export const printLine = (value: unknown): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

/** Says what went wrong; the exit code. */
export function printError(error: unknown): number {
  logLine(`athanor: ${error instanceof Error ? error.message : String(error)}`);
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
}

/** A number to six digits, anything else as it is. */
export const digits = (value: unknown): string =>
  typeof value === 'number' && !Number.isInteger(value)
    ? String(Number(value.toPrecision(6)))
    : String(value);

/** A character that takes two places of a terminal (Unicode Standard Annex 11): East Asian wide forms, and emoji. */
const wide =
  /^(?![\uff61-\uffdc])(?:\p{Emoji_Presentation}|[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]|.\ufe0f)/u;

const characters = new Intl.Segmenter();

/** Places that a text takes on a terminal. */
const widthOf = (text: string): number =>
  [...characters.segment(text)].reduce((width, { segment }) => width + (wide.test(segment) ? 2 : 1), 0);

/** A value in one cell of a table; a line break in it is written as `\u000a`. */
const cellText = (value: unknown): string => harmless(digits(value ?? '')).replaceAll('\n', escaped);

/** Rows as columns that line up; numbers to six digits. */
export function table(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [names, ...rows.map((row) => names.map((name) => row[name]))].map((row) => row.map(cellText));
  const widths = names.map((_, j) => Math.max(...cells.map((row) => widthOf(row[j]!))));
  return cells.map((row) =>
    row
      .map((cell, j) => cell + ' '.repeat(widths[j]! - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}
