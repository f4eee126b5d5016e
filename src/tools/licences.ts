/**
 * What the published package holds of others: the text of THIRD-PARTY-LICENSES.txt and the bill of materials. Both are of the
 * packages whose code is in a bundle, and of those that are installed beside it.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface LockEntry {
  readonly integrity?: string;
}

interface Part {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Text of the licence; empty where the package has no such file. */
  readonly text: string;
  /** SHA-512 of its tarball, in hexadecimal digits. */
  readonly sha512: string | undefined;
}

function licenceText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
  return file === undefined ? '' : readFileSync(join(folder, file), 'utf8').trim();
}

/** @param folders of packages, relative to the repository, as the lock file has them */
function partsOf(folders: readonly string[]): Part[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockEntry>>;
  };
  return folders.map((path) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));
    const sum = lock.packages[path]?.integrity?.replace(/^sha512-/, '');
    return {
      name,
      version,
      licence: typeof license === 'string' ? license : (license?.type ?? 'see its text'),
      text: licenceText(join(root, path)),
      sha512: sum === undefined ? undefined : Buffer.from(sum, 'base64').toString('hex'),
    };
  });
}

/** One section per package, then the sources of the demonstration's data. */
export function thirdPartyLicences(folders: readonly string[]): string {
  const sections = partsOf(folders).map(
    ({ name, version, licence, text }) => `${name} ${version}\n${licence}\n\n${text}`,
  );
  const data = readFileSync(join(root, 'src/demo/data/README.md'), 'utf8').trim();
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  return `${['Athanor contains or needs the following works of others.', ...sections, data].join(line)}\n`;
}

/** The bill of materials in CycloneDX 1.5, without date and serial number: the same sources give the same bytes. */
export function billOfMaterials(folders: readonly string[]): string {
  const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const purl = (of: { name: string; version: string }) =>
    `pkg:npm/${of.name.replace('@', '%40')}@${of.version}`;
  const itself = { name, version };
  const components = partsOf(folders).map((part) => ({
    'bom-ref': purl(part),
    type: 'library',
    name: part.name,
    version: part.version,
    purl: purl(part),
    ...(part.sha512 === undefined ? {} : { hashes: [{ alg: 'SHA-512', content: part.sha512 }] }),
    licenses: [
      / (OR|AND) /.test(part.licence) ? { expression: part.licence } : { license: { id: part.licence } },
    ],
  }));
  return `${JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: {
        component: {
          'bom-ref': purl(itself),
          type: 'application',
          ...itself,
          purl: purl(itself),
          licenses: [{ license: { id: license } }],
        },
      },
      components,
      dependencies: [{ ref: purl(itself), dependsOn: components.map((part) => part['bom-ref']) }],
    },
    null,
    2,
  )}\n`;
}
