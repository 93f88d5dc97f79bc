const codepages: Record<string, string> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  65001: 'utf-8',
  10000: 'macintosh',
};
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

/** The encoding of an RTF font's character set, by its number. */
function encodingOfCharset(number: string): string {
  return charsets[number] ?? 'windows-1252';
}

/** The encoding of a Windows codepage, by its number. */
export function encodingOfCodepage(number: string): string {
  try {
    return new TextDecoder(codepages[number] ?? `windows-${number}`).encoding;
  } catch {
    return 'windows-1252'; // an old codepage
  }
}

interface Group {
  skip: boolean;
  /** How many characters after \u are the fallback for readers without Unicode. */
  fallback: number;
  encoding: string;
}

interface Reader {
  out: string[];
  group: Group;
  outer: Group[];
  /** The encoding of each font; the depth of the font table while in it, and the font that is being defined there. */
  fonts: Map<string, string>;
  tableDepth: number;
  font: string;
  /** Bytes that wait to be decoded together, and characters still to be skipped. */
  bytes: number[];
  ignore: number;
}

const unseen = new Set(
  (
    'colortbl stylesheet info pict object themedata datastore colorschememapping latentstyles listtable listoverridetable rsidtbl generator ' +
    'xmlnstbl mmathPr filetbl revtbl fldinst nonshppict objdata'
  ).split(' '),
);
const signs: Record<string, string> = Object.fromEntries(
  'par:\n line:\n sect:\n page:\n row:\n cell:\t tab:\t emdash:— endash:– bullet:• lquote:‘ rquote:’ ldblquote:“ rdblquote:” ~:\u00a0 _:-'
    .split(' ')
    .map((sign) => sign.split(':') as [string, string]),
);
const maxDepth = 10_000;

/** The text of an RTF document (given as Latin-1, a byte a character), its tables, notes and headers too. */
export function rtfText(rtf: string): string {
  const reader: Reader = {
    out: [],
    group: { skip: false, fallback: 1, encoding: 'windows-1252' },
    outer: [],
    fonts: new Map(),
    tableDepth: 0,
    font: '',
    bytes: [],
    ignore: 0,
  };
  const token = /([{}])|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-fA-F]{2})|\\([^a-zA-Z'])|([^{}\\\r\n])|[\r\n\\]/gsy;
  for (let match = token.exec(rtf); match && reader.outer.length < maxDepth; match = token.exec(rtf)) {
    const [, brace, name, number = '', hex, sign, char] = match;
    if (brace !== undefined) changeGroup(reader, brace);
    else if (name === 'bin') token.lastIndex += Math.min(Math.max(Number(number), 0), rtf.length);
    else if (name !== undefined) controlWord(reader, name, number);
    else if (hex !== undefined) addByte(reader, Number.parseInt(hex, 16));
    else if (sign === '*') reader.group.skip = true;
    else if (sign !== undefined && /[{}\\]/.test(sign)) addByte(reader, sign.charCodeAt(0));
    else if (sign !== undefined) addText(reader, signs[sign] ?? '');
    else if (char !== undefined) addByte(reader, char.charCodeAt(0));
  }
  flush(reader);
  return reader.out.join('').toWellFormed();
}

function changeGroup(reader: Reader, brace: string): void {
  flush(reader);
  reader.ignore = 0;
  if (brace === '{') {
    reader.outer.push(reader.group);
    reader.group = { ...reader.group };
  } else {
    reader.group = reader.outer.pop() ?? reader.group;
    if (reader.outer.length < reader.tableDepth) reader.tableDepth = 0;
  }
}

function controlWord(reader: Reader, name: string, number: string): void {
  flush(reader);
  const { group, fonts } = reader;
  if (name === 'fonttbl') {
    reader.tableDepth = reader.outer.length;
    group.skip = true;
  } else if (name === 'f' && reader.tableDepth > 0) reader.font = number;
  else if (name === 'f') group.encoding = fonts.get(number) ?? group.encoding;
  else if (name === 'fcharset' && reader.tableDepth > 0) fonts.set(reader.font, encodingOfCharset(number));
  else if (name === 'ansicpg') group.encoding = encodingOfCodepage(number);
  else if (name === 'uc') group.fallback = Math.min(Number(number) || 0, 16);
  else if (name === 'u') {
    addText(reader, String.fromCharCode(Number(number) & 0xffff));
    reader.ignore = group.fallback;
  } else if (unseen.has(name)) group.skip = true;
  else if (signs[name] !== undefined) addText(reader, signs[name]);
}

function addByte(reader: Reader, value: number): void {
  if (reader.ignore > 0) reader.ignore--;
  else if (!reader.group.skip) reader.bytes.push(value);
}

function addText(reader: Reader, text: string): void {
  flush(reader);
  if (!reader.group.skip) reader.out.push(text);
}

function flush(reader: Reader): void {
  if (reader.bytes.length > 0) reader.out.push(new TextDecoder(reader.group.encoding).decode(Uint8Array.from(reader.bytes)));
  reader.bytes = [];
}
