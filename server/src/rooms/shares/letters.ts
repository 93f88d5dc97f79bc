import type { Lang } from '@dossier/contract/shapes';
import type { Posted } from '../site/mail.ts';
import { text as cn, type Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };

const filled = (sentence: string, values: Record<string, string>): string =>
  sentence.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** What the mail with a link tells. */
interface Told {
  giver: string;
  share: string;
  url: string;
  message: string;
  deadline: number | null;
  hasPassword: boolean;
}

/** A line break in a name would begin a header of its own. */
const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** The mail with a link. */
export function linkLetter(lang: Lang, told: Told): Pick<Posted, 'subject' | 'text'> {
  const words = texts[lang];
  const day = told.deadline === null ? '' : new Date(told.deadline).toISOString().slice(0, 16).replace('T', ' ');
  const values = { giver: oneLine(told.giver), share: oneLine(told.share), url: told.url, day };
  const parts = [
    filled(words.linkText, values),
    told.message,
    told.url,
    told.deadline === null ? '' : filled(words.linkUntil, values),
    told.hasPassword ? words.linkPassword : '',
  ];
  return { subject: filled(words.linkSubject, values), text: `${parts.filter((part) => part !== '').join('\n\n')}\n` };
}

/** The mail with the code that proves an address; it names nothing that is shared. */
export const codeLetter = (lang: Lang, code: string): Pick<Posted, 'subject' | 'text'> => ({
  subject: texts[lang].codeSubject,
  text: `${filled(texts[lang].codeText, { code })}\n`,
});
