import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files that follow from definitions, by path, with what is to stand in them. */
type WrittenFiles = Readonly<Record<string, string>>;

const at = (file: string): string => join(import.meta.dirname, '../..', file);

/** Those whose text on disk is another one. */
export const staleFiles = (files: WrittenFiles): string[] =>
  Object.entries(files).flatMap(([file, text]) => (readFileSync(at(file), 'utf8') === text ? [] : [file]));

export function writeFiles(files: WrittenFiles): void {
  for (const [file, text] of Object.entries(files)) writeFileSync(at(file), text);
}

/** gp_factor → GpFactor. */
export const camel = (name: string): string =>
  name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
