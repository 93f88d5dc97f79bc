interface Group {
  skip: boolean;
  /** Characters after \u that stand for readers without Unicode. */
  fallback: number;
  codepage: string;
}

const codepages: Record<string, string> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
  10000: 'macintosh',
};
/** The character sets of fonts, by number. */
const charsets: Record<string, string> = {
  0: 'windows-1252',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gb18030',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
const unseen = new Set(
  'colortbl stylesheet info pict object themedata datastore colorschememapping latentstyles listtable listoverridetable rsidtbl generator xmlnstbl mmathPr filetbl revtbl fldinst nonshppict objdata'.split(
    ' ',
  ),
);
const signs: Record<string, string> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  cell: '\t',
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
  '~': ' ',
  _: '-',
};
const maxDepth = 10_000;

/** The text of an RTF document (given as Latin-1, a byte a character), its tables, notes and headers too. */
export function rtfText(rtf: string): string {
  const out: string[] = [];
  const fonts = new Map<string, string>();
  const groups: Group[] = [];
  let group: Group = { skip: false, fallback: 1, codepage: 'windows-1252' };
  let inFonts = 0;
  let font = '';
  let bytes: number[] = [];
  let ignore = 0;
  const flush = (): void => {
    if (bytes.length > 0) out.push(new TextDecoder(group.codepage).decode(Uint8Array.from(bytes)));
    bytes = [];
  };
  const put = (text: string): void => {
    flush();
    if (!group.skip) out.push(text);
  };
  const byte = (value: number): void => {
    if (ignore > 0) ignore--;
    else if (!group.skip) bytes.push(value);
  };
  const word = (name: string, number: string): void => {
    flush();
    if (name === 'fonttbl') [inFonts, group.skip] = [groups.length, true];
    else if (name === 'fcharset' && inFonts > 0) fonts.set(font, charsets[number] ?? 'windows-1252');
    else if (name === 'f') inFonts > 0 ? (font = number) : (group.codepage = fonts.get(number) ?? group.codepage);
    else if (name === 'ansicpg') group.codepage = codepageOf(number);
    else if (name === 'uc') group.fallback = Math.min(Number(number) || 0, 16);
    else if (name === 'u') {
      put(String.fromCharCode(Number(number) & 0xffff));
      ignore = group.fallback;
    } else if (unseen.has(name)) group.skip = true;
    else if (signs[name] !== undefined) put(signs[name]);
  };
  const token = /([{}])|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([^{}\\\r\n])|[\r\n\\]/gsy;
  for (let match = token.exec(rtf); match; match = token.exec(rtf)) {
    const [, brace, name, number = '', hex, sign, char] = match;
    if (brace === '{') {
      flush();
      ignore = 0;
      if (groups.push(group) > maxDepth) break;
      group = { ...group };
    } else if (brace === '}') {
      flush();
      ignore = 0;
      group = groups.pop() ?? group;
      if (groups.length < inFonts) inFonts = 0;
    } else if (name === 'bin') token.lastIndex += Math.min(Math.max(Number(number), 0), rtf.length);
    else if (name !== undefined) word(name, number);
    else if (hex !== undefined) byte(Number.parseInt(hex, 16));
    else if (sign === '*') group.skip = true;
    else if (sign !== undefined) /[{}\\]/.test(sign) ? byte(sign.charCodeAt(0)) : put(signs[sign] ?? '');
    else if (char !== undefined) byte(char.charCodeAt(0));
  }
  flush();
  return out.join('').toWellFormed();
}

function codepageOf(number: string): string {
  const label = codepages[number] ?? `windows-${number}`;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return 'windows-1252'; // a codepage of the days before
  }
}
