import type { OutputOf } from '@dossier/contract/route';
import type { watermarks } from '@dossier/contract/watermarks';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { findVisible } from '../library/need-items.ts';
import { personNames } from '../people/person-names.ts';
import { watermarksOf } from './watermarks-of.ts';

/** The watermarks of the organisation in the order in which they are looked through. */
export async function listWatermarks(ctx: Ctx): Promise<OutputOf<typeof watermarks.list>> {
  const all = await watermarksOf(ctx.db, ctx.user.organisationId);
  const cabinets = [...new Set(all.flatMap(({ rule }) => rule.cabinetIds.map(Number)))];
  const seen = new Map((await findVisible(ctx, cabinets)).map(({ item }) => [String(item.id), item.name]));
  const nameOf = await personNames(
    ctx,
    all.map((one) => one.updaterId),
  );
  const list = all.map(({ id, name, builtIn, enabled, design, rule, updaterId, updatedAt }) => ({
    id: String(id),
    name,
    builtIn,
    enabled,
    design,
    ...rule,
    cabinets: rule.cabinetIds.flatMap((cabinet) => (seen.has(cabinet) ? [{ id: cabinet, name: seen.get(cabinet) ?? '' }] : [])),
    ...(updatedAt > 0 && { updateTime: isoTime(updatedAt), updaterName: nameOf(updaterId) }),
  }));
  return { list };
}
