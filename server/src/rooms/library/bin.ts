import { codes } from '@dossier/contract/codes';
import type { BinEntry, library } from '@dossier/contract/library';
import type { Paged } from '@dossier/contract/page';
import { right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { personNames } from '../people/person-names.ts';
import { accessOf } from '../permissions/access.ts';
import { binEntriesOf, pageOfBin } from './bin-queries.ts';
import type { Trail } from './delete-items.ts';
import { type ItemRow, itemsByIds } from './item-queries.ts';
import { needBinRoom } from './need-branch-room.ts';

/** What the caller deleted, or may manage; newest first. */
export async function listBin(ctx: Ctx, input: ParsedOf<typeof library.bin>): Promise<Paged<BinEntry>> {
  const access = await accessOf(ctx);
  const { rows, total } = await pageOfBin(ctx.db, {
    organisationId: ctx.user.organisationId,
    personId: ctx.user.id,
    visible: access.visible,
    managed: JSON.stringify(access.idsWith(right.manage)),
    area: input.moduleType,
    keyword: input.keyword,
    limit: input.pageSize,
    offset: (input.pageNo - 1) * input.pageSize,
  });
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  const trails = rows.map((row) => JSON.parse(row.trail) as Trail);
  const around = await itemsByIds(ctx.db, { ids: JSON.stringify([...new Set(trails.flat().map((step) => step.id))]) });
  const shown = new Map(around.filter((row) => access.isVisible(row.acl_id)).map((row) => [row.id, row.name]));
  const list = rows.map((row, place) => ({
    id: String(row.id),
    name: row.name,
    objType: row.kind,
    moduleType: row.area,
    ext: row.ext === '' ? undefined : row.ext,
    size: row.size === 0 ? undefined : row.size,
    path: pathOf(trails[place] ?? [], shown),
    deleteTime: new Date(row.deleted_at).toISOString(),
    deleterName: nameOf(row.person_id),
  }));
  return { list, pageNo: input.pageNo, pageSize: input.pageSize, totalNumber: total };
}

/** The way to where something was, from the innermost folder up: what is hidden ends it. */
function pathOf(trail: Trail, shown: ReadonlyMap<number, string>): string {
  const hidden = trail.findLastIndex((step) => !shown.has(step.id));
  const names = trail.slice(hidden + 1).map((step) => shown.get(step.id) ?? '');
  return names.join(' / ');
}

/** One deletion that the caller may undo or make final. */
export interface BinHeld {
  item: ItemRow;
  binId: number;
  trail: Trail;
}

/** The gate to the bin: own deletions as long as the rights to see and change still stand, and everything one may manage. */
export async function needBinned(ctx: Ctx, ids: readonly string[], finally_: boolean): Promise<BinHeld[]> {
  const access = await accessOf(ctx);
  const wanted = ids.map(Number);
  const entries = new Map((await binEntriesOf(ctx.db, wanted)).map((entry) => [entry.item_id, entry]));
  const items = new Map((await itemsByIds(ctx.db, { ids: JSON.stringify(wanted) })).map((row) => [row.id, row]));
  await needBinRoom(
    ctx,
    [...entries.values()].map((entry) => entry.id),
  );
  return wanted.map((id) => {
    const entry = entries.get(id);
    const item = items.get(id);
    if (entry === undefined || item === undefined || item.organisation_id !== ctx.user.organisationId)
      throw new Refusal(codes.binEntryMissing);
    const bits = access.bits(item.acl_id);
    const own = entry.person_id === ctx.user.id;
    if ((bits & (own ? right.visible : right.manage)) === 0) throw new Refusal(codes.binEntryMissing);
    const need = finally_ ? right.manage : right.modify;
    if ((bits & need) === 0) throw new Refusal(finally_ ? codes.noRightToManage : codes.noRightToOperate);
    return { item, binId: entry.id, trail: JSON.parse(entry.trail) as Trail };
  });
}
