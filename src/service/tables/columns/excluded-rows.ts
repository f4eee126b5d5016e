import type { TableCell } from '../table.ts';

/** Columns in which programs for designs mark runs that count, or do not, and the cells that say either. */
const kinds: readonly { readonly name: RegExp; readonly out: RegExp; readonly kept: RegExp }[] = [
  {
    // MODDE, and columns that people add.
    name: /^(?:incl(?:ude|uded)?\.?\s*[/|]\s*excl(?:ude|uded)?\.?|incl(?:ude|uded)?\.?)\??$/i,
    out: /^(?:excl(?:uded|ude)?\.?|no|n|false|0)$/i,
    kept: /^(?:incl(?:uded|ude)?\.?|yes|y|true|1|)$/i,
  },
  {
    name: /^(?:excl(?:ude|uded)?\.?|omit(?:ted)?|ausgeschlossen|exclus?)\??$/i,
    out: /^(?:excl(?:uded|ude)?\.?|yes|y|x|true|1|ja|oui|ausgeschlossen|exclus?)$/i,
    kept: /^(?:incl(?:uded|ude)?\.?|no|n|false|0|nein|non|-|)$/i,
  },
  {
    // Sequences of chromatographs and plate readers: what is measured besides the runs.
    name: /^(?:(?:(?:sample|inj(?:ection)?|well)[\s_.-]*)?types?|content)$/i,
    out: /^(?:(?:double[\s_-]*)?blanks?|solvent[\s_-]*blank|std\.?|standards?|cal(?:ibration)?(?:[\s_-]*(?:std\.?|standard|check))?|qc|quality[\s_-]*control|system[\s_-]*suitability|sst)(?:\s+[A-Z]\d{0,3})?$/i,
    kept: /^(?:analytes?|unknowns?|unspiked|samples?|unk\.?)?(?:\s+[A-Z]\d{0,3})?$/i,
  },
  {
    // JMP and Design-Expert.
    name: /^row[\s_-]*(?:states?|status)$/i,
    out: /(?:^|[\s,;])(?:excluded?|ignored?)(?:$|[\s,;])/i,
    kept: /^(?:(?:excluded?|ignored?|hidden|selected|label(?:l?ed)?|normal|included?|highlight(?:ed)?|verification|none|and)[\s,;&]*)*$/i,
  },
];

/** Which cells of a column exclude their row; undefined: the column is another one. */
export function exclusionIn(
  column: string,
  cells: readonly TableCell[],
): ((cell: TableCell) => boolean) | undefined {
  const text = (cell: TableCell) => String(cell).trim();
  const kind = kinds.find(({ name }) => name.test(column.trim()));
  if (kind === undefined || !cells.every((cell) => kind.kept.test(text(cell)) || kind.out.test(text(cell))))
    return undefined;
  return (cell) => kind.out.test(text(cell));
}
