import { expect, it } from 'vitest';
import { patched } from '../../../../src/service/imports.ts';
import { describeImport } from '../../../../src/service/tables/requests/describe.ts';
import { none, plan, text } from '../reading.ts';

const lines = ['Solvent,T,Yield', 'thf,80,45', 'THF,90,55', '2-Me-THF,85,50', ' thf ,70,40'];
const solvent = { name: 'Solvent', type: 'categorical' as const, values: ['THF', '2-MeTHF'] };

const readInto = (variables: readonly (typeof solvent)[], synonyms: Record<string, string>) =>
  describeImport({
    bytes: text(lines),
    plan: { ...plan, columns: [{ column: 'Solvent', synonyms }] },
    known: { ...none, variables },
    withRows: true,
    most: { rows: 1e5, cells: 1e6, textLength: 100_000 },
  });

it('texts of a file stand for categories of the session, in every row', async () => {
  const open = await readInto([solvent], { thf: 'THF' });
  expect(open.description.blocking).toEqual([
    "row 3 (line 4) needs a decision: column 'Solvent': category '2-Me-THF' is not declared; the variable has 'THF', '2-MeTHF'",
  ]);
  const { description, rows } = await readInto([solvent], { thf: 'THF', '2-Me-THF': '2-MeTHF' });
  expect(description.blocking).toEqual([]);
  expect(description.remarks).toEqual([
    "column 'Solvent': 'thf' is read as 'THF'",
    "column 'Solvent': '2-Me-THF' is read as '2-MeTHF'",
    expect.stringContaining("new in this session: 'T' as a variable"),
  ]);
  expect(rows.map(({ inputs }) => inputs.Solvent)).toEqual(['THF', 'THF', '2-MeTHF', 'THF']);
});

it('a synonym of an unknown category is asked about', async () => {
  const { description } = await readInto([solvent], { thf: 'DMF', '2-Me-THF': '2-MeTHF' });
  expect(description.blocking[0]).toContain("category 'DMF' is not declared");
});

it('texts of a new variable are one category', async () => {
  const { description } = await readInto([], { thf: 'THF' });
  expect(description.columns[0]?.categories).toEqual(['THF', '2-Me-THF']);
});

it('a later patch adds to the synonyms of a column and takes them back', () => {
  const column = 'Solvent';
  const first = patched(plan, { columns: [{ column, synonyms: { thf: 'THF' } }] });
  const second = patched(first, { columns: [{ column, synonyms: { dmf: 'DMF' } }] });
  expect(second.columns).toEqual([{ column, synonyms: { thf: 'THF', dmf: 'DMF' } }]);
  const back = patched(second, { columns: [{ column, synonyms: { thf: 'thf' } }] });
  expect(back.columns).toEqual([{ column, synonyms: { thf: 'thf', dmf: 'DMF' } }]);
});
