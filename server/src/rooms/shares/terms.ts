import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Held, needItems } from '../library/need-items.ts';
import { needUnheld } from '../screening/held-items.ts';

/** What a share lets visitors do. */
export interface Allowed {
  allowDownload: boolean;
  allowPrint: boolean;
  allowUpload: boolean;
  allowEdit: boolean;
}

/** The bits that a link lets through: always to look, and what else is allowed. */
export const bitsOf = (allowed: Allowed): number =>
  right.visible |
  right.read |
  (allowed.allowPrint ? right.print : 0) |
  (allowed.allowDownload ? right.download | right.pdf : 0) |
  (allowed.allowUpload ? right.upload : 0) |
  (allowed.allowEdit ? right.modify : 0);

/** And back. */
export const allowedBy = (bits: number): Allowed => ({
  allowDownload: (bits & right.download) !== 0,
  allowPrint: (bits & right.print) !== 0,
  allowUpload: (bits & right.upload) !== 0,
  allowEdit: (bits & right.modify) !== 0,
});

/** What of a share's row says what visitors may do. */
interface Lets {
  bits: number;
  only_upload: number;
  watermark: number;
  download_limit: number;
  print_limit: number;
}

/** A share that only collects shows visitors nothing but what they sent: there is nothing to fetch, print, change, count or mark, whatever was asked for. */
export const lettingOnly = ({ bits, only_upload, watermark, download_limit, print_limit }: Lets): Lets =>
  only_upload === 0
    ? { bits, only_upload, watermark, download_limit, print_limit }
    : { bits: bits & (right.visible | right.read | right.upload), only_upload, watermark: 0, download_limit: 0, print_limit: 0 };

const most = 15;

/** The items that are to be shared, each of which the caller may do all that with which the link is to allow; 5009 for more than 15. */
export async function needShareable(ctx: Ctx, ids: readonly string[], bits: number): Promise<Held[]> {
  const wanted = [...new Set(ids)];
  if (wanted.length > most) throw new Refusal(codes.shareTooManyDocuments);
  // uploading is asked of places alone
  const held = await needItems(ctx, bits & ~right.upload, wanted);
  await needUnheld(ctx, wanted.map(Number));
  if (held.some(({ item }) => item.kind === objType.cabinet)) throw new Refusal(codes.illegalOperation);
  const places = held.filter(({ item }) => item.kind === objType.folder);
  if ((bits & right.upload) !== 0 && places.some((place) => (place.bits & right.upload) === 0)) throw new Refusal(codes.noRightToUpload);
  return held;
}

/** A deadline as given: undefined where it was left out; 4904 for one that has passed. */
export function deadlineOf(given: string | null | undefined, now: number): number | null | undefined {
  if (given === undefined || given === null) return given;
  const at = Date.parse(given);
  if (at <= now) throw new Refusal(codes.deadlinePassed);
  return at;
}
