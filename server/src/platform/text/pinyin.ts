import { createRequire } from 'node:module';

/** The pinyin of a name: whole, its initials, and its pieces (a syllable for each Han character, words of other scripts whole). */
export interface Pinyin {
  full: string;
  initials: string;
  syllables: string[];
}

type Library = typeof import('pinyin-pro');
let library: Library | undefined;

/** Its dictionary costs some 50 ms and 17 MB, so it is loaded at the first name with Han characters. */
function load(): Library {
  library ??= createRequire(import.meta.url)('pinyin-pro') as Library;
  return library;
}

const han = /\p{Script=Han}/u;

/** The reading of each code point with its tone as a digit ("he2"), '' where there is none; polyphones are read in context. */
export function pinyinReadings(text: string): string[] {
  const chars = [...text];
  if (!han.test(text)) return chars.map(() => '');
  const pinyin = load().pinyin(text, { toneType: 'num', type: 'array', v: true, toneSandhi: false });
  // Readings and code points must match one to one; where the library counts differently (it never did in the tests), no reading is better than a wrong
  // one.
  if (pinyin.length !== chars.length) return chars.map(() => '');
  return pinyin.map((syllable, at) => (han.test(chars[at] ?? '') && /^[a-zê]+[0-5]$/.test(syllable) ? syllable.replace(/0$/, '5') : ''));
}

/** The pinyin of a name, without tones: 合同审批 gives hetongshenpi, htsp and its four syllables. */
export function pinyinOf(name: string): Pinyin {
  const text = name.normalize('NFKC').toLowerCase();
  const readings = pinyinReadings(text);
  const syllables: string[] = [];
  let initials = '';
  let word = '';
  const endWord = (): void => {
    if (word !== '') syllables.push(word);
    initials += word;
    word = '';
  };
  [...text].forEach((char, at) => {
    const syllable = (readings[at] ?? '').slice(0, -1);
    if (syllable === '' && /[\p{L}\p{N}]/u.test(char) && !han.test(char)) word += char;
    else {
      endWord();
      if (syllable !== '') syllables.push(syllable);
      initials += syllable.slice(0, 1);
    }
  });
  endWord();
  return { full: syllables.join(''), initials, syllables };
}
