import { codes } from '@dossier/contract/codes';
import { objType } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { mostOfMarks, type watermarks } from '@dossier/contract/watermarks';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns } from '../../ground/text/name-columns.ts';
import { findVisible } from '../library/need-items.ts';
import type { MarkRule } from './built-in.ts';
import { deleteRow, insertRow, updateRow } from './queries.ts';
import { needWatermark, type Watermark, watermarksOf } from './watermarks-of.ts';

export async function createWatermark(ctx: Ctx, input: ParsedOf<typeof watermarks.create>): Promise<OutputOf<typeof watermarks.create>> {
  const { name: given, enabled, design, ...rule } = input;
  const { name } = nameColumns(given);
  const all = await watermarksOf(ctx.db, ctx.user.organisationId);
  if (all.length >= mostOfMarks.watermarks) throw new Refusal(codes.watermarksFull);
  await needCabinets(ctx, rule, []);
  const id = newId();
  await writeRow(ctx, { id, name, enabled, design, rule, position: (all[0]?.position ?? 1) - 1 });
  await ctx.say('watermark.created', { objId: id, objName: name, after: told({ name, enabled, design, rule }) });
  return { id: String(id) };
}

/** Changes a watermark; the first change of that of the house writes it down. */
export async function updateWatermark(ctx: Ctx, input: ParsedOf<typeof watermarks.update>) {
  const was = await needWatermark(ctx.db, ctx.user.organisationId, input.id);
  const name = input.name === undefined ? was.name : nameColumns(input.name).name;
  const is = { name, enabled: input.enabled ?? was.enabled, design: input.design ?? was.design, rule: input.rule ?? was.rule };
  await needCabinets(ctx, is.rule, was.rule.cabinetIds);
  const changed = changedFields(told(was), told(is));
  if (Object.keys(changed.after).length === 0) return {};
  await keepRow(ctx, was, { ...is, position: was.position });
  await ctx.say('watermark.updated', { objId: was.id, objName: name, ...changed });
  return {};
}

/** Puts all watermarks into the order that is given; those that somebody else made meanwhile stay in front. */
export async function sortWatermarks(ctx: Ctx, { ids }: ParsedOf<typeof watermarks.sort>) {
  const all = await watermarksOf(ctx.db, ctx.user.organisationId);
  const byId = new Map(all.map((one) => [String(one.id), one]));
  const given = [...new Set(ids)].map((id) => {
    const found = byId.get(id);
    if (found === undefined) throw new Refusal(codes.watermarkMissing);
    return found;
  });
  const order = [...all.filter((one) => !given.includes(one)), ...given];
  const moved = order.flatMap((one, position) =>
    all[position] === one && one.position === position + 1 ? [] : [{ one, position: position + 1 }],
  );
  if (order.every((one, at) => all[at] === one)) return {};
  for (const { one, position } of moved) {
    if (one.builtIn && one.updatedAt === 0) await writeRow(ctx, { ...one, position });
    else await updateRow(ctx.db, one.id, { position });
  }
  await ctx.say('watermark.sorted', { objId: order[0]?.id, objName: order[0]?.name });
  return {};
}

export async function deleteWatermark(ctx: Ctx, { id }: ParsedOf<typeof watermarks.delete>) {
  const found = await needWatermark(ctx.db, ctx.user.organisationId, id);
  if (found.builtIn) throw new Refusal(codes.watermarkBuiltIn);
  await deleteRow(ctx.db, found.id);
  await ctx.say('watermark.deleted', { objId: found.id, objName: found.name });
  return {};
}

type Kept = Pick<Watermark, 'name' | 'enabled' | 'design' | 'rule' | 'position'>;

const columns = (ctx: Ctx, { name, enabled, design, rule, position }: Kept) => ({
  name,
  enabled: enabled ? 1 : 0,
  design: JSON.stringify(design),
  rule: JSON.stringify(rule),
  position,
  updater_id: ctx.user.id,
  updated_at: ctx.now,
});

const writeRow = (ctx: Ctx, { id, ...kept }: Kept & { id: number }) =>
  insertRow(ctx.db, { id, organisation_id: ctx.user.organisationId, created_at: ctx.now, ...columns(ctx, kept) });

async function keepRow(ctx: Ctx, was: Watermark, kept: Kept): Promise<void> {
  if (was.builtIn && was.updatedAt === 0) await writeRow(ctx, { id: was.id, ...kept });
  else await updateRow(ctx.db, was.id, columns(ctx, kept));
}

/** What the log keeps. */
function told({ name, enabled, design, rule }: Pick<Kept, 'name' | 'enabled' | 'design' | 'rule'>): Record<string, unknown> {
  const { lines, qr, ...looks } = design;
  const { areas, cabinetIds, uses, holders } = rule;
  return {
    name,
    enabled,
    markText: [...lines, ...(qr === '' ? [] : [`QR: ${qr}`])].join(' / '),
    markLook: Object.values(looks).join(', '),
    markUses: uses,
    markHolders: holders,
    areas,
    markCabinets: cabinetIds.length,
  };
}

/** A watermark can be kept to cabinets that its maker sees; those that somebody else named before stay. */
async function needCabinets(ctx: Ctx, { cabinetIds }: MarkRule, known: readonly string[]): Promise<void> {
  const added = cabinetIds.filter((id) => !known.includes(id)).map(Number);
  const seen = new Set((await findVisible(ctx, added)).flatMap(({ item }) => (item.kind === objType.cabinet ? [item.id] : [])));
  if (added.some((id) => !seen.has(id))) throw new Refusal(codes.cabinetMissing);
}
