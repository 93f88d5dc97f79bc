import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/codes';
import { right } from '@dossier/contract/rights';
import type { Ctx, House, Office, Visit, VisitCtx, Visits } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { contextOfPerson } from '../content/person-context.ts';
import { heldAmong, heldIn } from '../screening/held-items.ts';
import { colleagueMayOpen, mailMayOpen } from '../shares/recipient-doors.ts';
import { findShare, itemIdsOf, type Share } from '../shares/share-door.ts';
import { opensOutside } from '../shares/share-rules.ts';
import { noteArrived } from './note-arrived.ts';
import { uploadsAmong, uploadsIn, type VisitRow, visitById, visitByToken } from './queries.ts';
import { noteEvent } from './visit-events.ts';

/** What is kept of a visit's token. */
export const visitHash = (token: string): string => createHash('sha256').update(token).digest('base64url');

const noOffice: Office = { deeds: new Set(), branchDeeds: new Set(), branch: new Set() };

/** Refuses while a share is closed (5006) or over (5003). */
export function needStanding(share: Share, now: number): void {
  if (share.closed_at > 0) throw new Refusal(codes.shareClosed);
  if (share.deadline !== null && share.deadline <= now) throw new Refusal(codes.shareExpired);
}

/** Who shared it, as they stand now: without their account, or out of the organisation, nothing of theirs is shared. */
export async function giverOf({ house, db, address }: Pick<Ctx, 'house' | 'db' | 'address'>, share: Share): Promise<Ctx> {
  try {
    return await contextOfPerson(house, db, { personId: share.person_id, spaceId: share.organisation_id, address });
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal(codes.shareClosed);
    throw error;
  }
}

/** Refuses with 503 whoever is no longer let in: shut out, no longer named, or a stranger where links no longer open outside. */
async function needWelcome(house: House, db: Db, { visit, share }: { visit: VisitRow; share: Share }): Promise<void> {
  const isOver = visit.until <= house.now() || share.password_at > visit.created_at;
  if (isOver || !(await isWelcome(house, db, { visit, share }))) throw new Refusal(codes.linkNotSignedIn);
}

async function isWelcome(house: House, db: Db, { visit, share }: { visit: VisitRow; share: Share }): Promise<boolean> {
  if (visit.person_id !== 0) {
    const who = { personId: visit.person_id, spaceId: share.organisation_id, address: visit.address };
    const person = await contextOfPerson(house, db, who).catch((error: unknown) => {
      if (error instanceof Refusal) return undefined;
      throw error;
    });
    return person !== undefined && colleagueMayOpen(db, share.id, person.user.principals);
  }
  if (!(await opensOutside(db, share.organisation_id))) return false;
  if (share.restricted === 0 && visit.recipient_id === 0) return true;
  return visit.recipient_id !== 0 && mailMayOpen(db, share.id, visit.name);
}

/** A limit that somebody set is kept strictly, and so is a mark: what is shown then are pictures of pages, never the bytes. */
const forLooking = (share: Share): number => {
  const strict = share.download_limit > 0 || share.watermark === 1;
  return strict ? share.bits & ~(right.download | right.pdf) : share.bits;
};

async function visitOf(db: Db, { row, share, looking }: { row: VisitRow; share: Share; looking: boolean }): Promise<Visit> {
  const { visitor_key: key } = row;
  const isOwn = (one: { share_id: number; visitor_key: string }): boolean => one.share_id === share.id && one.visitor_key === key;
  const onlyOwn = share.only_upload === 1;
  const shared = await itemIdsOf(db, share.id);
  return {
    id: row.id,
    shareId: share.id,
    shareName: share.name,
    name: row.name,
    key,
    bits: looking ? forLooking(share) : share.bits,
    items: new Set(shared).difference(await heldAmong(db, shared)),
    marked: share.watermark === 1,
    onlyOwn,
    async hidden(on, ids) {
      if (ids.length === 0) return new Set();
      const rows = await uploadsAmong(on, { ids: JSON.stringify(ids) });
      const own = new Set(rows.filter(isOwn).map((one) => one.document_id));
      if (onlyOwn) return new Set(ids.filter((id) => !own.has(id)));
      return new Set(rows.filter((one) => !own.has(one.document_id)).map((one) => one.document_id));
    },
    held: heldAmong,
    async uploads(on, placeId) {
      const held = new Set(await heldIn(on, placeId));
      const sent = (await uploadsIn(on, { place: placeId })).filter((one) => !held.has(one.document_id));
      return [...sent.map((one) => ({ id: one.document_id, own: isOwn(one) })), ...[...held].map((id) => ({ id, own: false }))];
    },
    arrived: noteArrived,
    viewed: (ctx, item) => noteEvent(ctx as VisitCtx, 'viewed', item),
  };
}

/** The visit's own context: the giver's rights of this moment, no more of them than the link lets through, and none of their offices. */
async function contextOfVisit(
  house: House,
  db: Db,
  { row, address, origin = '', looking = false }: { row: VisitRow | undefined; address: string; origin?: string; looking?: boolean },
): Promise<VisitCtx> {
  const share = row === undefined ? undefined : await findShare(db, row.share_id);
  if (row === undefined || share === undefined) throw new Refusal(codes.linkNotSignedIn);
  needStanding(share, house.now());
  await needWelcome(house, db, { visit: row, share });
  const giver = await giverOf({ house, db, address }, share);
  const visit = await visitOf(db, { row, share, looking });
  const speaker = { name: visit.name, address, spaceId: share.organisation_id };
  return {
    ...giver,
    origin,
    user: { ...giver.user, roleType: 0, office: noOffice },
    visit,
    say: (event, data) => house.outbox.say(db, speaker, { event, data: { ...data, byLink: share.id }, at: giver.now }),
  };
}

/** How visits are let in. */
export const visits: Visits = {
  async admit(house, db, { token, address, origin }) {
    const [row] = token === '' ? [] : await visitByToken(db, { hash: visitHash(token) });
    return contextOfVisit(house, db, { row, address, origin });
  },
  async open(house, db, { visitId, ...from }) {
    const [row] = await visitById(db, { id: visitId });
    return contextOfVisit(house, db, { row, ...from });
  },
};
