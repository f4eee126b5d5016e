import { Parser } from 'saxen';
import { type TableCell, type TableLimits, TooLargeTableError } from '../table.ts';
import { type Attributes, odsCell } from './ods-cell.ts';
import { columnLetters } from './sheets.ts';
import { toSuperscript } from './superscript-text.ts';

/** One sheet of an OpenDocument spreadsheet. */
export interface OdsSheet {
  readonly sheet: string;
  readonly isHidden: boolean;
  /** Lines with something in them. */
  readonly data: TableCell[][];
  /** Position of each of them, from 1. */
  readonly places: number[];
  /** Units that the numbers of a column show; '': none. */
  readonly units: Map<number, Set<string>>;
  /** Per line, the units that its numbers show, by column. */
  readonly shown: ReadonlyMap<number, string>[];
  hiddenRows: number;
  readonly hiddenColumns: string[];
  formulasWithoutValue: number;
}

const namespaces = {
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:table:1.0': 'table',
  'urn:oasis:names:tc:opendocument:xmlns:text:1.0': 'text',
  'urn:oasis:names:tc:opendocument:xmlns:style:1.0': 'style',
  'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0': 'draw',
  'urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0': 'calcext',
};

/** What is no content of cells: comments, drawings, and what a change removed. */
const isAside = (name: string): boolean =>
  name.startsWith('draw:') ||
  name === 'office:annotation' ||
  name === 'table:shapes' ||
  name === 'table:tracked-changes';

/** Columns of a sheet at most, as the programs have them. */
const maxColumns = 16_384;

const times = (at: Attributes, name: string): number => Math.max(1, Number(at[name] ?? 1) || 1);

/** Takes the sheets from the text of `content.xml`, element by element. */
class Content {
  readonly sheets: OdsSheet[] = [];
  readonly #most: TableLimits | undefined;
  /** Depth inside an element that is left out. */
  #aside = 0;
  /** Styles of tables that are hidden, and of raised text. */
  readonly #styles = { hidden: new Set<string>(), raised: new Set<string>() };
  #style = '';
  #sheet: OdsSheet | undefined;
  #line = 0;
  #column = 0;
  #hidden: readonly (readonly [number, number])[] = [];
  #row:
    | { readonly at: Attributes; readonly cells: TableCell[]; readonly units: Map<number, string> }
    | undefined;
  #cell: { readonly at: Attributes; readonly paragraphs: string[] } | undefined;
  /** Whether each open span is superscript. */
  readonly #spans: boolean[] = [];
  /** Cells that are joined with those below: column → value and lines that are left. */
  readonly #joined = new Map<number, { readonly value: TableCell; left: number }>();
  #cells = 0;

  constructor(most: TableLimits | undefined) {
    this.#most = most;
  }

  open(name: string, at: Attributes): void {
    if (this.#aside > 0 || isAside(name)) this.#aside++;
    else if (name === 'style:style') this.#style = at['style:name'] ?? '';
    else if (name === 'style:text-properties' && /^(?:super|[1-9])/.test(at['style:text-position'] ?? ''))
      this.#styles.raised.add(this.#style);
    else if (name === 'style:table-properties' && at['table:display'] === 'false')
      this.#styles.hidden.add(this.#style);
    else if (name === 'table:table') this.#begin(at);
    else if (name === 'table:table-column') this.#columns(at);
    else if (name === 'table:table-row') this.#row = { at, cells: [], units: new Map() };
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell')
      this.#cell = { at, paragraphs: [] };
    else this.#openText(name, at);
  }

  #openText(name: string, at: Attributes): void {
    if (name === 'text:p') this.#cell?.paragraphs.push('');
    else if (name === 'text:s') this.text(' '.repeat(Math.min(1000, times(at, 'text:c'))));
    else if (name === 'text:tab') this.text('\t');
    else if (name === 'text:line-break') this.text('\n');
    else if (name === 'text:span') this.#spans.push(this.#styles.raised.has(at['text:style-name'] ?? ''));
  }

