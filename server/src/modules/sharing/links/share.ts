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
import { type ShareRow, itemsOfShares, shareById, shareByToken } from './shares.queries.ts';

const keys = new WeakMap<Database, Promise<string>>();

/** The key that tokens are derived from. Called outside of transactions, as the first call creates it. */
export async function shareTokenKey({ database }: Services): Promise<string> {
  const known = keys.get(database) ?? sharedSecret(database, 'share', () => randomBytes(32).toString('base64url'));
  keys.set(database, known);
  return known;
}

/** The token of a share: 192 bits derived from the key, so that its owner can see the link again and no row contains it. */
export const shareToken = (key: string, shareId: number): string =>
  createHmac('sha256', key).update(`share ${shareId}`).digest().subarray(0, 24).toString('base64url');

/** The stored hash of a token, which is long enough for a fast hash. */
export const hashOfToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The URL of a share link. */
export const shareUrl = (origin: string, token: string): string => `${origin}/curlLogin?token=${token}`;

/** The share of a token, if there is one. */
export const findShareByToken = async (db: Db, token: string): Promise<ShareRow | undefined> =>
  (await shareByToken(db, { hash: hashOfToken(token) }))[0];

export const findShare = async (db: Db, id: number): Promise<ShareRow | undefined> => (await shareById(db, { id }))[0];

export const isTokenOf = (share: Pick<ShareRow, 'token_hash'>, token: string): boolean => hashOfToken(token) === share.token_hash;

/** The shared items, in order. */
export const sharedItemIds = async (db: Db, shareId: number): Promise<number[]> =>
  (await itemsOfShares(db, { ids: JSON.stringify([shareId]) })).map((row) => row.item_id);

/** A share of the caller in the current space; 5001 for any other. */
export async function requireOwnShare(ctx: Context, id: string): Promise<ShareRow> {
  const share = await requireShare(ctx, id);
  if (share.person_id !== ctx.user.id) throw new Refusal(codes.shareMissing);
  return share;
}

/** Any share of the organisation; 5001 where it is missing. */
export async function requireShare(ctx: Context, id: string): Promise<ShareRow> {
  const [share] = await shareById(ctx.db, { id: Number(id) });
  if (share === undefined || share.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.shareMissing);
  return share;
}

/** The state of a share at a time. */
export const stateOf = (share: Pick<ShareRow, 'closed_at' | 'deadline'>, now: number): ShareState => {
  if (share.closed_at > 0) return 'closed';
  return share.deadline !== null && share.deadline <= now ? 'expired' : 'enabled';
};

/** The permissions of a share's visitors. */
interface SharePermissions {
  allowDownload: boolean;
  allowPrint: boolean;
  allowUpload: boolean;
  allowEdit: boolean;
}

/** The rights that a share grants: always to read, plus the permitted ones. */
export const shareRights = (allowed: SharePermissions): number =>
  right.visible |
  right.read |
  (allowed.allowPrint ? right.print : 0) |
  (allowed.allowDownload ? right.download | right.pdf : 0) |
  (allowed.allowUpload ? right.upload : 0) |
  (allowed.allowEdit ? right.modify : 0);

/** The permissions of rights: the inverse of `shareRights`. */
export const sharePermissions = (bits: number): SharePermissions => ({
  allowDownload: (bits & right.download) !== 0,
  allowPrint: (bits & right.print) !== 0,
  allowUpload: (bits & right.upload) !== 0,
  allowEdit: (bits & right.modify) !== 0,
});

/** The columns of a share with the visitors' terms. */
interface ShareTerms {
  bits: number;
  only_upload: number;
  allow_comment: number;
  watermark: number;
  download_limit: number;
  print_limit: number;
}

/** An upload-only share shows visitors only their own uploads: permissions, limits and watermark are dropped, whatever was requested. */
export const withoutUnusedTerms = ({ bits, only_upload, ...terms }: ShareTerms): ShareTerms =>
  only_upload === 0
    ? { bits, only_upload, ...terms }
    : {
        bits: bits & (right.visible | right.read | right.upload),
        only_upload,
        allow_comment: 0,
        watermark: 0,
        download_limit: 0,
        print_limit: 0,
      };

const maxSharedItems = 15;

/** The items to share; the caller must have all rights that the share grants; 5009 for more than 15. */
export async function requireShareable(ctx: Context, ids: readonly string[], bits: number): Promise<AuthorisedItem[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length > maxSharedItems) throw new Refusal(codes.shareTooManyDocuments);
  // only containers need the right to upload
  const authorised = await requireItems(ctx, bits & ~right.upload, wanted);
  await requireNotBlocked(ctx, wanted.map(Number));
  if (authorised.some(({ item }) => item.kind === objType.cabinet)) throw new Refusal(codes.illegalOperation);
  const places = authorised.filter(({ item }) => item.kind === objType.folder);
  if ((bits & right.upload) !== 0 && places.some((place) => (place.bits & right.upload) === 0)) throw new Refusal(codes.noRightToUpload);
  return authorised;
}

/** A given deadline: undefined where it was left out; 4904 for one in the past. */
export function parseDeadline(given: string | null | undefined, now: number): number | null | undefined {
  if (given === undefined || given === null) return given;
  const at = Date.parse(given);
  if (at <= now) throw new Refusal(codes.deadlinePassed);
  return at;
}
