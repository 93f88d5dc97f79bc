import { msgType } from '@dossier/contract/notifications/messages';
import type { EmailSubject, EmailSubjects } from '../notifications/email-subjects.ts';
import { sharesKnownAmong } from './links/shares.queries.ts';

const types: ReadonlySet<number> = new Set([msgType.shareReceived, msgType.shareOpened, msgType.shareArrived]);

/** Lines about shares: told to those with whom they are shared now, and to who shared. */
export const sharesInEmails: EmailSubjects = {
  covers: ({ type, objType }) => objType === 0 && types.has(type),
  async find(ctx, lines) {
    const { id: person, principals, organisationId: space } = ctx.user;
    const reader = {
      person,
      organisation: principals.organisationId,
      groups: JSON.stringify(principals.groups),
      departments: JSON.stringify(principals.departments),
      space,
      now: ctx.now,
    };
    const rows = await sharesKnownAmong(ctx.db, [...new Set(lines.map(({ objId }) => objId))], reader);
    const names = new Map(rows.map((row) => [row.id, row.name]));
    const found = new Map<number, EmailSubject>();
    for (const { id, objId, type } of lines) {
      const name = names.get(objId);
      const path = type === msgType.shareReceived ? '/share/received' : `/share/detail?id=${objId}`;
      if (name !== undefined) found.set(id, { name, path });
    }
    return found;
  },
};
