import { describe, expect, it } from 'vitest';
import { decodeCodePage, looksLikeDos } from '../../../../src/service/tables/files/code-pages.ts';
import { latin1 } from '../files.ts';
import { read } from '../reading.ts';

/** Text in an encoding that the runtime only decodes: each character is looked up. */
function encoded(text: string, encoding: string): Buffer {
  const table = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding);
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) {
      const character = decoder.decode(Uint8Array.of(first, second));
      if ([...character].length === 1) table.set(character, [first, second]);
    }
  return Buffer.from([...text].flatMap((one) => table.get(one) ?? [one.charCodeAt(0)]));
}

const lines = (names: string, kinds: readonly string[]) =>
  `${names}\r\n1,80,${kinds[0]},45.2\r\n2,90,${kinds[1]},67.8\r\n`;

describe('text that is neither UTF-8 nor Western', () => {
  it.each([
    ['shift_jis', '実験番号,温度(℃),溶媒,収率(%)', ['トルエン', 'アセトン']],
    ['gb18030', '编号,温度/℃,溶剂,产率/%', ['乙醇', '甲苯']],
    ['euc-jp', '実験番号,温度(℃),溶媒,収率(%)', ['トルエン', 'アセトン']],
    ['euc-jp', '実験番号,温度(℃),触媒,収率(%)', ['酢酸銅', '硝酸鉄']],
    ['gb18030', '实验编号,温度(℃),催化剂,收率(%)', ['醋酸铜', '硝酸铁']],
    ['euc-kr', '실험,온도(℃),용매,수율(%)', ['톨루엔', '에탄올']],
    ['big5', '編號,溫度(℃),溶劑,產率(%)', ['乙醇', '甲苯']],
  ])('is recognized: %s', async (encoding, names, kinds) => {
    const { description } = await read(encoded(lines(names, kinds), encoding));
    expect(description.settings.encoding).toBe(encoding);
    expect(description.columns.map(({ column }) => column)).toEqual(names.split(','));
    expect(description.columns[1]?.unit).toBe('℃');
    expect(description.columns[2]?.categories).toEqual(kinds);
    expect(description.remarks).toEqual([
      `the text is read as ${encoding}; if its letters are wrong, choose another encoding`,
    ]);
  });

  it.each([
    ['windows-1251', 'Опыт;Температура (°C);Растворитель;Выход (%)', '1;25;толуол;45,5'],
    ['windows-1250', 'Próba;Stężenie [mol/l];Rozpuszczalnik;Wydajność [%]', '1;0,1;toluen;45,5'],
    ['windows-1250', 'Próba;Temperatura;Czas;Wydajność', '1;25;2;45,5'],
    ['windows-1250', 'Pokus;Teplota (°C);Doba (h);Výtěžek (%)', '1;25;2;45,5'],
    ['windows-1252', 'Essai;Température (°C);Débit (m³/h);préparée, créée, cœur', '1;25;3;4'],
    ['windows-1252', 'Ensaio nº;Temp. (°C);Concentração (g/dm³);Rendimento', '1;25;3;4'],
    ['windows-1252', 'Katse;Šveits;õhk;Žürii', '1;25;3;4'],
  ])('one byte a letter: %s, %s', async (encoding, names, row) => {
    const decoder = new TextDecoder(encoding);
    const bytes = new Map(
      Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
    );
    const text = `${names}\r\n${row}\r\n${row.replace('25', '30')}\r\n`;
    const { description } = await read(Uint8Array.from([...text], (one) => bytes.get(one) as number));
    expect(description.settings.encoding).toBe(encoding);
    expect(description.columns.map(({ column }) => column)).toEqual(names.split(';'));
  });

  it('is read in the encoding that is chosen', async () => {
    const bytes = encoded('실험,온도,수율\r\n1,80,45\r\n2,90,55\r\n', 'euc-kr');
    const { description } = await read(bytes, { settings: { encoding: 'euc-kr' } });
    expect(description.columns.map(({ column }) => column)).toEqual(['실험', '온도', '수율']);
  });

  it('is doubted where its letters are those of another encoding', async () => {
    // `Température (°C)` as an older Macintosh wrote it.
    const mac = Buffer.from('Essai;Temp\x8erature (\xa1C);Rendement\n1;80;45\n2;90;55\n', 'latin1');
    const { description } = await read(mac);
    expect(description.remarks).toEqual([
      'the text is read as windows-1252; if its letters are wrong, choose another encoding',
    ]);
    const chosen = await read(mac, { settings: { encoding: 'macintosh' } });
    expect(chosen.description.columns[1]).toMatchObject({ name: 'Température', unit: '°C' });
    const old = await read(mac.map((byte) => (byte === 10 ? 13 : byte)));
    expect(old.description.settings.encoding).toBe('macintosh');
    expect(old.description.columns[1]).toMatchObject({ name: 'Température', unit: '°C' });
  });

  it.each([
    ['T (\xf8C);Gr\x94\xe1e [\xe6m\xfd];Ausbeute', ['T', 'Größe', 'Ausbeute'], ['°C', 'µm²', null]],
    ['Temp\x82rature;L\x94semittel;M\x84ngel', ['Température', 'Lösemittel', 'Mängel'], [null, null, null]],
  ])('of DOS is recognized: %s', async (head, names, units) => {
    const { description } = await read(latin1(`${head}\n1;80;3\n2;90;4\n3;85;5`));
    expect(description.settings.encoding).toBe('cp850');
    expect(description.columns.map(({ name }) => name)).toEqual(names);
    expect(description.columns.map(({ unit }) => unit)).toEqual(units);
    expect(description.remarks).toContain(
      'the text is read as cp850; if its letters are wrong, choose another encoding',
    );
  });

  it('of DOS is read with the Greek letters of its first page where that is chosen', async () => {
    const bytes = latin1('\xe0-CD;\xeat;Yield\n1;80;3\n2;90;4');
    const { description } = await read(bytes, { settings: { encoding: 'cp437' } });
    expect(description.columns.map(({ name }) => name)).toEqual(['α-CD', 'Ωt', 'Yield']);
  });

  it('is doubted where its words are Greek, of which there is no code page', async () => {
    const { description } = await read(
      latin1('\xc8\xe5\xf1\xec\xef\xea\xf1\xe1\xf3\xdf\xe1;Yield\n1;80\n2;90\n'),
    );
    expect(description.remarks).toContain(
      'the text is read as windows-1251; if its letters are wrong, choose another encoding',
    );
  });
});

