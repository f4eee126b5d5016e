import { expect } from 'vitest';
import type { ImportPlan } from '../../../src/contract/imports/imports.ts';
import { describeImport } from '../../../src/service/tables/requests/describe.ts';

/** A session without variables and rows. */
export const none = {
  variables: [],
  targets: [],
  units: new Map<string, string>(),
  ids: [],
  hasRows: false,
  rules: { limits: [], linear: [] },
  constraints: [],
};

export const plan = {
  settings: {},
  columns: [],
  choices: {},
  rows: {},
  constants: {},
  mode: 'append' as const,
};

/** A file as an import into an empty session reads it, rows included. */
export const read = (bytes: Uint8Array, own: Partial<ImportPlan> = {}) =>
  describeImport({
    bytes,
    plan: { ...plan, ...own },
    known: none,
    withRows: true,
    most: { rows: 1e5, cells: 1e6, textLength: 100_000 },
  });

/** A text file of lines as Windows ends them. */
export const text = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\r\n'));

type Meanings = Readonly<Record<'input' | 'output' | 'noise', readonly string[]>>;

/** What a file is, its lines, the names of its columns by their meaning, and the number of its runs. */
export type FileCase = readonly [
  what: string,
  lines: readonly string[],
  expected: Meanings,
  recorded: number,
];

/** Reads a file into an empty session, and compares what its columns mean and how many runs are recorded. */
export async function expectMeanings(
  lines: readonly string[],
  expected: Meanings,
  recorded: number,
): Promise<void> {
  const { description } = await read(text(lines));
  const named = (meaning: string) =>
    description.columns.filter((column) => column.meaning === meaning).map(({ name }) => name);
  expect({ input: named('input'), output: named('output'), noise: named('noise') }).toEqual(expected);
  expect(description.n_recorded).toBe(recorded);
}

/** A cell of a sheet: text, or a number with a style. */
export const cell = (at: string, value: string | number, style = 0): string =>
  typeof value === 'number'
    ? `<c r="${at}" s="${style}"><v>${value}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`;
