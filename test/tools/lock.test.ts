import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly os?: readonly string[];
}

const file = join(import.meta.dirname, '../../package-lock.json');
const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
const entries = Object.entries(packages).filter(([path]) => path !== '');

describe('the lock file', () => {
  it('holds the sum of every package, those of other platforms too', () => {
    expect(entries.length).toBeGreaterThan(400);
    for (const system of ['darwin', 'linux', 'win32']) {
      expect(entries.some(([, { os }]) => os?.includes(system))).toBe(true);
    }
    const bare = entries.filter(
      ([, { integrity, link }]) => link !== true && !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
    );
    expect(bare.map(([path, { version }]) => `${path}@${version}`)).toEqual([]);
  });

  it('names no registry: npm asks the one that is configured', () => {
    expect(entries.flatMap(([, { resolved }]) => resolved ?? [])).toEqual([]);
  });
});
