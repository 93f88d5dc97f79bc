import { createHash, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { AdministrativePermissions, Context, PublicContext, Services, ShareContext, ShareSession } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { findVisibleItems } from '../access/require-items.ts';
import { contextForPerson } from '../identity/run-as.ts';
import { notify } from '../notifications/notify.ts';
import { linkEdited, linkOpened } from './events.ts';
import { findShare, isTokenOf, sharedItemIds } from './links/share.ts';
import { type ShareRow, countOpened, isSharedItem } from './links/shares.queries.ts';
import { addressMayOpen, userMayOpen } from './recipients/recipients.ts';
import { allowsExternalShares } from './share-rules.ts';
import { isRepeated, recordActivity, saveActivity } from './share-sessions/record-activity.ts';
import {
  type ShareSessionRow,
  insertSession,
  insertUpload,
  noShare,
  sessionById,
  sessionByToken,
  uploadsAmong,
  uploadsIn,
} from './share-sessions/share-sessions.queries.ts';
import { emitUploadArrived } from './subscribers.ts';
import { withheldAmong, withheldIn } from './withheld-items.ts';

/** Records the visitor of an uploaded document; a new revision keeps the owner of the document. */
const recordUpload: ShareSession['arrived'] = async (ctx, { documentId, placeId, name, isNew }) => {
  const { shareSession } = ctx;
  if (shareSession === undefined) return;
  if (isNew) {
    await insertUpload(ctx.db, {
      document_id: documentId,
      share_id: shareSession.shareId,
      visitor_key: shareSession.key,
      place_id: placeId,
      created_at: ctx.now,
    });
  }
  await recordActivity(ctx as ShareContext, isNew ? 'uploaded' : 'edited', { id: documentId, name });
  await emitUploadArrived(ctx.db, { shareId: shareSession.shareId, at: ctx.now });
};

/**
 * Records that a visitor wrote in an editor, in the transaction that makes a version of it. The version is made by the rights of the link's giver, also
 * after the share has ended; the operation log names the visitor and the share.
 */
export async function recordVisitorEdit(
  { services, db, now, user }: Context,
  { shareId, key, name, address }: { shareId: number; key: string; name: string; address: string },
  item: { id: number; name: string },
): Promise<void> {
  const actor = { name, address, spaceId: user.organisationId, byLink: shareId };
  await services.outbox.emit(db, actor, { event: linkEdited, data: { objId: item.id, objName: item.name }, at: now });
  // a share that was removed has no history
  if ((await findShare(db, shareId)) === undefined) return;
  await saveActivity(db, { shareId, key, name, address, at: now }, { kind: 'edited', item });
  await emitUploadArrived(db, { shareId, at: now });
}

/** The upload of a visitor, as which a document in a folder is hidden from other visitors; moved elsewhere it is no longer. */
async function hiddenUpload(db: Db, { id }: ItemRow, placeId: number) {
  const [upload] = await uploadsAmong(db, { ids: JSON.stringify([id]) });
  return upload?.place_id === placeId ? upload : undefined;
}

/** A document is hidden as another one is, or from all visitors. */
type CopyHiding = ItemRow | 'fromAll';

/** As what a document is hidden from visitors: as an upload of nobody where all of them are meant, wherever it is moved. */
async function uploadFor(db: Db, as: CopyHiding, { parent_id: place }: ItemRow) {
  return as === 'fromAll' ? { share_id: noShare, visitor_key: '', place_id: place } : hiddenUpload(db, as, place);
}

/** Documents that an editor makes of what is written in another. */
export const copiesOfUploads = {
  /** Hides a document that is made of a visitor's upload from other visitors, as the upload is, while that lies where it was uploaded. */
  async hide({ db, now }: Context, as: CopyHiding, to: ItemRow): Promise<void> {
    const upload = await uploadFor(db, as, to);
    if (upload !== undefined) await insertUpload(db, { ...upload, document_id: to.id, created_at: now });
  },
  async isHiddenAlike({ db }: Context, as: CopyHiding, to: ItemRow): Promise<boolean> {
    const wanted = await uploadFor(db, as, to);
    const found = await hiddenUpload(db, to, to.parent_id);
    const isAlike = wanted?.share_id === found?.share_id && wanted?.visitor_key === found?.visitor_key;
    return isAlike && !(await isSharedItem(db, to.id));
  },
};

/** The stored hash of a share session's token. */
const sessionTokenHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

const noPermissions: AdministrativePermissions = { all: new Set(), inDepartmentScope: new Set(), departmentScope: new Set() };

/** Refuses a closed (5006) or expired (5003) share. */
export function requireStillOpen(share: ShareRow, now: number): void {
  if (share.closed_at > 0) throw new Refusal(codes.shareClosed);
  if (share.deadline !== null && share.deadline <= now) throw new Refusal(codes.shareExpired);
}

/** The sharer with current rights: without an account in the organisation, none of their shares is open. */
export async function sharerContext(
  { services, db, address }: Pick<Context, 'services' | 'db' | 'address'>,
  share: ShareRow,
): Promise<Context> {
  try {
    return await contextForPerson(services, db, { personId: share.person_id, spaceId: share.organisation_id, address });
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(codes.shareClosed);
    throw error;
  }
}

/** Refuses with 503 a visitor who is no longer admitted: revoked, no longer named, or external where external links are disabled. */
async function requireStillAdmitted(
  services: Services,
  db: Db,
  { shareSession, share }: { shareSession: ShareSessionRow; share: ShareRow },
): Promise<void> {
  const isOver = shareSession.until <= services.now() || share.password_at > shareSession.created_at;
  if (isOver || !(await isStillAdmitted(services, db, { shareSession, share }))) throw new Refusal(codes.linkNotSignedIn);
}

async function isStillAdmitted(
  services: Services,
  db: Db,
  { shareSession, share }: { shareSession: ShareSessionRow; share: ShareRow },
): Promise<boolean> {
  if (shareSession.person_id !== 0) {
    const who = { personId: shareSession.person_id, spaceId: share.organisation_id, address: shareSession.address };
    const person = await contextForPerson(services, db, who).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    return person !== undefined && userMayOpen(db, share.id, person.user.principals);
  }
  if (!(await allowsExternalShares(db, share.organisation_id))) return false;
  if (share.restricted === 0 && shareSession.recipient_id === 0) return true;
  return shareSession.recipient_id !== 0 && addressMayOpen(db, share.id, shareSession.name);
}

/** With a download limit or a watermark, previews show page images only, never the bytes. */
const viewOnlyRights = (share: ShareRow): number => {
  const strict = share.download_limit > 0 || share.watermark === 1;
  return strict ? share.bits & ~(right.download | right.pdf) : share.bits;
};

/** Whether a share lets documents be edited online: an editor has their bytes, as often as it opens them. */
export const editsOnline = (share: ShareRow): boolean =>
  [right.modify, right.download].every((bit) => (viewOnlyRights(share) & bit) !== 0) && share.only_upload === 0;

async function shareSessionOf(
  services: Services,
  db: Db,
  { row, share, looking }: { row: ShareSessionRow; share: ShareRow; looking: boolean },
): Promise<ShareSession> {
  const { visitor_key: key } = row;
  const isOwn = (one: { share_id: number; visitor_key: string }): boolean => one.share_id === share.id && one.visitor_key === key;
  const onlyOwn = share.only_upload === 1;
  const shared = await sharedItemIds(db, share.id);
  return {
    id: row.id,
    shareId: share.id,
    shareName: share.name,
    name: row.name,
    key,
    bits: looking ? viewOnlyRights(share) : share.bits,
    items: new Set(shared).difference(await withheldAmong(db, shared)),
    isProven: row.recipient_id !== 0 || row.person_id !== 0 || row.proven === 1,
    mayEdit: editsOnline(share),
    mayComment: share.allow_comment === 1 && share.only_upload === 0,
    isOf: (token) => isTokenOf(share, token),
    marked: share.watermark === 1,
    onlyOwn,
    reopen: (on, from) => openSessionById(services, on, { shareSessionId: row.id, ...from }),
    async hidden(on, ids) {
      if (ids.length === 0) return new Set();
      const rows = await uploadsAmong(on, { ids: JSON.stringify(ids) });
      const own = new Set(rows.filter(isOwn).map((one) => one.document_id));
      if (onlyOwn) return new Set(ids.filter((id) => !own.has(id)));
      return new Set(rows.filter((one) => !own.has(one.document_id)).map((one) => one.document_id));
    },
    withheld: withheldAmong,
    async uploads(on, placeId) {
      const withheld = await withheldIn(on, placeId);
      const sent = (await uploadsIn(on, { place: placeId })).filter((one) => !withheld.has(one.document_id));
      return [...sent.map((one) => ({ id: one.document_id, own: isOwn(one) })), ...[...withheld].map((id) => ({ id, own: false }))];
    },
    arrived: recordUpload,
    viewed: (ctx, item) => recordActivity(ctx as ShareContext, 'viewed', item),
    commented: (ctx, item) => recordActivity(ctx as ShareContext, 'commented', item),
  };
}

/** The context of a share session: the sharer's current rights, restricted to those of the share, without administrative permissions. */
async function contextOfSession(
  services: Services,
  db: Db,
  { row, address, origin = '', looking = false }: { row: ShareSessionRow | undefined; address: string; origin?: string; looking?: boolean },
): Promise<ShareContext> {
  const share = row === undefined ? undefined : await findShare(db, row.share_id);
  if (row === undefined || share === undefined) throw new Refusal(codes.linkNotSignedIn);
  requireStillOpen(share, services.now());
  await requireStillAdmitted(services, db, { shareSession: row, share });
  const sharer = await sharerContext({ services, db, address }, share);
  const shareSession = await shareSessionOf(services, db, { row, share, looking });
  const speaker = { name: shareSession.name, address, spaceId: share.organisation_id, byLink: share.id };
  return {
    ...sharer,
    origin,
    user: { ...sharer.user, roleType: 0, permissions: noPermissions },
    shareSession,
    emit: (event, data) => services.outbox.emit(db, speaker, { event, data, at: sharer.now }),
  };
}

/** Admits the visitor of a link by the token that a call brings; 503 where there is no such share session, or it is over. */
export async function authenticateShareSession(
  services: Services,
  db: Db,
  { token, address, origin }: { token: string; address: string; origin: string },
): Promise<ShareContext> {
  const [row] = token === '' ? [] : await sessionByToken(db, { hash: sessionTokenHash(token) });
  return contextOfSession(services, db, { row, address, origin });
}

/** A share session by its id, for tickets and uploads; `looking` leaves out what the link lets through for downloads alone. */
export async function openSessionById(
  services: Services,
  db: Db,
  { shareSessionId, ...from }: { shareSessionId: number; address: string; origin?: string; looking?: boolean },
): Promise<ShareContext> {
  const [row] = await sessionById(db, { id: shareSessionId });
  return contextOfSession(services, db, { row, ...from });
}

/** Refuses a share as closed where every item was deleted, or the sharer may no longer read it. */
export async function requireAnySharedItem(ctx: Context | PublicContext, share: ShareRow): Promise<void> {
  const sharer = await sharerContext(ctx, share);
  const blocked = await findVisibleItems(sharer, await sharedItemIds(ctx.db, share.id));
  if (!blocked.some(({ bits }) => (bits & right.read) !== 0)) throw new Refusal(codes.shareClosed);
}

const hour = 3600_000;
/** A share session lasts a day; with a verified address a month. */
const sessionLifeMs = 24 * hour;
const provenSessionLifeMs = 30 * 24 * hour;

/** The identity of a visitor, as far as it is known. */
interface VisitorIdentity {
  mail?: string;
  recipientId?: number;
  personId?: number;
  name?: string;
}

/**
 * Starts a share session; answers the token, of which only a hash is stored. The sharer is notified of the first one where that is enabled.
 */
export async function beginShareSession(ctx: Context | PublicContext, share: ShareRow, coming: VisitorIdentity): Promise<string> {
  const { db, now, address } = ctx;
  const token = randomBytes(32).toString('base64url');
  const id = newId();
  const { mail, recipientId = 0, personId = 0 } = coming;
  const name = mail ?? coming.name ?? '';
  const key = recipientId !== 0 ? `m${recipientId}` : personId !== 0 ? `p${personId}` : `v${id}`;
  await insertSession(db, {
    id,
    share_id: share.id,
    token_hash: sessionTokenHash(token),
    recipient_id: recipientId,
    person_id: personId,
    name,
    visitor_key: key,
    address,
    created_at: now,
    until: now + (recipientId === 0 ? sessionLifeMs : provenSessionLifeMs),
  });
  const who = { shareId: share.id, key, name, address, at: now };
  if (await isRepeated(db, who, { kind: 'opened' })) return token;
  await saveActivity(db, who, { kind: 'opened' });
  await ctx.services.outbox.emit(
    db,
    { name, address, spaceId: share.organisation_id, ...(personId !== 0 && { id: personId }) },
    { event: linkOpened, data: { objId: share.id, objName: share.name }, at: now },
  );
  const isFirst = await countOpened(db, share.id, now);
  if (isFirst && share.notice === 1) {
    const about = { personId: share.person_id, spaceId: share.organisation_id, objId: share.id, name: share.name, at: now };
    await notify(db, { ...about, kind: 'shareOpened', facts: { visitor: name || address } });
  }
  return token;
}
