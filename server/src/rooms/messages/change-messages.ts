import type { messages } from '@dossier/contract/messages';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { deleteMessages, markMessages } from './queries.ts';
import { noteChange } from './tell.ts';

/** Marks own messages as read; ids of others are passed over. */
export async function markRead({ db, user, now }: Ctx, input: ParsedOf<typeof messages.markRead>) {
  const marked = await markMessages(db, user.id, { ids: input.ids?.map(Number), now });
  if (marked > 0) await noteChange(db, user.id, now);
  return {};
}

export async function removeMessages({ db, user, now }: Ctx, input: ParsedOf<typeof messages.remove>) {
  const gone = await deleteMessages(db, user.id, input.ids.map(Number));
  if (gone > 0) await noteChange(db, user.id, now);
  return {};
}
