/** Stand around what is filled into a text until its spaces are set; private characters, which no name has. */
const [start, end] = ['\uF8F0', '\uF8F1'];

/** The characters of Chinese and Japanese with their punctuation, and the quotation marks that Chinese has in common with others. */
const wide = '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}ー\\u3000-\\u303f\\uff00-\\uff60“”]';
const before = new RegExp(`(?<=${wide}) (?=${start}${wide})`, 'gu');
const after = new RegExp(`(?<=${wide}${end}) (?=${wide})`, 'gu');
const marks = new RegExp(`[${start}${end}]`, 'g');
/** A space between two characters of Chinese or Japanese. */
export const wideSpace = new RegExp(`(?<=${wide}) (?=${wide})`, 'gu');

/** Whether a language, by its tag or code, has no spaces between its words. */
export const isWide = (language: string): boolean => /^(zh|cn|ja)/.test(language);

/** Words that are filled into a text, as `withWideSpaces` finds them. */
const marked = <T>(value: T): T | string => (typeof value === 'string' ? `${start}${value}${end}` : value);

/** What is filled into a text of a language, as `withWideSpaces` finds it; numbers stay as they are. */
export const filled = <T>(values: Record<string, T> | undefined, language: string): Record<string, T | string> =>
  isWide(language) ? Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, marked(value)])) : (values ?? {});

/**
 * A text with what is filled in. Chinese and Japanese texts have spaces around that, which are right beside numbers and other scripts only: beside a
 * Chinese name they go. Nothing within what is filled in is changed.
 */
export const withWideSpaces = (text: string): string =>
  text.includes(start) ? text.replaceAll(before, '').replaceAll(after, '').replaceAll(marks, '') : text;
