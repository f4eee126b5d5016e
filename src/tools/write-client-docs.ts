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

interface Section {
  readonly isFunction: boolean;
  readonly text: string;
}

/** @throws Error the exported name has no docstring */
function sectionOf([file, name]: readonly [file: string, name: string]): Section {
  const source = parse(file);
  const found = source.statements.find(
    (one) => (one as Partial<ts.DeclarationStatement>).name?.getText(source) === name,
  ) as ts.DeclarationStatement | undefined;
  const words = found === undefined ? '' : wordsOf(found, source);
  if (found === undefined || words === '')
    throw new Error(`src/client/${file.slice(2)}: '${name}' has no docstring`);
  return {
    isFunction: ts.isFunctionDeclaration(found),
    text: `## ${name}\n\n${words}\n\n\`\`\`ts\n${codeOf(found, source)}\n\`\`\``,
  };
}

const head = `# TypeScript client

\`athanor/client\` runs in browsers and in Node. A campaign from its beginning, on a running server:

\`\`\`ts
import { answerOf, createAthanorClient, openCampaign } from 'athanor/client';

const client = createAthanorClient('http://127.0.0.1:8000');
const session = await client.POST('/api/v1/sessions', { body: { metadata: { name: 'My reaction' } } });
const { session_id } = answerOf(session);
const params = { path: { session_id } };
const variable = await client.POST('/api/v1/sessions/{session_id}/variables', {
  params,
  body: { name: 'temperature', type: 'real', bounds: [20, 90], step: 1 },
});
answerOf(variable);

const campaign = openCampaign(client, session_id);
const [run] = await campaign.ask();
console.log(run.inputs, run.why);
await campaign.tell(run, 71.3);
\`\`\`

Below are the functions, then the types. The page is written from the docstrings by \`node src/tools/write-client-docs.ts\`.`;

/** The page. @throws Error an exported name has no docstring */
export function clientDocs(): string {
  const sections = exportsOf(parse('api.ts')).map(sectionOf);
  const texts = [true, false].flatMap((kind) =>
    sections.filter(({ isFunction }) => isFunction === kind).map(({ text }) => text),
  );
  return `${[head, ...texts].join('\n\n')}\n`;
}

if (import.meta.main) writeFileSync(clientPage, clientDocs());
