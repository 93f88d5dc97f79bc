import { right } from '@dossier/contract/core/rights';
import { msgType } from '@dossier/contract/notifications/messages';
import { itemPath } from '../access/items-in-emails.ts';
import { findVisibleItems } from '../access/require-items.ts';
import type { EmailSubject, EmailSubjects } from '../notifications/email-subjects.ts';
import { openFor } from './requests/requests.queries.ts';

const asking: ReadonlySet<number> = new Set([msgType.acknowledgeAsked, msgType.acknowledgeReminder, msgType.acknowledgeOverdue]);

/** Lines that ask to read a document: told while the reader may read it and has not acknowledged it. */
export const requestsInEmails: EmailSubjects = {
  covers: ({ type }) => asking.has(type),
  async find(ctx, lines) {
    const ids = [...new Set(lines.map(({ objId }) => objId))];
    const open = await openFor(ctx.db, ctx.user.id, ids);
    const found = new Map<number, EmailSubject>();
    for (const { item, bits } of await findVisibleItems(
      ctx,
      ids.filter((id) => open.has(id)),
    )) {
      if ((bits & right.read) === 0) continue;
      for (const { id, objId } of lines)
        if (objId === item.id) found.set(id, { name: item.name, path: itemPath(item, 'acknowledgements') });
    }
    return found;
  },
};
