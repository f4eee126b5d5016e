import { strFromU8, strToU8 } from 'fflate';
import { isUnit } from '../cells/column-name.ts';
import type { partsOf } from './archive.ts';
import { columnLetters } from './sheets.ts';
import { plainText, textWithSuperscripts } from './superscript-text.ts';

export type ShownAs = '%' | { readonly digits: number } | { readonly unit: string };

/** What a sheet says besides its values; rows and columns count from 0. */
export interface SheetDetails {
  /** How a number is shown, where that is another text: as per cent, with zeros up to so many digits, or with a unit. */
  readonly shownAs: (row: number, column: number) => ShownAs | undefined;
  /** Cells with a formula whose value the file does not hold. */
  readonly formulasWithoutValue: number;
  readonly hiddenRows: number;
  /** Columns (from 0) that the sheet hides, as first and last ones. */
  readonly hiddenColumns: readonly (readonly [number, number])[];
  /** Cells whose formula fails, with what they show: `#DIV/0!`. */
  readonly errors: readonly { readonly row: number; readonly column: number; readonly text: string }[];
  /** Cells whose text contains a superscript. */
  readonly raised: SheetDetails['errors'];
  /** Cells that are joined down one column. */
  readonly joinedDown: readonly { readonly column: number; readonly from: number; readonly to: number }[];
}

function attribute(tag: string, name: string): string | undefined {
  const text = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return text === undefined ? undefined : plainText(text);
}

