import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { languages } from '../../contract/src/core/languages.ts';

const folder = fileURLToPath(new URL('../locales/', import.meta.url));
/** Shown where texts could not be loaded, and so no part of them: `app/load-failure.tsx`. */
const apart = 'load-failure.json';
/** The namespaces that visitors of shared links meet. */
const visitorNamespaces = [
  'platform',
  'sharing.visitor',
  ...['viewer', 'workbooks', 'drawings', 'listings'].map((topic) => `preview.${topic}`),
];
const visitorOnly = new Set(['sharing.visitor']);
/** What else those of them meet who edit, loaded with the editor. */
const editorNamespaces = ['editor', 'slides', 'workbook'].map((topic) => `editing.${topic}`);
/** And those who comment, loaded with the comments. */
const commentNamespaces = ['comments'];
const clients = ['staff', 'visitor', 'visitorEditor', 'visitorComments'];
const moduleId = /^virtual:texts\/(\w+)(?:\/(\w+))?$/;

type Texts = Record<string, string>;

/** The texts of a language by namespace: a file of texts is one, a file of topics is one for each. */
export function textsByNamespace(files: Record<string, Record<string, string | Texts>>): Record<string, Texts> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([module, content]): [string, Texts][] =>
      Object.values(content).every((value) => typeof value === 'string')
        ? [[module, content as Texts]]
        : Object.entries(content as Record<string, Texts>).map(([topic, ofTopic]) => [`${module}.${topic}`, ofTopic]),
    ),
  );
}

/**
 * Makes one chunk of all JSON files of a language in `web/locales`, and smaller ones for visitors of links. `virtual:texts/staff`,
 * `virtual:texts/visitor`, `virtual:texts/visitorEditor` and `virtual:texts/visitorComments` hold a loader for each language.
 */
export function texts(): Plugin {
  return {
    name: 'dossier-texts',
    resolveId(id) {
      return moduleId.test(id) ? `\0${id}` : undefined;
    },
    load(id) {
      const [, client = '', language] = moduleId.exec(id.replace(/^\0/, '')) ?? [];
      if (!clients.includes(client)) return undefined;
      if (language === undefined) return loaders(client);
      const files = readdirSync(`${folder}${language}`).filter((name) => name.endsWith('.json') && name !== apart);
      for (const name of files) this.addWatchFile(`${folder}${language}/${name}`);
      const read = (name: string) => JSON.parse(readFileSync(`${folder}${language}/${name}`, 'utf8'));
      const all = textsByNamespace(Object.fromEntries(files.map((name) => [name.slice(0, -'.json'.length), read(name)])));
      const few = { visitor: visitorNamespaces, visitorEditor: editorNamespaces, visitorComments: commentNamespaces }[client];
      const isOwn = (name: string) => (few === undefined ? !visitorOnly.has(name) : few.includes(name));
      const own = Object.fromEntries(Object.entries(all).filter(([name]) => isOwn(name)));
      return `export default ${JSON.stringify(own)};`;
    },
  };
}

const loaders = (client: string): string =>
  `export default {${Object.keys(languages)
    .map((lang) => `${lang}: () => import('virtual:texts/${client}/${lang}').then((texts) => texts.default)`)
    .join(', ')}};`;
