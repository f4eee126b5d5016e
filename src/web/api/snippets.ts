import type { Call } from './call.ts';
import { addressOf } from './http.ts';

export const languages = ['curl', 'TypeScript', 'Python'] as const;
export type Language = (typeof languages)[number];

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

function pythonLiteral(value: unknown, indent = ''): string {
  if (value === null || value === undefined) return 'None';
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (typeof value === 'object') {
    const inner = `${indent}    `;
    const entries = Array.isArray(value)
      ? value.map((entry) => pythonLiteral(entry, inner))
      : Object.entries(value).map(([key, entry]) => `${JSON.stringify(key)}: ${pythonLiteral(entry, inner)}`);
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    if (entries.length === 0) return `${open}${close}`;
    return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join('')}${indent}${close}`;
  }
  return JSON.stringify(value);
}

function formParts(call: Call): [string, string | undefined][] {
  return Object.entries(call.form ?? {}).map(([key, value]) => [
    key,
    typeof value === 'string' ? value : undefined,
  ]);
}

/** Where code finds the API key: a key is a secret, so that it is no part of the code. */
export const keyVariable = 'ATHANOR_KEY';

function curl(call: Call, address: string, withKey: boolean): string {
  const lines = [`curl -X ${call.method} ${quote(address)}`];
  if (withKey) lines.push(`-H "Authorization: Bearer $${keyVariable}"`);
  // With -F curl would send the file that a text beginning with @ names.
  for (const [key, text] of formParts(call))
    lines.push(
      text === undefined ? `-F ${quote(`${key}=@file`)}` : `--form-string ${quote(`${key}=${text}`)}`,
    );
  if (call.body !== undefined)
    lines.push(`-H 'content-type: application/json'`, `-d ${quote(JSON.stringify(call.body))}`);
  return lines.join(' \\\n  ');
}

function typescript(call: Call, address: string, withKey: boolean): string {
  const lines: string[] = [];
  const options = [`method: '${call.method}'`];
  const headers = withKey ? [`authorization: \`Bearer \${process.env.${keyVariable}}\``] : [];
  if (call.form) {
    lines.push('const form = new FormData();');
    for (const [key, text] of formParts(call))
      lines.push(`form.set('${key}', ${text === undefined ? 'file' : JSON.stringify(text)});`);
    options.push('body: form');
  } else if (call.body !== undefined) {
    headers.push(`'content-type': 'application/json'`);
    options.push(`body: JSON.stringify(${pretty(call.body)})`);
  }
  if (headers.length > 0) options.splice(1, 0, `headers: { ${headers.join(', ')} }`);
  lines.push(
    `const response = await fetch(${JSON.stringify(address)}, {\n  ${options.join(',\n  ')},\n});`,
    'if (!response.ok) throw new Error(await response.text());',
  );
  if (call.method !== 'DELETE') lines.push('const answer = await response.json();');
  return lines.join('\n');
}

function python(call: Call, address: string, withKey: boolean): string {
  const options: string[] = [];
  const parts = formParts(call);
  const texts = parts.filter(([, text]) => text !== undefined);
  if (parts.length > texts.length) options.push(`files={"file": open("file", "rb")}`);
  if (texts.length > 0) options.push(`data=${pythonLiteral(Object.fromEntries(texts))}`);
  if (call.body !== undefined) options.push(`json=${pythonLiteral(call.body)}`);
  if (withKey) options.push(`headers={"Authorization": f"Bearer {os.environ['${keyVariable}']}"}`);
  const rest = options.map((option) => `, ${option}`).join('');
  return [
    ...(withKey ? ['import os', ''] : []),
    'import requests',
    '',
    `response = requests.${call.method.toLowerCase()}(${JSON.stringify(address)}${rest})`,
    'response.raise_for_status()',
    ...(call.method === 'DELETE' ? [] : ['answer = response.json()']),
  ].join('\n');
}

const writers = { curl, TypeScript: typescript, Python: python } as const;

/** The same request for a terminal, a script or a notebook; `withKey` where the server wants to know who asks. */
export const snippet = (call: Call, language: Language, withKey: boolean, root?: string): string =>
  writers[language](call, addressOf(call, root), withKey);
