import { describe, expect, it } from 'vitest';
import { read, text } from '../reading.ts';

const file = text(['Run,Solvent,T,Yield', '1,THF,80,45', '2,thf,90,55', '3,DMF,8000,66', '4,DMF,85,60']);

const columnsOf = async (bytes: Uint8Array, rows: object) => {
  const { description } = await read(bytes, { rows } as never);
  const [solvent, t] = ['Solvent', 'T'].map((name) => description.columns.find((one) => one.name === name));
  return { categories: solvent?.categories, bounds: t?.bounds, description };
};

describe('a new variable has the range and the categories of the rows that are recorded', () => {
  it('as the file has them', async () => {
    const { categories, bounds } = await columnsOf(file, {});
    expect(categories).toEqual(['THF', 'thf', 'DMF']);
    expect(bounds).toEqual([80, 8000]);
  });

  it('a corrected category leaves, and so does its remark', async () => {
    const { categories, description } = await columnsOf(file, { 2: { cells: { Solvent: 'THF' } } });
    expect(categories).toEqual(['THF', 'DMF']);
    expect(description.remarks).toEqual([]);
  });

  it('a cell may be corrected to a category of its own', async () => {
    const { categories, description } = await columnsOf(file, { 2: { cells: { Solvent: 'MeCN' } } });
    expect(categories).toEqual(['THF', 'MeCN', 'DMF']);
    expect(description.blocking).toEqual([]);
  });

  it('a setting in a row that is left out, or corrected, does not count', async () => {
    expect((await columnsOf(file, { 3: { action: 'skip' } })).bounds).toEqual([80, 90]);
    const { bounds, description } = await columnsOf(file, { 3: { cells: { T: '200' } } });
    expect(bounds).toEqual([80, 200]);
    expect(description.problems).toEqual([]);
  });

  it('a number in another unit does not count', async () => {
    const mixed = text(['Run,T,Yield', '1,5 mg,45', '2,10 mg,55', '3,0.02 g,66']);
    const { bounds } = await columnsOf(mixed, { 3: { cells: { T: '20' } } });
    expect(bounds).toEqual([5, 20]);
  });

  it('bounds that were chosen stay', async () => {
    const { description } = await read(file, { columns: [{ column: 'T', bounds: [0, 100] }] });
    expect(description.columns.find(({ name }) => name === 'T')?.bounds).toEqual([0, 100]);
    expect(description.problems).toMatchObject([{ row: 3, kind: 'out_of_bounds' }]);
  });
});
