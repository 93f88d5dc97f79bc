import type { AttributeKind } from '@dossier/contract/card-shapes';
import type { cards } from '@dossier/contract/cards';
import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { changedFields, namesInLine } from '../../ground/changed-fields.ts';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { deleteCardRow, fieldsOfCards, insertCard, isOfType, pageOfCards, setFields, updateCardRow } from './card-queries.ts';
import { nameColumns, needAttributes, needCard, needRoom, refusingTaken } from './need-cards.ts';

type Fields = ParsedOf<typeof cards.create>['fields'];

/** Writes the fields of a card, each attribute once; answers their names. */
async function writeFields(ctx: Ctx, card: number, fields: Fields): Promise<string> {
  if (new Set(fields.map((field) => field.attributeId)).size < fields.length) throw new Refusal(codes.invalidParams, { field: 'fields' });
  const rows = await needAttributes(
    ctx,
    fields.map((field) => field.attributeId),
  );
  await setFields(
    ctx.db,
    card,
    rows.map((row, place) => ({ attribute: row.id, required: fields[place]?.required === true })),
  );
  return namesInLine(rows.map((row) => row.name));
}

export async function createCard(ctx: Ctx, { name, description, fields }: ParsedOf<typeof cards.create>) {
  await needRoom(ctx, 'index_card');
  const [names, id] = [nameColumns(name), newId()];
  const row = { id, organisation_id: ctx.user.organisationId, ...names, description, updated_at: ctx.now };
  await refusingTaken(codes.cardNameExists, insertCard(ctx.db, row));
  await ctx.say('card.created', { objId: id, objName: names.name, after: { fields: await writeFields(ctx, id, fields) } });
  return { id: String(id) };
}

export async function updateCard(ctx: Ctx, input: ParsedOf<typeof cards.update>) {
  const card = await needCard(ctx, input.id);
  const names = nameColumns(input.name ?? card.name);
  const before = namesInLine((await fieldsOfCards(ctx.db, JSON.stringify([card.id]))).map((row) => row.name));
  const fields = input.fields === undefined ? before : await writeFields(ctx, card.id, input.fields);
  const was = { name: card.name, description: card.description, fields: before };
  const is = { name: names.name, description: input.description ?? card.description, fields };
  await refusingTaken(codes.cardNameExists, updateCardRow(ctx.db, card.id, { ...names, description: is.description, updated_at: ctx.now }));
  await ctx.say('card.updated', { objId: card.id, objName: names.name, ...changedFields(was, is) });
  return {};
}

export async function deleteCard(ctx: Ctx, { id }: ParsedOf<typeof cards.delete>) {
  const card = await needCard(ctx, id);
  if (await isOfType(ctx.db, card.id)) throw new Refusal(codes.cardInUse);
  await deleteCardRow(ctx.db, card.id);
  await ctx.say('card.deleted', { objId: card.id, objName: card.name });
  return {};
}

export async function listCards(
  ctx: Ctx,
  { pageNo, pageSize, keyword = '' }: ParsedOf<typeof cards.list>,
): Promise<OutputOf<typeof cards.list>> {
  const part = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfCards(ctx.db, { organisation: ctx.user.organisationId, keyword: keyword.trim(), ...part });
  const fields = Map.groupBy(await fieldsOfCards(ctx.db, JSON.stringify(rows.map((row) => row.id))), (row) => row.card_id);
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    description: row.description,
    fields: (fields.get(row.id) ?? []).map((field) => ({
      attributeId: String(field.id),
      name: field.name,
      kind: field.kind as AttributeKind,
      required: field.required === 1,
    })),
    uses: row.uses,
    updateTime: isoTime(row.updated_at),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}
