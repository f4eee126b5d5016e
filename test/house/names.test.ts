import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Constants of modules whose declarations fit a pattern, by file. */
const constantsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name as string);

const found = (folders: readonly string[], pattern: RegExp): string[] =>
  globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: root },
  ).flatMap((path) =>
    constantsIn(readFileSync(`${root}${path}`, 'utf8'), pattern).map((name) => `${path}: ${name}`),
  );

const upperCase = /^(?:export )?const ([A-Z][A-Z\d_]+)\b/gm;
const camelCaseNumber = /^(?:export )?const ([a-z]\w*) = -?\d[\d._]*(?:e-?\d+)?(?: \*\* -?\d+)?;/gm;

describe('names of constants', () => {
  it('are distinguished by their spelling', () => {
    expect(
      constantsIn('const MOST = 4;\nexport const LEAST_OF = { a: 1 };\nconst Name = 3;', upperCase),
    ).toEqual(['MOST', 'LEAST_OF']);
    expect(
      constantsIn('const most = 4;\nexport const least = 1e-3;\nconst size = 2 ** 31;', camelCaseNumber),
    ).toEqual(['most', 'least', 'size']);
    expect(constantsIn('const most = 4 * other;\nconst name = f();', camelCaseNumber)).toEqual([]);
  });

  it('are in upper case for numbers of the engine', () => {
    expect(found(['src/engine'], camelCaseNumber)).toEqual([]);
  });

  it('are in camel case in the other rooms', () => {
    const rooms = ['contract', 'service', 'web', 'cli', 'client', 'demo', 'tools'].map(
      (room) => `src/${room}`,
    );
    expect(found(rooms, upperCase)).toEqual([]);
  });
});
