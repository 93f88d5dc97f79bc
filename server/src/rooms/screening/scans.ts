import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { WordScan } from '@dossier/contract/screening';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { countItems, endScan, insertScan, runningScan, scanById, scansOf } from './scan-queries.ts';

/** Begins to look through everything; answers the scan that runs already where one does. */
export async function beginScan(ctx: Ctx): Promise<{ id: string }> {
  const { organisationId, fullName } = ctx.user;
  const running = await runningScan(ctx.db, organisationId);
  if (running !== undefined) return { id: String(running.id) };
  const id = newId();
  const total = await countItems(ctx.db, organisationId);
  await insertScan(ctx.db, {
    id,
    organisation_id: organisationId,
    person_name: fullName,
    state: 'running',
    begun_at: ctx.now,
    total,
  });
  await ctx.say('words.scanBegun', { scanId: id });
  await ctx.say('words.scanned', { objId: id });
  return { id: String(id) };
}

export async function stopScan(ctx: Ctx, { id }: { id: string }) {
  const scan = await scanById(ctx.db, Number(id));
  if (scan?.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.itemMissing);
  await endScan(ctx.db, scan.id, { state: 'stopped', at: ctx.now });
  return {};
}

export async function listScans(ctx: Ctx, { pageNo, pageSize }: { pageNo: number; pageSize: number }): Promise<Paged<WordScan>> {
  const { rows, total } = await scansOf(ctx.db, ctx.user.organisationId, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const list = rows.map((row) => ({
    id: String(row.id),
    userName: row.person_name,
    state: row.state as WordScan['state'],
    begun: isoTime(row.begun_at),
    ended: row.ended_at === 0 ? undefined : isoTime(row.ended_at),
    total: row.total,
    done: row.done,
    found: row.hits,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}
