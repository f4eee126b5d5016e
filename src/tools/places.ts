/**
 * Counts the files that name one member of each family, for the table in docs/architecture.md that write-map.ts writes. Generated
 * files do not count.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** A member of each family: its spellings in TypeScript, C++ and CUDA, and how many files named it before the redesign (commit be690d0). */
const members = [
  { family: 'acquisition strategy', name: 'qNIPV', spelled: /\bqNIPV\b/, before: 5 },
  { family: 'acquisition strategy with a kernel', name: 'qUCB', spelled: /\bqUCB\b/, before: 10 },
  { family: 'covariance', name: 'matern52', spelled: /\b[mM]atern52\b/, before: 11 },
  {
    family: 'covariance with a parameter of its own',
    name: 'rational_quadratic',
    spelled: /\b(rational_quadratic|[rR]ationalQuadratic)\b/,
    before: 13,
  },
  {
    family: 'design method',
    name: 'definitive_screening',
    spelled: /\b(definitive_screening|definitiveScreening\w*)\b/,
    before: 6,
  },
  { family: 'operation', name: 'gp_joint', spelled: /\b(gp_joint|gpJoint|GpJoint)\b/, before: 13 },
] as const;

const isGenerated = (path: string, text: string): boolean =>
  path.endsWith('schema.d.ts') || /written by src\/tools|generated/i.test(text.slice(0, 300));

/** Hand-written sources that name the member. */
function filesNaming(spelled: RegExp): string[] {
  return globSync('{src,kernels}/**/*.{ts,tsx,cc,cu,h,def}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return spelled.test(text) && !isGenerated(path, text);
    })
    .filter((path) => path !== 'src/tools/places.ts')
    .toSorted();
}

/** Markdown rows: family, member, count before the redesign, count and files now. */
export function placesTable(): string {
  const rows = members.map(({ family, name, spelled, before }) => {
    const files = filesNaming(spelled);
    const named = files.map((path) => `\`${path}\``).join(', ');
    return `| ${family} | \`${name}\` | ${before} | ${files.length}: ${named} |`;
  });
  return ['| family | member | files before | files now |', '|---|---|---|---|', ...rows].join('\n');
}
