import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { workbook } from '../files.ts';
import { read } from '../reading.ts';

const namespace = (prefix: string, name: string) =>
  `xmlns:${prefix}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`;

/** A spreadsheet as LibreOffice writes it, from its styles and tables. */
function ods(tables: string, styles = '', files: Record<string, string> = {}): Uint8Array {
  const content =
    `<?xml version="1.0" encoding="UTF-8"?><office:document-content ${namespace('office', 'office')} ${namespace('table', 'table')} ${namespace('text', 'text')} ${namespace('style', 'style')} ${namespace('draw', 'drawing')} ` +
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">' +
    `<office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`;
  const parts = {
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': content,
    ...files,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const textCell = (text: string) =>
  `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const number = (value: number, shown = String(value), more = '') =>
  `<table:table-cell office:value-type="float" office:value="${value}"${more}><text:p>${shown}</text:p></table:table-cell>`;
const row = (...cells: readonly string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const table = (rows: string, more = '') => `<table:table table:name="Runs"${more}>${rows}</table:table>`;
/** What LibreOffice puts behind the last cell and the last row. */
const rest =
  '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';

it('values have the units that they are shown with; dates, durations, errors and yes or no are as in Excel', async () => {
  const error =
    '<table:table-cell table:formula="of:=1/0" office:value-type="string" office:string-value="" calcext:value-type="error"><text:p>#WERT!</text:p></table:table-cell>';
  const line = (i: number) =>
    row(
      number(60 + i, `${60 + i},0 °C`),
      `<table:table-cell office:value-type="percentage" office:value="0.${i + 1}"><text:p>${i + 1}0 %</text:p></table:table-cell>`,
      `<table:table-cell office:value-type="time" office:time-value="PT${i + 25}H30M00S"><text:p>x</text:p></table:table-cell>`,
      `<table:table-cell office:value-type="date" office:date-value="2026-03-0${i + 1}"><text:p>x</text:p></table:table-cell>`,
      `<table:table-cell office:value-type="boolean" office:boolean-value="${i % 2 === 0}"><text:p>x</text:p></table:table-cell>`,
      number(42 + i, `000${42 + i}`),
      i === 2 ? error : number(40 + i, `${40 + i}`),
      '<table:table-cell table:number-columns-repeated="16377"/>',
    );
  const names = ['T', 'Loading', 'Dauer', 'Tag', 'Inert', 'Probe', 'Yield'].map(textCell);
  const { description, rows } = await read(
    ods(table(row(...names) + [0, 1, 2, 3].map(line).join('') + rest)),
  );
  expect(description.settings).toMatchObject({ format: 'ods', sheet: 'Runs', sheets: ['Runs'] });
  expect(description.columns.map(({ unit }) => unit)).toEqual(['°C', '%', 'min', null, null, null, null]);
  expect(rows[3]).toMatchObject({
    inputs: { T: 63, Loading: 40, Dauer: 1710, Inert: 'false' },
    outputs: { Yield: 43 },
    extras: { Tag: '2026-03-04', Probe: '00045' },
  });
  expect(rows[2]?.outputs).toEqual({ Yield: null });
  expect(description.remarks).toEqual(['cells with a per cent format are read as shown: 40, not 0.4']);
});

it('numbers of one column that show several units are each read in their own', async () => {
  const lines = [
    row(textCell('V'), textCell('Yield')),
    row(number(1.234, '1,234 mL'), number(45)),
    row(number(200, '200 µL'), number(50)),
    row(number(2, '2,000 mL'), number(60)),
  ];
  const { description, rows } = await read(ods(table(lines.join(''))));
  expect(description.columns[0]).toMatchObject({ name: 'V', unit: 'mL' });
  expect(rows.map(({ inputs }) => inputs.V)).toEqual([1.234, 0.2, 2]);
});

it('repeated cells and rows, joined cells, comments, raised digits and lines of a cell', async () => {
  const styles =
    '<style:style style:name="T1" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>';
  const names = row(
    textCell('Catalyst<office:annotation><text:p>from Merck</text:p></office:annotation>'),
    textCell('c / 10<text:span text:style-name="T1">−3</text:span> M'),
    textCell('Reaction</text:p><text:p>Time<text:s text:c="2"/>(h)'),
    textCell('Yield &amp; loss'),
  );
  const joined = `<table:table-cell table:number-rows-spanned="3" office:value-type="string"><text:p>Pd</text:p></table:table-cell>`;
  const covered = '<table:covered-table-cell/>';
  const more = ' table:number-columns-repeated="2"';
  const removed =
    '<table:tracked-changes><table:deletion><table:table-row><table:table-cell office:value-type="string"><text:p>old</text:p></table:table-cell></table:table-row></table:deletion></table:tracked-changes>';
  const rows = [
    row(joined, number(1, '1', more), number(41)),
    row(covered, number(2, '2', more), number(42)),
    row(covered, number(3, '3', more), number(43)),
    `<table:table-row table:number-rows-repeated="4"><table:table-cell/></table:table-row>`,
    `<table:table-row table:number-rows-repeated="2">${textCell('Ni')}${number(4, '4', more)}${number(44)}</table:table-row>`,
  ];
  const { description, rows: runs } = await read(ods(removed + table(names + rows.join('')), styles));
  expect(description.columns.map(({ column }) => column)).toEqual([
    ...['Catalyst', 'c / 10⁻³ M', 'Reaction Time (h)', 'Yield & loss'],
  ]);
  expect(runs.map(({ inputs }) => [inputs.Catalyst, inputs['Reaction Time']])).toEqual([
    ...[
      ['Pd', 1],
      ['Pd', 2],
      ['Pd', 3],
    ],
    ...[
      ['Ni', 4],
      ['Ni', 4],
    ],
  ]);
  const { description: asked } = await read(
    ods(
      table(
        row(textCell('T'), textCell('Yield')) +
          row(number(1), number(5)) +
          rest.replace('1048570', '5') +
          row(number(2), textCell('x')) +
          row(number(3), number(6)),
      ),
    ),
  );
  expect(asked.problems).toMatchObject([{ line: 8, value: 'x' }]);
});

it('the first sheet that shows a table is read; hidden rows and columns are reported', async () => {
  const styles =
    '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="false"/></style:style>';
  const lines = row(textCell('T'), textCell('Yield')) + row(number(1), number(2)) + row(number(3), number(4));
  const hidden = table(lines, ' table:style-name="ta1"').replace('Runs', 'Old');
  const shown = table(
    '<table:table-column/><table:table-column table:visibility="collapse"/>' +
      lines.replace(
        /<table:table-row>(?!.*<table:table-row>)/,
        '<table:table-row table:visibility="filter">',
      ),
  );
  const { description } = await read(ods(hidden + shown, styles));
  expect(description.settings).toMatchObject({ sheet: 'Runs', sheets: ['Old', 'Runs'] });
  expect(description.remarks).toEqual([
    "sheet 'Runs' is read; sheet 'Old' (hidden) holds a table, too; choose one by 'sheet'",
    'hidden rows are read like the others: 1 in this sheet',
    'hidden columns are read like the others: B',
  ]);
  await expect(read(ods(shown), { settings: { sheet: 'Nope' } })).rejects.toThrow("it has 'Runs'");
});

it('what cannot be read is refused in words', async () => {
  const manifest = { 'META-INF/manifest.xml': '<manifest:encryption-data/>' };
  await expect(read(ods('', '', manifest))).rejects.toThrow('ODS: the file has a password');
  await expect(read(ods('<table:table'))).rejects.toThrow('ODS: the file is damaged');
  const much = `<table:table-row table:number-rows-repeated="1000000">${number(1, '1', ' table:number-columns-repeated="9000"')}</table:table-row>`;
  await expect(read(ods(table(much)))).rejects.toMatchObject({ name: 'TooLargeTableError', what: 'cells' });
  const letter = zipSync({
    mimetype: strToU8('application/vnd.oasis.opendocument.text'),
    'content.xml': strToU8('x'),
  });
  await expect(read(letter)).rejects.toThrow('an OpenDocument file without a spreadsheet');
  await expect(read(ods(''), { settings: { format: 'xlsx' } })).rejects.toThrow(
    "format: the file is an ODS workbook, got 'xlsx'",
  );
  await expect(read(workbook({ Runs: [['T']] }), { settings: { format: 'ods' } })).rejects.toThrow(
    "got 'ods'",
  );
});

it('an exported workbook that was saved as ODS still says what its variables are', async () => {
  const lines = (rows: readonly (readonly (string | number)[])[]) =>
    rows.map((cells) => row(...cells.map((one) => (typeof one === 'number' ? number(one) : textCell(one)))));
  const runs = [
    ['T', 'Yield', 'Iteration', 'Reason', 'ProvenanceId'],
    [30, 10, 0, 'start', 'a'],
    [40, 20, 0, 'start', 'b'],
  ];
  // A person may move the columns of a sheet; the list stays the last one.
  const variables = [
    ['Name', 'Type', 'Lowest', 'Highest', 'Unit', 'Scale', 'Step', 'Categories'],
    ['T', 'integer', 20, 90, '°C', 'log', 5],
  ];
  const second = `<table:table table:name="Variables">${lines(variables).join('')}</table:table>`;
  const { description } = await read(ods(table(lines(runs).join('')) + second));
  expect(description.columns[0]).toMatchObject({ type: 'integer', bounds: [20, 90], step: 5, scale: 'log' });
  expect(description.settings.sheet).toBe('Runs');
  expect(description.remarks).toEqual(["new variables are described by the sheet 'Variables'"]);
});
