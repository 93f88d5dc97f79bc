const ideograph = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u;
const between = new RegExp(`(?<=${ideograph.source}) +(?=${ideograph.source})`, 'gu');

/** A text as it is searched: without regard to case, width and line breaks, and to spaces between ideographs. */
export const searched = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u00ad\u200b-\u200f\ufeff]+/gu, ' ')
    .replace(between, '')
    .trim();

/** The same without any space: programs write spaces as gaps between letters. */
export const packed = (text: string): string => searched(text).replaceAll(' ', '');

/** Whether a text says enough to be looked for everywhere: shorter ones stand in any file by chance. */
export const isTelling = (text: string): boolean => packed(text).length >= (ideograph.test(text) ? 2 : 4);

/** Whether any of the words stands in a text. */
export function anyIn(text: string, packedWords: readonly string[]): boolean {
  const whole = packed(text);
  return packedWords.some((word) => whole.includes(word));
}

const [backslash, open, close, less, more] = [0x5c, 0x28, 0x29, 0x3c, 0x3e];
const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The strings of a content stream one after the other, as Latin letters and as UTF-16: what shows text writes it in such. */
export function stringsOfContent(bytes: Uint8Array): { latin: string; wide: string } {
  const found: string[] = [];
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at] === open) {
      const literal = literalString(bytes, at);
      found.push(literal.text);
      at = literal.end;
    } else if (bytes[at] === less && bytes[at + 1] !== less) {
      const end = bytes.indexOf(more, at);
      if (end < 0) break;
      const digits = Buffer.from(bytes.subarray(at + 1, end))
        .toString('latin1')
        .replace(/\s/g, '');
      if (/^[0-9a-f]*$/i.test(digits)) found.push(Buffer.from(digits, 'hex').toString('latin1'));
      at = end;
    }
  }
  return { latin: found.join(''), wide: found.map(asWide).join('') };
}

/** UTF-16 in the order of PDF. */
function asWide(latin: string): string {
  const bytes = Buffer.from(latin, 'latin1');
  return bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le');
}

function literalString(bytes: Uint8Array, from: number): { text: string; end: number } {
  let text = '';
  let depth = 0;
  let at = from;
  for (; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    const sign = String.fromCharCode(byte);
    if (byte === backslash) {
      const octal = /^[0-7]{1,3}/.exec(Buffer.from(bytes.subarray(at + 1, at + 4)).toString('latin1'))?.[0];
      const next = String.fromCharCode(bytes[at + 1] ?? 0);
      if (octal === undefined) text += next === '\n' || next === '\r' ? '' : (escapes[next] ?? next);
      else text += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      at += octal?.length ?? 1;
    } else if (byte === open && depth++ === 0) continue;
    else if (byte === close && --depth === 0) break;
    else text += sign;
  }
  return { text, end: at };
}
