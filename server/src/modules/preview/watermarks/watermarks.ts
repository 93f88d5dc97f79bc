import { codes } from '@dossier/contract/core/codes';
import { objType } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { type MarkDesign, type MarkUse, type markHolders, watermarkLimits, type watermarks } from '@dossier/contract/preview/watermarks';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameColumns } from '../../../platform/text/names.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import { personNames } from '../../identity/users.ts';
import { watermarkCreated, watermarkDeleted, watermarkSorted, watermarkUpdated } from '../events.ts';
import { type WatermarkRow, deleteRow, insertRow, updateRow, watermarkRows } from './watermarks.queries.ts';

/** Conditions that a watermark applies under. */
interface MarkRule {
  areas: number[];
  cabinetIds: string[];
  uses: MarkUse[];
  holders: (typeof markHolders)[number];
}

/** The built-in design until it is changed: viewer and time. */
export const builtInDesign: MarkDesign = {
  lines: ['{name} ({loginName})', '{date} {time}'],
  qr: '',
  place: 'tiled',
  density: 'normal',
  angle: 30,
  size: 14,
  colour: '#808080',
  opacity: 25,
};

/** Applies to every use without the right to download. */
const builtInRule: MarkRule = { areas: [], cabinetIds: [], uses: ['view', 'print', 'pdf', 'share'], holders: 'without' };

/** A watermark with its rule. */
export interface Watermark {
  id: number;
  name: string;
  builtIn: boolean;
  enabled: boolean;
  position: number;
  design: MarkDesign;
  rule: MarkRule;
  /** Both 0 until it is changed. */
  updaterId: number;
  updatedAt: number;
}

const watermarkOf = (row: WatermarkRow): Watermark => ({
  id: row.id,
  name: row.name,
  builtIn: row.id === row.organisation_id,
  enabled: row.enabled === 1,
  position: row.position,
  design: JSON.parse(row.design) as MarkDesign,
  rule: JSON.parse(row.rule) as MarkRule,
  updaterId: row.updater_id,
  updatedAt: row.updated_at,
});

/** All watermarks of an organisation in order, including the built-in one without a row. */
export async function watermarksOf(db: Db, organisationId: number): Promise<Watermark[]> {
  const rows = (await watermarkRows(db, { organisation: organisationId })).map(watermarkOf);
  if (rows.some((row) => row.builtIn)) return rows;
  const last = { position: (rows.at(-1)?.position ?? 0) + 1, updaterId: 0, updatedAt: 0 };
  return [...rows, { id: organisationId, name: '', builtIn: true, enabled: true, design: builtInDesign, rule: builtInRule, ...last }];
}

/** A watermark of the organisation, or 5511. */
async function requireWatermark(db: Db, organisationId: number, id: string): Promise<Watermark> {
  const found = (await watermarksOf(db, organisationId)).find((one) => one.id === Number(id));
  if (found === undefined) throw new Refusal(codes.watermarkMissing);
  return found;
}

/** The watermarks of the organisation in the order in which they are matched. */
export async function listWatermarks(ctx: Context): Promise<OutputOf<typeof watermarks.list>> {
  const all = await watermarksOf(ctx.db, ctx.user.organisationId);
  const cabinets = [...new Set(all.flatMap(({ rule }) => rule.cabinetIds.map(Number)))];
  const seen = new Map((await findVisibleItems(ctx, cabinets)).map(({ item }) => [String(item.id), item.name]));
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

export async function createWatermark(
  ctx: Context,
  input: ParsedOf<typeof watermarks.create>,
): Promise<OutputOf<typeof watermarks.create>> {
  const { name: given, enabled, design, ...rule } = input;
  const { name } = nameColumns(given);
  const all = await watermarksOf(ctx.db, ctx.user.organisationId);
  if (all.length >= watermarkLimits.watermarks) throw new Refusal(codes.watermarksFull);
  await requireCabinets(ctx, rule, []);
  const id = newId();
  await writeRow(ctx, { id, name, enabled, design, rule, position: (all[0]?.position ?? 1) - 1 });
  await ctx.emit(watermarkCreated, { objId: id, objName: name, after: loggedFields({ name, enabled, design, rule }) });
  return { id: String(id) };
}

/** Changes a watermark; the first change of the built-in one creates its row. */
export async function updateWatermark(ctx: Context, input: ParsedOf<typeof watermarks.update>) {
  const was = await requireWatermark(ctx.db, ctx.user.organisationId, input.id);
  const name = input.name === undefined ? was.name : nameColumns(input.name).name;
  const is = { name, enabled: input.enabled ?? was.enabled, design: input.design ?? was.design, rule: input.rule ?? was.rule };
  await requireCabinets(ctx, is.rule, was.rule.cabinetIds);
  const changed = changedFields(loggedFields(was), loggedFields(is));
  if (Object.keys(changed.after).length === 0) return {};
  await saveRow(ctx, was, { ...is, position: was.position });
  await ctx.emit(watermarkUpdated, { objId: was.id, objName: name, ...changed });
  return {};
}

/** Reorders all watermarks; those created meanwhile by other users stay in front. */
export async function sortWatermarks(ctx: Context, { ids }: ParsedOf<typeof watermarks.sort>) {
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
  await ctx.emit(watermarkSorted, { objId: order[0]?.id, objName: order[0]?.name });
  return {};
}

export async function deleteWatermark(ctx: Context, { id }: ParsedOf<typeof watermarks.delete>) {
  const found = await requireWatermark(ctx.db, ctx.user.organisationId, id);
  if (found.builtIn) throw new Refusal(codes.watermarkBuiltIn);
  await deleteRow(ctx.db, found.id);
  await ctx.emit(watermarkDeleted, { objId: found.id, objName: found.name });
  return {};
}

type StoredWatermark = Pick<Watermark, 'name' | 'enabled' | 'design' | 'rule' | 'position'>;

const columns = (ctx: Context, { name, enabled, design, rule, position }: StoredWatermark) => ({
  name,
  enabled: enabled ? 1 : 0,
  design: JSON.stringify(design),
  rule: JSON.stringify(rule),
  position,
  updater_id: ctx.user.id,
  updated_at: ctx.now,
});

const writeRow = (ctx: Context, { id, ...kept }: StoredWatermark & { id: number }) =>
  insertRow(ctx.db, { id, organisation_id: ctx.user.organisationId, created_at: ctx.now, ...columns(ctx, kept) });

async function saveRow(ctx: Context, was: Watermark, kept: StoredWatermark): Promise<void> {
  if (was.builtIn && was.updatedAt === 0) await writeRow(ctx, { id: was.id, ...kept });
  else await updateRow(ctx.db, was.id, columns(ctx, kept));
}

/** The fields for the log. */
function loggedFields({
  name,
  enabled,
  design,
  rule,
}: Pick<StoredWatermark, 'name' | 'enabled' | 'design' | 'rule'>): Record<string, unknown> {
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

/** A watermark can be limited to cabinets that its editor sees; cabinets that were selected before stay. */
async function requireCabinets(ctx: Context, { cabinetIds }: MarkRule, known: readonly string[]): Promise<void> {
  const added = cabinetIds.filter((id) => !known.includes(id)).map(Number);
  const seen = new Set((await findVisibleItems(ctx, added)).flatMap(({ item }) => (item.kind === objType.cabinet ? [item.id] : [])));
  if (added.some((id) => !seen.has(id))) throw new Refusal(codes.cabinetMissing);
}
