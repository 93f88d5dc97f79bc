import { readFileSync, readdirSync } from 'node:fs';
import { filled, withWideSpaces } from '@dossier/contract/core/filled-texts';
import { languages } from '@dossier/contract/core/languages';
import type { Lang } from '@dossier/contract/core/shapes';
import type { TextKeys } from '@dossier/contract/core/text-keys';
import { createInstance } from 'i18next';
import type acknowledgements from '../../../locales/en/acknowledgements.json';
import type documents from '../../../locales/en/documents.json';
import type emails from '../../../locales/en/emails.json';
import type editing from '../../../locales/en/editing.json';
import type identity from '../../../locales/en/identity.json';
import type meetings from '../../../locales/en/meetings.json';
import type notifications from '../../../locales/en/notifications.json';
import type platform from '../../../locales/en/platform.json';
import type preview from '../../../locales/en/preview.json';
import type reporting from '../../../locales/en/reporting.json';
import type sharing from '../../../locales/en/sharing.json';
import type signatures from '../../../locales/en/signatures.json';
import type workflows from '../../../locales/en/workflows.json';

/** The files of texts in `server/locales/<language>`; English says which keys there are. */
interface TextFiles {
  acknowledgements: typeof acknowledgements;
  documents: typeof documents;
  editing: typeof editing;
  emails: typeof emails;
  identity: typeof identity;
  meetings: typeof meetings;
  notifications: typeof notifications;
  platform: typeof platform;
  preview: typeof preview;
  reporting: typeof reporting;
  sharing: typeof sharing;
  signatures: typeof signatures;
  workflows: typeof workflows;
}

type Keys = TextKeys<TextFiles>;
/** The keys of a namespace: `reporting`, `identity.mails`. */
export type TextKey<N extends keyof Keys> = Keys[N];
/** Translates the keys of one namespace. */
export type TextOf<N extends keyof Keys> = (key: Keys[N], values?: Record<string, string | number | undefined>) => string;

const engine = createInstance();
void engine.init({
  fallbackLng: false,
  initAsync: false,
  resources: {},
  // Namespaces and keys are looked up as they are written.
  nsSeparator: false,
  keySeparator: false,
  // Letters and tables are plain text.
  interpolation: { escapeValue: false },
});

const loaded = new Set<Lang>();

/** Reads the files of a language at its first use: sandboxed tasks, which may not read them, get their texts as parameters. */
function load(lang: Lang): void {
  loaded.add(lang);
  const folder = new URL(`../../../locales/${lang}/`, import.meta.url);
  for (const name of readdirSync(folder)) {
    const content = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Record<string, string | Record<string, string>>;
    const module = name.replace(/\.json$/, '');
    const add = (namespace: string, texts: object) => engine.addResourceBundle(languages[lang].tag, namespace, texts);
    const topics = Object.entries(content).filter(([, value]) => typeof value === 'object');
    if (topics.length === 0) add(module, content);
    for (const [topic, texts] of topics) add(`${module}.${topic}`, texts as object);
  }
}

/** The texts of a namespace in a language. */
export function textOf<N extends keyof Keys>(lang: Lang, namespace: N): TextOf<N> {
  if (!loaded.has(lang)) load(lang);
  const options = { lng: languages[lang].tag, ns: namespace, nest: false };
  return (key: string, values) => withWideSpaces(engine.t(key, { ...filled(values, options.lng), ...options }));
}
