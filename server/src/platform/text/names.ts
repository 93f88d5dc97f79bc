import { codes } from '@dossier/contract/core/codes';
import { Refusal } from '../refusal.ts';
import { pinyinOf, pinyinReadings } from './pinyin.ts';

/** Why a name is refused. */
type NameFault = 'empty' | 'illegal' | 'too-long';

/** The most bytes of UTF-8 that a name may have. */
export const maxNameBytes = 255;
const maxSortLength = 300;
const forbidden = /[/\\:*?"<>|]/;
/** C0, DEL and C1; line separators; noncharacters; and invisible characters that can make one name look like another (direction, zero width). */
const invisible = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/;
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;
const utf8 = new TextEncoder();

/** Checks a name for a cabinet, folder or document, and returns its NFC form. */
export function checkName(name: string): { ok: true; name: string } | { ok: false; why: NameFault } {
  if (name.trim() === '') return { ok: false, why: 'empty' };
  // Before any loop over the string: a name of a megabyte must cost nothing.
  if (name.length > maxNameBytes * 4 || !name.isWellFormed()) return { ok: false, why: name.isWellFormed() ? 'too-long' : 'illegal' };
  const normal = name.normalize('NFC');
  if (forbidden.test(normal) || invisible.test(normal) || /^[\s.]|[\s.]$/u.test(normal)) return { ok: false, why: 'illegal' };
  const beforeDot = normal.split('.', 1)[0]?.trimEnd() ?? '';
  if (device.test(beforeDot)) return { ok: false, why: 'illegal' };
  if (utf8.encode(normal).length > maxNameBytes) return { ok: false, why: 'too-long' };
  return { ok: true, name: normal };
}

/** The key under which a name is unique in its folder: NFC, case-insensitive, the same in every locale. */
export function nameKey(name: string): string {
  // Lower, upper and lower again folds what a single conversion keeps apart: ẞ, ß and SS, final and inner sigma.
  return name.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}

/** The extension in lower case without its dot, or '' where there is none. */
export function extOf(name: string): string {
  return /[^.]\.([a-z0-9_+~-]{1,16})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The n-th variant of a name: the name itself, then "name (2).ext", "name (3).ext", … cut to 255 bytes. */
export const numberedName = (name: string, count: number): string => (count < 2 ? name : endedName(name, ` (${count})`));

/** A name with a suffix between its stem and its extension; the stem is cut so that the whole has 255 bytes. */
export function endedName(name: string, end: string): string {
  const ext = extOf(name);
  const tail = ext === '' ? '' : (/\.tar\.[^.]+$/i.exec(name)?.[0] ?? name.slice(-ext.length - 1));
  const stem = tail.length < name.length ? name.slice(0, name.length - tail.length) : name;
  return cutBytes(stem, maxNameBytes - utf8.encode(end + tail).length) + end + tail;
}

/** A name with a word behind it, its extension included; the name is cut so that the whole has 255 bytes. */
export const nameWithWord = (name: string, word: string): string =>
  `${cutBytes(name, maxNameBytes - utf8.encode(word).length - 1)} ${word}`;

/** The first variant of a name that is not taken; for few taken names, as it tries each. */
export function freeName(name: string, taken: (name: string) => boolean): string {
  for (let count = 1; ; count++) {
    const candidate = numberedName(name, count);
    if (!taken(candidate)) return candidate;
  }
}

function cutBytes(text: string, limit: number): string {
  if (utf8.encode(text).length <= limit) return text;
  const { read } = utf8.encodeInto(text, new Uint8Array(limit));
  return text.slice(0, read).replace(/[\s.]+$/u, '');
}

/**
 * A string whose binary order (SQLite BINARY, PostgreSQL "C") is the natural order of names: spaces and punctuation, numbers by value, letters
 * without regard to case or accents, Chinese by pinyin and tone, kana, Hangul; the stem before the extension. At most 300 characters.
 */
export function nameSort(name: string): string {
  const folded = fold(name);
  const ext = extOf(folded);
  const stem = ext === '' ? folded : folded.slice(0, folded.length - ext.length - 1);
  let key = sortUnits(stem, maxSortLength);
  const tie = nameKey(name);
  // A tie-breaker at the end, so that different names never share a key (short of the cut).
  const lossy = folded !== tie || /(?:^|\D)0\d|[^\S ]/.test(folded);
  if (ext !== '' || lossy) key += `\u0001${sortUnits(ext, maxSortLength)}`;
  if (lossy) key += `\u0001${tie}`;
  return cutChars(key, maxSortLength);
}

/** Folds widths, case, Latin accents, kana voicing and both kana scripts; Hangul stays composed. */
function fold(name: string): string {
  return nameKey(name.normalize('NFKD').replace(/[\u0300-\u036f\u3099\u309a]/g, '')).replace(/[\u30a1-\u30f6]/g, (kana) =>
    String.fromCharCode(kana.charCodeAt(0) - 0x60),
  );
}

/** Sorts Han after every script below U+3000 and before kana; a syllable ends in its tone's digit, which sorts before any letter. */
const hanMark = '\u3000';

function sortUnits(text: string, limit: number): string {
  let readings: string[] | undefined;
  let out = '';
  const chars = [...text];
  for (let at = 0; at < chars.length && out.length < limit; at++) {
    const char = chars[at] ?? '';
    if (char >= '0' && char <= '9') {
      let end = at;
      while ((chars[end] ?? '') >= '0' && (chars[end] ?? '') <= '9' && chars[end]?.length === 1) end++;
      out += numberUnit(chars.slice(at, end).join(''));
      at = end - 1;
    } else if (/\p{Script=Han}/u.test(char)) {
      readings ??= pinyinReadings(text);
      out += `${hanMark}${readings[at] ?? ''}${char}`;
    } else if (/[\p{P}\p{S}]/u.test(char)) out += `!${char}`;
    else out += /\s/u.test(char) ? ' ' : char;
  }
  return out;
}

/** A number as its length and its digits; the characters from "1" to "`" sort between the other punctuation and the letters. */
function numberUnit(digits: string): string {
  const value = digits.replace(/^0+(?=\d)/, '');
  let length = value.length;
  let prefix = '';
  for (; length > 40; length -= 40) prefix += '`';
  return prefix + String.fromCharCode(0x30 + length) + value;
}

function cutChars(text: string, limit: number): string {
  return text.length <= limit
    ? text
    : text
        .slice(0, limit)
        .toWellFormed()
        .replace(/\ufffd$/, '');
}

/** Control characters, and zero-width characters that make one name look like another. */
const unseen = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffe\uffff]/u;

/** The name in NFC; 1005 for one with invisible characters. */
function plain(name: string): string {
  if (unseen.test(name) || !name.isWellFormed()) throw new Refusal(codes.nameIllegal);
  return name.normalize('NFC');
}

/** A name from another system: on one line, visible characters only, no longer than a name may be. */
export const outsideName = (given: string): string =>
  given
    .slice(0, 1000)
    .replaceAll(new RegExp(`${unseen.source}+`, 'gu'), ' ')
    .trim()
    .slice(0, 100)
    .trimEnd()
    .toWellFormed();

function spokenOf(name: string): string {
  const { full, initials } = pinyinOf(name);
  return `${full} ${initials}`;
}

/** The name columns of a department, group or role. */
export function nameColumns(given: string) {
  const name = plain(given);
  return { name, name_key: nameKey(name), name_sort: nameSort(name), pinyin: spokenOf(name) };
}

/** The name columns of a user. */
export function fullNameColumns(given: string) {
  const name = plain(given);
  return { full_name: name, full_key: nameKey(name), full_sort: nameSort(name), pinyin: spokenOf(name) };
}
