import type { cards } from '@dossier/contract/classification/cards';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { changedFields } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { requireContainer } from '../../access/require-items.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import {
  cardNameColumns,
  refuseTakenName,
  requireCard,
  requireDocumentType,
  requireBelowLimit,
  requireTypeChoice,
} from '../cards/card-definitions.ts';
import {
  cardById,
  deleteTypeRow,
  insertType,
  pageOfTypes,
  setFolderTypeRow,
  typesAbove,
  typesOf,
  updateTypeRow,
} from '../cards/cards.queries.ts';
import { documentTypeCreated, documentTypeDeleted, documentTypeUpdated, folderTyped } from '../events.ts';

export async function createType(ctx: Context, { name, description, cardId }: ParsedOf<typeof cards.createType>) {
  await requireBelowLimit(ctx, 'document_type');
  const card = cardId === undefined ? undefined : await requireCard(ctx, cardId);
  const [names, id] = [cardNameColumns(name), newId()];
  const row = { id, organisation_id: ctx.user.organisationId, ...names, description, card_id: card?.id ?? null, updated_at: ctx.now };
  await refuseTakenName(codes.documentTypeNameExists, insertType(ctx.db, row));
  await ctx.emit(documentTypeCreated, { objId: id, objName: names.name });
  return { id: String(id) };
}

export async function updateType(ctx: Context, input: ParsedOf<typeof cards.updateType>) {
  const type = await requireDocumentType(ctx, input.id);
  const names = cardNameColumns(input.name ?? type.name);
  const given = input.cardId === undefined || input.cardId === '' ? undefined : await requireCard(ctx, input.cardId);
  const card = input.cardId === undefined ? type.card_id : (given?.id ?? null);
  const before = type.card_id === null ? undefined : await cardById(ctx.db, type.card_id, ctx.user.organisationId);
  const was = { name: type.name, description: type.description, card: before?.name ?? '' };
  const is = {
    name: names.name,
    description: input.description ?? type.description,
    card: input.cardId === undefined ? was.card : (given?.name ?? ''),
  };
  await refuseTakenName(
    codes.documentTypeNameExists,
    updateTypeRow(ctx.db, type.id, { ...names, description: is.description, card_id: card, updated_at: ctx.now }),
  );
  await ctx.emit(documentTypeUpdated, { objId: type.id, objName: names.name, ...changedFields(was, is) });
  return {};
}

export async function deleteType(ctx: Context, { id }: ParsedOf<typeof cards.deleteType>) {
  const type = await requireDocumentType(ctx, id);
  await deleteTypeRow(ctx.db, type.id);
  await ctx.emit(documentTypeDeleted, { objId: type.id, objName: type.name });
  return {};
}

export async function listTypes(
  ctx: Context,
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

export async function listTypeChoices(ctx: Context): Promise<OutputOf<typeof cards.typeChoices>> {
  if (isPlainGuest(ctx.user)) return [];
  return (await typesOf(ctx.db, ctx.user.organisationId)).map(({ id, name }) => ({ id: String(id), name }));
}

/** The type that a container gives to its documents: its own, and the inherited one. */
export async function showFolderType(ctx: Context, { id }: ParsedOf<typeof cards.folderType>): Promise<OutputOf<typeof cards.folderType>> {
  const { item } = await requireContainer(ctx, right.visible, id);
  const types = await typesAbove(ctx.db, { id: item.id });
  const named = (one: (typeof types)[number] | undefined) => one && { id: String(one.id), name: one.name };
  return { own: named(types.find((one) => one.item_id === item.id)), above: named(types.find((one) => one.item_id !== item.id)) };
}

/** Sets the type that a container gives to its documents. */
export async function setFolderType(ctx: Context, { id, typeId }: ParsedOf<typeof cards.setFolderType>) {
  const { item } = await requireContainer(ctx, right.visible | right.manage, id);
  if (item.kind === objType.document) throw new Refusal(codes.folderMissing);
  const type = typeId === '' ? undefined : await requireTypeChoice(ctx, typeId);
  await setFolderTypeRow(ctx.db, item.id, type?.id ?? null);
  await ctx.emit(folderTyped, { objId: item.id, objName: item.name, after: { documentType: type?.name ?? '' } });
  return {};
}
