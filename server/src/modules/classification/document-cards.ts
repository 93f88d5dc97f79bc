import { createHash } from 'node:crypto';
import type { DocumentCard, cards } from '@dossier/contract/classification/cards';
import { type AttributeKind, type CardField, type CardQuestion, Limits } from '@dossier/contract/core/card-shapes';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../platform/context.ts';
import { namesInLine } from '../../platform/events/event.ts';
import { Refusal } from '../../platform/refusal.ts';
import { nameKey } from '../../platform/text/names.ts';
import { requireItem } from '../access/require-items.ts';
import { requireUnlocked } from '../documents/locks.ts';
import { isPlainGuest } from '../identity/effective-membership.ts';
import { findColleague, personNames } from '../identity/users.ts';
import { attributeKindOf, requireAttributes, requireDocumentType, requireTypeChoice } from './cards/card-definitions.ts';
import { type StoredValue, dayNumber, plainNumber, readValue } from './cards/card-values.ts';
import { type FieldRow, fieldsOfCards, ownTypeOf, putCard, typeById, typesAbove, valuesOf } from './cards/cards.queries.ts';
import { documentCarded } from './events.ts';

/** The type of a document: its own, or the one that its nearest ancestor gives to its contents. */
async function typeOf(ctx: Context, item: { id: number; parent_id: number }, wanted: string | undefined) {
  const [own] = await ownTypeOf(ctx.db, { id: item.id });
  const given = wanted === undefined ? (own?.type_id ?? undefined) : wanted === '' ? undefined : (await requireTypeChoice(ctx, wanted)).id;
  const [around] = given === undefined ? await typesAbove(ctx.db, { id: item.parent_id }) : [];
  const id = given ?? around?.id;
  const type = id === undefined ? undefined : await typeById(ctx.db, id, ctx.user.organisationId);
  return { type, fromFolder: given === undefined && type !== undefined, own };
}

const fieldsOf = async (ctx: Context, card: number | null | undefined): Promise<FieldRow[]> =>
  card === null || card === undefined ? [] : fieldsOfCards(ctx.db, JSON.stringify([card]));

type CardValues = Awaited<ReturnType<typeof valuesOf>>;

/** Identifies the state of a card, so that concurrent changes are noticed. */
function stateOf(own: { type_id: number | null } | undefined, values: CardValues): string {
  const pairs = values.toSorted((a, b) => a.attribute_id - b.attribute_id).map((row) => [row.attribute_id, row.shown]);
  return createHash('sha256')
    .update(JSON.stringify([own?.type_id ?? null, pairs]))
    .digest('base64url');
}

const limitsOf = (field: FieldRow): Limits => Limits.parse(JSON.parse(field.limits));

/** The card of a document. A card that was never filled in shows the initial values of its fields. */
export async function showCard(ctx: Context, { id, typeId }: ParsedOf<typeof cards.show>): Promise<DocumentCard> {
  const { item } = await requireItem(ctx, right.visible | right.read, id, objType.document);
  const { type, fromFolder, own } = await typeOf(ctx, item, typeId);
  const filled = own !== undefined;
  const rows = await fieldsOf(ctx, type?.card_id);
  const storedValues = await valuesOf(ctx.db, { id: item.id });
  const values = new Map(storedValues.map((row) => [row.attribute_id, row.shown]));
  const people = rows.filter((row) => row.kind === 'person').map((row) => Number(values.get(row.id) ?? 0));
  const nameOf = await personNames(ctx, people);
  const fields = rows.map((row): CardField => {
    const value = values.get(row.id) ?? ((filled && typeId === undefined) || row.initial === '' ? undefined : row.initial);
    const named = row.kind === 'person' && value !== undefined ? { valueName: nameOf(Number(value)) } : {};
    const what = { name: row.name, kind: row.kind as AttributeKind, required: row.required === 1, limits: limitsOf(row) };
    return { attributeId: String(row.id), ...what, ...(value !== undefined && { value }), ...named };
  });
  return { ...(type && { type: { id: String(type.id), name: type.name } }), fromFolder, filled, fields, state: stateOf(own, storedValues) };
}

/** Parses a value of a field. An unchanged value stays valid although the limits or the person have changed since. */
async function storedValueOf(
  ctx: Context,
  field: FieldRow,
  { text, before }: { text: string; before: string | undefined },
): Promise<StoredValue> {
  const kind = field.kind as AttributeKind;
  const isSame = text.trim() === before;
  const limits = isSame && kind !== 'choice' ? {} : isSame ? { choices: [text.trim()] } : limitsOf(field);
  const value = readValue(kind, text, limits);
  if (value === undefined) throw new Refusal(codes.cardValueIllegal, { field: field.name });
  // guests find only the colleagues that they know, by id as well
  const known = kind !== 'person' || isSame || (!isPlainGuest(ctx.user) && (await findColleague(ctx, Number(text))) !== undefined);
  if (!known) throw new Refusal(codes.cardValueIllegal, { field: field.name });
  return value;
}

