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

/** Letters of Western Europe, and the signs that stand in names and units; both pages have them at the same places. */
const isUsual = (byte: number): boolean =>
  byte < 0x9b || (byte >= 0xa0 && byte <= 0xa5) || [0xe1, 0xe6, 0xf1, 0xf8, 0xfa, 0xfd].includes(byte);

/** Capitals within words, and letters in place of a degree sign: a Macintosh has others at these places. */
const unlikely = /\p{Ll}[ÄÅÉÆÖÜÇÑ]\p{Ll}|\p{Lu}[ÄÅÉÆÖÜÇÑ]\p{Ll}|[íóúñá]C(?!\p{L})/u;

/** Whether text that makes no sense as Western text of Windows does as text of DOS. */
export function looksLikeDos(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 128 || isUsual(byte)) && !unlikely.test(decodeCodePage(bytes, 'cp850'));
}
