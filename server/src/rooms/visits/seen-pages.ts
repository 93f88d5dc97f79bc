import type { looks } from '@dossier/contract/looks';
import type { ParsedOf } from '@dossier/contract/route';
import type { PublicCtx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { openLook } from '../content/file-ticket.ts';
import { addSeconds, countPages } from './event-queries.ts';
import { setLooked, visitById } from './queries.ts';

/** So many pages are kept of one visitor. */
const mostPages = 5000;
/** Two reports of one moment may come one after the other. */
const graceMs = 1000;

/** Adds the time that a visitor spent on a page: never more than has passed since they last told, so that nobody makes it up. */
export async function notePage(ctx: PublicCtx, { look, page, seconds }: ParsedOf<typeof looks.seen>) {
  const { ctx: seeing, held } = await openLook(ctx.house, look, ctx.address);
  const { visit } = seeing;
  if (visit === undefined || seconds === 0) return {};
  await inTransaction(ctx, async ({ db, now }) => {
    const [row] = await visitById(db, { id: visit.id });
    if (row === undefined || row.looked_at === 0) return;
    const passed = (now - row.looked_at + graceMs) / 1000;
    const spent = Math.floor(Math.min(seconds, passed));
    if (spent <= 0 || (await countPages(db, visit.shareId, visit.key)).n >= mostPages) return;
    await addSeconds(db, { share_id: visit.shareId, visitor_key: visit.key, item_id: held.item.id, page, seconds: spent });
    // into the moment to come, where the grace was used: it adds up to nothing
    await setLooked(db, visit.id, row.looked_at + spent * 1000);
  });
  return {};
}
