import { codes } from '@dossier/contract/codes';
import type { Message, messages } from '@dossier/contract/messages';
import type { Paged } from '@dossier/contract/page';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
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

export async function listUnread({ db, user }: Ctx, { pageSize }: ParsedOf<typeof messages.unread>) {
  const rows = await messagesOf(db, user.id, { unread: true, limit: pageSize, offset: 0 });
  return { list: rows.map((row) => shown(row, user.lang)), totalNumber: await countMessages(db, user.id, true) };
}

export async function listMessages({ db, user }: Ctx, input: ParsedOf<typeof messages.list>): Promise<Paged<Message>> {
  const { pageNo, pageSize, unread = false } = input;
  const rows = await messagesOf(db, user.id, { unread, limit: pageSize, offset: (pageNo - 1) * pageSize });
  return {
    list: rows.map((row) => shown(row, user.lang)),
    pageNo,
    pageSize,
    totalNumber: await countMessages(db, user.id, unread),
  };
}

/** What a message speaks of; the item's own room decides whether the person may still see it. */
export async function messageItems({ db, user }: Ctx, input: { msgId: string }): Promise<OutputOf<typeof messages.items>> {
  const row = await findMessage(db, user.id, Number(input.msgId));
  if (row === undefined) throw new Refusal(codes.itemMissing);
  if (row.obj_id === null) return [];
  return [{ objId: String(row.obj_id), objType: row.obj_type ?? 0, name: row.name ?? '', ext: row.ext ?? undefined }];
}
