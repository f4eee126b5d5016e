import { strFromU8, unzipSync } from 'fflate';
import { readVariableSheet } from '../../../contract/variables/variable-sheet.ts';
import { ValueError } from '../../../engine/errors.ts';
import { type Lines, type TableLimits, TooLargeTableError } from '../table.ts';
import { isExported, variableSheetApart } from './exported-table.ts';
import { type OdsSheet, odsSheets } from './ods-content.ts';
import { chooseSheet, factRemarks, shownUnits, withSeveralUnits } from './sheets.ts';

function sheetsOf(bytes: Uint8Array, most: TableLimits | undefined): OdsSheet[] {
  const wanted = ['content.xml', 'META-INF/manifest.xml'];
  try {
    const files = unzipSync(bytes, { filter: ({ name }) => wanted.includes(name) });
    const [content = new Uint8Array(), manifest = new Uint8Array()] = wanted.map((name) => files[name]);
    if (strFromU8(manifest).includes('encryption-data'))
      throw new ValueError('ODS: the file has a password; save it without one, or as CSV');
    return odsSheets(strFromU8(content), most);
  } catch (cause) {
    if (cause instanceof ValueError || cause instanceof TooLargeTableError) throw cause;
    throw new ValueError(
      'ODS: the file is damaged, or part of it is missing; open it in a spreadsheet program and save it again, or as CSV',
      { cause },
    );
  }
}

/**
 * The lines of one sheet of an OpenDocument spreadsheet (.ods); the first that holds a table, by default.
 *
 * @throws ValueError         it cannot be read, or has no such sheet
 * @throws TooLargeTableError
 */
export function readOds(
  bytes: Uint8Array,
  wanted: string | undefined,
  most?: TableLimits,
): Pick<Lines, 'lines' | 'places' | 'sheets' | 'units' | 'remarks' | 'variables'> & { sheet: string } {
  const sheets = sheetsOf(bytes, most);
  const hidden = new Set(sheets.flatMap(({ sheet, isHidden }) => (isHidden ? [sheet] : [])));
  const { tables, ofVariables } = variableSheetApart(sheets);
  const { chosen, remarks } = chooseSheet(wanted === undefined ? tables : sheets, hidden, wanted);
  const { units, mixed } = shownUnits(chosen.units);
  return {
    lines: withSeveralUnits(chosen.data, (row, column) => chosen.shown[row]?.get(column) ?? '', chosen.units),
    places: chosen.places,
    sheet: chosen.sheet,
    sheets: sheets.map(({ sheet }) => sheet),
    units,
    ...(ofVariables &&
      isExported(chosen.data[0] ?? []) && { variables: readVariableSheet(ofVariables.data) }),
    remarks: [
      ...remarks,
      ...factRemarks({ ...chosen, hasPercent: [...units.values()].includes('%') }),
      ...mixed,
    ],
  };
}
