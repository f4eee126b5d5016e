/**
 * The text of THIRD-PARTY-LICENSES.txt: name, version, licence and its text, of every package that the published one needs, and the
 * sources of the demonstration's data. A package without a licence file is listed with the licence that its manifest names.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface LockEntry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, LockEntry>>;
};

function licenceText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
}

/** One section per package that is installed without development packages. */
export function thirdPartyLicences(): string {
  const needed = Object.entries(lock.packages).filter(
    ([path, entry]) => path !== '' && !entry.dev && !entry.devOptional && existsSync(join(root, path)),
  );
  const sections = needed.map(([path, { version }]) => {
    const folder = join(root, path);
    const { name, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const named = typeof license === 'string' ? license : (license?.type ?? 'see its text');
    return `${name} ${version}\n${named}\n\n${licenceText(folder)}`;
  });
  const data = readFileSync(join(root, 'src/demo/data/README.md'), 'utf8').trim();
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `${['Athanor contains or needs the following works of others.', ...sections, data].join(line)}\n`;
}
