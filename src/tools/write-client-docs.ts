/**
 * Writes docs/client.md: what `athanor/client` exports, from its docstrings. A test (test/tools/client-docs.test.ts) fails when the page and
 * the sources differ.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const folder = join(import.meta.dirname, '../client');

export const clientPage = join(import.meta.dirname, '../../docs/client.md');

const parse = (file: string) =>
  ts.createSourceFile(file, readFileSync(join(folder, file), 'utf8'), ts.ScriptTarget.Latest, true);

/** Exported names of the entry by the file that declares them, in order. */
function exportsOf(entry: ts.SourceFile): readonly (readonly [file: string, name: string])[] {
  return entry.statements.filter(ts.isExportDeclaration).flatMap(({ moduleSpecifier, exportClause }) => {
    const file = (moduleSpecifier as ts.StringLiteral).text;
    return (exportClause as ts.NamedExports).elements.map(({ name }) => [file, name.text] as const);
  });
}

/** The words of a docstring, its tags as a list. */
function wordsOf(node: ts.Node, source: ts.SourceFile): string {
  const [comment = ''] = (ts.getLeadingCommentRanges(source.text, node.pos) ?? [])
    .map(({ pos, end }) => source.text.slice(pos, end))
    .slice(-1);
  if (!comment.startsWith('/**')) return '';
  const lines = comment.slice(3, -2).split('\n');
  const text = lines.map((line) => line.replace(/^ *\* ?/, '').trimEnd()).join('\n');
  return text.trim().replaceAll(/^@(param|throws|returns) +(.*)$/gm, (_, tag, rest) => `- *${tag}* ${rest}`);
}

/** A declaration as code: functions without their bodies. */
function codeOf(node: ts.DeclarationStatement, source: ts.SourceFile): string {
  const start = node.getStart(source);
  const end = ts.isFunctionDeclaration(node) ? (node.body?.getStart(source) ?? node.end) : node.end;
  return source.text
    .slice(start, end)
    .replace(/^export /, '')
    .trim();
}

/** The page. @throws Error an exported name has no docstring */
export function clientDocs(): string {
  const sections = exportsOf(parse('api.ts')).map(([file, name]) => {
    const source = parse(file);
    const found = source.statements.find(
      (one) => (one as Partial<ts.DeclarationStatement>).name?.getText(source) === name,
    ) as ts.DeclarationStatement | undefined;
    const words = found === undefined ? '' : wordsOf(found, source);
    if (found === undefined || words === '')
      throw new Error(`src/client/${file.slice(2)}: '${name}' has no docstring`);
    return `## ${name}\n\n${words}\n\n\`\`\`ts\n${codeOf(found, source)}\n\`\`\``;
  });
  const head = `# TypeScript client

This page is written from the docstrings by \`node src/tools/write-client-docs.ts\`. \`athanor/client\` runs in browsers and in Node.`;
  return `${[head, ...sections].join('\n\n')}\n`;
}

if (import.meta.main) writeFileSync(clientPage, clientDocs());
