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
export function ofCharset(number: string): string {
  return charsets[number] ?? 'windows-1252';
}

/** The encoding of a Windows codepage, by its number. */
export function ofCodepage(number: string): string {
  try {
    return new TextDecoder(codepages[number] ?? `windows-${number}`).encoding;
  } catch {
    return 'windows-1252'; // a codepage of the days before
  }
}
