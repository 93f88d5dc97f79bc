import { codes } from '@dossier/contract/codes';
import { copyingKinds, givingKinds, mostOfFlows } from '@dossier/contract/flow-shapes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type HeldRevision, needRevision, shownName } from '../content/file-ticket.ts';
import { needItem } from '../library/need-items.ts';

const original = right.read | right.download;

/** A document as it is handed in. */
export interface HandedIn {
  item_id: number;
  place: number;
  revision_id: number;
  number: number;
  name: string;
  ext: string;
}

/** A document by the applicant's own right, not lent to them. What is copied elsewhere takes the right to the original: a copy gives it to whoever reads it there. */
async function needToHandIn(applicant: Ctx, kind: string, id: string | number): Promise<{ need: number; bits: number }> {
  const isCopied = copyingKinds.includes(kind);
  const need = givingKinds.includes(kind) ? right.visible : right.visible | right.read;
  const { bits } = await needItem(applicant, isCopied ? right.visible : need, id, objType.document);
  if (isCopied && (bits & original) !== original) throw new Refusal(codes.flowOriginalRequired);
  return { need, bits };
}

/** Documents with the revision that is handed in: only those that the caller may hand in, each once, at most 15. */
export async function handedIn(
  ctx: Ctx,
  kind: string,
  given: readonly { id: string; currentRev?: string | undefined }[],
): Promise<HandedIn[]> {
  const all = [...new Map(given.map((one) => [one.id, one])).values()];
  if (all.length > mostOfFlows.documents) throw new Refusal(codes.tooManyItems);
  const found: HandedIn[] = [];
  for (const [place, { id, currentRev }] of all.entries()) {
    const { need, bits } = await needToHandIn(ctx, kind, id);
    // an older revision has a name of its own, which only readers know
    const named = currentRev !== undefined && (bits & right.read) !== 0 ? { currentRev } : {};
    const held = await needRevision(ctx, need, { id, ...named });
    const { name, ext } = shownName(held);
    found.push({ item_id: held.item.id, place, revision_id: held.revision.id, number: held.revision.number, name, ext });
  }
  return found;
}

/** A revision as the applicant may hand it in at the moment of the last word: what was taken from them since goes nowhere in their name. */
export async function stillTheirs(applicant: Ctx, kind: string, row: { item_id: number; revision_id: number }): Promise<HeldRevision> {
  const { need } = await needToHandIn(applicant, kind, row.item_id);
  return needRevision(applicant, need, { id: String(row.item_id), currentRev: String(row.revision_id) });
}
