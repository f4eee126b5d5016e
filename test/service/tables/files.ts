import { strToU8, zipSync } from 'fflate';

type Value = string | number | null;

const column = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `A${String.fromCharCode(65 + index - 26)}`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function cell(value: Value, at: string): string {
  if (value === null) return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

function sheet(lines: readonly (readonly Value[])[]): string {
  const rows = lines.map(
    (line, i) =>
      `<row r="${i + 1}">${line.map((value, j) => cell(value, `${column(j)}${i + 1}`)).join('')}</row>`,
  );
  return `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook as small as Excel takes it. */
export const workbook = (sheets: Readonly<Record<string, readonly (readonly Value[])[]>>): Buffer =>
  writtenWorkbook(Object.fromEntries(Object.entries(sheets).map(([name, lines]) => [name, sheet(lines)])));

/** One sheet as Excel writes it: the XML of its rows and what follows them, with styles 0 (plain), 1 (per cent), 2 (time), 3 (`0.0 "°C"`), 4 (`0.000 "mL"`), 5 (`0 "µL"`). */
export const styledWorkbook = (rows: string, behind = ''): Buffer =>
  writtenWorkbook({
    Runs: `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData>${behind}</worksheet>`,
  });

const styles =
  '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="4"><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="0.0&quot; °C&quot;"/><numFmt numFmtId="166" formatCode="0.000&quot; mL&quot;"/><numFmt numFmtId="167" formatCode="0&quot; µL&quot;"/></numFmts>' +
  '<cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" xfId="0"/><xf numFmtId="164" xfId="0"/><xf numFmtId="20" xfId="0"/><xf numFmtId="165" xfId="0"/><xf numFmtId="166" xfId="0"/><xf numFmtId="167" xfId="0"/></cellXfs></styleSheet>';

/** An archive of sheets that are written already. */
function writtenWorkbook(sheets: Readonly<Record<string, string>>): Buffer {
  const names = Object.keys(sheets);
  const entries = names.map(
    (name, i) => `<sheet name="${escaped(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`,
  );
  const links = names.map(
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  links.push(`<Relationship Id="styles" Type="${office}/styles" Target="styles.xml"/>`);
  const types = names.map(
    (_, i) =>
      `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>`,
  );
  const files = {
    '[Content_Types].xml': `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${types.join('')}</Types>`,
    '_rels/.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${head}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${office}"><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/styles.xml': head + styles,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links.join('')}</Relationships>`,
    ...Object.fromEntries(names.map((name, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheets[name] ?? ''])),
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))),
  );
}

/** Text in Windows-1252, for the characters that Latin-1 has. */
export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
