import { existsSync, readFileSync } from 'node:fs';
import type { Backend } from '../../src/engine/compute/backend.ts';
import { type Recorded, recordOf } from './recording.ts';
import type { Row } from './row.ts';

export type BackendName = 'ts' | 'native';

/** The answers of one backend, by row. */
export interface Recording {
  /** Where it was taken. */
  readonly node: string;
  readonly commit: string;
  readonly rows: Readonly<Record<string, Recorded>>;
}

/** Rows whose answers were changed on purpose, newest last. */
export interface Alteration {
  readonly date: string;
  readonly why: string;
  readonly rows: readonly string[];
}

export const fileOf = (backend: BackendName): URL => new URL(`recorded/${backend}.json`, import.meta.url);
export const alterationsFile = new URL('recorded/altered.json', import.meta.url);

export function readRecording(backend: BackendName): Recording {
  const file = fileOf(backend);
  if (!existsSync(file)) return { node: '', commit: '', rows: {} };
  return JSON.parse(readFileSync(file, 'utf8')) as Recording;
}

/** The answer of a row, or the error that it is answered with. */
export async function answerOf(row: Row, backend: Backend): Promise<Recorded> {
  try {
    return recordOf(await row.answer(backend));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return recordOf({ error: error.constructor.name, message: error.message });
  }
}
