import type { Context, Services } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { textOf } from '../../platform/text/texts.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { visitorName } from '../documents/show-items.ts';
import { personNames } from '../identity/users.ts';
import { editingOf, usersAmong } from './editors.ts';
import { isPresentLock } from './office-locks.ts';
import { lockRow } from './office-server/office-server.queries.ts';
import { rooms } from './rooms/room.ts';
import { isLockedBySession, lostAfterMs } from './sessions/edit-sessions.ts';
import { openEditing, sessionOfDocument } from './sessions/edit-sessions.queries.ts';
import { saveSession } from './sessions/save-session.ts';

/** What the editors tell of a document that is open in them, to who locks it, deletes it or gives it another version. */
export const documentEditors = {
  async openDocuments({ db, now }: Context): Promise<number[]> {
    return [...new Set((await openEditing(db, { since: now - lostAfterMs })).map((row) => row.document_id))];
  },

  async otherWriters(ctx: Context, item: ItemRow): Promise<string[]> {
    const one = (await editingOf(ctx.db, [item], ctx.now)).get(item.id);
    if (one === undefined || one.lockStays) return [];
    const isVisitor = ctx.shareSession !== undefined;
    const others = one.people.filter(({ personId, visitor }) => isVisitor || visitor !== '' || personId !== ctx.user.id);
    const { lang } = ctx.user;
    // visitors learn no names
    if (isVisitor) return others.length === 0 ? [] : [textOf(lang, 'documents')('anotherUser')];
    const nameOf = await personNames(ctx, usersAmong(new Map([[item.id, one]])));
    return others.map(({ personId, visitor }) => (visitor === '' ? nameOf(personId) : visitorName(lang, visitor)));
  },

  async holdsLock({ db }: Context, item: ItemRow): Promise<boolean> {
    const [session] = await sessionOfDocument(db, { document: item.id });
    if (isLockedBySession(session, item)) return true;
    const [office] = await lockRow(db, { item: item.id });
    return office !== undefined && office.held_before === 0 && isPresentLock(office, item);
  },

  async saveWritten(services: Services, documentId: number): Promise<void> {
    const [session] = await sessionOfDocument(services.database.read, { document: documentId });
    if (session === undefined) return;
    const room = await rooms(services).get(session.id);
    if (room !== undefined) return room.save();
    await saveSession(services, session.id).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  },
};
