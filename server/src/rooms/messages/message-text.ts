import { type CodeName, codes } from '@dossier/contract/codes';
import { msgType } from '@dossier/contract/messages';
import { type Level, level, right } from '@dossier/contract/rights';
import type { Lang } from '@dossier/contract/shapes';
import { answerText } from '../../ground/http/answer.ts';
import { deviceText } from '../session/agent.ts';
import type { Kind } from './kinds.ts';
import { text as cn, type Texts } from './text/cn.ts';
import { text as en } from './text/en.ts';
import { text as es } from './text/es.ts';
import { text as ja } from './text/ja.ts';

const texts: Record<Lang, Texts> = { cn, en, es, ja };
const kinds = new Map(Object.entries(msgType).map(([kind, number]) => [number as number, kind as Kind]));
const levels = new Map(Object.entries(level).map(([name, bits]) => [bits as number, name as Level]));

const bitNames = {
  visible: 'bitVisible',
  read: 'bitRead',
  print: 'bitPrint',
  pdf: 'bitPdf',
  download: 'bitDownload',
  upload: 'bitUpload',
  modify: 'bitModify',
  manage: 'bitManage',
} as const;

/** A level by its name, other unions by their parts. */
function levelText(words: Texts, bits: number): string {
  const name = levels.get(bits);
  if (name !== undefined) return words[name];
  const parts = Object.entries(bitNames).filter(([bit]) => (bits & right[bit as keyof typeof right]) !== 0);
  return parts.map(([, word]) => words[word]).join(words.comma);
}

/** What ends within a day has words of its own. */
const wordOf = (kind: Kind, days: number | undefined): keyof Texts =>
  days === 1 && (kind === 'rightEnding' || kind === 'givenEnding') ? `${kind}Soon` : kind;

/** The sentence of a message in the reader's language, made from its kind and facts. */
export function messageText(lang: Lang, message: { kind: number; facts: string; name: string | null }): string {
  const words = texts[lang];
  const kind = kinds.get(message.kind);
  const facts = JSON.parse(message.facts) as {
    level?: number;
    reason?: CodeName;
    byName?: string;
    count?: number;
    folders?: number;
    days?: number;
    what?: 'bytes' | 'people' | 'guests' | 'organisations';
    browser?: string;
    system?: string;
  };
  const values: Record<string, string | number | undefined> = { ...facts, name: message.name ?? '' };
  if (facts.level !== undefined) values['level'] = levelText(words, facts.level);
  if (facts.what !== undefined) values['what'] = words[facts.what];
  if (facts.reason !== undefined) values['reason'] = answerText(codes[facts.reason], lang);
  if (kind === 'newDevice') values['device'] = deviceText(words.program, facts);
  const partly = kind === 'extractFailed' && (facts.count ?? 0) + (facts.folders ?? 0) > 0;
  const sentence = kind === undefined ? '{name}' : words[partly ? 'extractPartly' : wordOf(kind, facts.days)];
  return sentence.replace(/\{(\w+)\}/g, (_, fact: string) => String(values[fact] ?? ''));
}
