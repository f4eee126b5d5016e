import { superscriptDigits } from '../cells/superscripts.ts';

/** Digits and signs as superscripts; other characters are unchanged. */
const superscripts: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...superscriptDigits].map((sign, digit) => [String(digit), sign])),
  '-': '⁻',
  '−': '⁻',
  '–': '⁻',
  '+': '⁺',
};

/** Text as a superscript: `³` for 3. */
export const toSuperscript = (text: string): string =>
  [...text].map((sign) => superscripts[sign] ?? sign).join('');

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text of XML, with the characters that its names and numbers stand for. */
export const plainText = (xml: string): string =>
  xml
    .replaceAll(/&#(x?)([\da-f]+);/gi, (_, hex: string, code: string) =>
      String.fromCodePoint(Number.parseInt(code, hex === '' ? 10 : 16)),
    )
    .replaceAll(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole);

/** Text of a string of a workbook with its superscripts: `10³` and not `103`; undefined where it has none. */
export function textWithSuperscripts(xml: string): string | undefined {
  if (!/<(?:\w+:)?vertAlign\s[^>]*val="superscript"/.test(xml)) return undefined;
  const runs = xml.match(/<(?:\w+:)?r>[\s\S]*?<\/(?:\w+:)?r>/g) ?? [];
  const texts = runs.map((run) => {
    const text = plainText(/<(?:\w+:)?t(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?t>/.exec(run)?.[1] ?? '');
    const isRaised = /<(?:\w+:)?vertAlign\s[^>]*val="superscript"/.test(run);
    return isRaised ? toSuperscript(text) : text;
  });
  return texts.join('');
}
