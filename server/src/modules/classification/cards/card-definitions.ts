import type { cards } from '@dossier/contract/classification/cards';
import { type AttributeKind, Limits, mostOfCards } from '@dossier/contract/core/card-shapes';
import { type Code, codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { isUniqueViolation } from '../../../platform/db/dialect.ts';
import { changedFields, namesInLine } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameColumns } from '../../../platform/text/names.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { attributeCreated, attributeDeleted, attributeUpdated, cardCreated, cardDeleted, cardUpdated } from '../events.ts';
import { readValue } from './card-values.ts';
import {
  type AttributeRow,
  type TypeRow,
  attributesByIds,
  attributesOnCards,
  cardById,
  countOf,
  deleteAttributeRow,
  deleteCardRow,
  fieldsOfCards,
  insertAttribute,
  insertCard,
  isOfType,
  isOnCard,
  pageOfAttributes,
  pageOfCards,
  setFields,
  typeById,
  updateAttributeRow,
  updateCardRow,
} from './cards.queries.ts';

/** The columns of a name. */
export const cardNameColumns = (given: string) => {
  const { name, name_key, name_sort } = nameColumns(given);
  return { name, name_key, name_sort };
};

/** Attributes of the caller's organisation in the order asked, or 2401. */
export async function requireAttributes(ctx: Context, ids: readonly (string | number)[]): Promise<AttributeRow[]> {
  const wanted = ids.map(Number);
  const rows = new Map((await attributesByIds(ctx.db, ctx.user.organisationId, JSON.stringify(wanted))).map((row) => [row.id, row]));
  return wanted.map((id) => {
    const row = rows.get(id);
    if (row === undefined) throw new Refusal(codes.baseAttributeMissing);
    return row;
  });
}

/** A card of the caller's organisation, or 2404. */
export async function requireCard(ctx: Context, id: string) {
  const card = await cardById(ctx.db, Number(id), ctx.user.organisationId);
  if (card === undefined) throw new Refusal(codes.cardMissing);
  return card;
}

/** A document type of the caller's organisation, or 2409. */
export async function requireDocumentType(ctx: Context, id: string | number): Promise<TypeRow> {
  const type = await typeById(ctx.db, Number(id), ctx.user.organisationId);
  if (type === undefined) throw new Refusal(codes.documentTypeMissing);
  return type;
}

/** A type that the caller may choose: guests are offered none. */
export async function requireTypeChoice(ctx: Context, id: string): Promise<TypeRow> {
  if (isPlainGuest(ctx.user)) throw new Refusal(codes.documentTypeMissing);
  return requireDocumentType(ctx, id);
}

/** Refuses another row once an organisation has reached the limit of a table. */
export async function requireBelowLimit(ctx: Context, table: Parameters<typeof countOf>[1]): Promise<void> {
  if ((await countOf(ctx.db, table, ctx.user.organisationId)) >= mostOfCards.each) throw new Refusal(codes.tooManyItems);
}

/** Runs a write, and refuses with `code` where the name is taken. */
export async function refuseTakenName<T>(code: Code, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(code) : error;
  }
}

export const attributeKindOf = ({ kind, limits }: Pick<AttributeRow, 'kind' | 'limits'>): { kind: AttributeKind; limits: Limits } => ({
  kind: kind as AttributeKind,
  limits: Limits.parse(JSON.parse(limits)),
});

/** Limits that apply to a kind; limits of other kinds are dropped. A choice needs at least one option, each option once. */
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

/** The initial value of an attribute must be a valid value itself; a person attribute has none. */
function initialFor(kind: AttributeKind, initial: string, limits: Limits): string {
  if (initial.trim() === '') return '';
  const kept = kind === 'person' ? undefined : readValue(kind, initial, limits);
  if (kept === undefined) throw new Refusal(codes.cardValueIllegal);
  return kept.shown;
}

export async function createAttribute(ctx: Context, input: ParsedOf<typeof cards.createAttribute>) {
  await requireBelowLimit(ctx, 'base_attribute');
  const { kind, sortNumber } = input;
  const [names, limits, id] = [cardNameColumns(input.name), limitsFor(kind, input.limits), newId()];
  const what = { kind, initial: initialFor(kind, input.initial, limits), sort_number: sortNumber, limits: JSON.stringify(limits) };
  const row = { id, organisation_id: ctx.user.organisationId, ...names, ...what, updated_at: ctx.now };
  await refuseTakenName(codes.baseAttributeNameExists, insertAttribute(ctx.db, row));
  await ctx.emit(attributeCreated, { objId: id, objName: names.name });
  return { id: String(id) };
}

