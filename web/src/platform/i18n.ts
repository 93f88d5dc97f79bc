import type { Lang } from '@dossier/contract/core/shapes';
import { useSyncExternalStore } from 'react';
import { readCookie, writeCookie } from './cookies.ts';
import type { Keys as GroundKeys } from './text/cn.ts';

/** The keys of each room's words; every `text/cn.ts` adds its own by `declare module`. */
export interface Texts {
  ground: GroundKeys;
}

export type TextNamespace = keyof Texts;
export type TextValues = Record<string, string | number>;
/** The words of a language that tells one from many: `nItems_one` stands in where `n`, or `count`, is one. */
export type Words<K extends string> = Record<K, string> & Partial<Record<`${K}_one`, string>>;
/** Says a text of one room. */
export type TextOf<R extends TextNamespace> = (key: Texts[R], values?: TextValues) => string;

/** The languages with their own names, in the order of the menu. */
export const languageNames: Record<Lang, string> = { cn: '中文', en: 'English', es: 'Español', ja: '日本語' };
/** The languages as browsers and screen readers know them. */
export const languageTags: Record<Lang, string> = { cn: 'zh-CN', en: 'en', es: 'es', ja: 'ja' };

const storageKey = 'dossier-lang';
const cookie = 'language';
/** Each is one chunk with the words of all rooms: a page needs those of most rooms before its first line. */
type WordFiles = Record<string, () => Promise<Record<string, Record<string, string>>>>;
let files: WordFiles = import.meta.glob<Record<string, Record<string, string>>>('./words/*.ts', { import: 'words' });
const loading = new Map<Lang, Promise<void>>();
const listeners = new Set<() => void>();
let current: Lang = firstLang();

/** The words of each language and room, by `cn/library`. */
const known = new Map<string, Readonly<Record<string, string>>>();

/** The language that was chosen in this browser before, if any. */
export function savedLanguage(): Lang | undefined {
  const saved = (localStorage.getItem(storageKey) ?? readCookie(cookie)) as Lang | undefined;
  return saved !== undefined && saved in languageNames ? saved : undefined;
}

function firstLang(): Lang {
  const ours = Object.keys(languageNames) as Lang[];
  const saved = savedLanguage();
  if (saved !== undefined) return saved;
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).map((tag) => (tag === 'zh' ? 'cn' : tag) as Lang);
  return asked.find((tag) => ours.includes(tag)) ?? 'en';
}

/** The language of the interface. */
export const currentLanguage = (): Lang => current;

/** Loads the words of a language, once; what failed is asked for again. Nothing is drawn before the first are there. */
export function loadTexts(language: Lang = current): Promise<void> {
  const asked = loading.get(language);
  if (asked) return asked;
  const promise = askWords(language);
  promise.catch(() => loading.delete(language));
  loading.set(language, promise);
  return promise;
}

/** Speaks with other words than those of all rooms: a client that has few of them names their files, before anything is loaded. */
export function setTextFiles(ownFiles: WordFiles): void {
  files = ownFiles;
}

async function askWords(language: Lang): Promise<void> {
  const own = Object.entries(files).find(([path]) => path.endsWith(`/words/${language}.ts`)) as [string, WordFiles[string]];
  const words = await own[1]();
  for (const [path, texts] of Object.entries(words)) known.set(`${language}/${roomOf(path)}`, texts);
}

/** `../../rooms/library/text/cn.ts` holds the words of `library`, `../text/cn.ts` those of ground. */
function roomOf(path: string): string {
  const folder = path.replace(/\/text\/\w+\.ts$/, '').replace(/^(\.\.\/)+(rooms\/)?/, '');
  return folder === '..' || folder === 'platform' ? 'ground' : folder;
}

/** Changes the language everywhere at once, when its words are there. */
export async function setLanguage(language: Lang): Promise<void> {
  await loadTexts(language);
  current = language;
  localStorage.setItem(storageKey, language);
  writeCookie(cookie, language);
  document.documentElement.lang = languageTags[language];
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

/** The language of the interface; draws anew when it changes. */
export function useLanguage(): Lang {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/** The words of a room; draws anew when the language changes. */
export function useText<R extends TextNamespace>(room: R): TextOf<R> {
  useLanguage();
  return textOf(room);
}

const translators = new Map<string, TextOf<TextNamespace>>();

/** The words of a room, outside of drawing; the same function as long as the language stays. */
export function textOf<R extends TextNamespace>(room: R): TextOf<R> {
  const id = `${current}/${room}`;
  const say = translators.get(id) ?? ((key: string, values?: TextValues) => formatText(known.get(id), key, values));
  translators.set(id, say);
  return say;
}

const place = /\{\{(\w+)\}\}/g;

/** A text with its values in place. What is counted is called `n`; words that are missing are shown by their key. */
function formatText(words: Readonly<Record<string, string>> | undefined, key: string, values: TextValues | undefined): string {
  const many = words?.[key] ?? key;
  if (values === undefined) return many;
  const count = values['count'] ?? values['n'];
  const text = count === 1 ? (words?.[`${key}_one`] ?? many) : many;
  return text.replace(place, (_, name: string) => String(values[name] ?? (name === 'count' ? count : undefined) ?? ''));
}

/** Ground's own words, which are loaded before anything is drawn. */
export const platformText: TextOf<'ground'> = (key, values) => textOf('ground')(key, values);
