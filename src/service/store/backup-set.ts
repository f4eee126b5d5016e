import { createHash } from 'node:crypto';
import { lstat, readdir, realpath, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { runSlices } from '../../engine/slices.ts';
import { release } from '../release.ts';
import { fromStored } from '../session/format/document.ts';
import { isTemporary, readFully, writeAtomically } from './atomic-write.ts';
import { errorCode, makeFolder, nodeDisk } from './disk.ts';
import { lockWithSqlite } from './folder-lock.ts';
import { documentPath, type FolderNames, lockName, readNames, restoringName } from './folder-names.ts';
import { jsonChunks } from './json-chunks.ts';
import { type ReadSession, readSession } from './session-reader.ts';

/** Layout of a backup, in its manifest. */
const layout = 1;

const manifestName = 'manifest.json';

/**
 * Revisions of a restored session begin so far ahead that it never reaches one that the lost session had after the backup: an
 * `ETag` that a client kept of that one must not count as current (decision 0730).
 */
const restoredAhead = 1_000_000;

/** A file of a backup, by its place below the backup's folder, written with `/`. */
interface BackedUpFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

interface Manifest {
  readonly athanor_backup: number;
  readonly release: string;
  /** ISO 8601, when the last file had been read. */
  readonly created_at: string;
  /** Absent until all are copied. */
  readonly files?: readonly BackedUpFile[];
}

/** Result of checking all sessions of a folder. */
export interface Findings {
  readonly sessions: number;
  /** What is wrong, each with the session or the file that it is about. */
  readonly problems: readonly string[];
}

const digest = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

async function contentOf(path: string): Promise<Buffer> {
  const file = await nodeDisk.open(path, 'read');
  return readFully(file).finally(() => file.close());
}

/** How often a session is read again whose journal is compacted meanwhile. */
const maxAttempts = 20;

/**
 * A session as it was at one moment, while a server may be writing to it: all that was acknowledged before the call.
 *
 * @returns undefined when it was deleted
 * @throws SessionFileUnreadableError
 */
async function snapshot(folder: string, id: string, names: FolderNames): Promise<ReadSession | undefined> {
  // A journal that was seen and has disappeared was compacted: the document then has a later generation.
  const wanted = { journals: names.journals.get(id) ?? new Set<number>() };
  for (let attempt = 1; ; attempt++) {
    let document: Awaited<ReturnType<typeof nodeDisk.open>>;
    try {
      document = await nodeDisk.open(documentPath(folder, id), 'read');
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      // For a path that is not a file, the reader's error is reported.
      return readSession(nodeDisk, folder, id, wanted);
    }
    try {
      const read = await readSession(nodeDisk, folder, id, wanted);
      // A document that was replaced took its journals with it.
      if ((await document.stat()).links > 0) return read;
    } catch (error) {
      if (attempt === maxAttempts || (await document.stat()).links > 0) throw error;
    } finally {
      await document.close();
    }
  }
}

/** Not copied as they are: sessions, who owns the folder, uploads that nobody decided about, the manifest of a copied backup, and what is no data. */
const notCopied = /^(sessions|uploads|lost\+found|\.restoring|manifest\.json)$|^owner[.-]/;

/** All other files below a folder, save what is being written. */
async function otherFiles(dataDir: string): Promise<string[]> {
  const paths: string[] = [];
  for (const top of await readdir(dataDir, { withFileTypes: true })) {
    if (notCopied.test(top.name)) continue;
    const below = top.isDirectory()
      ? await readdir(join(dataDir, top.name), { recursive: true, withFileTypes: true })
      : [top];
    for (const entry of below)
      if (entry.isFile() && !isTemporary(entry.name))
        paths.push(relative(dataDir, join(entry.parentPath, entry.name)).split(sep).join('/'));
  }
  return paths.sort();
}

/** Undefined when it was removed meanwhile. */
async function copyOf(path: string): Promise<Buffer | undefined> {
  try {
    return await contentOf(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

async function put(target: string, path: string, chunks: Parameters<typeof writeAtomically>[1]) {
  const whole = join(target, path);
  await makeFolder(dirname(whole));
  await writeAtomically(whole, chunks);
  const content = await contentOf(whole);
  return { path, bytes: content.length, sha256: digest(content) };
}

/** Of a file system, of the lock, and of a restore that was killed. */
const emptyAllTheSame = ['lost+found', lockName, restoringName];

/** @throws Error there is something in the folder, or it cannot be read */
async function checkEmpty(folder: string): Promise<void> {
  const names = await nodeDisk.names(folder);
  if (names.every((name) => emptyAllTheSame.includes(name))) return;
  const killed = names.includes(restoringName) ? 'a restore was killed; empty it, or ' : '';
  throw new Error(`'${folder}' is not empty; ${killed}name a new folder`);
}

/** Where a path leads, links followed; what is not there yet is taken as it is written. */
async function whereIs(path: string): Promise<string> {
  const whole = resolve(path);
  return realpath(whole).catch(async () =>
    dirname(whole) === whole ? whole : join(await whereIs(dirname(whole)), basename(whole)),
  );
}

/** @throws Error a backup within the data folder: it would hold itself and those before it, and the next one would hold it */
async function checkOutside(dataDir: string, target: string): Promise<void> {
  const way = relative(await whereIs(dataDir), await whereIs(target));
  if (way === '..' || way.startsWith(`..${sep}`) || resolve(way) === way) return;
  throw new Error(`'${target}' is within the data folder '${dataDir}'; name a folder outside of it`);
}

/**
 * Copies a data folder, which a server may be writing to.
 *
 * Each session is copied as one document, as it was at one moment after the call began: all that was acknowledged
 * before is in it. A session that cannot be read is left out and reported. The manifest comes last; before, one without files says
 * that the folder is no data folder, and no backup yet.
 *
 * @param target  a folder outside of the data folder that is not there yet, or is empty
 * @throws Error the target is not empty, is within the data folder, or cannot be written
 */
export async function backUp(dataDir: string, target: string): Promise<Findings> {
  await checkEmpty(target);
  const folder = join(dataDir, 'sessions');
  await lstat(folder).catch((cause) => {
    throw new Error(`'${dataDir}' is not a data folder: it has no folder 'sessions'`, { cause });
  });
  await checkOutside(dataDir, target);
  const files: BackedUpFile[] = [];
  const problems: string[] = [];
  // A backup that lacks what its disk had no room for would pass as one of all sessions.
  const write = (path: string, chunks: Parameters<typeof put>[2]) =>
    put(target, path, chunks).catch((cause) => {
      throw new Error(
        `'${target}' cannot be written (${errorCode(cause) ?? cause.message}); the backup is not finished: remove it, and name a folder that can be written and has more space`,
        { cause },
      );
    });
  const putManifest = (more: Partial<Manifest>) =>
    write(
      manifestName,
      jsonChunks({ athanor_backup: layout, release, created_at: new Date().toISOString(), ...more }),
    );
  await putManifest({});
  const names = await readNames(nodeDisk, folder);
  for (const id of [...names.ids].sort()) {
    const read = await snapshot(folder, id, names).catch((error: Error) => void problems.push(error.message));
    if (read === undefined) continue;
    const whole = { ...read.document, _generation: 1, _revision: read.revision + restoredAhead };
    files.push(await write(`sessions/${id}.json`, jsonChunks(whole)));
  }
  const sessions = files.length;
  for (const path of await otherFiles(dataDir)) {
    const content = await copyOf(join(dataDir, path));
    if (content !== undefined) files.push(await write(path, [content]));
  }
  await putManifest({ files });
  return { sessions, problems };
}

async function readManifest(backup: string): Promise<readonly BackedUpFile[]> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse((await contentOf(join(backup, manifestName))).toString('utf8')) as Manifest;
  } catch (cause) {
    const reason = errorCode(cause) === 'ENOENT' ? 'it has no manifest.json' : 'its manifest cannot be read';
    throw new Error(`'${backup}' is not a complete backup: ${reason}`, { cause });
  }
  const { files } = manifest;
  if (manifest.athanor_backup === layout && files === undefined) {
    throw new Error(`'${backup}' is not a complete backup: it was not finished; back up into a new folder`);
  }
  if (manifest.athanor_backup !== layout || !Array.isArray(files)) {
    throw new Error(
      `'${backup}': athanor_backup is ${manifest.athanor_backup}, and this release (${release}) reads ${layout}; ` +
        `use release ${manifest.release} or a later one`,
    );
  }
  const outside = files.find(({ path }) => path.startsWith('/') || path.split('/').includes('..'));
  if (outside !== undefined) throw new Error(`'${backup}': its manifest names '${outside.path}'`);
  return files;
}

/** Why a document is no session; undefined when it is one. */
function flaw(document: Record<string, unknown>, id: string): string | undefined {
  try {
    runSlices(fromStored(document, id, new Date().toISOString()));
    return undefined;
  } catch (error) {
    return `session '${id}': ${(error as Error).message}`;
  }
}

async function verifyBackup(backup: string): Promise<Findings> {
  const files = await readManifest(backup);
  const problems: string[] = [];
  for (const { path, bytes, sha256 } of files) {
    const content = await contentOf(join(backup, path)).catch(() => undefined);
    if (content === undefined) problems.push(`file '${path}' is missing or cannot be read`);
    else if (content.length !== bytes || digest(content) !== sha256) {
      problems.push(`file '${path}' differs from the file that was backed up: its checksum is different`);
    }
  }
  const sessions = await verifySessions(join(backup, 'sessions'));
  const known = new Set(files.map(({ path }) => path));
  const { ids } = await readNames(nodeDisk, join(backup, 'sessions'));
  const strange = [...ids].filter((id) => !known.has(`sessions/${id}.json`));
  problems.push(...strange.map((id) => `file 'sessions/${id}.json' is not part of the backup`));
  return { sessions: sessions.sessions, problems: [...problems, ...sessions.problems] };
}

async function verifySessions(folder: string): Promise<Findings> {
  const problems: string[] = [];
  const names = await readNames(nodeDisk, folder);
  let sessions = 0;
  for (const id of [...names.ids].sort()) {
    try {
      const read = await snapshot(folder, id, names);
      if (read === undefined) continue;
      sessions++;
      const problem = flaw(read.document, id);
      if (problem !== undefined) problems.push(problem);
    } catch (error) {
      sessions++;
      problems.push((error as Error).message);
    }
  }
  return { sessions, problems };
}

/**
 * Checks a backup, checksums included, or a data folder, which a server may be writing to.
 *
 * @throws Error the folder is neither
 */
export async function verify(folder: string): Promise<Findings> {
  const names = await readdir(folder).catch((cause) => {
    throw new Error(`'${folder}' cannot be read (${errorCode(cause)})`, { cause });
  });
  if (names.includes(manifestName)) return verifyBackup(folder);
  if (names.includes('sessions')) return verifySessions(join(folder, 'sessions'));
  throw new Error(`'${folder}' is neither a backup (manifest.json) nor a data folder (sessions)`);
}

/** Copies the files of a backup into `.restoring` within the folder, and then puts them in their place. */
async function fill(dataDir: string, backup: string): Promise<void> {
  const staging = join(dataDir, restoringName);
  const placed: string[] = [];
  try {
    await rm(staging, { recursive: true, force: true });
    await makeFolder(join(staging, 'sessions'));
    for (const file of await readManifest(backup)) {
      const copied = await put(staging, file.path, [await contentOf(join(backup, file.path))]);
      if (copied.sha256 !== file.sha256) throw new Error(`file '${file.path}' was not copied correctly`);
    }
    for (const name of await readdir(staging)) {
      placed.push(join(dataDir, name));
      await nodeDisk.rename(join(staging, name), join(dataDir, name));
    }
    await nodeDisk.syncFolder(dataDir);
    await rmdir(staging);
    await nodeDisk.syncFolder(dataDir);
  } catch (cause) {
    // The one that keeps servers out goes last.
    for (const path of [...placed, staging]) await rm(path, { recursive: true, force: true });
    const reason = errorCode(cause) ?? (cause as Error).message;
    const failure = `the files of '${backup}' cannot be put into '${dataDir}' (${reason}); nothing was restored`;
    throw new Error(failure, { cause });
  }
}

/**
 * Puts a backup into a data folder that is not there yet, or is empty: all of it, or nothing. The folder may be the root of a
 * volume, so nothing is made beside it. During the restore no server starts there, and none does after a killed one.
 *
 * @returns number of sessions
 * @throws Error the backup is damaged, or the folder is not empty; nothing was restored
 */
export async function restore(backup: string, dataDir: string): Promise<number> {
  const { sessions, problems } = await verifyBackup(backup);
  if (problems.length > 0) {
    throw new Error(`'${backup}' is damaged, nothing was restored: ${problems.slice(0, 5).join('; ')}`);
  }
  await checkEmpty(dataDir);
  const isNew = (await nodeDisk.stat(dataDir)) === undefined;
  await makeFolder(dataDir);
  if (isNew) await nodeDisk.syncFolder(dirname(dataDir));
  const lock = await lockWithSqlite(join(dataDir, lockName));
  if (lock === 'busy')
    throw new Error(`'${dataDir}' belongs to a server or to another restore; wait for its end`);
  try {
    await checkEmpty(dataDir);
    await fill(dataDir, backup);
  } finally {
    if (lock !== 'unsupported') lock.release();
  }
  return sessions;
}
