import { describe, expect, it } from 'vitest';
import { read, text } from '../reading.ts';

/** What the columns of a text file are taken for, and what is said of them. */
async function taken(lines: readonly string[]) {
  const { description, rows } = await read(text(lines));
  const { columns, remarks, blocking } = description;
  return {
    meanings: Object.fromEntries(columns.map(({ column, meaning }) => [column, meaning])),
    units: Object.fromEntries(columns.map(({ name, unit }) => [name, unit])),
    remarks,
    blocking,
    rows,
  };
}

const runs = [1, 2, 3, 4, 5];

describe('columns named by numbers in order', () => {
  it('are the readings of a spectrum, and no settings', async () => {
    const waves = [400, 401, 402, 403, 404];
    const { meanings, remarks, blocking } = await taken([
      `Run,T / °C,${waves.join(',')},Yield / %`,
      ...runs.map(
        (i) => `${i},${60 + i},${waves.map((nm) => (i * 0.01 + nm * 0.001).toFixed(3)).join(',')},${40 + i}`,
      ),
    ]);
    expect(meanings).toMatchObject({ 'T / °C': 'input', 'Yield / %': 'output' });
    expect(waves.map((nm) => meanings[nm])).toEqual(waves.map(() => 'note'));
    expect(remarks).toEqual([
      "the names of the 5 columns '400' to '404' are numbers in order, as of a spectrum or a time course; they are notes; to use one as a result, read it as an output",
    ]);
    expect(blocking).toEqual([]);
  });

  it.each([
    ['nm behind them', ['400 nm', '402 nm', '404 nm', '406 nm']],
    ['wavenumbers that fall', ['4000', '3998', '3996', '3994']],
    ['names of R', ['X900.5', 'X902.5', 'X904.5', 'X906.5']],
    ['times', ['5 min', '10 min', '30 min', '60 min']],
  ])('%s; the result is right of them, or is asked for', async (_, series) => {
    const cells = (i: number) => series.map((__, k) => 0.1 * i + k).join(',');
    const left = await taken([`pH,T,${series.join(',')}`, ...runs.map((i) => `${i},${i * i},${cells(i)}`)]);
    expect(left.meanings).toMatchObject({ pH: 'input', T: 'input', [series[3] as string]: 'note' });
    expect(left.blocking).toEqual(['no column is read as an output; choose the measured one']);
    const right = await taken([
      `pH,${series.join(',')},moisture`,
      ...runs.map((i) => `${i},${cells(i)},${i * i}`),
    ]);
    expect(right.meanings).toMatchObject({ pH: 'input', [series[0] as string]: 'note', moisture: 'output' });
  });

  it.each([
    ['that count the columns', '1,2,3,4,Yield'],
    ['of factors', 'X1,X2,X3,X4,Yield'],
    ['out of order', '5,3,8,2,Yield'],
  ])('%s are settings', async (_, names) => {
    const { meanings } = await taken([
      names,
      ...runs.map((i) => `${i},${i * i},${7 - i},${i % 2},${40 + i}`),
    ]);
    expect(Object.values(meanings)).toEqual(['input', 'input', 'input', 'input', 'output']);
  });

  it('in the first column: each row is a point of a spectrum', async () => {
    const { remarks } = await taken([
      'Wavelength (nm),S1,S2,S3',
      ...runs.map((i) => `${400 + i},${0.1 * i},${0.2 * i + 3},${0.3 * i + 9}`),
    ]);
    expect(remarks).toEqual([
      "column 'Wavelength (nm)' changes in one direction from row to row, as in a spectrum; if each other column is a sample, choose variables in rows",
    ]);
  });
});

describe('readings of peaks', () => {
  it.each([
    ['Area SM,Area P,Area IS'],
    ['Peak Area Product,HPLC area SM,Area_dimer'],
    ['LCAP SM,LCAP Prod,Dimer LCAP'],
    ['SM area%,Product area%,Product (area%)'],
    ['P/IS,SM/IS,Product/ISTD'],
    ['m crude (g),Crude mass (g),m pure (g)'],
  ])('%s are notes beside a result, and else results', async (readings) => {
    const cells = (i: number) => `${100 - i * i},${3 * i * i},${i * 7 + 0.5}`;
    const beside = await taken([
      `T (°C),${readings},Yield (%)`,
      ...runs.map((i) => `${60 + i},${cells(i)},${70 + i}`),
    ]);
    expect(Object.values(beside.meanings)).toEqual(['input', 'note', 'note', 'note', 'output']);
    const alone = await taken([`T (°C),${readings}`, ...runs.map((i) => `${60 + i},${cells(i)}`)]);
    expect(Object.values(alone.meanings)).toEqual(['input', 'output', 'output', 'output']);
  });

  it('surfaces and loads of an area are settings', async () => {
    const { meanings } = await taken([
      'Electrode area (cm²),Area load (g),Surface area,Yield (%)',
      ...runs.map((i) => `${i},${10 - i},${i * i},${70 + i}`),
    ]);
    expect(Object.values(meanings)).toEqual(['input', 'input', 'input', 'output']);
  });

  it('a theoretical yield is no result, and a target amount none either', async () => {
    const { meanings } = await taken([
      'target amount (g),T,Theoretical yield (mg),Yield (%)',
      ...runs.map((i) => `${i},${60 + i},${300 + i},${70 + i}`),
    ]);
    expect(Object.values(meanings)).toEqual(['input', 'input', 'note', 'output']);
  });
});

