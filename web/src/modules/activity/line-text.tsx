import type { ActivityItem, ActivityLine } from '@dossier/contract/activity/activity';
import { isWide, wideSpace } from '@dossier/contract/core/filled-texts';
import { objType } from '@dossier/contract/core/rights';
import { Fragment, type ReactNode } from 'react';
import { type TextOf, currentLanguage, firstNames, joinedNames } from '../../platform/i18n.ts';
import { formatNumber } from '../../platform/ui/formatted-values.tsx';

/** Stand in a translated sentence for what is drawn there; private characters, which no name has. */
const whoSign = '\uE000';
const placeSign = '\uE001';
const oldSign = '\uE002';
const itemSign = (at: number): string => String.fromCharCode(0xe010 + at);

/** What is drawn in a sentence. */
export interface SentenceParts {
  who: ReactNode;
  /** The words of `who`. */
  whoText: string;
  place: ReactNode;
  item: (item: ActivityItem) => ReactNode;
}

const signPattern = /([\uE000-\uE002\uE010-\uE01F])/;
/** Chinese and Japanese texts have spaces around what is filled in, which is right beside other scripts only: between their own characters they go. */
function withoutSpaces(piece: string, before = '', after = ''): string {
  const [first = '', last = ''] = [before.at(-1), after.at(0)];
  return `${first}${piece}${last}`.replaceAll(wideSpace, '').slice(first.length, last === '' ? undefined : -last.length);
}

/** A sentence with parts that are drawn in the places of their signs. */
function drawn(sentence: string, line: ActivityLine, parts: SentenceParts): ReactNode {
  const itemAt = (piece = ''): ActivityItem | undefined => (piece.length === 1 ? line.items[piece.charCodeAt(0) - 0xe010] : undefined);
  const nodes: Record<string, ReactNode> = { [whoSign]: parts.who, [placeSign]: parts.place, [oldSign]: line.oldName };
  const words: Record<string, string | undefined> = { [whoSign]: parts.whoText, [placeSign]: line.place?.name, [oldSign]: line.oldName };
  const textOf = (piece = ''): string | undefined => itemAt(piece)?.name ?? words[piece];
  const wide = isWide(currentLanguage());
  const pieces = sentence.split(signPattern);
  return pieces.map((piece, at) => {
    const item = itemAt(piece);
    const plain = wide ? withoutSpaces(piece, textOf(pieces[at - 1]), textOf(pieces[at + 1])) : piece;
    return <Fragment key={at}>{item === undefined ? (nodes[piece] ?? plain) : parts.item(item)}</Fragment>;
  });
}

const countOf = ({ count, more }: ActivityLine): string => formatNumber(count, currentLanguage()) + (more === true ? '+' : '');

/** What lies in a document is attached to it. */
const isInDocument = ({ place }: ActivityLine): boolean => place?.objType === objType.document;

/** The item of a line, or how many items of which kind. */
function whatText(t: TextOf<'activity'>, line: ActivityLine): string {
  const [first] = line.items;
  if (line.items.length === 1 || first === undefined) return itemSign(0);
  const values = { count: line.count, number: countOf(line) };
  if (isInDocument(line)) return t(line.kind === 'added' ? 'files' : 'attachments', values);
  if (first.objType === objType.document) return t('documents', values);
  return first.objType === objType.folder ? t('folders', values) : t('cabinets', values);
}

function sentenceOf(t: TextOf<'activity'>, line: ActivityLine): string {
  const { kind, count, place, version } = line;
  const values = { who: whoSign, item: whatText(t, line), place: placeSign };
  const often = { ...values, count, number: countOf(line) };
  if (kind === 'version') return count === 1 && version !== undefined ? t('version', { ...values, version }) : t('versions', often);
  if (kind === 'commented') return count === 1 ? t('commented', values) : t('commentedOften', often);
  if (kind === 'resolved') return count === 1 ? t('resolved', values) : t('resolvedOften', often);
  if (kind === 'reopened') return count === 1 ? t('reopened', values) : t('reopenedOften', often);
  if (kind === 'renamed') return t('renamed', { ...values, old: oldSign });
  if (place === undefined) return t(kind, values);
  if (isInDocument(line)) {
    const item = line.items.length === 1 ? t('theAttachment', { item: values.item }) : values.item;
    if (kind === 'added') return t('attached', values);
    if (kind === 'deleted') return t('detached', { ...values, item });
    if (kind === 'restored') return t('reattached', { ...values, item });
  }
  if (kind === 'added') return t('addedTo', values);
  if (kind === 'moved') return t('movedTo', values);
  if (kind === 'deleted') return t('deletedFrom', values);
  return kind === 'restored' ? t('restoredTo', values) : t(kind, values);
}

/** What happened, as a sentence. */
export const lineSentence = (t: TextOf<'activity'>, line: ActivityLine, parts: SentenceParts): ReactNode =>
  drawn(sentenceOf(t, line), line, parts);

/** The first items of a burst by name, and how many others there are; undefined where the sentence names the only one. */
export function burstNames(t: TextOf<'activity'>, line: ActivityLine, parts: SentenceParts): ReactNode {
  if (line.items.length === 1) return undefined;
  const signs = line.items.map((_, at) => itemSign(at));
  const others = line.count - signs.length;
  const sentence =
    others > 0
      ? t('andOthers', { names: firstNames(signs), count: others, number: formatNumber(others, currentLanguage()) })
      : joinedNames(signs);
  return drawn(sentence, line, parts);
}