const tags = (xml: string, name: string): string[] =>
  xml.match(new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`, 'g')) ?? [];

/** `B12` as row and column from 0. */
function placeOf(address: string): { row: number; column: number } {
  const [, letters = 'A', digits = '1'] = /^([A-Z]+)(\d+)/.exec(address) ?? [];
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(digits) - 1, column: column - 1 };
}

type Parts = ReturnType<typeof partsOf>;

/** `B12` of a row and a column from 1. */
const addressOf = (row: number, column: number): string => `${columnLetters(column - 1)}${row}`;

/** A sheet whose cells all have addresses: without one, a row is below the last one, and a cell right of it (ECMA-376, part 1, 18.3.1.4). */
function withAddresses(xml: string): string {
  if (!/<(?:\w+:)?c(?=[\s/>])(?![^>]*\sr=)/.test(xml)) return xml;
  let row = 0;
  let column = 0;
  return xml.replaceAll(/<((?:\w+:)?(row|c))(?=[\s/>])([^>]*)>/g, (tag, name, kind, rest) => {
    const given = attribute(tag, 'r');
    if (kind === 'row') {
      row = given === undefined ? row + 1 : Number(given);
      column = 0;
      return tag;
    }
    column = given === undefined ? column + 1 : placeOf(given).column + 1;
    return given === undefined ? `<${name} r="${addressOf(row, column)}"${rest}>` : tag;
  });
}

/** The parts of a workbook with the addresses of their cells, which some programs leave out. */
export const addressed = (parts: Parts): Parts =>
  Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      const xml = /^xl\/worksheets\/[^/]+\.xml$/.test(name) ? strFromU8(part) : '';
      const full = withAddresses(xml);
      return [name, full === xml ? part : strToU8(full)];
    }),
  );

const textOf = (parts: Parts, name: string): string => strFromU8(parts[name] ?? new Uint8Array());

/** The path of a sheet in the archive. */
function pathOf(parts: Parts, sheet: string): string | undefined {
  const own = tags(textOf(parts, 'xl/workbook.xml'), 'sheet').find((tag) => attribute(tag, 'name') === sheet);
  const id = own === undefined ? undefined : attribute(own, '\\w+:id');
  const link = tags(textOf(parts, 'xl/_rels/workbook.xml.rels'), 'Relationship').find(
    (tag) => id !== undefined && attribute(tag, 'Id') === id,
  );
  const target = link === undefined ? undefined : attribute(link, 'Target');
  return target?.startsWith('/') ? target.slice(1) : target && `xl/${target}`;
}

/** Per style of cells: per cent are formats 9 and 10, and own ones with a sign outside of quotes; zeros alone pad. */
function styleList(styles: string): (ShownAs | undefined)[] {
  const own = new Map(
    tags(styles, 'numFmt').map((tag) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')]),
  );
  const [cells = ''] = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles) ?? [];
  return tags(cells, 'xf').map((tag) => {
    const id = attribute(tag, 'numFmtId') ?? '0';
    const format = own.get(id) ?? '';
    if (id === '9' || id === '10' || format.replaceAll(/"[^"]*"|\\./g, '').includes('%')) return '%';
    const [, unit = ''] = /^[#0?,.]+(?:\s|\\ )*"\s*([^"]+?)\s*"$/.exec(format) ?? [];
    if (isUnit(unit)) return { unit };
    return /^0{2,}$/.test(format) ? { digits: format.length } : undefined;
  });
}

function shownCells(sheet: string, styles: string): SheetDetails['shownAs'] {
  const list = styleList(styles);
  if (list.every((one) => one === undefined)) return () => undefined;
  const found = new Map<string, ShownAs>();
  for (const tag of tags(sheet, 'c')) {
    const shown = list[Number(attribute(tag, 's') ?? '0')];
    if (shown === undefined) continue;
    const { row, column } = placeOf(attribute(tag, 'r') ?? '');
    found.set(`${row} ${column}`, shown);
  }
  return (row, column) => found.get(`${row} ${column}`);
}

const joinedDown = (sheet: string): SheetDetails['joinedDown'] =>
  tags(sheet, 'mergeCell').flatMap((tag) => {
    const [first = '', last = ''] = (attribute(tag, 'ref') ?? '').split(':');
    const from = placeOf(first);
    const to = placeOf(last);
    return from.column === to.column && to.row > from.row
      ? [{ column: from.column, from: from.row, to: to.row }]
      : [];
  });

const errorCells = (sheet: string): SheetDetails['errors'] =>
  Array.from(
    sheet.matchAll(
      /(<(?:\w+:)?c\s[^>]*\bt="e"[^>]*>)(?:<(?:\w+:)?f[^>]*(?:\/>|>[^<]*<\/(?:\w+:)?f>))?<(?:\w+:)?v>([^<]*)</g,
    ),
    ([, tag = '', text = '']) => ({ ...placeOf(attribute(tag, 'r') ?? ''), text }),
  );

/** Cells with raised text: of the list of strings that sheets share, and of their own. */
function raisedCells(sheet: string, strings: string): SheetDetails['raised'] {
  const shared = new Map<string, string>();
  for (const [i, xml] of (
    strings.match(/<(?:\w+:)?si>[\s\S]*?<\/(?:\w+:)?si>|<(?:\w+:)?si\/>/g) ?? []
  ).entries()) {
    const text = textWithSuperscripts(xml);
    if (text !== undefined) shared.set(String(i), text);
  }
  const ofList =
    shared.size === 0 ? [] : [...sheet.matchAll(/(<(?:\w+:)?c\s[^>]*\bt="s"[^>]*>)\s*<(?:\w+:)?v>(\d+)</g)];
  const own = [...sheet.matchAll(/(<(?:\w+:)?c\s[^>]*\bt="inlineStr"[^>]*>)([\s\S]*?)<\/(?:\w+:)?c>/g)];
  const found = [
    ...ofList.map(([, tag = '', index = '']) => ({ tag, text: shared.get(index) })),
    ...own.map(([, tag = '', xml = '']) => ({ tag, text: textWithSuperscripts(xml) })),
  ];
  return found.flatMap(({ tag, text }) =>
    text === undefined ? [] : [{ ...placeOf(attribute(tag, 'r') ?? ''), text: text.trim() }],
  );
}

/** Formulas that a program wrote and no spreadsheet has worked out yet. */
const formulasWithoutValue = (sheet: string): number =>
  (
    sheet.match(
      /<(?:\w+:)?f(?:\s[^>]*)?(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*\/>|<(?:\w+:)?v>\s*<\/(?:\w+:)?v>)?\s*<\/(?:\w+:)?c>/g,
    ) ?? []
  ).length;

/** Names of sheets that the workbook hides. */
export function hiddenSheets(parts: Parts): Set<string> {
  const hidden = tags(textOf(parts, 'xl/workbook.xml'), 'sheet').filter((tag) =>
    /^(?:hidden|veryHidden)$/.test(attribute(tag, 'state') ?? ''),
  );
  return new Set(hidden.map((tag) => attribute(tag, 'name') ?? ''));
}

/** Scans one sheet of a workbook (.xlsx) for what a reader of values leaves out. */
export function detailsOfSheet(parts: Parts, sheet: string): SheetDetails {
  const xml = textOf(parts, pathOf(parts, sheet) ?? '');
  return {
    shownAs: shownCells(xml, textOf(parts, 'xl/styles.xml')),
    formulasWithoutValue: formulasWithoutValue(xml),
    hiddenRows: tags(xml, 'row').filter((tag) => /^(?:1|true)$/.test(attribute(tag, 'hidden') ?? '')).length,
    hiddenColumns: tags(xml, 'col').flatMap((tag) =>
      /^(?:1|true)$/.test(attribute(tag, 'hidden') ?? '')
        ? [[Number(attribute(tag, 'min')) - 1, Number(attribute(tag, 'max')) - 1] as const]
        : [],
    ),
    joinedDown: joinedDown(xml),
    errors: errorCells(xml),
    raised: raisedCells(xml, textOf(parts, 'xl/sharedStrings.xml')),
  };
}