describe('capitals in brackets', () => {
  it('name a substance behind an amount, and a unit behind its quantity', async () => {
    const { units } = await taken([
      'Run,c(A),n (K),eq. (C),T(K),I (A),Current (A),Y',
      '#,mol/L,mol,,,,,%',
      ...runs.map((i) => `${i},${i / 10},${i},${i * i},${300 + i},${i / 7},${i / 9},${40 + i}`),
    ]);
    expect(units).toEqual({
      ...{ Run: null, 'c(A)': 'mol/L', 'n (K)': 'mol', 'eq. (C)': null },
      ...{ T: 'K', I: 'A', Current: 'A', Y: '%' },
    });
  });

  it('small units stay units, and mol-% is a name where it stands alone', async () => {
    const { units } = await taken([
      'mass (g),conc (M),mol-%,Temperature (Celsius),Yield (%)',
      ...runs.map((i) => `${i},${i / 10},${i * i},${60 + i},${40 + i}`),
    ]);
    expect(units).toEqual({ mass: 'g', conc: 'M', 'mol-%': null, Temperature: 'Celsius', Yield: '%' });
  });
});

describe('settings of a mixture', () => {
  it('whose sum is a whole in every run are pointed out', async () => {
    const { remarks } = await taken([
      'Run,T (°C),Water %,EtOH %,Glycerol %,Viscosity',
      '1,60,50,30,20,4',
      '2,70,60,20,20,5',
      '3,80,33.3,33.3,33.3,6',
      'Mean,,47,27,24,5',
    ]);
    expect(remarks).toEqual([
      "'Water', 'EtOH', 'Glycerol' add up to 100 in every run; to keep this sum in suggestions, add it as a constraint",
    ]);
  });

  it('that do not add up in one run are not', async () => {
    const { remarks } = await taken(['a,b,c,Yield', '.2,.3,.5,4', '.4,.4,.2,5', '.3,.3,.3,6']);
    expect(remarks).toEqual([]);
  });
});

it('an additive in some runs is pointed out', async () => {
  const { remarks } = await taken([
    'Run,Additive,T,Yield',
    '1,LiCl,60,44',
    '2,,80,55',
    '3,,70,50',
    '4,LiCl,60,41',
  ]);
  expect(remarks).toEqual([
    "column 'Additive' is a note with 'LiCl' in some rows; if an empty cell means no or none, write so in the file",
  ]);
});

it('objectives of an exported table are results, whatever stands beside them', async () => {
  for (const first of ['Area P', 'm pure', 'Theoretical yield', 'Mean yield']) {
    const { meanings } = await taken([
      `T,t,${first},Yield 1,Yield 2,Iteration,Reason,ProvenanceId`,
      ...runs.map((i) => `${60 + i},${i * i},${3 * i},${70 + i},${71 + i},0,,p${i}`),
    ]);
    expect(meanings).toMatchObject({ T: 'input', t: 'input', [first]: 'output', 'Yield 1': 'output' });
  }
});

describe('shares of what came out', () => {
  const meaningsOf = async (names: string, ...rows: readonly string[]) => {
    const { description } = await read(text([names, ...rows]));
    return description.columns.filter(({ meaning }) => meaning === 'output').map(({ name }) => name);
  };

  it.each([
    ['Umsatz;Produkt;NP', ['Umsatz', 'Produkt', 'NP']],
    ['Edukt;Produkt;NP 1', ['Edukt', 'Produkt', 'NP 1']],
    ['SM;Product;Dimer', ['SM', 'Product', 'Dimer']],
    ['Conversion;SM;Desired product', ['Conversion', 'SM', 'Desired product']],
    // The concentration of a setting stands left of the result.
    ['Edukt;t;Ausbeute', ['Ausbeute']],
    ['Water;Edukt;Ausbeute', ['Ausbeute']],
  ])('%s: by the sign in the cells, or the unit in the names', async (names, expected) => {
    const cells = ['1;60;55 %;40 %;5 %', '2;70;45 %;50 %;5 %', '3;80;35 %;59 %;6 %'];
    expect(await meaningsOf(`Versuch;T;${names}`, ...cells)).toEqual(expected);
    const units = names.split(';').map((name) => `${name} [%]`);
    const bare = cells.map((line) => line.replaceAll(' %', ''));
    expect(await meaningsOf(`Versuch;T;${units.join(';')}`, ...bare)).toEqual(expected);
  });

  it('amounts of a product or a starting material in another unit may be settings', async () => {
    expect(await meaningsOf('Run;Product (g);SM (g);Yield (%)', '1;5;2;50', '2;6;3;55', '3;7;4;60')).toEqual([
      'Yield',
    ]);
  });

  it('what should be low is said to be maximized', async () => {
    const { description } = await read(text(['T,Product (%),NP (%)', '60,40,5', '70,50,6', '80,55,3']));
    expect(description.remarks).toEqual(["'NP' is maximized until its goal is set with the objectives"]);
  });
});
