import { type AttributeKind, type Limits, mostOfCards } from '@dossier/contract/core/card-shapes';
import { nameKey } from '../../../platform/text/names.ts';

/** A stored value: as it is shown, and as it is indexed for the search. */
export interface StoredValue {
  shown: string;
  words: string;
  number: number | null;
}

/** Texts are indexed up to this length, since index entries are limited in size. */
const maxIndexedLength = 500;
const day = /^(\d{4})-(\d{2})-(\d{2})$/;
/** Control characters except tabs and line breaks: neither databases nor screens handle them. */
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const textValue = (shown: string): StoredValue => ({ shown, words: nameKey(shown).slice(0, maxIndexedLength), number: null });
const numberValue = (shown: string, number: number): StoredValue => ({ shown, words: '', number });

/** The days since 1970 of a date; undefined for a date that does not exist. */
export function dayNumber(text: string): number | undefined {
  if (!day.test(text)) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time / 86_400_000;
}

/** A plain decimal number: no blanks, no exponent, not more digits than a double holds. */
export function plainNumber(text: string): number | undefined {
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : undefined;
}

/** The digits of a number without redundant zeros. A double would write small numbers with an exponent and round long ones. */
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

/**
 * Parses a non-empty value by the kind of its field; undefined where it is invalid or outside the limits. The caller checks that a person
 * exists.
 */
export function readValue(kind: AttributeKind, text: string, limits: Limits): StoredValue | undefined {
  const given = text.normalize('NFC').trim();
  return unseen.test(given) || !given.isWellFormed() ? undefined : readers[kind](given, limits);
}
