import type { Import, ImportPatch } from '../../api/types.ts';

/** What is shown until the server has read the file again: a decision is shown as it was made. */
export function expected(state: Import, { columns = [], settings, choices = {}, mode }: ImportPatch): Import {
  const changed = state.columns.map((column) => {
    const { synonyms: _, ...own } = columns.find((one) => one.column === column.column) ?? {};
    return { ...column, ...own } as Import['columns'][number];
  });
  return {
    ...state,
    columns: changed,
    settings: { ...state.settings, ...settings } as Import['settings'],
    ambiguous_number: settings?.decimal === undefined ? state.ambiguous_number : null,
    problem_counts: state.problem_counts.map((one) => ({
      ...one,
      choice: choices[one.kind] ?? one.choice,
    })),
    mode: mode ?? state.mode,
  };
}

/** Reasons that are shown at once; the others follow when these are gone. */
const few = 3;

/** Reasons why nothing can be imported, so many that they leave room for what they are about. */
export const firstReasons = (texts: readonly string[]): readonly string[] =>
  texts.length <= few
    ? texts
    : [...texts.slice(0, few - 1), `${texts.length - few + 1} more reasons follow when these are solved`];

/** The unit in which the values of a variable or an objective are recorded. */
export function recordedUnit(columns: Import['columns'], name: string): string | null {
  const column = columns.find(
    (one) => one.name === name && (one.meaning === 'input' || one.meaning === 'output'),
  );
  return (column?.convert ? column.converts_to : null) ?? column?.unit ?? null;
}

/** A cell as a spreadsheet shows it: a number with the fifteen digits that are sure. */
export const sampleWords = (cell: string): string =>
  /^-?\d*\.\d{15,}$/.test(cell) ? String(Number(Number(cell).toPrecision(15))) : cell;
