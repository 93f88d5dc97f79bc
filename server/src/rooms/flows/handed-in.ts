import { codes } from '@dossier/contract/codes';
import { givingKinds, mostOfFlows } from '@dossier/contract/flow-shapes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type HeldRevision, needRevision, shownName } from '../content/file-ticket.ts';
import { needItem } from '../library/need-items.ts';

/** A document as it is handed in. */
export interface HandedIn {
  item_id: number;
  place: number;
  revision_id: number;
  number: number;
  name: string;
  ext: string;
}

/** What it takes to hand a document in. What is taken in elsewhere is copied, and a copy gives the original to whoever reads it there. */
export function rightToHandIn(kind: string): number {
  if (givingKinds.includes(kind)) return right.visible;
  return right.visible | right.read | (kind === 'upload' ? right.download : 0);
}

/** Documents with the revision that is handed in: only those that the caller may hand in, each once, at most 15. */
export async function handedIn(
  ctx: Ctx,
  kind: string,
  given: readonly { id: string; currentRev?: string | undefined }[],
): Promise<HandedIn[]> {
  const all = [...new Map(given.map((one) => [one.id, one])).values()];
  if (all.length > mostOfFlows.documents) throw new Refusal(codes.tooManyItems);
  const need = rightToHandIn(kind);
  const found: HandedIn[] = [];
  for (const [place, { id, currentRev }] of all.entries()) {
    // what a flow lends somebody to look at is not theirs to hand in
    const { bits } = await needItem(ctx, need, id, objType.document);
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
  const need = rightToHandIn(kind);
  // asked first, as a revision to look at may also be lent
  await needItem(applicant, need, row.item_id, objType.document);
  return needRevision(applicant, need, { id: String(row.item_id), currentRev: String(row.revision_id) });
}
