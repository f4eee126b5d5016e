import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Cell } from '../../contract/common.ts';
import { ValueError } from '../../engine/errors.ts';
import type { Slices } from '../../engine/slices.ts';
import { exportedTable, type TableOptions } from './exported-table.ts';
import type { State } from './state.ts';

/** What a sheet of Excel holds. */
const mostLines = 1_048_576;
const mostColumns = 16_384;
const mostCharacters = 32_767;

/** Lines that are written between two points where other work may go on. */
const linesPerSlice = 64;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const links = 'http://schemas.openxmlformats.org/package/2006/relationships';
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a workbook that are the same for every table. */
const frame: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${kinds}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${kinds}"><sheets><sheet name="Experiments" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${kinds}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${kinds}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
};

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Text of a cell as XML. A control character is written by its number, as `_x0001_`, and so is the underscore of a text that
 * looks like one; what XML cannot hold at all is replaced.
 */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\0\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll(
      /[^\P{Cc}\t\n]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )
    .replaceAll(/[&<>]/g, (sign) => entities[sign] as string);

/** `A`, `Z`, `AA`: the letters of a column (from 0). */
function lettersOf(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : lettersOf(Math.floor(column / 26) - 1) + last;
}

/** The lines of a sheet as XML, and the texts that stand in them. */
class Sheet {
  readonly #places = new Map<string, number>();
  readonly #letters: readonly string[];
  #lines = 0;

  constructor(columns: number) {
    this.#letters = Array.from({ length: columns }, (_, i) => lettersOf(i));
  }

  line(cells: readonly Cell[]): string {
    const number = ++this.#lines;
    const written = cells.map((cell, i) => this.#cell(cell, `${this.#letters[i]}${number}`));
    return `<row r="${number}">${written.join('')}</row>`;
  }

  /** A text is no formula, whatever it begins with. */
  #cell(cell: Cell, at: string): string {
    if (cell === null) return '';
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`;
    if (cell.length > mostCharacters)
      throw new ValueError(
        `XLSX: cell ${at} has ${cell.length} characters, and Excel takes ${mostCharacters}; export the table as CSV`,
      );
    const place = this.#places.get(cell) ?? this.#places.size;
    this.#places.set(cell, place);
    return `<c r="${at}" t="s"><v>${place}</v></c>`;
  }

  *texts(): Generator<string> {
    for (const text of this.#places.keys()) yield `<si><t xml:space="preserve">${escaped(text)}</t></si>`;
  }
}

/** Packs files, each written in parts, into an archive. */
class Archive {
  readonly #chunks: Uint8Array[] = [];
  readonly #zip = new Zip((error, chunk) => {
    if (error) throw error;
    this.#chunks.push(chunk);
  });

  *add(name: string, parts: Iterable<string>): Slices<void> {
    const file = new ZipDeflate(name, { level: 3 });
    this.#zip.add(file);
    let text = head;
    let n = 0;
    for (const part of parts) {
      text += part;
      if (++n % linesPerSlice > 0) continue;
      file.push(strToU8(text));
      text = '';
      yield;
    }
    file.push(strToU8(text), true);
  }

  end(): Uint8Array {
    this.#zip.end();
    return Buffer.concat(this.#chunks);
  }
}

function* element(open: string, parts: Iterable<string>, close: string): Generator<string> {
  yield open;
  yield* parts;
  yield close;
}

/**
 * The table as an Excel workbook: numbers as numbers, texts as texts. It imports again as it is.
 *
 * @throws ValueError it is larger than a sheet
 */
export function* exportXlsx(state: State, options: TableOptions = {}): Slices<Uint8Array> {
  const { columns, lines } = yield* exportedTable(state, options);
  const count = state.rows.length + 2;
  if (count > mostLines || columns.length > mostColumns)
    throw new ValueError(
      `XLSX: the table has ${state.rows.length} rows and ${columns.length} columns, more than a sheet holds; export it as CSV`,
    );
  const archive = new Archive();
  for (const [name, text] of Object.entries(frame)) yield* archive.add(name, [text]);
  const sheet = new Sheet(columns.length);
  const rows = lines((cells) => sheet.line(cells));
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield* archive.add(
    'xl/worksheets/sheet1.xml',
    element(`<worksheet xmlns="${main}">${view}<sheetData>`, rows, '</sheetData></worksheet>'),
  );
  yield* archive.add('xl/sharedStrings.xml', element(`<sst xmlns="${main}">`, sheet.texts(), '</sst>'));
  return archive.end();
}
