import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** A function with the lines that it takes, from its first to its last. */
export interface LongFunction {
  /** Path and name, `src/engine/api.ts:outer.inner`. */
  readonly name: string;
  readonly lines: number;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Name of a function: its own, or that of what it is assigned to. */
function nameOf(node: ts.Node): string {
  const { parent } = node;
  const own = (node as ts.FunctionDeclaration).name;
  if (own !== undefined) return own.getText();
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.name.getText();
  return '(anonymous)';
}

/** Functions of source files that are longer than `limit` lines; a function inside another one counts for both. */
export function longFunctions(pattern: string, limit: number): LongFunction[] {
  return globSync(pattern, { cwd: root })
    .toSorted()
    .flatMap((path) => {
      const text = readFileSync(`${root}${path}`, 'utf8');
      const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
      const found: LongFunction[] = [];
      const visit = (node: ts.Node, outer: readonly string[]): void => {
        const isFunction = ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;
        const names = isFunction ? [...outer, nameOf(node)] : outer;
        if (isFunction) {
          const [from, to] = [node.getStart(), node.getEnd()].map(
            (at) => file.getLineAndCharacterOfPosition(at).line,
          ) as [number, number];
          if (to - from + 1 > limit)
            found.push({ name: `${path.replaceAll('\\', '/')}:${names.join('.')}`, lines: to - from + 1 });
        }
        ts.forEachChild(node, (child) => visit(child, names));
      };
      visit(file, []);
      return found;
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [pattern = 'src/**/*.{ts,tsx}', limit = '60'] = process.argv.slice(2);
  const found = longFunctions(pattern, Number(limit)).toSorted((a, b) => b.lines - a.lines);
  for (const { name, lines } of found) console.log(`${String(lines).padStart(4)}  ${name}`);
  console.log(`${found.length} functions of more than ${limit} lines`);
}
