import { type AttributeKind, type Limits, mostOfCards } from '@dossier/contract/core/card-shapes';
import { nameKey } from '../../../platform/text/names.ts';

/** A value as it is kept: as it is shown, and as it is looked for. */
export interface StoredValue {
  shown: string;
  words: string;
  number: number | null;
}

/** So much of a text is looked for: an index takes no longer entries. */
const maxIndexedLength = 500;
const day = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Control characters but tabs and breaks of lines, which no engine or screen knows what to do with. */
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const textValue = (shown: string): StoredValue => ({ shown, words: nameKey(shown).slice(0, maxIndexedLength), number: null });
const numberValue = (shown: string, number: number): StoredValue => ({ shown, words: '', number });

/** The number of a day, counted from 1970; undefined for one that no calendar has. */
export function dayNumber(text: string): number | undefined {
  if (!day.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time / 86_400_000;
}

/** A decimal number as people write it in a program: no blanks, no exponents beyond what a double holds. */
export function plainNumber(text: string): number | undefined {
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
}

/** A number as its digits, without zeros that say nothing: a double would write small ones with an exponent and cut long ones. */
const digitsOf = (text: string): string => {
  const [, sign = '', whole = '', part = ''] = /^(-?)0*(\d+?)(?:\.(\d*?)0*)?$/.exec(text) ?? [];
  const digits = part === '' ? whole : `${whole}.${part}`;
  return digits === '0' ? digits : sign + digits;
};

const within = (number: number, { min, max }: Limits): boolean => number >= (min ?? -Infinity) && number <= (max ?? Infinity);

const readers: Record<AttributeKind, (text: string, limits: Limits) => StoredValue | undefined> = {
  text: (text, { maxLength = mostOfCards.text }) =>
    /[\r\n]/.test(text) || text.length > Math.min(maxLength, mostOfCards.text) ? undefined : textValue(text),
  longText: (text, { maxLength = mostOfCards.longText }) => (text.length > maxLength ? undefined : textValue(text)),
  number: (text, limits) => {
    const number = plainNumber(text);
    return number === undefined || !within(number, limits) ? undefined : numberValue(digitsOf(text), number);
  },
  date: (text) => {
    const number = dayNumber(text);
    return number === undefined ? undefined : numberValue(text, number);
  },
  yesNo: (text) => (text === 'true' || text === 'false' ? numberValue(text, text === 'true' ? 1 : 0) : undefined),
  choice: (text, { choices = [] }) => (choices.includes(text) ? textValue(text) : undefined),
  person: (text) => (/^[1-9]\d{0,15}$/.test(text) ? numberValue(text, Number(text)) : undefined),
};

/** Reads a value that is not empty by the kind of its field; undefined where it is none, or breaks the limits. Whether a person is there is asked elsewhere. */
export function readValue(kind: AttributeKind, text: string, limits: Limits): StoredValue | undefined {
  const given = text.normalize('NFC').trim();
  return unseen.test(given) || !given.isWellFormed() ? undefined : readers[kind](given, limits);
}
