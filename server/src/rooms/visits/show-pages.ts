import type { SeenPages } from '@dossier/contract/share-shapes';
import type { shares } from '@dossier/contract/shares';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { findVisible } from '../library/need-items.ts';
import { needOwnShare } from '../shares/need-share.ts';
import { doneByItem, secondsByPage } from './event-queries.ts';

/** Which pages of the documents were looked at for how long. */
export async function showPages(ctx: Ctx, { id, visitorKey }: ParsedOf<typeof shares.pages>): Promise<SeenPages[]> {
  const share = await needOwnShare(ctx, id);
  const done = await doneByItem(ctx.db, share.id, visitorKey);
  const pages = await secondsByPage(ctx.db, share.id, visitorKey);
  const ids = [...new Set([...done.map((row) => row.item_id), ...pages.map((row) => row.item_id)])];
  const known = new Map((await findVisible(ctx, ids)).map(({ item }) => [item.id, item.name]));
  return ids.map((item) => {
    const own = pages.filter((row) => row.item_id === item).map(({ page, seconds }) => ({ page, seconds }));
    const times = (kind: string): number => done.find((row) => row.item_id === item && row.kind === kind)?.n ?? 0;
    return {
      id: String(item),
      // as it was called when somebody used it, where it is gone or out of the caller's reach
      name: known.get(item) ?? done.find((row) => row.item_id === item)?.name ?? '',
      seconds: own.reduce((sum, one) => sum + one.seconds, 0),
      downloads: times('downloaded'),
      prints: times('printed'),
      pages: own,
    };
  });
}
