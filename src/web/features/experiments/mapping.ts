import type { Variable, VariableRequest } from '../../api/types.ts';
import { bookkeeping, type DraftRow } from '../../domain/columns.ts';
import { parseNumber } from '../../text/numbers.ts';

/**
 * What a column of a file is taken for: a column of the table by name, a new variable, something measured that
 * becomes an objective, or nothing.
 */
export type Meaning =
  | { readonly kind: 'as'; readonly name: string }
  | { readonly kind: 'new' }
  | { readonly kind: 'measured' }
  | { readonly kind: 'skip' };

const plain = (text: string): string => text.toLowerCase().replace(/[\s_\-[\]().%°]+/g, '');
const outputs = ['output', 'y', 'target', 'yield', 'response', 'result', 'yld'];

/**
 * First guess at what the columns of a file mean: equal names first, then names equal but for case, blanks
 * and signs. When nothing is recorded yet (`fresh`), the column that looks like a result becomes the objective;
 * when there are no variables either, every other column becomes one.
 */
export function guessMeanings(
  header: readonly string[],
  variables: readonly Variable[],
  targets: readonly string[],
  fresh: boolean,
): Meaning[] {
  const known = [...variables.map((variable) => variable.name), ...targets, ...bookkeeping];
  const taken = new Set<string>();
  const claim = (name: string | undefined): Meaning | undefined => {
    if (name === undefined || taken.has(name)) return undefined;
    taken.add(name);
    return { kind: 'as', name };
  };
  const first = header.map((title) => claim(known.find((name) => name === title)));
  const second = header.map(
    (title, index) => first[index] ?? claim(known.find((name) => plain(name) === plain(title))),
  );
  const target = targets[0];
  if (target !== undefined && !taken.has(target)) {
    const free = header.map((_, index) => index).filter((index) => second[index] === undefined);
    const found = free.find((index) => outputs.includes(plain(header[index] as string)));
    const last = variables.length === 0 ? free.at(-1) : free.length === 1 ? free[0] : undefined;
    const pick = found ?? last;
    if (pick !== undefined) second[pick] = fresh ? { kind: 'measured' } : claim(target);
  }
  return second.map((meaning) => meaning ?? (variables.length === 0 ? { kind: 'new' } : { kind: 'skip' }));
}

/** A variable made from what a column holds: numbers give a range, texts give labels. */
export function variableFrom(name: string, cells: readonly string[]): VariableRequest {
  const filled = cells.filter((text) => text.trim() !== '');
  const numbers = filled.map((text) => parseNumber(text));
  if (numbers.includes(undefined) || numbers.length === 0)
    return { name, type: 'categorical', categories: [...new Set(filled.map((text) => text.trim()))] };
  const values = numbers.filter((value) => value !== undefined);
  let low = values.reduce((a, b) => Math.min(a, b));
  let high = values.reduce((a, b) => Math.max(a, b));
  if (low === high) [low, high] = [low - 1, high + 1];
  return { name, type: 'real', bounds: [low, high] };
}

/** Rows of a file with the names of the table. */
export function mapRows(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  meanings: readonly Meaning[],
): DraftRow[] {
  return rows.map((cells) => {
    const row: Record<string, string> = {};
    for (const [index, meaning] of meanings.entries()) {
      if (meaning.kind === 'skip') continue;
      row[meaning.kind === 'as' ? meaning.name : (header[index] as string)] = cells[index] ?? '';
    }
    return row;
  });
}

/** Objectives of the rows to come: those of the session that a column is taken for, and the new ones. */
export function objectivesOf(
  header: readonly string[],
  meanings: readonly Meaning[],
  targets: readonly string[],
): string[] {
  return header.flatMap((title, index) => {
    const meaning = meanings[index];
    if (meaning?.kind === 'measured') return [title];
    return meaning?.kind === 'as' && targets.includes(meaning.name) ? [meaning.name] : [];
  });
}