export async function updateAttribute(ctx: Context, input: ParsedOf<typeof cards.updateAttribute>) {
  const [row] = await requireAttributes(ctx, [input.id]);
  if (row === undefined) throw new Refusal(codes.baseAttributeMissing);
  const { kind, limits: kept } = attributeKindOf(row);
  const names = cardNameColumns(input.name ?? row.name);
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
  await refuseTakenName(codes.baseAttributeNameExists, updateAttributeRow(ctx.db, row.id, columns));
  await ctx.emit(attributeUpdated, { objId: row.id, objName: names.name, ...changed });
  return {};
}

export async function deleteAttribute(ctx: Context, { id }: ParsedOf<typeof cards.deleteAttribute>) {
  const [row] = await requireAttributes(ctx, [id]);
  if (row === undefined) throw new Refusal(codes.baseAttributeMissing);
  if (await isOnCard(ctx.db, row.id)) throw new Refusal(codes.baseAttributeInUse);
  await deleteAttributeRow(ctx.db, row.id);
  await ctx.emit(attributeDeleted, { objId: row.id, objName: row.name });
  return {};
}

export async function listAttributes(
  ctx: Context,
  { pageNo, pageSize, keyword = '' }: ParsedOf<typeof cards.attributes>,
): Promise<OutputOf<typeof cards.attributes>> {
  const part = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfAttributes(ctx.db, { organisation: ctx.user.organisationId, keyword: keyword.trim(), ...part });
  const list = rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    ...attributeKindOf(row),
    initial: row.initial,
    sortNumber: row.sort_number,
    uses: row.uses,
    updateTime: isoTime(row.updated_at),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Attributes that documents can be searched by. Guests get none: the attributes are internal to the organisation. */
export async function listFieldChoices(ctx: Context): Promise<OutputOf<typeof cards.fieldChoices>> {
  if (isPlainGuest(ctx.user)) return [];
  return (await attributesOnCards(ctx.db, ctx.user.organisationId)).map((row) => ({
    id: String(row.id),
    name: row.name,
    ...attributeKindOf(row),
  }));
}

type Fields = ParsedOf<typeof cards.create>['fields'];

/** Writes the fields of a card, each attribute once; answers their names. */
async function writeFields(ctx: Context, card: number, fields: Fields): Promise<string> {
  if (new Set(fields.map((field) => field.attributeId)).size < fields.length) throw new Refusal(codes.invalidParams, { field: 'fields' });
  const rows = await requireAttributes(
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

export async function createCard(ctx: Context, { name, description, fields }: ParsedOf<typeof cards.create>) {
  await requireBelowLimit(ctx, 'index_card');
  const [names, id] = [cardNameColumns(name), newId()];
  const row = { id, organisation_id: ctx.user.organisationId, ...names, description, updated_at: ctx.now };
  await refuseTakenName(codes.cardNameExists, insertCard(ctx.db, row));
  await ctx.emit(cardCreated, { objId: id, objName: names.name, after: { fields: await writeFields(ctx, id, fields) } });
  return { id: String(id) };
}

export async function updateCard(ctx: Context, input: ParsedOf<typeof cards.update>) {
  const card = await requireCard(ctx, input.id);
  const names = cardNameColumns(input.name ?? card.name);
  const before = namesInLine((await fieldsOfCards(ctx.db, JSON.stringify([card.id]))).map((row) => row.name));
  const fields = input.fields === undefined ? before : await writeFields(ctx, card.id, input.fields);
  const was = { name: card.name, description: card.description, fields: before };
  const is = { name: names.name, description: input.description ?? card.description, fields };
  await refuseTakenName(
    codes.cardNameExists,
    updateCardRow(ctx.db, card.id, { ...names, description: is.description, updated_at: ctx.now }),
  );
  await ctx.emit(cardUpdated, { objId: card.id, objName: names.name, ...changedFields(was, is) });
  return {};
}

export async function deleteCard(ctx: Context, { id }: ParsedOf<typeof cards.delete>) {
  const card = await requireCard(ctx, id);
  if (await isOfType(ctx.db, card.id)) throw new Refusal(codes.cardInUse);
  await deleteCardRow(ctx.db, card.id);
  await ctx.emit(cardDeleted, { objId: card.id, objName: card.name });
  return {};
}

export async function listCards(
  ctx: Context,
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
