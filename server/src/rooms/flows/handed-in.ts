import { codes } from '@dossier/contract/codes';
import { givingKinds, mostOfFlows } from '@dossier/contract/flow-shapes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needRevision, shownName } from '../content/file-ticket.ts';
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

/** Documents with the revision that is handed in: only those that the caller may read, or sees where it is asked for a right on them, each once, at most 15. */
export async function handedIn(
  ctx: Ctx,
  kind: string,
  given: readonly { id: string; currentRev?: string | undefined }[],
): Promise<HandedIn[]> {
  const all = [...new Map(given.map((one) => [one.id, one])).values()];
  if (all.length > mostOfFlows.documents) throw new Refusal(codes.tooManyItems);
  const need = givingKinds.includes(kind) ? right.visible : right.visible | right.read;
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
