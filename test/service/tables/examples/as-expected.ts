import type { ImportColumn } from '../../../../src/contract/imports/imports.ts';
import { read } from '../reading.ts';

/** What a column becomes, with its range or categories: `T [°C] in 60..80`, `base in KOAc | CsF`, `Yield [%] out`, `Run kept`. */
function columnText({ name, column, unit, meaning, type, bounds, categories }: ImportColumn): string {
  if (meaning === 'noise') return `${name} noise`;
  if (meaning !== 'input' && meaning !== 'output') return `${column} kept`;
  const named = unit === null ? name : `${name} [${unit}]`;
  if (meaning === 'output') return `${named} out`;
  return `${named} in ${type === 'categorical' ? [...(categories ?? [])].sort().join(' | ') : bounds?.join('..')}`;
}

/** A file as its owner reads it: columns, number of runs, the first run, and why a commit would be refused. Tabs are arrows. */
export async function asRead(file: string) {
  const lines = file.replace(/^\n/, '').replaceAll('→', '\t').replaceAll('\n', '\r\n');
  const { description, rows } = await read(new TextEncoder().encode(lines));
  return {
    columns: description.columns.map(columnText),
    n: description.n_recorded,
    first: { ...rows[0]?.inputs, ...rows[0]?.outputs },
    blocking: description.blocking,
    remarks: description.remarks,
  };
}
