import { list } from '../../../engine/words.ts';
import { isText } from '../cells/cell.ts';
import { splitUnit } from '../cells/column-name.ts';
import { namesResult } from '../cells/column-words.ts';
import type { TableCell } from '../table.ts';

type Row = readonly TableCell[];

/** One of several tables of a file, each below a title of the same kind. */
interface Section {
  readonly title: string;
  /** Line (from 0) of its names, and the line behind its last one. */
  readonly names: number;
  readonly end: number;
}

export const filledIn = (line: Row | undefined): TableCell[] => (line ?? []).filter((cell) => cell !== '');

/** `[Results]`, or `DataType: | Median`: what is in front of a title and the title. */
function titleIn(line: Row): { kind: string; title: string } | undefined {
  const [first, second, ...more] = filledIn(line);
  const [, inBrackets] = /^\[([^[\]]+)\]$/.exec(String(first)) ?? [];
  if (inBrackets !== undefined && second === undefined) return { kind: '[]', title: inBrackets };
  return more.length === 0 && isText(second) && /^\p{L}[\p{L} ]*:$/u.test(String(first))
    ? { kind: String(first), title: second }
    : undefined;
}

/** Tables with titles of one kind, each right above its names: QuantStudio and xPONENT write them. Fewer than two are none. */
export function sectionsIn(lines: readonly Row[]): readonly Section[] {
  const titles = lines.flatMap((line, at) => {
    const found = titleIn(line);
    return found === undefined ? [] : [{ ...found, at }];
  });
  const groups = [...Map.groupBy(titles, ({ kind }) => kind).values()];
  const sections = groups.map((own) =>
    own.flatMap(({ title, at }, i) => {
      const names = filledIn(lines[at + 1]);
      const end = own[i + 1]?.at ?? lines.length;
      return names.length > 1 && names.every(isText) && end > at + 2 ? [{ title, names: at + 1, end }] : [];
    }),
  );
  return sections.find(({ length }) => length > 1) ?? [];
}

/** The section that is called results or has the name of one, or else the first. */
export const sectionOfResults = (sections: readonly Section[], lines: readonly Row[]): Section | undefined =>
  sections.find(({ title }) => namesResult(title)) ??
  sections.find(({ names }) =>
    lines[names]?.some((cell) => isText(cell) && namesResult(splitUnit(cell).name)),
  ) ??
  sections[0];

/** That other sections than the one with these names are not read. */
export const sectionRemarks = (sections: readonly Section[], names: number): string[] => {
  const own = sections.find((one) => one.names === names);
  const others = sections.filter((one) => one !== own);
  return own === undefined || others.length === 0
    ? []
    : [
        `the file has ${sections.length} tables; '${own.title}' is read; choose another header row to read ${list(others.map((one) => `${one.title} (${one.names + 1})`))}`,
      ];
};
