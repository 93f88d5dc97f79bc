import type { cards } from '@dossier/contract/cards';
import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { changedFields } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { needPlace } from '../library/need-items.ts';
import { cardById, deleteTypeRow, insertType, pageOfTypes, typesOf, updateTypeRow } from './card-queries.ts';
import { nameColumns, needCard, needChoice, needRoom, needType, refusingTaken } from './need-cards.ts';
import { setFolderTypeRow, typesAbove } from './value-queries.ts';

export async function createType(ctx: Ctx, { name, description, cardId }: ParsedOf<typeof cards.createType>) {
  await needRoom(ctx, 'document_type');
  const card = cardId === undefined ? undefined : await needCard(ctx, cardId);
  const [names, id] = [nameColumns(name), newId()];
  const row = { id, organisation_id: ctx.user.organisationId, ...names, description, card_id: card?.id ?? null, updated_at: ctx.now };
  await refusingTaken(codes.documentTypeNameExists, insertType(ctx.db, row));
  await ctx.say('documentType.created', { objId: id, objName: names.name });
  return { id: String(id) };
}

export async function updateType(ctx: Ctx, input: ParsedOf<typeof cards.updateType>) {
  const type = await needType(ctx, input.id);
  const names = nameColumns(input.name ?? type.name);
  const given = input.cardId === undefined || input.cardId === '' ? undefined : await needCard(ctx, input.cardId);
  const card = input.cardId === undefined ? type.card_id : (given?.id ?? null);
  const before = type.card_id === null ? undefined : await cardById(ctx.db, type.card_id, ctx.user.organisationId);
  const was = { name: type.name, description: type.description, card: before?.name ?? '' };
  const is = {
    name: names.name,
    description: input.description ?? type.description,
    card: input.cardId === undefined ? was.card : (given?.name ?? ''),
  };
  await refusingTaken(
    codes.documentTypeNameExists,
    updateTypeRow(ctx.db, type.id, { ...names, description: is.description, card_id: card, updated_at: ctx.now }),
  );
  await ctx.say('documentType.updated', { objId: type.id, objName: names.name, ...changedFields(was, is) });
  return {};
}

export async function deleteType(ctx: Ctx, { id }: ParsedOf<typeof cards.deleteType>) {
  const type = await needType(ctx, id);
  await deleteTypeRow(ctx.db, type.id);
  await ctx.say('documentType.deleted', { objId: type.id, objName: type.name });
  return {};
}

export async function listTypes(
  ctx: Ctx,
  { pageNo, pageSize, keyword = '' }: ParsedOf<typeof cards.types>,
): Promise<OutputOf<typeof cards.types>> {
  const part = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfTypes(ctx.db, { organisation: ctx.user.organisationId, keyword: keyword.trim(), ...part });
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    description: row.description,
    ...(row.card_id !== null && { card: { id: String(row.card_id), name: row.card_name ?? '' } }),
    uses: row.uses,
    updateTime: isoTime(row.updated_at),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

export async function listTypeChoices(ctx: Ctx): Promise<OutputOf<typeof cards.typeChoices>> {
  if (isPlainGuest(ctx.user)) return [];
  return (await typesOf(ctx.db, ctx.user.organisationId)).map(({ id, name }) => ({ id: String(id), name }));
}

/** What a place says of the documents in it: itself, and what counts where it says nothing. */
export async function showFolderType(ctx: Ctx, { id }: ParsedOf<typeof cards.folderType>): Promise<OutputOf<typeof cards.folderType>> {
  const { item } = await needPlace(ctx, right.visible, id);
  const types = await typesAbove(ctx.db, { id: item.id });
  const named = (one: (typeof types)[number] | undefined) => one && { id: String(one.id), name: one.name };
  return { own: named(types.find((one) => one.item_id === item.id)), above: named(types.find((one) => one.item_id !== item.id)) };
}

/** Says which type the documents in a place have. */
export async function setFolderType(ctx: Ctx, { id, typeId }: ParsedOf<typeof cards.setFolderType>) {
  const { item } = await needPlace(ctx, right.visible | right.manage, id);
  if (item.kind === objType.document) throw new Refusal(codes.folderMissing);
  const type = typeId === '' ? undefined : await needChoice(ctx, typeId);
  await setFolderTypeRow(ctx.db, item.id, type?.id ?? null);
  await ctx.say('folder.typed', { objId: item.id, objName: item.name, after: { documentType: type?.name ?? '' } });
  return {};
}