it.each([
  'Größe;Öl-Temp. °C;Ausbeute\r\n1;80,5;45\r\n2;90;55',
  'Essai;Température (°C);Rendement à 20 °C\r\n1;80;45\r\n2;90;55',
  'ÄÖÜ;ÄÖÜSS;Maß\r\n1;80;45\r\n2;90;55',
  'Operator\x92s;T \x96 set;Yield\r\n1;80;45\r\n2;90;55',
  'Run;Flow (Nm³h-1);Pore volume [cm³g-1]\r\n1;80;45\r\n2;90;55',
  'Nºensayo;Tºreactor;Rendimiento\r\n1;80;45\r\n2;90;55',
  'Öö;Õõnes;Tööõu;Müür;Äär\r\n1;80;45;1;2\r\n2;90;55;1;3',
])('Western text stays what it is: %j', async (text) => {
  const { description } = await read(latin1(text));
  expect(description.settings.encoding).toBe('windows-1252');
  expect(description.remarks.filter((remark) => remark.includes('encoding'))).toEqual([]);
});

describe('a code page of DOS', () => {
  it('has ASCII below 128 and its own characters from there on', () => {
    const bytes = Uint8Array.of(65, 127, 128, 0xe1, 0xfd, 255);
    expect(decodeCodePage(bytes, 'cp437')).toBe('A\x7fÇß²\u00a0');
    expect(decodeCodePage(bytes, 'cp850')).toBe('A\x7fÇß²\u00a0');
    expect(decodeCodePage(Uint8Array.of(0xe0, 0xe6), 'cp437')).toBe('αµ');
  });

  it('is likely where all letters are of Western Europe', () => {
    const usual = [0x80, 0x9a, 0xa0, 0xa5, 0xe1, 0xe6, 0xf1, 0xf8, 0xfa, 0xfd];
    const others = [0x9b, 0x9f, 0xa6, 0xdf, 0xe2, 0xf0, 0xf2, 0xf9, 0xfb, 0xff];
    const isLikely = (byte: number) => looksLikeDos(Uint8Array.of(byte, 0x20, 0x7f));
    expect(usual.map(isLikely)).toEqual(usual.map(() => true));
    expect(others.map(isLikely)).toEqual(others.map(() => false));
  });
});

it('UTF-8 that was read as Windows-1252 and written again is read as it was, unless the text cannot be that', async () => {
  const twice = (once: string) =>
    Buffer.from(new TextDecoder('windows-1252').decode(Buffer.from(once)), 'utf8');
  const { description } = await read(
    twice('T (°C);Lösungsmittel;Ausbeute (%)\n60;THF – trocken;45\n80;DMF;55\n'),
  );
  expect(description.columns.map(({ name }) => name)).toEqual(['T', 'Lösungsmittel', 'Ausbeute']);
  expect(description.sample[0]?.[1]).toBe('THF – trocken');
  expect(description.remarks).toContain(
    "letters that were encoded twice ('Â°') are read as originally written",
  );
  const other = await read(Buffer.from('Ã¶ ö;T;Yield\n1;60;45\n2;80;55\n'));
  expect(other.description.columns[0]?.column).toBe('Ã¶ ö');
});
