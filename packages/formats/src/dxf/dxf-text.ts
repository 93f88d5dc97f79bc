/** Decodes the texts of one drawing. */
export type Decode = (raw: string | number | undefined) => string;

/** From this release on texts are UTF-8. */
const firstUnicode = 'AC1021';

/** The decoder for the texts of a drawing of this release and code page. */
export function decoderOf(release: string, codePage: string): Decode {
  const own = new TextDecoder(labelOf(codePage));
  const strict = new TextDecoder('utf-8', { fatal: true });
  // without a code page UTF-8 is tried first
  const tryUnicode = release >= firstUnicode || codePage === '';
  return (raw) => {
    const text = String(raw ?? '');
    if (!/[\x80-\xff]/.test(text)) return unescaped(text);
    const bytes = Buffer.from(text, 'latin1');
    if (!tryUnicode) return unescaped(own.decode(bytes));
    try {
      return unescaped(strict.decode(bytes));
    } catch {
      return unescaped(own.decode(bytes));
    }
  };
}

const named: Record<string, string> = { 932: 'shift_jis', 936: 'gb18030', 949: 'euc-kr', 950: 'big5', 874: 'windows-874' };

function labelOf(codePage: string): string {
  const number = /(\d+)$/.exec(codePage)?.[1] ?? '';
  if (codePage === '' || /gb2312/i.test(codePage)) return 'gb18030';
  if (/^125[0-8]$/.test(number)) return `windows-${number}`;
  return named[number] ?? 'windows-1252';
}

const multibyte: Record<string, string> = { 1: 'shift_jis', 2: 'big5', 3: 'euc-kr', 5: 'gb18030' };

/** Characters written by number: `\U+4E2D`, and in a code page `\M+5D6D0`. */
function unescaped(text: string): string {
  if (!text.includes('+')) return text;
  return text
    .replace(/\\U\+([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\\M\+([1235])([0-9a-f]{4})/gi, (_, page: string, hex: string) =>
      new TextDecoder(multibyte[page] ?? 'gb18030').decode(Buffer.from(hex, 'hex')),
    );
}

/** A single-line text as it is drawn: degrees, diameters, plus or minus; underlines and overlines are left out. */
export function plainLine(text: string): string {
  return text
    .replace(/%%(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/%%[uoUOkK]/g, '')
    .replace(/%%d/gi, '°')
    .replace(/%%p/gi, '±')
    .replace(/%%c/gi, '⌀')
    .replace(/%%%/g, '%')
    .replace(/\^[IJM]/g, ' ');
}

/** The lines of a multi-line text, without size, colour and slant codes. */
export function plainLines(text: string): string[] {
  const plain = text
    .replace(/\\[Pn]|\^J/g, '\n')
    .replace(/\\S([^;#^/]{0,200})([#^/])([^;\\]{0,200});/g, (...[, over = '', sign = '', under = '']: string[]) =>
      sign === '^' ? `${over} ${under}`.trim() : `${over}/${under}`,
    )
    .replace(/\\[ACcFfHQTWp][^;\\{}\n]*;/g, '')
    .replace(/\\[LlOoKkXN]/g, '')
    .replace(/\\~/g, '\u00a0')
    .replace(/\^I/g, ' ')
    .replace(/(\\)?[{}]/g, (whole, escaped: string | undefined) => (escaped === undefined ? '' : whole.slice(1)))
    .replace(/\\\\/g, '\\');
  return plain.split('\n').map(plainLine);
}
