import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { type Editor, editorOf } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { editing } from '@dossier/contract/editing/editing';
import { msgType } from '@dossier/contract/notifications/messages';
import { emptyPresentation } from '@dossier/formats/office/empty-presentation';
import { emptyWorkbook } from '@dossier/formats/office/empty-workbook';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { extOf } from '../../../platform/text/names.ts';
import { requireContainer, requireItem } from '../../access/require-items.ts';
import { isLockHolder } from '../../documents/locks.ts';
import { finishUpload, requireFreeName } from '../../documents/place-document.ts';
import { markMessages, messagesOf } from '../../notifications/messages.queries.ts';
import { noteMessagesChanged, notify } from '../../notifications/notify.ts';
import { emptyDrawing } from '../journals/drawing-journal.ts';
import { emptyWord } from './empty-word.ts';

/** The file of a new document. */
const emptyFile: Record<Exclude<Editor, 'pdf'>, () => Buffer | Promise<Buffer>> = {
  text: () => Buffer.alloc(0),
  word: emptyWord,
  drawing: emptyDrawing,
  workbook: emptyWorkbook,
  slides: emptyPresentation,
};
/** A workbook with macros is never made empty. */
const unmade: ReadonlySet<string> = new Set(['xlsm']);

/** Creates an empty document that one of our editors opens, by the extension of its name. */
export async function createDocument(ctx: Context, input: ParsedOf<typeof editing.create>): Promise<{ id: string }> {
  const { services, user, address } = ctx;
  const name = input.name.normalize('NFC');
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const editor = editorOf(extOf(name));
  if (editor === undefined || editor === 'pdf' || unmade.has(extOf(name))) throw new Refusal(codes.fileTypeNotAllowed);
  await requireFreeName(ctx, place, { name, onSameName: 'refuse' });
  const bytes = await emptyFile[editor]();
  const facts = { id: newId(), revision: newId(), name, size: bytes.length, place: place.id, same: 'refuse' as const };
  const who = { personId: user.id, spaceId: user.organisationId, address, sessionId: user.sessionId };
  await finishUpload(services, facts, { who, whole: { part: '', bytes, sha256: createHash('sha256').update(bytes).digest('hex') } });
  return { id: String(facts.id) };
}

/** Whoever waits for a document can ask its holder once in this time. */
const askAgainMs = 60_000;
/** When a user asked for a document, by the ids of both. */
const asked = new LimitedMap<number>(10_000);

/** Tells the holder of a lock that the caller, who may modify the document, waits for it. */
export async function askRelease(ctx: Context, input: ParsedOf<typeof editing.askRelease>) {
  const { item } = await requireItem(ctx, right.visible | right.modify, input.id, objType.document);
  if (item.lock_person_id === 0 || isLockHolder(ctx, item)) throw new Refusal(codes.documentNotLocked);
  const key = `${item.id} ${ctx.user.id}`;
  if ((asked.get(key) ?? 0) > ctx.now - askAgainMs) throw new Refusal(codes.tooManyRequests);
  asked.set(key, ctx.now);
  const { id, name, ext } = item;
  await notify(ctx.db, {
    kind: 'releaseAsked',
    facts: { byName: ctx.user.fullName, byId: ctx.user.id },
    personId: item.lock_person_id,
    spaceId: ctx.user.organisationId,
    objType: objType.document,
    objId: id,
    name,
    ext,
    at: ctx.now,
  });
  return {};
}

/** Of the unread messages of a holder, so many are looked through for requests. */
const mostLookedThrough = 100;

/** Tells those whose requests the caller has not read that the caller, who holds the lock, keeps the document for now; the requests are read by that. */
export async function refuseRelease(ctx: Context, input: ParsedOf<typeof editing.refuseRelease>) {
  const { item } = await requireItem(ctx, right.visible | right.modify, input.id, objType.document);
  if (item.lock_person_id === 0 || !isLockHolder(ctx, item)) throw new Refusal(codes.documentNotLocked);
  const { db, user, now } = ctx;
  const unread = await messagesOf(db, user.id, { unread: true, limit: mostLookedThrough, offset: 0 });
  const requests = unread.filter((message) => message.kind === msgType.releaseAsked && message.obj_id === item.id);
  if (requests.length === 0) return {};
  await markMessages(db, user.id, { ids: requests.map((message) => message.id), now });
  await noteMessagesChanged(db, user.id, now);
  const { id, name, ext } = item;
  const askers = new Set(requests.flatMap(({ facts }) => (JSON.parse(facts) as { byId?: number }).byId ?? []));
  for (const personId of askers) {
    const about = { spaceId: user.organisationId, objType: objType.document, objId: id, name, ext, at: now };
    await notify(db, { kind: 'releaseRefused', facts: { byName: user.fullName }, personId, ...about });
  }
  return {};
}
