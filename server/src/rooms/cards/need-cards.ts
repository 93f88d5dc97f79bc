import { type AttributeKind, Limits, mostOfCards } from '@dossier/contract/card-shapes';
import { type Code, codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { isUniqueViolation } from '../../ground/db/words.ts';
import { Refusal } from '../../ground/refusal.ts';
import { nameColumns as columns } from '../../ground/text/name-columns.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { type AttributeRow, attributesByIds, countOf } from './attribute-queries.ts';
import { cardById, typeById, type TypeRow } from './card-queries.ts';

/** The columns of a name. */
export const nameColumns = (given: string) => {
  const { name, name_key, name_sort } = columns(given);
  return { name, name_key, name_sort };
};

/** Attributes of the caller's organisation in the order asked, or 2401. */
export async function needAttributes(ctx: Ctx, ids: readonly (string | number)[]): Promise<AttributeRow[]> {
  const wanted = ids.map(Number);
  const rows = new Map((await attributesByIds(ctx.db, ctx.user.organisationId, JSON.stringify(wanted))).map((row) => [row.id, row]));
  return wanted.map((id) => {
    const row = rows.get(id);
    if (row === undefined) throw new Refusal(codes.baseAttributeMissing);
    return row;
  });
}

/** A card of the caller's organisation, or 2404. */
export async function needCard(ctx: Ctx, id: string) {
  const card = await cardById(ctx.db, Number(id), ctx.user.organisationId);
  if (card === undefined) throw new Refusal(codes.cardMissing);
  return card;
}

/** A document type of the caller's organisation, or 2409. */
export async function needType(ctx: Ctx, id: string | number): Promise<TypeRow> {
  const type = await typeById(ctx.db, Number(id), ctx.user.organisationId);
  if (type === undefined) throw new Refusal(codes.documentTypeMissing);
  return type;
}

/** A type that the caller may choose: guests are offered none. */
export async function needChoice(ctx: Ctx, id: string): Promise<TypeRow> {
  if (isPlainGuest(ctx.user)) throw new Refusal(codes.documentTypeMissing);
  return needType(ctx, id);
}

/** Refuses one more where an organisation has as many as it may. */
export async function needRoom(ctx: Ctx, table: Parameters<typeof countOf>[1]): Promise<void> {
  if ((await countOf(ctx.db, table, ctx.user.organisationId)) >= mostOfCards.each) throw new Refusal(codes.tooManyItems);
}

/** Runs a write, and refuses with a word for it where a name is taken. */
export async function refusingTaken<T>(code: Code, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal(code) : error;
  }
}

/** What an attribute is, as rows keep it. */
export const kindOf = ({ kind, limits }: Pick<AttributeRow, 'kind' | 'limits'>): { kind: AttributeKind; limits: Limits } => ({
  kind: kind as AttributeKind,
  limits: Limits.parse(JSON.parse(limits)),
});
