import { createHash, createHmac, randomBytes } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ShareState } from '@dossier/contract/sharing/share-shapes';
import type { Context, Services } from '../../../platform/context.ts';
import type { Database, Db } from '../../../platform/db/database.ts';
import { sharedSecret } from '../../../platform/db/shared-secret.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AuthorisedItem, requireItems } from '../../access/require-items.ts';
import { requireNotBlocked } from '../../governance/sensitive-words.ts';
import { type ShareRow, consumeOne, countOpen, itemsOfShares, shareById, shareByToken } from './shares.queries.ts';

const keys = new WeakMap<Database, Promise<string>>();

/** The key that tokens come from; asked for outside of transactions, as the first to ask makes it. */
export async function shareTokenKey({ database }: Services): Promise<string> {
  const known = keys.get(database) ?? sharedSecret(database, 'share', () => randomBytes(32).toString('base64url'));
  keys.set(database, known);
  return known;
}

/** The token of a share: 192 bits that only who has the key can make, so that its owner can be shown it again and no row tells it. */
export const shareToken = (key: string, shareId: number): string =>
  createHmac('sha256', key).update(`share ${shareId}`).digest().subarray(0, 24).toString('base64url');

/** What is kept of a token: it is long enough that a fast hash tells nothing. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** Where a link leads. */
export const shareUrl = (origin: string, token: string): string => `${origin}/curlLogin?token=${token}`;

/** A share as whoever comes by its link meets it. */
export type ShareRecord = ShareRow;

/** The share of a token, if there is one. */
export const findShareByToken = async (db: Db, token: string): Promise<ShareRecord | undefined> =>
  (await shareByToken(db, { hash: hashOfToken(token) }))[0];

/** A share by its id. */
export const findShare = async (db: Db, id: number): Promise<ShareRecord | undefined> => (await shareById(db, { id }))[0];

/** Whether a token is that of a share. */
export const isTokenOf = (share: Pick<ShareRecord, 'token_hash'>, token: string): boolean => hashOfToken(token) === share.token_hash;

/** What is shared, in order. */
export const sharedItemIds = async (db: Db, shareId: number): Promise<number[]> =>
  (await itemsOfShares(db, { ids: JSON.stringify([shareId]) })).map((row) => row.item_id);

/** Takes a download or a print in one statement; undefined where none is left. */
export const consumeUse = (db: Db, shareId: number, what: 'downloads' | 'prints'): Promise<number | undefined> =>
  consumeOne(db, shareId, what);

/** Counts that somebody opened a share; true for the first time. */
export const countOpened = (db: Db, shareId: number, now: number): Promise<boolean> => countOpen(db, shareId, now);

/** A share of the caller's own, in the space that they work in; 5001 for any other. */
export async function requireOwnShare(ctx: Context, id: string): Promise<ShareRow> {
  const share = await requireShare(ctx, id);
  if (share.person_id !== ctx.user.id) throw new Refusal(codes.shareMissing);
  return share;
}

/** Any share of the organisation. */
export async function requireShare(ctx: Context, id: string): Promise<ShareRow> {
  const [share] = await shareById(ctx.db, { id: Number(id) });
  if (share === undefined || share.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.shareMissing);
  return share;
}

/** How a share stands at a time. */
export const stateOf = (share: Pick<ShareRow, 'closed_at' | 'deadline'>, now: number): ShareState => {
  if (share.closed_at > 0) return 'closed';
  return share.deadline !== null && share.deadline <= now ? 'expired' : 'enabled';
};

/** What a share lets visitors do. */
interface SharePermissions {
  allowDownload: boolean;
  allowPrint: boolean;
  allowUpload: boolean;
  allowEdit: boolean;
}

/** The bits that a link lets through: always to look, and what else is allowed. */
export const shareRights = (allowed: SharePermissions): number =>
  right.visible |
  right.read |
  (allowed.allowPrint ? right.print : 0) |
  (allowed.allowDownload ? right.download | right.pdf : 0) |
  (allowed.allowUpload ? right.upload : 0) |
  (allowed.allowEdit ? right.modify : 0);

/** And back. */
export const sharePermissions = (bits: number): SharePermissions => ({
  allowDownload: (bits & right.download) !== 0,
  allowPrint: (bits & right.print) !== 0,
  allowUpload: (bits & right.upload) !== 0,
  allowEdit: (bits & right.modify) !== 0,
});

/** What of a share's row says what visitors may do. */
interface ShareTerms {
  bits: number;
  only_upload: number;
  watermark: number;
  download_limit: number;
  print_limit: number;
}

/** A share that only collects shows visitors nothing but what they sent: there is nothing to fetch, print, change, count or mark, whatever was asked for. */
export const withoutUnusedTerms = ({ bits, only_upload, watermark, download_limit, print_limit }: ShareTerms): ShareTerms =>
  only_upload === 0
    ? { bits, only_upload, watermark, download_limit, print_limit }
    : { bits: bits & (right.visible | right.read | right.upload), only_upload, watermark: 0, download_limit: 0, print_limit: 0 };

const maxSharedItems = 15;

/** The items that are to be shared, each of which the caller may do all that with which the link is to allow; 5009 for more than 15. */
export async function requireShareable(ctx: Context, ids: readonly string[], bits: number): Promise<AuthorisedItem[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length > maxSharedItems) throw new Refusal(codes.shareTooManyDocuments);
  // uploading is asked of places alone
  const held = await requireItems(ctx, bits & ~right.upload, wanted);
  await requireNotBlocked(ctx, wanted.map(Number));
  if (held.some(({ item }) => item.kind === objType.cabinet)) throw new Refusal(codes.illegalOperation);
  const places = held.filter(({ item }) => item.kind === objType.folder);
  if ((bits & right.upload) !== 0 && places.some((place) => (place.bits & right.upload) === 0)) throw new Refusal(codes.noRightToUpload);
  return held;
}

/** A deadline as given: undefined where it was left out; 4904 for one that has passed. */
export function parseDeadline(given: string | null | undefined, now: number): number | null | undefined {
  if (given === undefined || given === null) return given;
  const at = Date.parse(given);
  if (at <= now) throw new Refusal(codes.deadlinePassed);
  return at;
}
