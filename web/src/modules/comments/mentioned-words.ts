import { type MentionedPerson, type comments, maxMentions } from '@dossier/contract/comments/comments';
import type { OutputOf } from '@dossier/contract/core/route';
import type { Draft } from './drafts.ts';

/** A person whom the search for a mention finds. */
export type FoundPerson = OutputOf<typeof comments.people>['list'][number];

/** A word after `@` that names nobody, with the people whom it may mean. */
export interface OpenMention {
  word: string;
  people: FoundPerson[];
}

/** The most people whom one search answers. */
export const mostFound = 20;
/** A longer word is the name of nobody. */
const longestName = 100;

/** Letters of scripts that separate words, and digits: where one follows a name, the name goes on. */
const continues = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;
/** A word after `@`; what stands behind a letter, digit or sign of an address is a mail address. */
const atWord = /(?<![A-Za-z0-9._%+-])@([\p{L}\p{M}\p{N}._'’·・-]+)/gu;
const endMarks = /[._'’·・-]+$/u;

/** Whether a text has a name at a place, and the name ends there: "@Ann" is not in "@Anna". */
function hasName(text: string, at: number, name: string): boolean {
  const end = at + name.length;
  if (text.slice(at, end).toLowerCase() !== name.toLowerCase()) return false;
  return !(continues.test(name.at(-1) ?? '') && continues.test(text[end] ?? ''));
}

/** The longest of some names that a text has at a place. */
const longestAt = <T extends { name: string }>(text: string, at: number, people: readonly T[]): T[] => {
  const there = people.filter(({ name }) => hasName(text, at, name));
  const length = Math.max(0, ...there.map(({ name }) => name.length));
  return there.filter(({ name }) => name.length === length);
};

/** Where a text has `@`, with the place behind it. */
const behindAts = (text: string): number[] => [...text.matchAll(/@/g)].map(({ index }) => index + 1);

/** Those of some people whom a text still mentions by name. */
export function mentionedIn({ content, mentions }: Draft): MentionedPerson[] {
  const named = new Set(behindAts(content).flatMap((at) => longestAt(content, at, mentions)));
  return mentions.filter((person) => named.has(person));
}

/** The words after `@` in a text that name none of the people chosen for it. */
function unknownWords({ content, mentions }: Draft): { word: string; at: number }[] {
  return [...content.matchAll(atWord)].flatMap((match) => {
    const word = (match[1] ?? '').replace(endMarks, '');
    const at = match.index + 1;
    return word === '' || longestAt(content, at, mentions).length > 0 ? [] : [{ word, at }];
  });
}

/** Puts the name of a person in place of a word. */
function chooseAt({ word, at }: { word: string; at: number }, { id, name }: MentionedPerson, { content, mentions }: Draft): Draft {
  const length = hasName(content, at, name) ? name.length : word.length;
  return {
    content: content.slice(0, at) + name + content.slice(at + length),
    mentions: [...mentions.filter((person) => person.id !== id), { id, name }],
  };
}

/** Puts the name of a person in place of a word after `@`, wherever the text has it. */
export function chooseFor(word: string, person: MentionedPerson, draft: Draft): Draft {
  const places = unknownWords(draft).filter((one) => one.word === word);
  // from the last one, so that the places of the others stay
  return places.reduceRight((text, one) => chooseAt(one, person, text), draft);
}

/** Where a text has a word after `@`. */
export function placeOfWord(content: string, word: string): [start: number, end: number] | undefined {
  const found = unknownWords({ content, mentions: [] }).find((one) => one.word === word);
  return found && [found.at, found.at + word.length];
}

/**
 * Looks for the people whom words after `@` mean. A word that means one person exactly mentions that one, by the full name; all others are left open. A
 * person is meant where nobody else is found, or where the text has the full name of that one alone.
 */
export async function nameMentions(
  draft: Draft,
  find: (keyword: string) => Promise<FoundPerson[]>,
): Promise<Draft & { open: OpenMention[] }> {
  let named = draft;
  const open = new Map<string, FoundPerson[]>();
  const found = new Map<string, FoundPerson[]>();
  for (const { word, at } of unknownWords(draft).toReversed()) {
    const isSought = word.length <= longestName && found.size < maxMentions;
    const people = found.get(word) ?? (isSought ? await find(word) : []);
    found.set(word, people);
    const exact = longestAt(named.content, at, people);
    const meant = exact.length > 0 ? exact : people;
    const [one, ...others] = meant;
    if (one !== undefined && others.length === 0) named = chooseAt({ word, at }, one, named);
    else open.set(word, meant);
  }
  // in the order of the text
  const words = new Set(unknownWords(named).map(({ word }) => word));
  return { ...named, open: [...words].map((word) => ({ word, people: open.get(word) ?? [] })) };
}
