import { expect, it } from 'vitest';
import { read, text } from '../reading.ts';

const remarksOf = async (...lines: string[]): Promise<readonly string[]> =>
  (await read(text(['Run,T,p,Result', ...lines]))).description.remarks;

it('a row that repeats another one, identifier included, is recorded and reported', async () => {
  const file = await read(text(['Run,T,Result', 'A1,20,5', 'A2,30,6', 'A2,30,6', 'A3,40,7']));
  expect(file.rows).toHaveLength(4);
  expect(file.description.remarks).toEqual([
    "rows 2 and 3 (lines 3 and 4) are equal in every cell, identifier 'A2' included; skip the row that was entered twice",
  ]);
  const more = await remarksOf('A1,1,2,3', 'A1,1,2,3', 'A2,2,3,5', 'A3,3,3,9', 'A4,3,4,5', 'A1,1,2,3');
  expect(more).toEqual([expect.stringContaining(', and 1 more row repeats an earlier one; skip')]);
  const many = [
    'A1,1,2,3',
    'A1,1,2,3',
    'A2,2,3,5',
    'A3,3,3,9',
    'A4,3,4,5',
    'A5,4,4,7',
    'A1,1,2,3',
    'A2,2,3,5',
  ];
  expect(await remarksOf(...many)).toEqual([
    "rows 1 and 2 (lines 2 and 3) are equal in every cell, identifier 'A1' included, and 2 more rows repeat an earlier one; skip the row that was entered twice",
  ]);
  // The identifier need not come first.
  const last = await read(text(['T,Result,Sample', '20,5,A1', '30,6,A2', '30,6,A2', '30,6,A3']));
  expect(last.description.remarks).toEqual([expect.stringContaining("identifier 'A2' included; skip")]);
});

it('replicates are not reported: another identifier or result, none, or identifiers that recur', async () => {
  expect(await remarksOf('A1,20,1,5', 'A2,20,1,5', 'A3,30,2,6')).toEqual([]);
  expect(await remarksOf('A1,20,1,5', 'A1,20,1,5.1', 'A3,30,2,6')).toEqual([]);
  expect(await remarksOf(',20,1,5', ',20,1,5', 'A3,30,2,6')).toEqual([]);
  expect(await remarksOf('A,20,1,5', 'A,20,1,5', 'B,30,2,6', 'B,30,2,6')).toEqual([]);
});
