import { type CodeName, codes } from '@dossier/contract/core/codes';
import { type TextKey, type TextOf, textOf } from '../../platform/text/texts.ts';
import type { Lang, Paged } from '@dossier/contract/core/shapes';
import { type Level, level, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { type Message, type messages, msgType } from '@dossier/contract/notifications/messages';
import type { Context, User } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { answerText } from '../../platform/http/answers.ts';
import { deviceLabel } from '../../platform/http/user-agent.ts';
import { Refusal } from '../../platform/refusal.ts';
import { organisationNames } from '../identity/organisations.queries.ts';
import { deleteEmailsOf } from './emails/emails.queries.ts';
import { deletePushOf } from './push/push.queries.ts';
import { countMessages, deleteMessages, deleteMessagesOf, findMessage, markMessages, messagesOf } from './messages.queries.ts';
import { messageWordings, type MessageWords } from './message-words.ts';
import { type NotificationKind, noteMessagesChanged } from './notify.ts';

const kinds = new Map(Object.entries(msgType).map(([kind, number]) => [number as number, kind as NotificationKind]));
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

/** The name of a level; other unions as a list of their rights. */
function levelText(words: TextOf<'notifications'>, bits: number): string {
  const name = levels.get(bits);
  if (name !== undefined) return words(name);
  const parts = Object.entries(bitNames).filter(([bit]) => (bits & right[bit as keyof typeof right]) !== 0);
  return parts.map(([, word]) => words(word)).join(words('comma'));
}

/** What ends within a day, what somebody canceled, and dates of documents that have come, have their own texts. */
function textKeyOf(kind: NotificationKind, { days, isCanceled }: { days?: number; isCanceled?: true }): TextKey<'notifications'> {
  if (kind === 'flowGivenUp' && isCanceled) return 'flowCanceled';
  if (days === 1 && (kind === 'rightEnding' || kind === 'givenEnding')) return `${kind}Soon`;
  if (kind === 'documentExpiring' || kind === 'documentReviewDue') return days === 0 ? `${kind}Now` : days === 1 ? `${kind}Soon` : kind;
  return kind;
}

/** The text of a message in the reader's language, from its kind and facts. */
export function messageText(lang: Lang, message: { kind: number; facts: string; name: string | null }): string {
  const words = textOf(lang, 'notifications');
  const kind = kinds.get(message.kind);
  const { isCanceled, ...facts } = JSON.parse(message.facts) as {
    isCanceled?: true;
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
  if (facts.what !== undefined) values['what'] = words(facts.what);
  if (facts.reason !== undefined) values['reason'] = answerText(codes[facts.reason], lang);
  if (kind === 'newDevice') values['device'] = deviceLabel(words('program'), facts);
  const partly = kind === 'extractFailed' && (facts.count ?? 0) + (facts.folders ?? 0) > 0;
  return kind === undefined
    ? (message.name ?? '')
    : words(partly ? 'extractPartly' : textKeyOf(kind, { ...facts, ...(isCanceled && { isCanceled }) }), values);
}

type Row = Awaited<ReturnType<typeof messagesOf>>[number];

const shown = (row: Row, lang: Lang): Message => ({
  id: String(row.id),
  msgType: row.kind,
  content: messageText(lang, row),
  createdDt: new Date(row.created_at).toISOString(),
  read: row.read_at !== 0,
  objType: row.obj_type ?? undefined,
  objId: row.obj_id === null ? undefined : String(row.obj_id),
  name: row.name ?? undefined,
  ext: row.ext ?? undefined,
});

/** Whether a message is about an item in another space than the reader's. */
const isElsewhere = (row: Row, user: User): boolean => row.organisation_id !== 0 && row.organisation_id !== user.organisationId;

/** The words of messages that modules above word, by the rights of the reader at this moment. */
async function wordsOf(ctx: Context, rows: readonly Row[]): Promise<Map<number, MessageWords>> {
  const found = new Map<number, MessageWords>();
  for (const { covers, find } of messageWordings.all()) {
    const own = rows.filter(({ kind }) => covers(kind)).map((row) => ({ ...row, objId: row.obj_id ?? 0, name: row.name ?? '' }));
    if (own.length > 0) for (const [id, words] of await find(ctx, own)) found.set(id, words);
  }
  return found;
}

/** The messages of a user from all spaces. For those of another space, only the space is named, not the item. */
async function showAll(ctx: Context, rows: Row[]): Promise<Message[]> {
  const { db, user } = ctx;
  const spaces = await organisationNames(db, [...new Set(rows.filter((row) => isElsewhere(row, user)).map((row) => row.organisation_id))]);
  const wording = await wordsOf(
    ctx,
    rows.filter((row) => !isElsewhere(row, user)),
  );
  return rows.map((row) => {
    const message = shown(row, user.lang);
    const words = wording.get(row.id);
    if (words !== undefined)
      return { ...message, content: words.content, ...(words.itemId !== undefined && { itemId: String(words.itemId) }) };
    if (!isElsewhere(row, user)) return message;
    const { objType: _, objId: __, ...rest } = message;
    return { ...rest, spaceId: String(row.organisation_id), spaceName: spaces.get(row.organisation_id) };
  });
}

export async function listUnread(ctx: Context, { pageSize }: ParsedOf<typeof messages.unread>) {
  const { db, user } = ctx;
  const rows = await messagesOf(db, user.id, { unread: true, limit: pageSize, offset: 0 });
  return { list: await showAll(ctx, rows), totalNumber: await countMessages(db, user.id, true) };
}

export async function listMessages(ctx: Context, input: ParsedOf<typeof messages.list>): Promise<Paged<Message>> {
  const { db, user } = ctx;
  const { pageNo, pageSize, unread = false } = input;
  const rows = await messagesOf(db, user.id, { unread, limit: pageSize, offset: (pageNo - 1) * pageSize });
  return {
    list: await showAll(ctx, rows),
    pageNo,
    pageSize,
    totalNumber: await countMessages(db, user.id, unread),
  };
}

/** The items of a message; their own module decides whether the user may still see them. */
export async function messageItems({ db, user }: Context, input: { msgId: string }): Promise<OutputOf<typeof messages.items>> {
  const row = await findMessage(db, user.id, Number(input.msgId));
  if (row === undefined) throw new Refusal(codes.itemMissing);
  if (row.obj_id === null || isElsewhere(row, user)) return [];
  return [{ objId: String(row.obj_id), objType: row.obj_type ?? 0, name: row.name ?? '', ext: row.ext ?? undefined }];
}

/** Marks own messages as read; ids of other users' messages are ignored. */
export async function markRead({ db, user, now }: Context, input: ParsedOf<typeof messages.markRead>) {
  const marked = await markMessages(db, user.id, { ids: input.ids?.map(Number), now });
  if (marked > 0) await noteMessagesChanged(db, user.id, now);
  return {};
}

/** Deletes own messages; ids of other users' messages are ignored. */
export async function deleteOwnMessages({ db, user, now }: Context, { ids = [], until }: ParsedOf<typeof messages.delete>) {
  const deleted = await deleteMessages(db, user.id, { ids: ids.map(Number), until: Number(until ?? 0) });
  if (deleted > 0) await noteMessagesChanged(db, user.id, now);
  return {};
}

/** Removes the messages, emails and subscribed browsers of a user who is removed. */
export async function deleteMessagesOfUser(db: Db, personId: number): Promise<void> {
  await deleteMessagesOf(db, personId);
  await deleteEmailsOf(db, personId);
  await deletePushOf(db, personId);
}
