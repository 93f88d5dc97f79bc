import { createRequire } from 'node:module';

/** A label of TextDecoder; only those that our files plausibly have. */
export type Encoding =
  | 'utf-8'
  | 'utf-16le'
  | 'utf-16be'
  | 'gb18030'
  | 'big5'
  | 'shift_jis'
  | 'euc-jp'
  | 'euc-kr'
  | 'windows-1252'
  | (string & {});

type Library = typeof import('jschardet');
let library: Library | undefined;

const sampleSize = 64 * 1024;
const guesses = ['GB2312', 'GB18030', 'Big5', 'SHIFT_JIS', 'EUC-JP', 'EUC-KR', 'windows-1252'];

/** The encoding of a file by its first bytes (64 KiB are enough): byte order mark, UTF-16 by its zeros, UTF-8 by validity, else by statistics. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  const sample = bytes.subarray(0, sampleSize);
  const [a, b, c] = sample;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  const wide = wideEncoding(sample);
  if (wide !== undefined) return wide;
  if (looksUtf8(sample)) return 'utf-8';
  return declared(sample) ?? guess(sample);
}

/** The encoding of a whole file, also where its first bytes are all ASCII. */
export const encodingOf = (bytes: Uint8Array): Encoding => detectEncoding(bytes.subarray(firstUseful(bytes)));

/** Decodes a small file, with the detected encoding; invalid bytes become U+FFFD and the byte order mark is dropped. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: Encoding } {
  const encoding = encodingOf(bytes);
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
}

/** Whether these first bytes are binary: zeros that are not UTF-16, or many control characters. */
export function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 8192);
  const [a, b] = sample;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return wideShare(sample, a === 0xff) < 0.8;
  if (sample.includes(0)) return wideEncoding(sample) === undefined;
  let controls = 0;
  for (const byte of sample) if ((byte < 32 && (byte < 7 || byte > 13) && byte !== 27) || byte === 127) controls++;
  return controls > sample.length / 100;
}

/** Where to take the sample of a file in memory: at its start, or shortly before its first non-ASCII byte where that comes late. */
function firstUseful(bytes: Uint8Array): number {
  if (bytes.length <= sampleSize) return 0;
  let late = 0;
  for (let byte = bytes[0]; byte !== undefined && byte !== 0 && byte < 0x80; byte = bytes[++late]);
  if (late === bytes.length) return 0;
  return late < sampleSize ? 0 : late & ~1;
}

function wideEncoding(sample: Uint8Array): Encoding | undefined {
  let [even, odd, ascii] = [0, 0, 0];
  sample.forEach((byte, at) => {
    if (byte === 0 && at % 2 === 1) odd++;
    else if (byte === 0) even++;
    else if (byte < 0x80) ascii++;
  });
  // Plain text read as UTF-16 looks Chinese: much ASCII with few zeros is a text with a stray zero.
  if (even + odd === 0 || ascii > sample.length * 0.75) return undefined;
  const little = odd >= even;
  // ASCII characters, at least line ends, have a zero half: the other halves hold few (U+4E00 is one).
  if (Math.min(even, odd) * 3 > Math.max(even, odd) || wideShare(sample, little) < 0.95) return undefined;
  return little ? 'utf-16le' : 'utf-16be';
}

/** The share of plausible characters when the bytes are read as UTF-16. */
function wideShare(sample: Uint8Array, little: boolean): number {
  const text = new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(sample.subarray(0, 8192 & ~1));
  if (text.length === 0) return 1;
  let good = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if ((code >= 32 && code < 0x250 && code !== 127) || (code >= 9 && code <= 13) || (code >= 0x370 && code < 0x600)) good++;
    else if ((code >= 0x2000 && code < 0x2700) || (code >= 0x3000 && code < 0xa000) || (code >= 0xac00 && code < 0xe000) || code >= 0xff00)
      good++;
  }
  return good / text.length;
}

/** Valid UTF-8, except a character cut by the sample's end; one invalid byte in many valid characters does not make it another encoding. */
function looksUtf8(sample: Uint8Array): boolean {
  let good = 0;
  let bad = 0;
  for (let at = 0; at < sample.length; at++) {
    const byte = sample[at] ?? 0;
    if (byte < 0x80) continue;
    const more = byte >= 0xc2 && byte < 0xe0 ? 1 : byte >= 0xe0 && byte < 0xf0 ? 2 : byte >= 0xf0 && byte < 0xf5 ? 3 : 0;
    let seen = 0;
    while (seen < more && at + seen + 1 < sample.length && ((sample[at + seen + 1] ?? 0) & 0xc0) === 0x80) seen++;
    if (more > 0 && seen === more) good++;
    else if (more === 0 || at + seen + 1 < sample.length) bad++;
    at += seen;
  }
  return bad === 0 || good > bad * 20;
}

/** The declared encoding: charset= of HTML, encoding= of XML, coding of scripts. */
function declared(sample: Uint8Array): Encoding | undefined {
  const head = new TextDecoder('latin1').decode(sample.subarray(0, 2048));
  const label = /(?:charset|encoding|coding)\s*[=:]\s*["']?([\w-]{2,20})/i.exec(head)?.[1];
  if (label === undefined) return undefined;
  try {
    const { encoding } = new TextDecoder(label);
    return /^utf|^x-user/.test(encoding) ? undefined : encoding === 'gbk' ? 'gb18030' : encoding;
  } catch {
    return undefined; // an unknown label
  }
}

function guess(sample: Uint8Array): Encoding {
  library ??= createRequire(import.meta.url)('jschardet') as Library;
  const { encoding, confidence } = library.detect(sample, { minimumThreshold: 0, detectEncodings: guesses });
  const found = (encoding ?? '').toLowerCase();
  // One or two Chinese comments in much ASCII are too little for statistics: pairs of the common Chinese characters decide.
  if ((confidence ?? 0) < (found === 'windows-1252' ? 0.08 : 0.05) && commonChinese(sample)) return 'gb18030';
  if (found === 'euc-kr' && !mostlyHangul(sample)) return 'gb18030';
  if (found.startsWith('gb')) return 'gb18030';
  return ['big5', 'shift_jis', 'euc-jp', 'euc-kr'].includes(found) ? found : 'windows-1252';
}

/** Whether all bytes above ASCII come in pairs of GB 2312, with one of its common characters among them. */
function commonChinese(sample: Uint8Array): boolean {
  let common = false;
  for (let at = 0; at < sample.length; at++) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) continue;
    const trail = sample[++at];
    if (trail === undefined) break;
    if (lead < 0xa1 || lead > 0xf7 || trail < 0xa1 || trail === 0xff) return false;
    if (lead >= 0xb0 && lead <= 0xd7) common = true;
  }
  return common;
}

/** Modern Korean is Hangul (lead bytes B0 to C8); a text with many other characters is Chinese. */
function mostlyHangul(sample: Uint8Array): boolean {
  let hangul = 0;
  let other = 0;
  for (let at = 0; at < sample.length; at++) {
    const lead = sample[at] ?? 0;
    if (lead < 0x80) continue;
    at++;
    if (lead >= 0xb0 && lead <= 0xc8) hangul++;
    else if (lead > 0xc8) other++;
  }
  return other * 8 <= hangul;
}