  text(text: string): void {
    const paragraphs = this.#cell?.paragraphs;
    if (this.#aside > 0 || paragraphs === undefined || paragraphs.length === 0) return;
    paragraphs.push(`${paragraphs.pop()}${this.#spans.includes(true) ? toSuperscript(text) : text}`);
  }

  close(name: string): void {
    if (this.#aside > 0) this.#aside--;
    else if (name === 'text:span') this.#spans.pop();
    else if (name === 'table:table-cell' || name === 'table:covered-table-cell') this.#endCell();
    else if (name === 'table:table-row') this.#endRow();
    else if (name === 'table:table') this.#sheet = undefined;
  }

  #begin(at: Attributes): void {
    this.#sheet = {
      sheet: at['table:name'] ?? '',
      isHidden: this.#styles.hidden.has(at['table:style-name'] ?? ''),
      ...{ data: [], places: [], units: new Map(), shown: [], hiddenColumns: [] },
      ...{ hiddenRows: 0, formulasWithoutValue: 0 },
    };
    this.sheets.push(this.#sheet);
    this.#line = 0;
    this.#column = 0;
    this.#hidden = [];
    this.#joined.clear();
  }

  #columns(at: Attributes): void {
    const from = this.#column;
    this.#column += times(at, 'table:number-columns-repeated');
    if ((at['table:visibility'] ?? 'visible') !== 'visible')
      this.#hidden = [...this.#hidden, [from, this.#column]];
  }

  #endCell(): void {
    const [sheet, row, cell] = [this.#sheet, this.#row, this.#cell];
    this.#cell = undefined;
    if (sheet === undefined || row === undefined || cell === undefined) return;
    const { cell: value, unit } = odsCell(cell.at, cell.paragraphs.join('\n'));
    if (value === '' && cell.at['table:formula'] !== undefined && cell.at['office:value-type'] === undefined)
      sheet.formulasWithoutValue++;
    const count = Math.min(times(cell.at, 'table:number-columns-repeated'), maxColumns - row.cells.length);
    for (let i = 0; i < count; i++) {
      const column = row.cells.length;
      row.cells.push(value);
      if (unit) row.units.set(column, unit);
      if (unit !== null) sheet.units.set(column, (sheet.units.get(column) ?? new Set()).add(unit));
    }
    const down = times(cell.at, 'table:number-rows-spanned');
    if (value !== '' && down > 1 && times(cell.at, 'table:number-columns-spanned') === 1)
      this.#joined.set(row.cells.length - 1, { value, left: down });
  }

  /** Cells that are joined down a column all have the value that is in them. */
  #fillJoined(cells: TableCell[]): void {
    for (const [column, one] of this.#joined) {
      cells[column] = one.value;
      if (--one.left === 0) this.#joined.delete(column);
    }
  }

  #endRow(): void {
    const [sheet, row] = [this.#sheet, this.#row];
    this.#row = undefined;
    if (sheet === undefined || row === undefined) return;
    const { at, cells, units } = row;
    this.#fillJoined(cells);
    while (cells.length > 0 && (cells.at(-1) ?? '') === '') cells.pop();
    const count = times(at, 'table:number-rows-repeated');
    if (cells.length > 0) {
      this.#add(sheet, cells, count, (at['table:visibility'] ?? 'visible') !== 'visible');
      for (let i = 0; i < count; i++) sheet.shown.push(units);
    }
    this.#line += count;
  }

  #add(sheet: OdsSheet, cells: readonly TableCell[], count: number, isHidden: boolean): void {
    this.#cells += cells.length * count;
    if (this.#most !== undefined && this.#cells > this.#most.cells)
      throw new TooLargeTableError('cells', this.#cells, false);
    if (isHidden) sheet.hiddenRows += count;
    for (const [from, to] of this.#hidden)
      for (let at = from; at < Math.min(to, cells.length); at++) {
        const letters = columnLetters(at);
        if ((cells[at] ?? '') !== '' && !sheet.hiddenColumns.includes(letters))
          sheet.hiddenColumns.push(letters);
      }
    const full = Array.from(cells, (cell) => cell ?? '');
    for (let i = 1; i <= count; i++) {
      sheet.data.push(full);
      sheet.places.push(this.#line + i);
    }
  }
}

/**
 * The sheets of the text of `content.xml`.
 *
 * @throws Error              the text is no XML
 * @throws TooLargeTableError
 */
export function odsSheets(xml: string, most: TableLimits | undefined): OdsSheet[] {
  const content = new Content(most);
  new Parser()
    .ns(namespaces)
    .on('openTag', (name, attributes, decode) => {
      const at = Object.entries(attributes()).map(([key, value]) => [key, decode(value)]);
      content.open(name, Object.fromEntries(at));
    })
    .on('closeTag', (name) => content.close(name))
    .on('text', (text, decode) => content.text(decode(text)))
    .on('cdata', (text) => content.text(text))
    .on('error', (error) => {
      throw error;
    })
    .parse(xml);
  return content.sheets;
}
