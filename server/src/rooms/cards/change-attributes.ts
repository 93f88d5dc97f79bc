import { type AttributeKind, type Limits } from '@dossier/contract/card-shapes';
import type { cards } from '@dossier/contract/cards';
import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import {
  attributesOnCards,
  deleteAttributeRow,
  insertAttribute,
  isOnCard,
  pageOfAttributes,
  updateAttributeRow,
} from './attribute-queries.ts';
import { readValue } from './card-values.ts';
import { kindOf, nameColumns, needAttributes, needRoom, refusingTaken } from './need-cards.ts';

/** Limits that make sense for a kind: those of other kinds are dropped. A choice needs something to choose from, each once. */
function limitsFor(kind: AttributeKind, { min, max, maxLength, choices = [] }: Limits): Limits {
  if (kind === 'number') {
    if (min !== undefined && max !== undefined && min > max) throw new Refusal(codes.invalidParams, { field: 'limits' });
    return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
  }
  if (kind === 'choice') {
    const all = [...new Set(choices.map((one) => one.normalize('NFC')))];
    const isBad = all.some((one) => readValue(kind, one, { choices: all }) === undefined);
    if (all.length === 0 || isBad) throw new Refusal(codes.invalidParams, { field: 'limits' });
    return { choices: all };
  }
  return (kind === 'text' || kind === 'longText') && maxLength !== undefined ? { maxLength } : {};
}

/** What stands there from the beginning must be a value itself; a person never does. */
function initialFor(kind: AttributeKind, initial: string, limits: Limits): string {
  if (initial.trim() === '') return '';
  const kept = kind === 'person' ? undefined : readValue(kind, initial, limits);
  if (kept === undefined) throw new Refusal(codes.cardValueIllegal);
  return kept.shown;
}

export async function createAttribute(ctx: Ctx, input: ParsedOf<typeof cards.createAttribute>) {
  await needRoom(ctx, 'base_attribute');
  const { kind, sortNumber } = input;
  const [names, limits, id] = [nameColumns(input.name), limitsFor(kind, input.limits), newId()];
  const what = { kind, initial: initialFor(kind, input.initial, limits), sort_number: sortNumber, limits: JSON.stringify(limits) };
  const row = { id, organisation_id: ctx.user.organisationId, ...names, ...what, updated_at: ctx.now };
  await refusingTaken(codes.baseAttributeNameExists, insertAttribute(ctx.db, row));
  await ctx.say('attribute.created', { objId: id, objName: names.name });
  return { id: String(id) };
}

export async function updateAttribute(ctx: Ctx, input: ParsedOf<typeof cards.updateAttribute>) {
  const [row] = await needAttributes(ctx, [input.id]);
  if (row === undefined) throw new Refusal(codes.baseAttributeMissing);
  const { kind, limits: kept } = kindOf(row);
  const names = nameColumns(input.name ?? row.name);
  const limits = input.limits === undefined ? kept : limitsFor(kind, input.limits);
  const was = { name: row.name, initial: row.initial, sortNumber: row.sort_number, limits: JSON.stringify(kept) };
  const is = {
    name: names.name,
    initial: initialFor(kind, input.initial ?? row.initial, limits),
    sortNumber: input.sortNumber ?? row.sort_number,
    limits: JSON.stringify(limits),
  };
  const changed = changedFields(was, is);
  if (Object.keys(changed.after).length === 0) return {};
  const columns = { ...names, initial: is.initial, sort_number: is.sortNumber, limits: is.limits, updated_at: ctx.now };
  await refusingTaken(codes.baseAttributeNameExists, updateAttributeRow(ctx.db, row.id, columns));
  await ctx.say('attribute.updated', { objId: row.id, objName: names.name, ...changed });
  return {};
}

export async function deleteAttribute(ctx: Ctx, { id }: ParsedOf<typeof cards.deleteAttribute>) {
  const [row] = await needAttributes(ctx, [id]);
  if (row === undefined) throw new Refusal(codes.baseAttributeMissing);
  if (await isOnCard(ctx.db, row.id)) throw new Refusal(codes.baseAttributeInUse);
  await deleteAttributeRow(ctx.db, row.id);
  await ctx.say('attribute.deleted', { objId: row.id, objName: row.name });
  return {};
}

export async function listAttributes(
  ctx: Ctx,
  { pageNo, pageSize, keyword = '' }: ParsedOf<typeof cards.attributes>,
): Promise<OutputOf<typeof cards.attributes>> {
  const part = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfAttributes(ctx.db, { organisation: ctx.user.organisationId, keyword: keyword.trim(), ...part });
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    ...kindOf(row),
    initial: row.initial,
    sortNumber: row.sort_number,
    uses: row.uses,
    updateTime: isoTime(row.updated_at),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** What documents can be looked for by. What an organisation notes of its documents is not for guests. */
export async function listFieldChoices(ctx: Ctx): Promise<OutputOf<typeof cards.fieldChoices>> {
  if (isPlainGuest(ctx.user)) return [];
  return (await attributesOnCards(ctx.db, ctx.user.organisationId)).map((row) => ({ id: String(row.id), name: row.name, ...kindOf(row) }));
}
