import { codes } from '@dossier/contract/codes';
import type { Message, messages } from '@dossier/contract/messages';
import type { Paged } from '@dossier/contract/page';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx, User } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { organisationNames } from '../organisations/organisation-rows.ts';
import { messageText } from './message-text.ts';
import { countMessages, findMessage, messagesOf } from './queries.ts';

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

/** Whether a message is about something in a space other than the one the reader works in. */
const isElsewhere = (row: Row, user: User): boolean => row.organisation_id !== 0 && row.organisation_id !== user.organisationId;

/** The messages of a person, wherever they came from. What another space's is about stays there: the message says only which space it is. */
async function showAll({ db, user }: Ctx, rows: Row[]): Promise<Message[]> {
  const spaces = await organisationNames(db, [...new Set(rows.filter((row) => isElsewhere(row, user)).map((row) => row.organisation_id))]);
  return rows.map((row) => {
    const message = shown(row, user.lang);
    if (!isElsewhere(row, user)) return message;
    const { objType: _, objId: __, ...rest } = message;
    return { ...rest, spaceId: String(row.organisation_id), spaceName: spaces.get(row.organisation_id) };
  });
}

export async function listUnread(ctx: Ctx, { pageSize }: ParsedOf<typeof messages.unread>) {
  const { db, user } = ctx;
  const rows = await messagesOf(db, user.id, { unread: true, limit: pageSize, offset: 0 });
  return { list: await showAll(ctx, rows), totalNumber: await countMessages(db, user.id, true) };
}

export async function listMessages(ctx: Ctx, input: ParsedOf<typeof messages.list>): Promise<Paged<Message>> {
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

/** What a message speaks of; the item's own room decides whether the person may still see it. */
export async function messageItems({ db, user }: Ctx, input: { msgId: string }): Promise<OutputOf<typeof messages.items>> {
  const row = await findMessage(db, user.id, Number(input.msgId));
  if (row === undefined) throw new Refusal(codes.itemMissing);
  if (row.obj_id === null || isElsewhere(row, user)) return [];
  return [{ objId: String(row.obj_id), objType: row.obj_type ?? 0, name: row.name ?? '', ext: row.ext ?? undefined }];
}
