import type { ComparedSide, compare } from '@dossier/contract/compare';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { type HeldRevision, needUse, type Use } from '../content/file-ticket.ts';
import { senderOf } from '../content/sent-by-link.ts';
import { needItem } from '../library/need-items.ts';
import { personNames } from '../people/person-names.ts';
import { sayViewed } from '../preview/note-view.ts';
import { viewOf } from '../preview/view-document.ts';
import { kindOf } from './kind-of.ts';

type Input = ParsedOf<typeof compare.open>;

/** Both sides through the gate, each by the caller's own right: what is lent is looked at alone, without what its versions tell. */
export async function needPair(ctx: Ctx, use: Use, input: Input): Promise<[before: HeldRevision, after: HeldRevision]> {
  const { id, currentRev, otherId = id, otherRev } = input;
  for (const one of new Set([id, otherId])) await needItem(ctx, right.visible | right.read, one, objType.document);
  const before = await needUse(ctx, use, { id, ...(currentRev !== undefined && { currentRev }) });
  const after = await needUse(ctx, use, { id: otherId, ...(otherRev !== undefined && { currentRev: otherRev }) });
  return [before, after];
}

/** Compares two revisions or documents; the log notes a look at both. */
export async function openComparison(ctx: Ctx, input: Input): Promise<OutputOf<typeof compare.open>> {
  const [before, after] = await needPair(ctx, 'view', input);
  await sayViewed(ctx, before);
  if (after.revision.id !== before.revision.id) await sayViewed(ctx, after);
  const kind = await kindOf(ctx, before, after);
  const nameOf = await personNames(
    ctx,
    [before, after].flatMap(({ item, revision }) => [item.creator_id, revision.creator_id]),
  );
  const sameBytes = before.revision.sha256 === after.revision.sha256;
  return { kind, sameBytes, before: await sideOf(ctx, before, nameOf), after: await sideOf(ctx, after, nameOf) };
}

async function sideOf(ctx: Ctx, held: HeldRevision, nameOf: (id: number) => string): Promise<ComparedSide> {
  const { item, revision } = held;
  return {
    view: await viewOf(ctx, held),
    card: {
      createTime: new Date(revision.created_at).toISOString(),
      creatorName: revision.link === '' ? nameOf(revision.creator_id) : senderOf(ctx.user.lang, revision),
      documentTime: new Date(item.created_at).toISOString(),
      documentCreatorName: nameOf(item.creator_id),
      note: revision.note,
    },
  };
}
