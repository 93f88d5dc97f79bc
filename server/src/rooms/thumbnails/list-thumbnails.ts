import { objType, right } from '@dossier/contract/rights';
import type { OutputOf } from '@dossier/contract/route';
import type { Thumbnail, thumbnails } from '@dossier/contract/thumbnails';
import type { Ctx } from '../../ground/ctx.ts';
import { revisionsOfIds } from '../content/blobs-of.ts';
import { type HeldRevision, thumbTicket } from '../content/file-ticket.ts';
import { findVisible, type Held } from '../library/need-items.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { makeLater } from './make-later.ts';
import { canBeSmall } from './small-source.ts';
import { shapeOf, thumbState } from './thumb.ts';

const isSeen = ({ item, bits }: Held): boolean => item.kind === objType.document && (bits & right.read) !== 0;

/** The small pictures of documents that the caller may look at; of all others, that there is none. */
export async function listThumbnails(ctx: Ctx, { ids }: { ids: readonly string[] }): Promise<OutputOf<typeof thumbnails.list>> {
  const seen = (await findVisible(ctx, [...new Set(ids.map(Number))])).filter(isSeen);
  const revisions = new Map(
    (
      await revisionsOfIds(
        ctx.db,
        seen.map(({ item }) => item.revision_id),
      )
    ).map((row) => [row.id, row]),
  );
  const held = new Map(
    seen.flatMap((one) => {
      const revision = revisions.get(one.item.revision_id);
      return revision === undefined ? [] : [[String(one.item.id), { ...one, revision }] as const];
    }),
  );
  const list = await Promise.all(
    ids.map(async (id): Promise<Thumbnail> => {
      const one = held.get(id);
      return one === undefined ? { id, state: 'none' } : thumbnailOf(ctx, one);
    }),
  );
  return { list };
}

async function thumbnailOf(ctx: Ctx, held: HeldRevision): Promise<Thumbnail> {
  const { house } = ctx;
  const id = String(held.item.id);
  const source = sourceOf(held);
  if (!(await canBeSmall(house, source.ext))) return { id, state: 'none' };
  const state = await thumbState(house, source);
  if (state === undefined) makeLater(house, source);
  if (state === undefined || 'done' in state) return { id, state: 'making' };
  return state.ok ? { id, state: 'ready', url: `/look/thumb/${thumbTicket(ctx, held)}`, ...shapeOf(state) } : { id, state: 'none' };
}
