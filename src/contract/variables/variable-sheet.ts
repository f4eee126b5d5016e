import { type HardLevel, hardLevels } from '../families.ts';
import type { Cell } from '../values.ts';
import { isObserved, type VariableRole } from './variable-roles.ts';
import type { StoredVariable } from './variables.ts';

/**
 * The sheet of an exported workbook that says what the variables are, so that a session made of it has their ranges: how it is
 * written and how it is read.
 */

export const variableSheetName = 'Variables';

/** What the sheet says about a variable. */
export interface ExportedVariable {
  readonly type: (typeof types)[number];
  readonly role: VariableRole;
  readonly bounds?: readonly [number, number];
  readonly step?: number;
  readonly scale?: 'log';
  readonly changes?: HardLevel;
  readonly description?: string;
  readonly categories?: readonly string[];
  readonly allowed_values?: readonly number[];
}

const types = ['real', 'integer', 'discrete', 'categorical'] as const;

/** Columns between type and categories, and the fields of a variable that they show. */
const facts = [
  ['Lowest', 'min'],
  ['Highest', 'max'],
  ['Unit', 'unit'],
  ['Step', 'step'],
  ['Scale', 'scale'],
  ['Changes', 'changes'],
  ['Description', 'description'],
] as const;

/** The categories or allowed values continue to the right of the last column. */
const columns = ['Name', 'Type', ...facts.map(([column]) => column), 'Categories'] as const;

/** Columns that every such sheet has, those of earlier releases too. */
const always: readonly (typeof columns)[number][] = [
  'Name',
  'Type',
  'Lowest',
  'Highest',
  'Unit',
  'Categories',
];

/** Behind the type of a variable that is recorded and not set. */
const observed = ' (observed)';

/** More categories than a line of a sheet has room for are left to the rows. */
const maxCategories = 16_000;

/** Lines of the sheet: ranges of numbers, and a cell for each category or allowed value. */
export const variableSheetLines = (variables: readonly StoredVariable[]): readonly (readonly Cell[])[] => [
  columns,
  ...variables.map((variable) => {
    const { name, type } = variable;
    const listed =
      type === 'categorical' ? (variable.values ?? []).map(String) : (variable.allowed_values ?? []);
    const kind = `${type === 'context' ? 'real' : type}${isObserved(variable) ? observed : ''}`;
    const cells = listed.length <= maxCategories ? listed : [];
    return [name, kind, ...facts.map(([, field]) => variable[field] ?? null), ...cells];
  }),
];

export const isVariableSheet = (name: string | null, firstLine: readonly unknown[] = []): boolean =>
  name === variableSheetName && always.every((column) => firstLine.includes(column));

/** The variables of the sheet, by their names; of ranges only those that a range can have. */
export function readVariableSheet([names = [], ...lines]: readonly (readonly unknown[])[]): ReadonlyMap<
  string,
  ExportedVariable
> {
  const found = new Map<string, ExportedVariable>();
  const listedFrom = names.indexOf('Categories');
  for (const line of lines) {
    const of = (column: (typeof columns)[number]) =>
      names.includes(column) ? line[names.indexOf(column)] : undefined;
    const [name, low, high, step, text] = [
      of('Name'),
      of('Lowest'),
      of('Highest'),
      of('Step'),
      of('Description'),
    ];
    const kind = String(of('Type'));
    const type = types.find((one) => one === kind.replace(observed, ''));
    if (typeof name !== 'string' || type === undefined) continue;
    const isRange = typeof low === 'number' && typeof high === 'number' && low < high;
    const listed = line.slice(listedFrom);
    const changes = hardLevels.find((one) => one === of('Changes'));
    found.set(name, {
      type,
      role: kind.endsWith(observed) ? 'observed' : 'controllable',
      ...(isRange && { bounds: [low, high] }),
      ...(typeof step === 'number' && step > 0 && { step }),
      ...(of('Scale') === 'log' && { scale: 'log' }),
      ...(changes !== undefined && { changes }),
      ...(typeof text === 'string' && text !== '' && { description: text }),
      categories: listed.flatMap((cell) => (cell === null || cell === '' ? [] : [String(cell)])),
      allowed_values: listed.filter((value) => typeof value === 'number'),
    });
  }
  return found;
}
