/** Code pages of DOS, which the runtime does not decode: the characters of the bytes from 128. */
const pages = {
  cp437:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ' +
    'áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐' +
    '└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀' +
    'αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ' +
    'áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀' +
    'ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±\u2017¾¶§÷¸°¨·¹³²■\u00a0',
} as const;

type CodePage = keyof typeof pages;

export const isCodePage = (encoding: string): encoding is CodePage => Object.hasOwn(pages, encoding);

/** Bytes of DOS as text. */
export function decodeCodePage(bytes: Uint8Array, page: CodePage): string {
  const upper = pages[page];
  const units = Uint16Array.from(bytes, (byte) => (byte < 128 ? byte : upper.charCodeAt(byte - 128)));
  return new TextDecoder('utf-16le').decode(units);
}

/** Russian, Ukrainian or Bulgarian text of Windows: letters beyond ASCII make up whole words, and there are many of them. */
export function looksCyrillic(bytes: Uint8Array): boolean {
  const isLetter = (byte: number | undefined): boolean => byte !== undefined && byte >= 0xc0;
  const isLatin = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
  const kinds = new Set<number>();
  let found = 0;
  let inWords = 0;
  bytes.forEach((byte, i) => {
    if (!isLetter(byte)) return;
    found++;
    const [before, after] = [bytes[i - 1], bytes[i + 1]];
    if ((isLetter(before) || isLetter(after)) && !isLatin(before) && !isLatin(after)) inWords++;
    kinds.add(byte);
  });
  return kinds.size > 5 && inWords * 4 > found * 3;
}

/** Units and abbreviations of Western Europe with a raised sign before a letter: `cm³g-1`, `Nm³h-1`, `Tºmáx`, `Nºensayo`. */
const raised = /(?<!\p{L})(?:(?:N|S|St|d|c|k|m)?m³(?=(?:kg|g|mol|min|h|s|d|l)(?!\p{L}))|[TN]º(?=\p{L}))/giu;

/**
 * Polish, Czech, Slovak, Slovenian, Croatian or Romanian text of Windows, as it stands in Windows-1252: raised digits and other signs
 * within words (`stê¿enie`), `œæ`, and letters of Italian or Danish beside ž and š (`výtìžek`).
 */
export const looksCentralEuropean = (text: string): boolean =>
  /\p{L}[¹³¿º]\p{Ll}|œæ/u.test(text.replaceAll(raised, ' ')) ||
  (/[šžŠŽ\u009d]/.test(text) && /[ìèøùòæðÌÈØÙ]/.test(text));

/** Letters of Western Europe, and the signs that are in names and units; both pages have them at the same places. */
const isUsual = (byte: number): boolean =>
  byte < 0x9b || (byte >= 0xa0 && byte <= 0xa5) || [0xe1, 0xe6, 0xf1, 0xf8, 0xfa, 0xfd].includes(byte);

/** Capitals within words, and letters in place of a degree sign: a Macintosh has others at these places. */
const unlikely = /\p{Ll}[ÄÅÉÆÖÜÇÑ]\p{Ll}|\p{Lu}[ÄÅÉÆÖÜÇÑ]\p{Ll}|[íóúñá]C(?!\p{L})/u;

/** Whether text that makes no sense as Western text of Windows does as text of DOS. */
export function looksLikeDos(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 128 || isUsual(byte)) && !unlikely.test(decodeCodePage(bytes, 'cp850'));
}
