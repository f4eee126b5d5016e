import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Cell } from '../../../contract/values.ts';
import { variableSheetLines, variableSheetName } from '../../../contract/variables/variable-sheet.ts';
import { ValueError } from '../../../engine/errors.ts';
import type { Slices } from '../../../engine/slices.ts';
import type { State } from '../state.ts';
import { exportedQueue } from './exported-queue.ts';
import { type ExportedTable, exportedTable, type TableOptions } from './exported-table.ts';

/** What a sheet of Excel holds. */
const maxLines = 1_048_576;
const maxColumns = 16_384;
const maxCharacters = 32_767;

/** Lines that are written between two points where other work may continue. */
const linesPerSlice = 64;

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const links = 'http://schemas.openxmlformats.org/package/2006/relationships';
const kinds = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const sheetName = (n: number): string => `xl/worksheets/sheet${n}.xml`;

/** The parts of a workbook besides its sheets and their texts. */
const frameOf = (sheets: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/>${sheets.map((_, i) => `<Override PartName="/${sheetName(i + 1)}" ContentType="${types}.worksheet+xml"/>`).join('')}<Override PartName="/xl/sharedStrings.xml" ContentType="${types}.sharedStrings+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${links}"><Relationship Id="rId1" Type="${kinds}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${kinds}"><sheets>${sheets.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${links}">${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${kinds}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${kinds}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
});

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

/** Texts of all sheets of a workbook, and the place of each. */
type Texts = Map<string, number>;

/** The lines of a sheet as XML. */
class Sheet {
  readonly #places: Texts;
  readonly #letters: readonly string[];
  #lines = 0;

  constructor(columns: number, texts: Texts) {
    this.#places = texts;
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
    if (cell.length > maxCharacters)
      throw new ValueError(
        `XLSX: cell ${at} has ${cell.length} characters, and Excel takes ${maxCharacters}; export the table as CSV`,
      );
    const place = this.#places.get(cell) ?? this.#places.size;
    this.#places.set(cell, place);
    return `<c r="${at}" t="s"><v>${place}</v></c>`;
  }
}

function* textItems(texts: Texts): Generator<string> {
  for (const text of texts.keys()) yield `<si><t xml:space="preserve">${escaped(text)}</t></si>`;
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

/** A sheet of a workbook: its name and the table on it. */
interface NamedTable extends ExportedTable {
  readonly name: string;
}

/** The line of the names stays in sight. */
const frozen =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';

/**
 * Tables as an Excel workbook: numbers as numbers, texts as texts.
 *
 * @throws ValueError a table is larger than a sheet
 */
function* workbook(tables: readonly NamedTable[]): Slices<Uint8Array> {
  for (const { count, columns } of tables)
    if (count + 2 > maxLines || columns.length > maxColumns)
      throw new ValueError(
        `XLSX: the table has ${count} rows and ${columns.length} columns, more than a sheet can contain; export it as CSV`,
      );
  const archive = new Archive();
  const frame = frameOf(tables.map(({ name }) => name));
  for (const [name, text] of Object.entries(frame)) yield* archive.add(name, [text]);
  const texts: Texts = new Map();
  for (const [i, { columns, lines }] of tables.entries()) {
    const sheet = new Sheet(columns.length, texts);
    const rows = lines((cells) => sheet.line(cells));
    const open = `<worksheet xmlns="${main}">${frozen}<sheetData>`;
    yield* archive.add(sheetName(i + 1), element(open, rows, '</sheetData></worksheet>'));
  }
  yield* archive.add('xl/sharedStrings.xml', element(`<sst xmlns="${main}">`, textItems(texts), '</sst>'));
  return archive.end();
}

/** What the variables are, as a table. */
function variableTable({ variables }: State): NamedTable {
  const cells = variableSheetLines(variables);
  const longest = cells.reduce((one, other) => (other.length > one.length ? other : one));
  return {
    name: variableSheetName,
    columns: longest.map(String),
    count: cells.length - 1,
    lines: (write) => cells.map(write),
  };
}

/**
 * The table of a session as an Excel workbook. It imports again as it is; with units it has a second sheet with what the
 * variables are.
 *
 * @throws ValueError it is larger than a sheet
 */
export function* exportXlsx(state: State, options: TableOptions = {}): Slices<Uint8Array> {
  const experiments = { ...(yield* exportedTable(state, options)), name: 'Experiments' };
  const hasVariables = options.units === true && state.variables.length > 0;
  return yield* workbook(hasVariables ? [experiments, variableTable(state)] : [experiments]);
}

/** The queue as an Excel workbook. @throws ValueError it is larger than a sheet */
export function* exportQueueXlsx(state: State, options: TableOptions = {}): Slices<Uint8Array> {
  return yield* workbook([{ ...(yield* exportedQueue(state, options)), name: 'Queue' }]);
}
