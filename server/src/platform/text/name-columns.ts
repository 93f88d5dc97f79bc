import { codes } from '@dossier/contract/core/codes';
import { Refusal } from '../refusal.ts';
import { nameKey, nameSort } from './names.ts';
import { pinyinOf } from './pinyin.ts';

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
