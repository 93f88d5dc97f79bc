import { filled, withWideSpaces } from '@dossier/contract/core/filled-texts';
import { languages } from '@dossier/contract/core/languages';
import type { Lang } from '@dossier/contract/core/shapes';
import type { TextKeys } from '@dossier/contract/core/text-keys';
import { createInstance } from 'i18next';
import { useSyncExternalStore } from 'react';
import staffTexts from 'virtual:texts/staff';
import { readCookie, writeCookie } from './cookies.ts';
import type { TextFiles } from './text-files.ts';

type Keys = TextKeys<TextFiles>;

/** A file of `web/locales/<language>`, or a topic of one: `search`, `identity.users`. */
export type TextNamespace = keyof Keys;
/** The keys of a namespace; of texts with plural forms, the key without `_one` and `_other`. */
export type TextKey<N extends TextNamespace> = Keys[N];
/** What stands in a text for its placeholders; `count` chooses the plural form. */
export type TextValues = Record<string, string | number>;
/** Translates the keys of one namespace. */
export type TextOf<N extends TextNamespace> = (key: TextKey<N>, values?: TextValues) => string;

/** The texts of a language by namespace. */
export type LanguageTexts = Record<string, Record<string, string>>;
/** Loads the texts of a language, which are one chunk: a page needs those of most modules before it is first drawn. */
export type TextLoaders = Record<Lang, () => Promise<LanguageTexts>>;

const codes = Object.keys(languages) as Lang[];
const byLanguage = <T>(valueOf: (lang: Lang) => T) => Object.fromEntries(codes.map((lang) => [lang, valueOf(lang)])) as Record<Lang, T>;
/** The languages with their own names, in the order of the menu. */
export const languageNames = byLanguage<string>((lang) => languages[lang].name);
/** The language tags for browsers and screen readers. */
export const languageTags = byLanguage<string>((lang) => languages[lang].tag);

const storageKey = 'dossier-lang';
const cookie = 'language';
let loaders: TextLoaders = staffTexts;
const loading = new Map<Lang, Promise<void>>();
const listeners = new Set<() => void>();
let current: Lang = firstLang();

const engine = createInstance();
void engine.init({
  lng: languageTags[current],
  fallbackLng: false,
  initAsync: false,
  resources: {},
  // Namespaces and keys are looked up as they are written.
  nsSeparator: false,
  keySeparator: false,
  // Texts are drawn by React, which escapes them.
  interpolation: { escapeValue: false },
});

/** The language stored in this browser, if any. */
export function savedLanguage(): Lang | undefined {
  const saved = (localStorage.getItem(storageKey) ?? readCookie(cookie)) as Lang | undefined;
  return saved !== undefined && saved in languages ? saved : undefined;
}

function firstLang(): Lang {
  const saved = savedLanguage();
  if (saved !== undefined) return saved;
  const ours = new Map(codes.map((lang) => [primarySubtag(languages[lang].tag), lang]));
  return navigator.languages.map((tag) => ours.get(primarySubtag(tag))).find((lang) => lang !== undefined) ?? 'en';
}

/** `zh` of `zh-CN`. */
function primarySubtag(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}

/** The language of the interface. */
export const currentLanguage = (): Lang => current;

const lists = new Map<Lang, Intl.ListFormat>();

/** How the current language joins names: made once, as rows of tables ask for it. */
function listFormat(): Intl.ListFormat {
  const format = lists.get(current) ?? new Intl.ListFormat(languageTags[current]);
  lists.set(current, format);
  return format;
}

/** Names joined as the current language joins them. */
export const joinedNames = (names: Iterable<string>): string => listFormat().format(names);

/** The first of many names, for a text that adds how many others there are: joined as within a longer list. */
export function firstNames(names: readonly string[]): string {
  const [, between] = listFormat().formatToParts(['1', '2', '3']);
  return names.join(between?.value);
}

/** Loads the texts of a language, once; what failed is asked for again. Nothing is drawn before the first are there. */
export function loadTexts(language: Lang = current): Promise<void> {
  const asked = loading.get(language);
  if (asked) return asked;
  const promise = addTexts(language);
  promise.catch(() => loading.delete(language));
  loading.set(language, promise);
  return promise;
}

/** Replaces the texts of the staff's client by others: called by a client with few of them before anything is loaded. */
export function setTextLoaders(own: TextLoaders): void {
  loaders = own;
}

/** Adds texts to those of a client that begins with few of them: called by a part of it that is loaded later, before it is drawn. */
export async function addTextLoaders(more: TextLoaders): Promise<void> {
  const before = loaders;
  loaders = byLanguage((lang) => async () => ({ ...(await before[lang]()), ...(await more[lang]()) }));
  loading.clear();
  await loadTexts();
}

async function addTexts(language: Lang): Promise<void> {
  const texts = await loaders[language]();
  for (const [namespace, keys] of Object.entries(texts)) engine.addResourceBundle(languageTags[language], namespace, keys);
}

/** Changes the language everywhere at once, when its texts are there. */
export async function setLanguage(language: Lang): Promise<void> {
  await loadTexts(language);
  current = language;
  localStorage.setItem(storageKey, language);
  writeCookie(cookie, language);
  document.documentElement.lang = languageTags[language];
  for (const notify of listeners) notify();
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify);
  return () => listeners.delete(notify);
}

/** The language of the interface; rerenders on a change. */
export function useLanguage(): Lang {
  return useSyncExternalStore(subscribe, currentLanguage);
}

/** The texts of a namespace; draws anew when the language changes. */
export function useText<N extends TextNamespace>(namespace: N): TextOf<N> {
  useLanguage();
  return textOf(namespace);
}

const translators = new Map<string, TextOf<TextNamespace>>();

/** The texts of a namespace, outside of drawing; the same function as long as the language stays. */
export function textOf<N extends TextNamespace>(namespace: N): TextOf<N> {
  const id = `${current}/${namespace}`;
  const known = translators.get(id);
  if (known !== undefined) return known;
  const options = { lng: languageTags[current], ns: namespace, nest: false };
  const translate: TextOf<TextNamespace> = (key, values) => withWideSpaces(engine.t(key, { ...filled(values, options.lng), ...options }));
  translators.set(id, translate);
  return translate;
}

/** Texts that no module owns. They are loaded before anything is drawn. */
export const platformText: TextOf<'platform'> = (key, values) => textOf('platform')(key, values);