/** The type to set on a document: a guest may only keep the current one. */
async function chosenType(ctx: Context, { typeId, own }: { typeId: string | undefined; own: number | null }): Promise<number | null> {
  if (typeId === undefined || typeId === String(own)) return own;
  return typeId === '' ? null : (await requireTypeChoice(ctx, typeId)).id;
}

/** Sets the type of a document, and fills in its card. */
export async function fillCard(ctx: Context, { id, typeId, values, state }: ParsedOf<typeof cards.fill>) {
  const { item } = await requireItem(ctx, right.visible | right.read | right.modify, id, objType.document);
  await requireUnlocked(ctx, item);
  const [own] = await ownTypeOf(ctx.db, { id: item.id });
  const storedValues = await valuesOf(ctx.db, { id: item.id });
  if (state !== undefined && state !== stateOf(own, storedValues)) throw new Refusal(codes.changedMeanwhile);
  const chosen = await chosenType(ctx, { typeId, own: own?.type_id ?? null });
  const [around] = chosen === null ? await typesAbove(ctx.db, { id: item.parent_id }) : [];
  const type = chosen ?? around?.id;
  const found = type === undefined ? undefined : await requireDocumentType(ctx, type);
  const fields = await fieldsOf(ctx, found?.card_id);
  const before = new Map(storedValues.map((row) => [row.attribute_id, row.shown]));
  const given = new Map(values.filter(({ value }) => value.trim() !== '').map(({ attributeId, value }) => [Number(attributeId), value]));
  if ([...given.keys()].some((attribute) => !fields.some((field) => field.id === attribute))) throw new Refusal(codes.baseAttributeMissing);
  const missing = fields.find((field) => field.required === 1 && !given.has(field.id));
  if (missing !== undefined) throw new Refusal(codes.cardValueRequired, { field: missing.name });
  const read = new Map<number, StoredValue>();
  for (const field of fields) {
    const text = given.get(field.id);
    if (text !== undefined) read.set(field.id, await storedValueOf(ctx, field, { text, before: before.get(field.id) }));
  }
  await putCard(ctx.db, { item: item.id, type: chosen, values: read });
  const changed = fields.filter((field) => read.get(field.id)?.shown !== before.get(field.id)).map((field) => field.name);
  // names of fields, not values: the log has more readers than the document
  const typed = chosen !== (own?.type_id ?? null) ? { documentType: chosen === null ? '' : (found?.name ?? '') } : {};
  const after = { ...typed, ...(changed.length > 0 && { fields: namesInLine(changed) }) };
  if (Object.keys(after).length > 0) await ctx.emit(documentCarded, { objId: item.id, objName: item.name, after });
  return {};
}

/** A condition on a card value: words that it equals or contains, or a numeric range. */
export interface CardCondition {
  attribute: number;
  is?: string;
  has?: string;
  from?: number;
  to?: number;
}

const numbers: Record<string, (text: string) => number | undefined> = {
  number: plainNumber,
  date: dayNumber,
  person: plainNumber,
  yesNo: (text) => (text === 'true' ? 1 : text === 'false' ? 0 : undefined),
};

/** Search conditions on cards as database conditions; 2401 for an unknown attribute, 2408 for a value that the attribute cannot have. */
export async function cardConditions(ctx: Context, questions: readonly CardQuestion[]): Promise<CardCondition[]> {
  const rows = await requireAttributes(
    ctx,
    questions.map((question) => question.id),
  );
  return rows.map((row, place): CardCondition => {
    const { is, has, from, to } = questions[place] ?? {};
    const attribute = row.id;
    const read = numbers[attributeKindOf(row).kind];
    if (read === undefined) {
      if (is === undefined && has === undefined) throw new Refusal(codes.cardValueIllegal);
      return is === undefined ? { attribute, has: nameKey(has ?? '').slice(0, 200) } : { attribute, is: nameKey(is).slice(0, 500) };
    }
    const number = (text: string): number => {
      const found = read(text);
      if (found === undefined) throw new Refusal(codes.cardValueIllegal);
      return found;
    };
    if (is !== undefined) return { attribute, from: number(is), to: number(is) };
    if (from === undefined && to === undefined) throw new Refusal(codes.cardValueIllegal);
    return { attribute, ...(from !== undefined && { from: number(from) }), ...(to !== undefined && { to: number(to) }) };
  });
}
