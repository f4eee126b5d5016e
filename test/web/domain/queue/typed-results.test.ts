import { expect, it } from 'vitest';
import { numberedResults, resultsOf } from '../../../../src/web/domain/queue/typed-results.ts';

const objectives = [
  { name: 'y', label: 'Yield', unit: '%' },
  { name: 'ee', label: 'ee', unit: '%' },
];

it('a pasted block gives each run its row; an empty cell stays empty', () => {
  expect(resultsOf([['71,2', '90'], ['', ''], ['65']], 4, objectives)).toEqual([
    { y: '71,2', ee: '90' },
    { y: '', ee: '' },
    { y: '65' },
  ]);
});

it('a line of names above the results is left out', () => {
  expect(resultsOf([['Yield (%)'], ['71']], 1, objectives)).toEqual([{ y: '71' }]);
  expect(resultsOf([['ee'], ['90']], 1, objectives.slice(1))).toEqual([{ ee: '90' }]);
  expect(resultsOf([['Yield (%)'], ['71']], 2, objectives.slice(1))).toEqual([
    { ee: 'Yield (%)' },
    { ee: '71' },
  ]);
});

it('a block that does not fit is refused with both counts', () => {
  expect(() => resultsOf([['1'], ['2'], ['3']], 2, objectives)).toThrow('3 rows, and 2 runs from here on');
  expect(() => resultsOf([['1', '2', '3']], 2, objectives)).toThrow('3 columns, and 2 results from here on');
});

it('a block with a column Run goes to the runs of these numbers, in any order', () => {
  const isOpen = (run: number) => [1, 3, 4].includes(run);
  const block = [
    ['Run', 'T', 'ee', 'Yield (%)'],
    ['4', '80', '91', '71'],
    ['1', '60', '', '<2'],
  ];
  expect(numberedResults(block, isOpen, objectives)).toEqual(
    new Map([
      [4, { ee: '91', y: '71' }],
      [1, { ee: '', y: '<2' }],
    ]),
  );
  expect(numberedResults([['Yield'], ['71']], isOpen, objectives)).toBeUndefined();
  expect(() =>
    numberedResults(
      [
        ['Run', 'ee'],
        ['2', '1'],
      ],
      isOpen,
      objectives,
    ),
  ).toThrow('run 2 is not in this list');
  expect(() =>
    numberedResults(
      [
        ['Run', 'ee'],
        ['', '1'],
      ],
      isOpen,
      objectives,
    ),
  ).toThrow('run (empty)');
  expect(() =>
    numberedResults(
      [
        ['Run', 'ee'],
        ['1', '1'],
        ['1', '2'],
      ],
      isOpen,
      objectives,
    ),
  ).toThrow('run 1 occurs twice');
});
