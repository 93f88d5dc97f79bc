import { readFileSync, readdirSync } from 'node:fs';
import { filled, withWideSpaces } from '@dossier/contract/core/filled-texts';
import { languages } from '@dossier/contract/core/languages';
import type { Lang } from '@dossier/contract/core/shapes';
import type { TextKeys } from '@dossier/contract/core/text-keys';
import { textsByNamespace } from '../web/build/texts-plugin.ts';
import type { TextFiles } from '../web/src/platform/text-files.ts';

type Keys = TextKeys<TextFiles>;
type Namespace = keyof Keys;

/** A key of the client's texts behind its namespace: `documents.library.newFolder`. */
export type WordKey = { [N in Namespace]: `${N}.${Keys[N]}` }[Namespace];

/** Says a text of the client in one language. */
export type Words = (key: WordKey, values?: Record<string, string | number>) => string;

/** The texts of the client, as a person of this language reads them; an unknown key throws. */
export function wordsIn(lang: Lang): Words {
  const folder = new URL(`../web/locales/${lang}/`, import.meta.url);
  const read = (name: string) => [name.slice(0, -'.json'.length), JSON.parse(readFileSync(new URL(name, folder), 'utf8'))];
  const texts = textsByNamespace(
    Object.fromEntries(
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map(read),
    ),
  );
  const forms = new Intl.PluralRules(languages[lang].tag);
  return (key, values = {}) => {
    const at = key.lastIndexOf('.');
    const [words, name] = [texts[key.slice(0, at)], key.slice(at + 1)];
    const plural = typeof values['count'] === 'number' ? words?.[`${name}_${forms.select(values['count'])}`] : undefined;
    const text = plural ?? words?.[name];
    if (text === undefined) throw new Error(`No text ${key} in ${lang}`);
    const inserted = filled(values, lang);
    return withWideSpaces(text.replace(/\{\{(\w+)\}\}/g, (_, value: string) => String(inserted[value] ?? '')));
  };
}
